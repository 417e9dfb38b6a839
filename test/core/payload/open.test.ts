import { validate } from '../../../server/src/core/validate.js';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../server/src/core/limits.js';
import type { Payload } from '../../../server/src/core/index.js';
import { analyse, checkProblems, config } from '../../support/analyse.js';

const b64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
const vmss = (customData: string): string =>
  JSON.stringify({ properties: { virtualMachineProfile: { osProfile: { customData } } } });

/** Every document of a file with its layers, the way there written as a path. */
function tree(name: string, content: string | Uint8Array): Record<string, string> {
  const entries = [...analyse(name, content).documents()].map((payload): [string, string] => [
    payload.steps.join(' > '),
    payload.layers.join(' '),
  ]);
  return Object.fromEntries(entries);
}

function innermost(name: string, content: string | Uint8Array): Payload {
  const last = [...analyse(name, content).documents()].at(-1);
  if (last === undefined) throw new Error('no document');
  return last;
}

describe('transport encodings', () => {
  const text = '#cloud-config\nruncmd: [echo, hello, world]\n';
  it.each([
    ['base64', b64(text), 'base64 cloud-config'],
    ['wrapped base64', b64(text).replace(/(.{20})/g, '$1\r\n'), 'base64 cloud-config'],
    ['unpadded base64', b64(`${text}#`).replace(/=+$/, ''), 'base64 cloud-config'],
    ['url-safe base64', Buffer.from(`${text}# ???>>>~~~`).toString('base64url'), 'base64url cloud-config'],
    ['base64 of base64', b64(b64(text)), 'base64 base64 cloud-config'],
    ['base64 of gzip', b64(gzipSync(text)), 'base64 gzip cloud-config'],
    ['a gzip file', gzipSync(text), 'gzip cloud-config'],
    ['gzip of gzip', b64(gzipSync(gzipSync(text))), 'base64 gzip gzip cloud-config'],
    ['base64 with a byte order mark', b64(`\ufeff${text}`), 'base64 utf8-bom cloud-config'],
    ['UTF-16', b64(Buffer.from(`\ufeff${text}`, 'utf16le')), 'base64 utf16le-bom cloud-config'],
    ['a hash', 'da39a3ee5e6b4b0d3255bfef95601890afd80709', 'text'],
    ['a word', 'CustomData', 'text'],
    ['prose', 'this is no base64 at all, of course', 'text'],
  ])('%s', (_, content, layers) => {
    expect(innermost('blob.txt', content).layers.join(' ')).toBe(layers);
  });

  it('decodes damaged data up to the damage', () => {
    const long = Array.from({ length: 400 }, (_, i) => `line ${i} of a script that is long enough\n`).join('');
    const whole = gzipSync(`#!/bin/sh\n${long}`);
    const cases: [string, Uint8Array, string][] = [
      ['cut off', whole.subarray(0, whole.length >> 1), 'payload/gzip-truncated'],
      [
        'a wrong checksum',
        Uint8Array.from(whole, (byte, i) => (i === whole.length - 6 ? byte ^ 255 : byte)),
        'payload/gzip-checksum',
      ],
      ['noise', Uint8Array.from(whole, (byte, i) => (i > 20 && i < 60 ? 255 - byte : byte)), 'payload/gzip-invalid'],
      ['trailing data', Buffer.concat([whole, Buffer.from('more')]), 'payload/gzip-trailing-data'],
    ];
    for (const [what, bytes, code] of cases) {
      const analysis = analyse('vmss.json', vmss(b64(bytes)));
      expect(
        validate(analysis).problems.map((found) => found.code),
        what,
      ).toEqual([code]);
      if (code !== 'payload/gzip-invalid')
        expect(innermost('vmss.json', vmss(b64(bytes))).text, what).toContain('#!/bin/sh\nline 0 ');
    }
    expect(innermost('x', b64(Buffer.concat([gzipSync('#!/bin/sh\n'), gzipSync('two\n')]))).text).toBe(
      '#!/bin/sh\ntwo\n',
    );
  });

  it('stops unpacking a compression bomb', () => {
    const bomb = b64(gzipSync(Buffer.alloc(limits.decodedBytes + 1), { level: 9 }));
    expect(validate(analyse('vmss.json', vmss(bomb))).problems.map((found) => found.code)).toEqual([
      'payload/limit-output',
    ]);
    // Many small ones count together.
    const small = b64(gzipSync(Buffer.alloc(limits.decodedBytes / 4, 97), { level: 9 }));
    const many = JSON.stringify(Array.from({ length: 8 }, () => JSON.parse(vmss(small)) as object));
    expect(validate(analyse('vmss.json', many)).problems.map((found) => found.code)).toContain('payload/limit-output');
  });

  it('stops at the limit of parts', () => {
    const parts = '--b\n\n#!/bin/sh\n'.repeat(limits.childrenPerPayload + 1);
    const analysis = analyse(
      'm.txt',
      `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n${parts}--b--\n`,
    );
    expect(validate(analysis).problems.map((found) => found.code)).toEqual(['payload/limit-children']);
    expect(analysis.root.children).toHaveLength(limits.mimeParts - 1);
  });

  it('stops at the limit of documents inside documents', () => {
    let message = 'Content-Type: text/plain\n\nhello there\n';
    for (let i = 0; i < 40; i++)
      message = `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n${message}\n--b${i}--\n`;
    expect(validate(analyse('m.txt', `MIME-Version: 1.0\n${message}`)).problems.map((found) => found.code)).toEqual([
      'payload/limit-depth',
    ]);
  });

  it('stops at the limit of encodings', () => {
    let blob = '#cloud-config\nruncmd: [ls]\n';
    for (let i = 0; i < limits.payloadDepth + 4; i++) blob = b64(blob);
    expect(validate(analyse('blob.txt', blob)).problems.map((found) => found.code)).toEqual(['payload/limit-depth']);
  });
});

