import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import { secretsIn } from '../../server/src/core/documentSecrets.js';
import { Analysis, maskingOf, outline, Remembered, validate } from '../../server/src/core/index.js';
import { createMasking } from '../../server/src/core/secrets/masking.js';
import { SearchedTexts } from '../../server/src/core/secrets/searchedTexts.js';
import { encodeBase64 } from '../../server/src/core/text/base64.js';
import { utf8Bytes } from '../../server/src/core/text/bytes.js';
import { MadeFromText } from '../../server/src/core/text/madeFromText.js';
import { madeFrom } from '../support/madeFrom.js';
import { runs } from '../support/runs.js';

const secret = 'Tr4verse-the-gate';
const encoded = encodeBase64(utf8Bytes(`send this to ${secret}, and then go on with the next one`));

describe('texts that were searched in an earlier version', () => {
  it.each([
    ['as it is', `echo ${secret} to the log`],
    ['with escapes', `{\\"say\\": \\"${secret} to the log\\"}`],
    ['in base64', encoded],
  ])('hide what a later version shows to be secret, %s', (_, text) => {
    const remembered = new Remembered({ versions: true });
    const version = (content: string): Analysis => {
      remembered.startVersion(content);
      const analysis = new Analysis({ name: 'a.cloud-config.yaml', content, remembered }, nodePlatform);
      validate(analysis);
      return analysis;
    };
    const before = version('#cloud-config\nhostname: a\n');
    expect(maskingOf([before]).text(text)).toBe(text);
    const after = maskingOf([version(`#cloud-config\nhostname: a\npassword: ${secret}\n`)]).text(text);
    expect(after).toContain(text === encoded ? encoded.slice(0, 10) : '********');
    expect(after).not.toContain(secret);
    if (text === encoded) expect(atob(after)).toContain('to ********, and');
  });

  it('are masked as if they were searched again', () => {
    const texts = [
      '"0644"',
      'systemctl enable --now foo-bar.service',
      'mysql -uroot -pHunter2x',
      'export API_TOKEN=q8Zr2mL0x',
      'abcdef.0123456789abcdef',
      '/opt/azure/containers/provision_configs_and_more.sh',
      encodeBase64(utf8Bytes('password: q8Zr2mL0x and some more text')),
      'a %22password%22: %22q8Zr2mL0x%22',
    ];
    const searched = new SearchedTexts();
    for (const text of [...texts, ...texts])
      expect(createMasking(() => ({ searched })).text(text)).toBe(createMasking().text(text));
  });

  it('give an edited document the outline of a new one', () => {
    const remembered = new Remembered({ versions: true });
    const content = (value: string): string =>
      `#cloud-config\nwrite_files:\n- path: /etc/a\n  content: |\n    TOKEN=${value}\n    echo ${secret}\nruncmd:\n- echo ${secret}\n`;
    for (const value of ['$1', secret, '$2', secret]) {
      remembered.startVersion(content(value));
      const source = { name: 'a.cloud-config.yaml', content: content(value) };
      const [edited, fresh] = [{ ...source, remembered }, source].map((one) => {
        const analysis = new Analysis(one, nodePlatform);
        validate(analysis);
        return maskingOf([analysis]).json(outline(analysis));
      });
      expect(edited).toBe(fresh);
      expect(edited?.includes(secret)).toBe(value !== secret);
    }
  });

  it('are forgotten when two versions do not have them', () => {
    const searched = new SearchedTexts();
    searched.add('a');
    searched.startVersion();
    expect(searched.has('a')).toBe(true);
    searched.startVersion();
    expect(searched.has('a')).toBe(true);
    searched.add('b');
    searched.startVersion();
    searched.add('b');
    searched.startVersion();
    expect([searched.has('a'), searched.has('b')]).toEqual([false, true]);
  });
});

const read = { wasRead: true };

describe('what was made from texts', () => {
  it('is kept for two versions', () => {
    const texts = new MadeFromText({ copies: true });
    texts.set('a', 'length', 1);
    texts.startVersion('first', read);
    expect(texts.get('a', 'length')).toBe(1);
    texts.startVersion('second', read);
    expect(texts.get('a', 'length')).toBe(1);
    texts.startVersion('third', read);
    texts.startVersion('fourth', read);
    expect(texts.get('a', 'length')).toBeUndefined();
  });

  it.each([{ wasRead: true }, { wasRead: false }])('is not kept from the whole text of a version: %o', (isRead) => {
    const texts = new MadeFromText({ copies: true });
    texts.startVersion('whole', read);
    texts.set('whole', 'length', 5);
    expect(texts.get('whole', 'length')).toBe(5);
    texts.startVersion('next', isRead);
    expect(texts.get('whole', 'length')).toBeUndefined();
  });

  it('stays if a version was not read to its end', () => {
    const remembered = new Remembered({ versions: true });
    remembered.startVersion('first');
    remembered.texts.set('a', 'length', 1);
    remembered.versionRead();
    for (const whole of ['second', 'third', 'fourth']) remembered.startVersion(whole);
    expect(remembered.texts.get('a', 'length')).toBe(1);
  });
});

/** A cloud-config with files of several kinds and encodings, some of them with mistakes and secrets. */
const cloudConfig = `#cloud-config
hostnam: a
write_files:
- path: /opt/azure/containers/aks-node-controller-config.json
  permissions: "0600"
  content: |
    {
      "version": "v1",
      "bootstrapping_config": { "tls_bootstrapping_token": "abcdef.0123456789abcdef" },
      "kubelet_config": { "kubelet_node_lables": {} }
    }
- path: /opt/a.sh
  permissions: 0755
  content: |
    #!/bin/sh
    export API_TOKEN=${secret}
    retry 5 install || exit 1
- path: /opt/b.sh
  encoding: gz+b64
  content: ${gzipSync(`#!/bin/sh\nmysql -uroot -p${secret}\n`).toString('base64')}