describe('damaged base64 in a field that must be base64', () => {
  const member = (value: string): string => `{"properties":{"osProfile":{"customData":${value}}}}`;
  const script = 'echo more\n'.repeat(20);
  it.each([
    member(`"${b64('#!/bin/sh\necho one\n')}⟦!⟧payload/base64-invalid!x"`),
    member('⟦"#cloud-config\\nruncmd: []"⟧payload/base64-invalid'),
    member(`"${b64('#!/bin/sh\necho two')}⟦A⟧payload/base64-truncated"`),
    member(
      `"${b64('#!/bin/sh\necho on').replace(/=+$/, '').slice(0, -1)}⟦${b64('#!/bin/sh\necho on').replace(/=+$/, '').slice(-1)}⟧payload/base64-padding"`,
    ),
    // Several strings in a row, however far apart they are.
    member(
      `"${b64('#!/bin/sh\n')}${'\\n'.repeat(150)}⟦${b64(script).charAt(0)}⟧payload/base64-invalid‖${b64(script).slice(1)}"`,
    ),
    member('⟦null⟧vmss/payload-null'),
    member('⟦""⟧payload/empty'),
    member('⟦"***"⟧vmss/payload-redacted'),
    member('⟦{}⟧vmss/payload-not-a-string'),
    member(`⟦"${'A'.repeat(limits.customDataCharacters + 4)}"⟧vmss/custom-data-too-long`),
  ])('%#', (source) => {
    checkProblems('vm.json', source);
  });
});

describe('documents with payloads', () => {
  it('finds fields in any casing, in lists, public and protected', () => {
    const text = JSON.stringify([
      {
        virtualMachineProfile: {
          OSProfile: { CustomData: b64('#!/bin/sh\necho custom\n') },
          userData: b64('#!/bin/sh\necho user\n'),
          extensionProfile: {
            extensions: [
              { name: 'a', protectedSettings: { commandToExecute: 'sh a.sh', script: null } },
              { name: 'b', settings: { script: b64(gzipSync('#!/bin/sh\n')) } },
            ],
          },
        },
        tags: { customData: 'a tag, no payload' },
      },
    ]);
    const fields = analyse('vmss.json', text).root.children;
    expect(
      fields.map((child) =>
        child.is === 'field' ? [child.role, child.protected, child.pointer, child.payload.layers.join(' ')] : [],
      ),
    ).toEqual([
      ['customData', false, '/0/virtualMachineProfile/OSProfile/CustomData', 'base64 shell-script'],
      ['userData', false, '/0/virtualMachineProfile/userData', 'base64 shell-script'],
      [
        'commandToExecute',
        true,
        '/0/virtualMachineProfile/extensionProfile/extensions/0/protectedSettings/commandToExecute',
        'shell-command',
      ],
      [
        'script',
        false,
        '/0/virtualMachineProfile/extensionProfile/extensions/1/settings/script',
        'base64 gzip shell-script',
      ],
    ]);
  });

  it('does not decode ARM expressions without a known value', () => {
    const payload = innermost('t.json', vmss("[base64(variables('cloudInit'))]"));
    expect([payload.encodings, payload.format]).toEqual([['arm-expression', 'base64'], 'arm-expression']);
    expect(validate(analyse('t.json', vmss("[base64(variables('cloudInit'))]"))).problems).toEqual([]);
  });

  it('reports problems of extension settings', () => {
    checkProblems(
      'vm.json',
      '{"osProfile":{},"e":{"settings":{"commandToExecute":"a"},"protectedSettings":{⟦"commandToExecute"⟧cse/setting-in-both:"b"}}}',
    );
    checkProblems(
      'vm.json',
      `{"osProfile":{},"e":{"settings":{"commandToExecute":"a",⟦"script"⟧cse/script-and-command:"${b64('#!/bin/sh\n')}"}}}`,
    );
    checkProblems('vm.json', '{"osProfile":{},"e":{"settings":{"commandToExecute":⟦" "⟧cse/empty-command}}}');
    checkProblems(
      'vm.json',
      '{"osProfile":{},"e":{⟦"protectedSettingsFromKeyVault"⟧vmss/payload-in-key-vault:{"secretUrl":"x"}}}',
    );
  });

  it('opens the node config inside MIME, boothook and here-document', () => {
    const boothook = `#cloud-boothook\n#!/bin/bash\ncat <<'EOF' | base64 -d >/opt/azure/containers/aks-node-controller-config.json\n${b64(config('"vm_sise":"x"'))}\nEOF\nchmod 0600 /opt/azure/containers/aks-node-controller-config.json\ncat <<EOF >/etc/plain\nhello\nEOF\n`;
    const mime = `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/cloud-boothook\r\n\r\n${boothook}\r\n--b\r\nContent-Type: text/cloud-config\r\nContent-Transfer-Encoding: base64\r\n\r\n${b64('#cloud-config\nruncmd: [ls]\n')}\r\n--b--\r\n`;
    const text = vmss(b64(mime));
    const at = '/properties/virtualMachineProfile/osProfile/customData > base64 > mime-multipart';
    expect(tree('vmss.json', text)).toEqual({
      '': 'json',
      [at]: 'base64 mime-multipart',
      [`${at} > part:0`]: 'cloud-boothook',
      [`${at} > part:0 > heredoc:/opt/azure/containers/aks-node-controller-config.json`]: 'shell-heredoc base64 json',
      [`${at} > part:0 > heredoc:/etc/plain`]: 'shell-heredoc text',
      [`${at} > part:1`]: 'cloud-config',
    });
    const [found] = validate(analyse('vmss.json', text)).problems;
    expect(found).toMatchObject({
      code: 'contract/unknown-field',
      pointer: '/vm_sise',
      layers: [...at.split(' > '), 'part:0', 'heredoc:/opt/azure/containers/aks-node-controller-config.json'],
    });
    expect(found?.fixes, 'a fix would change the wrong text').toBeUndefined();
    expect(text.slice(found?.span.start, found?.span.end)).toBe(JSON.stringify(b64(mime)));
  });

  it('keeps exact positions through verbatim layers', () => {
    const inner = '#cloud-config\nruncmd: [ls]\nhostnam: x\n';
    const mime = `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/cloud-config\n\n${inner}\n--b--\n`;
    const [found] = validate(analyse('user-data.txt', mime)).problems;
    expect(mime.slice(found?.span.start, found?.span.end)).toBe('hostnam');

    const yaml = `#cloud-config\nwrite_files:\n  - path: /opt/azure/containers/aks-node-controller-config.json\n    content: |\n      ${config('\n      "vm_sise": "x"')}\n`;
    const [deep] = validate(analyse('a.cloud-config.yaml', yaml)).problems;
    expect(yaml.slice(deep?.span.start, deep?.span.end)).toBe('"vm_sise"');
  });
});