- {path: /etc/c, encoding: b64, content: "${encoded}"}
runcmd:
- [systemctl, restart, a]
- echo ${secret}
`;

/** Lists whose items are long enough to be read on their own, with mistakes and secrets that rules find inside of one. */
const longItems = `#cloud-config
users:
- name: b
  passwd: ${secret}
  1: not a text
  # ${'x'.repeat(500)}
- name: c
  name: d
  lock_passwd: yes please
  nested: { password: ${secret}, token: 12345 }
  gecos: ${'y'.repeat(500)}
write_files:
- path: relative
  owner: d
  permissions: "rwxr-xr-x"
  unknown_key: [mysql, -uroot, -p${secret}]
  content: |
    ${'# a comment\n    '.repeat(30)}
- path: /opt/a.sh
  content: ${encodeBase64(utf8Bytes(`#!/bin/sh\nexport API_TOKEN=${secret}\n`.repeat(9)))}
- path: /opt/a.sh
  encoding: base63
  content: |
    ${'TOKEN=$1\n    '.repeat(60)}
runcmd:
- [/opt/a.sh]
- chmod +x /opt/a.sh && reboot
- [curl, -u, "a:${secret}", example.com]
`;

/** What is typed or pasted: marks of the formats, and parts of what is there. */
const fragments = [
  ...['', ' ', '\n', '"', ':', '- ', '#', 'a', '{', '}', '\\', '|', '\t', '  content: b\n', secret],
  'password: q8Zr2mL0x\n',
  '- path: /opt/a.sh\n  content: |\n    #!/bin/sh\n    echo b\n',
];

const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    /** Whether it is in the secret that follows, if there is one. */
    inSecret: fc.boolean(),
    removed: fc.nat({ max: 12 }),
    added: fc.constantFrom(...fragments),
    /** Whether the version is checked before the next edit. */
    isRead: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

const unchanged = { at: 0, inSecret: false, removed: 0, added: '', isRead: true };

/** All that users see of a document, as far as a version before it may have been used for it. */
function seen(analysis: Analysis): unknown {
  const { problems, ignored } = validate(analysis);
  const plain = (found: (typeof problems)[number]): unknown => ({ ...found, document: found.document.name });
  return {
    problems: problems.map(plain),
    ignored: ignored.map(plain),
    secrets: secretsIn(analysis).secrets,
    outline: maskingOf([analysis]).json(outline(analysis)),
    text: maskingOf([analysis]).text(analysis.text),
  };
}

describe('work after an edit', () => {
  const script = `#!/bin/sh\n${'retry 5 install a b c || exit 1\n'.repeat(20)}`;
  const file = (index: number, written: string): string =>
    `- path: /opt/${index}.sh\n  content: |\n${written.replace(/^/gm, '    ')}\n`;
  const document = (edited: string): string =>
    [
      '#cloud-config\npackages:\n',
      ...Array.from({ length: 800 }, (_, index) => `- package-of-this-document-${index}\n`),
      'write_files:\n',
      ...Array.from({ length: 60 }, (_, index) => file(index, `${script}${index === 59 ? edited : ''}# ${index}`)),
      'runcmd:\n- [systemctl, restart, a]\n',
    ].join('');

  it('is that for the file that it is in', () => {
    const [first, next] = madeFrom('a.cloud-config.yaml', [document(''), document('echo a\n')]);
    for (const what of ['yaml', 'user-data', 'rules', 'secrets']) {
      expect([what, first?.[what]]).toEqual([what, expect.toSatisfy((characters: number) => characters > 30_000)]);
      const ofFile = file(59, `${script}echo a\n# 59`).length;
      expect([what, next?.[what]]).toEqual([what, expect.toSatisfy((characters: number) => characters < 2 * ofFile)]);
    }
  });
});

describe('text that is not encoded', () => {
  it('is opened and checked without encoding it: an editor reads its document at each keystroke', () => {
    const encode = vi.spyOn(TextEncoder.prototype, 'encode');
    validate(new Analysis({ name: 'a.cloud-config.yaml', content: longItems }, nodePlatform));
    const encoded = encode.mock.calls.map(([text = '']) => text);
    encode.mockRestore();
    expect(encoded.filter((text) => longItems.includes(text.slice(0, 20)))).toEqual([]);
  });
});

describe('an edited document', () => {
  it.each([
    ['a.cloud-config.yaml', cloudConfig],
    ['b.cloud-config.yaml', longItems],
    ['vmss.json', readFileSync('test/samples/vmss.json', 'utf8')],
  ])('is seen like a new one after any edits: %s', (name, beginning) => {
    fc.assert(
      fc.property(edits, (made) => {
        const remembered = new Remembered({ versions: true });
        let content = beginning;
        for (const { at, inSecret, removed, added, isRead } of [unchanged, ...made]) {
          const anywhere = Math.floor(at * content.length);
          const start = inSecret ? Math.max(anywhere, content.indexOf(secret, anywhere) + 2) : anywhere;
          content = content.slice(0, start) + added + content.slice(start + removed);
          remembered.startVersion(content);
          const edited = new Analysis({ name, content, remembered }, nodePlatform);
          // Another version is only opened.
          if (!isRead) expect(edited.root.children.map(({ payload }) => payload.tree)).toBeDefined();
          else expect(seen(edited)).toEqual(seen(new Analysis({ name, content }, nodePlatform)));
        }
      }),
      { numRuns: runs(60) },
    );
  });
});