describe('MIME', () => {
  const parts = (message: string) =>
    analyse('m.txt', message).root.children.map((child) =>
      child.is === 'part' ? [child.contentType, child.filename, child.payload.text] : [],
    );

  it('reads folded headers, names and transfer encodings', () => {
    expect(
      parts(
        'From nobody Mon Jan  1\nMIME-Version: 1.0\nContent-Type: multipart/mixed;\n boundary="a b"\n\npreamble\n--a b\nContent-Type: text/x-shellscript; charset="utf-8"\nContent-Disposition: attachment;\n\tfilename="x.sh"\nContent-Transfer-Encoding: quoted-printable\n\n#!/bin/sh=0Aecho =\nhi=20\n--a bc\nno boundary\n--a b--\nepilogue\n',
      ),
    ).toEqual([['text/x-shellscript', 'x.sh', '#!/bin/sh\necho hi \n--a bc\nno boundary']]);
  });

  it('opens messages inside messages', () => {
    const inner =
      'Content-Type: multipart/mixed; boundary=in\n\n--in\nContent-Type: text/plain\n\nhello there\n--in--\n';
    const analysis = analyse('m.txt', `Content-Type: multipart/mixed; boundary=out\n\n--out\n${inner}\n--out--\n`);
    expect([...analysis.documents()].map((payload) => payload.steps.join('/'))).toEqual([
      'mime-multipart',
      'mime-multipart/part:0/mime-multipart',
      'mime-multipart/part:0/mime-multipart/part:0',
    ]);
  });

  it.each([
    ['MIME-Version: 1.0\n⟦Content-Type: multipart/mixed⟧payload/mime-no-boundary\n\n--b\n\n--b--\n'],
    [
      'MIME-Version: 1.0\n⟦Content-Type: multipart/mixed; boundary=b⟧payload/mime-no-closing-boundary\n\n--b\n\n#!/bin/sh\n',
    ],
    [
      'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n⟦Content-Transfer-Encoding: zip⟧payload/mime-unknown-encoding\n\n#!/bin/sh\n--b--\n',
    ],
  ])('%j', (source) => {
    checkProblems('m.txt', source);
  });
});

describe('here-documents', () => {
  it.each([
    ["cat <<'EOF' >/a\nx\nEOF\n", '/a', 'x\n'],
    ['cat > "/a b" << EOF\nx\nEOF\n', '/a b', 'x\n'],
    [`base64 --decode <<EOF | gunzip > /a\n${b64(gzipSync('deep\n'))}\nEOF\n`, '/a', 'deep\n'],
    ['tee -a /a <<-END\n\tx\n\tEND\n', '/a', '\tx\n'],
    ['# cat <<EOF >/no\ncat <<EOF >/a 2>/dev/null\nx\nEOF\n', '/a', 'x\n'],
  ])('%j', (script, path, text) => {
    const [child] = analyse('s.txt', `#!/bin/sh\n${script}`).root.children;
    expect([child?.is === 'file' && child.path, child?.payload.text]).toEqual([path, text]);
  });

  it('end at a command of the pipeline that reads one of its own', () => {
    const { children } = analyse('s.txt', '#!/bin/sh\ncat <<A | tee /a <<B\nfirst\nA\nsecond\nB\n').root;
    expect(children.map(({ payload }) => payload.text)).toEqual(['second\n']);
  });

  it('have the first mode that the file gets afterwards', () => {
    const modes = [600, 644, 755].map((mode) => `chmod ${mode} /a\n`);
    const script = `#!/bin/sh\n${modes[0]}cat <<A >/a\nx\nA\n${modes[1]}${modes[2]}`;
    expect(analyse('s.txt', script).root.children[0]).toMatchObject({ mode: '644' });
  });

  it('reports a here-document that is never closed', () => {
    checkProblems('s.txt', '#!/bin/sh\ncat ⟦<<EOF⟧payload/heredoc-unterminated >/a\nx\n');
  });
});

describe('write_files', () => {
  const entry = (members: string): string => `#cloud-config\nwrite_files:\n- path: /a\n  ${members}\n`;
  it.each([
    ['content: hi', 'text', 'hi'],
    [`content: ${b64('hi there')}\n  encoding: b64`, 'base64 text', 'hi there'],
    [`content: !!binary ${b64('hi there')}`, 'yaml-binary text', 'hi there'],
    [`content: !!binary ${b64(gzipSync('hi there'))}\n  encoding: gzip`, 'yaml-binary gzip text', 'hi there'],
    [`content: ${b64(gzipSync('hi there'))}\n  encoding: gz+b64`, 'base64 gzip text', 'hi there'],
    [`content: !!binary ${b64(b64('hi there'))}\n  encoding: base64`, 'yaml-binary base64 text', 'hi there'],
    ['content: !!binary ""\n  encoding: gzip', 'yaml-binary gzip empty', ''],
  ])('%j', (members, layers, text) => {
    const [child] = analyse('a.cloud-config.yaml', entry(members)).root.children;
    expect([child?.payload.layers.join(' '), child?.payload.text]).toEqual([layers, text]);
  });

  it.each([
    [`content: !!binary ⟦${b64(gzipSync('x'))}⟧payload/content-still-compressed`],
    [`content: ⟦plain words⟧payload/gzip-invalid\n  encoding: gzip`],
    [`content: a⟦*⟧payload/base64-invalid\n  encoding: b64`],
    [`content: data⟦:⟧payload/base64-ignored‖text/plain;base64,aGVsbG8=\n  encoding: b64`],
    [`content: aGVsbG8=⟦d⟧payload/base64-ignored‖29y\n  encoding: b64`],
  ])('%j', (members) => {
    checkProblems('a.cloud-config.yaml', entry(members));
  });

  it('reports an unknown encoding', () => {
    const found = validate(analyse('a.cloud-config.yaml', entry('content: x\n  encoding: base-64'))).problems.map(
      ({ code }) => code,
    );
    expect(found).toContain('payload/unknown-encoding');
  });
});

describe('Ignition', () => {
  it('opens data URLs', () => {
    const text = JSON.stringify({
      ignition: { version: '3.4.0' },
      storage: {
        files: [
          { path: '/a', mode: 384, contents: { source: 'data:,hello%20there' } },
          { path: '/b', contents: { source: `data:;base64,${b64(gzipSync('packed'))}`, compression: 'gzip' } },
          { path: '/c', contents: { source: 'https://example.com/c' } },
        ],
      },
    });
    expect(
      analyse('c.ign', text).root.children.map((child) =>
        child.is === 'file' ? [child.path, child.mode, child.payload.layers.join(' '), child.payload.text] : [],
      ),
    ).toEqual([
      ['/a', '0600', 'data-url percent-encoding text', 'hello there'],
      ['/b', undefined, 'data-url base64 gzip text', 'packed'],
      ['/c', undefined, 'remote-url text', 'https://example.com/c'],
    ]);
  });
});

describe('a byte that is no character', () => {
  const bytes = Buffer.from(
    '#!/bin/sh\n# caf\xe9\necho "a longer line than base64 has letters on one line of its own"\n',
    'latin1',
  );
  // Byte 15, which is the letters 20 and 21.
  const encoded = bytes.toString('base64');
  const marked = `${encoded.slice(0, 20)}⟦${encoded.slice(20, 22)}⟧payload/invalid-utf-8‖${encoded.slice(22)}`;
  const message = "The text isn't UTF-8: its line 2, column 6 has the byte 0xE9. Readers reject or replace it.";
  it.each([
    ['a string', 'vm.json', `{"properties": {"osProfile": {"customData": "${marked}"}}}`],
    ['lines of eight letters', 'a.b64', marked.replace(/.{8}/, '$&\n').replace(/(?<=^.{8}\n.{8})/s, '\n')],
  ])('is marked in base64 in %s', (_, name, source) => {
    const analysis = checkProblems(name, source);
    expect(validate(analysis).problems.map((found) => found.message)).toEqual([message]);
  });

  it('has its line in compressed text, too', () => {
    const analysis = analyse('a.b64', gzipSync(bytes).toString('base64'));
    expect(validate(analysis).problems.map((found) => found.message)).toEqual([message]);
  });
});

describe("files that aren't text", () => {
  it.each([
    ['nothing', new Uint8Array(), 'payload/empty'],
    ['noise', deflateRawSync(Buffer.from('some noise that is no text at all')), 'payload/binary-input'],
    ['too much', new Uint8Array(limits.inputBytes + 1), 'payload/limit-input'],
    ['bytes that are no characters', Buffer.from('{"version":"v1","x":"\xff"}', 'latin1'), 'payload/invalid-utf-8'],
    ['a stray control character', Buffer.from('#cloud-config\nfinal_message: a\x07b\n'), 'yaml/syntax'],
    ['a NUL character', Buffer.from('#cloud-config\nfinal_message: a\0b\n'), 'payload/binary-input'],
    ['a NUL character in JSON', Buffer.from('{"version":"v1",\0"is_vhd":false}'), 'json/syntax'],
    ['a byte order mark', Buffer.from('\ufeff{"version":"v1"}'), 'json/byte-order-mark'],
    ['UTF-16', Buffer.from('{"version":"v1","is_vhd":false}', 'utf16le'), 'json/syntax'],
  ])('%s', (_, bytes, code) => {
    expect(validate(analyse('file.bin', bytes)).problems.map((found) => found.code)).toContain(code);
  });
});
