import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareDocuments,
  type customDataDialects,
  customDataOf,
  limits,
  maskingOf,
} from '../../../server/src/core/index.js';
import { sampleTexts } from '../../support/samples.js';
import { analyse, config } from '../../support/analyse.js';
import { base64, compare, compareAll, type Doc, fieldsOf } from './support.js';
import { masked } from '../../support/maskings.js';

const one = config('"kubernetes_version":"1.33.1"');
const other = config('"kubernetes_version":"1.33.2"');

function rendered(text: string, dialect: (typeof customDataDialects)[number]): string {
  const result = customDataOf(analyse('a.json', text, 'node-config'), dialect, { showSecrets: true });
  if (!result.ok) throw new Error(result.error.message);
  return result.value.decoded;
}

/** A scale set with custom data, as Azure gives it. */
function scaleSet(name: string, customData: string | null, command?: string | null): object {
  const protectedSettings = command === null ? null : { commandToExecute: command };
  const extension = { name: 'vmssCSE', properties: { protectedSettings } };
  const profile = {
    osProfile: { customData: customData === null ? null : base64(customData) },
    ...(command === undefined ? {} : { extensionProfile: { extensions: [extension] } }),
  };
  return { name, properties: { virtualMachineProfile: profile } };
}

const json = (value: unknown): Doc => ({ name: 'machines.json', content: JSON.stringify(value) });
const blob = (content: string | Uint8Array): Doc => ({ name: 'blob', content });
const cloudConfig = (content: string): Doc => ({ name: 'cloud-config.yaml', content: `#cloud-config\n${content}` });

const mime = rendered(one, 'cloud-init');
const boundary = /boundary="([^"]+)"/.exec(mime)?.[1] ?? '';

describe('documents that mean the same', () => {
  it.each<[string, string | Doc, string | Doc]>([
    ['custom data and its config', blob(mime), one],
    ['base64 and gzip', blob(base64(mime)), blob(gzipSync(mime))],
    ['base64 of gzip, wrapped', blob(base64(gzipSync(mime)).replace(/.{76}/g, '$&\n')), blob(mime)],
    ['another boundary', blob(mime), blob(mime.replaceAll(boundary, 'xyz'))],
    ['cloud-init and Ignition', blob(mime), blob(rendered(one, 'flatcar'))],
    ['cloud-init and write_files', blob(mime), blob(rendered(one, 'write-files'))],
    ['Ignition and write_files', blob(rendered(one, 'flatcar')), blob(rendered(one, 'write-files'))],
    ['a scale set and a config', json(scaleSet('a', mime)), one],
    ['a list of one and a machine', json([scaleSet('a', mime)]), json(scaleSet('b', rendered(one, 'flatcar')))],
    [
      'two lists in another order, with names in another case',
      json([scaleSet('a', mime), scaleSet('b', rendered(other, 'cloud-init'))]),
      json({ value: [scaleSet('B', rendered(other, 'cloud-init')), scaleSet('A', mime)] }),
    ],
    [
      'a cloud-config in another style',
      cloudConfig('packages: [a, b]\nruncmd:\n- - ls\n  - -l\n'),
      cloudConfig('# a remark\nruncmd: [["ls", -l]]\npackages:\n  - "a"\n  - b\n'),
    ],
    [
      'a file in another encoding',
      cloudConfig(`write_files: [{path: /a, encoding: b64, content: ${base64('x y')}}]\n`),
      cloudConfig(`write_files: [{path: /a, encoding: gz+b64, content: ${base64(gzipSync('x y'))}}]\n`),
    ],
    [
      'aliases and merge keys',
      cloudConfig('a: &a {x: 1, y: 2}\nb: *a\nc: {<<: *a, y: 3}\n'),
      cloudConfig('a: {y: 2, x: 1}\nb: {x: 1, y: 2}\nc: {x: 1, y: 3}\n'),
    ],
    ['JSON of no known kind', blob('{"a":[1.0,{"b":null}]}'), blob('{ "a": [1, {"b": null}] }')],
    ['a script', blob('#!/bin/sh\nls\n'), blob(base64('#!/bin/sh\nls\n'))],
  ])('%s', (_, before, after) => {
    for (const comparison of [...compareAll(before, after), ...compareAll(after, before)]) {
      expect(comparison).toMatchObject({ equal: true, fields: [], texts: [], variables: [] });
      expect(comparison.notes.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  });
});

describe('documents that differ', () => {
  it('tell configs apart in whatever they come', () => {
    const documents = [blob(rendered(other, 'flatcar')), json(scaleSet('b', rendered(other, 'cloud-init')))];
    for (const document of documents) {
      const comparison = compare(one, document);
      expect(fieldsOf(comparison)).toEqual(['~ kubernetes_version']);
      expect(comparison.variables.map(({ name }) => name)).toEqual(['KUBERNETES_VERSION']);
    }
  });

  it('tell where the configs were found', () => {
    expect(compare(one, json(scaleSet('b', mime)))).toMatchObject({
      machines: { after: 'b' },
      configs: {
        before: [],
        after: [
          '/properties/virtualMachineProfile/osProfile/customData',
          'base64',
          'mime-multipart',
          'part:0',
          'heredoc:/opt/azure/containers/aks-node-controller-config.json',
        ],
      },
    });
  });

  it('tell scripts beside equal configs apart, without the encoded config in them', () => {
    const comparison = compare(blob(mime), blob(mime.replace('chmod 0600', 'chmod 0644')));
    expect(comparison.equal).toBe(false);
    expect(comparison.texts).toMatchObject([{ document: 'cloud-boothook', kind: 'changed' }]);
    const lines = comparison.texts.flatMap(({ hunks }) => hunks).flatMap(({ lines: own }) => own);
    expect(lines.filter(({ mark }) => mark !== ' ').map(({ mark, text }) => `${mark}${text.slice(0, 10)}`)).toEqual(
      ['-chmod 0600', '+chmod 0644'].map((line) => line.slice(0, 11)),
    );
    expect(JSON.stringify(comparison.texts)).not.toContain(base64(one).slice(0, 20));
    expect(compare(blob(mime), blob(rendered(other, 'cloud-init'))).texts).toEqual([]);
  });

  it('tell files and keys of cloud-configs apart', () => {
    const before = cloudConfig(
      'hostname: a\nwrite_files:\n- {path: /a, permissions: "0600", content: "x\\ny\\n"}\n- {path: /b, content: z}\n',
    );
    const after = cloudConfig('hostname: b\nwrite_files:\n- {path: /a, permissions: "0644", content: "x\\nq\\n"}\n');
    const comparison = compare(before, after);
    expect(fieldsOf(comparison)).toEqual(['~ hostname', '~ write_files.0.permissions', '- write_files.1']);
    expect(comparison.texts.map(({ document, kind }) => `${kind} ${document}`)).toEqual(['changed /a', 'removed /b']);
  });

  it('tell documents of the same name apart by their order', () => {
    const files = (...contents: string[]) =>
      cloudConfig(
        `write_files:\n${['/a (2)', ...contents.map(() => '/a')].map((path, index) => `- {path: ${path}, content: ${contents[index - 1] ?? 'z'}}\n`).join('')}`,
      );
    const { texts } = compare(files('x', 'x', 'x'), files('x', 'y', 'x'));
    expect(texts.map(({ document }) => document)).toEqual(['/a (3)']);
  });

  it('reports the lines in which texts differ', () => {
    const [found] = compare(blob('#!/bin/sh\na\nb\n'), blob('#!/bin/sh\na\nc\n')).texts;
    expect(found).toEqual({
      document: 'shell-script',
      kind: 'changed',
      hunks: [
        {
          before: { start: 0, end: 3 },
          after: { start: 0, end: 3 },
          lines: [
            { mark: ' ', text: '#!/bin/sh' },
            { mark: ' ', text: 'a' },
            { mark: '-', text: 'b' },
            { mark: '+', text: 'c' },
          ],
        },
      ],
    });
  });

  it('reports a line ending at the end of a text', () => {
    const [found] = compare(blob('#!/bin/sh\na\n'), blob('#!/bin/sh\na')).texts;
    expect(found?.hunks[0]?.lines).toEqual([
      { mark: ' ', text: '#!/bin/sh' },
      { mark: ' ', text: 'a' },
      { mark: '-', text: '' },
    ]);
  });

  it('tell numbers apart that JavaScript would round', () => {
    expect(compare(blob('{"a":9007199254740993}'), blob('{"a":9007199254740992}')).fields).toMatchObject([
      { path: 'a', before: '9007199254740993', after: '9007199254740992' },
    ]);
  });

  it('tell commands of machines apart where both have one', () => {
    const [a, b, none] = [scaleSet('p', mime, 'sleep 1'), scaleSet('p', mime, 'sleep 2'), scaleSet('p', mime, null)];
    expect(compare(json(a), json(b)).texts.map(({ document }) => document)).toEqual(['shell-command']);
    expect(compare(json(a), json(none)).equal).toBe(true);
  });
});

describe('several machines', () => {
  const pools = (...names: string[]) => json(names.map((name) => scaleSet(name, mime)));

  it('are paired by name, and what has no namesake is said to have none', () => {
    const found = compareAll(pools('a', 'b', 'c'), pools('c', 'a', 'd'));
    expect(found.map(({ equal, machines }) => [machines?.before, machines?.after, equal])).toEqual([
      ['a', 'a', true],
      ['b', undefined, false],
      ['c', 'c', true],
      [undefined, 'd', false],
    ]);
    expect(found[1]?.notes).toEqual([
      { severity: 'error', side: 'after', message: 'There is no machine called b here to compare with.' },
    ]);
  });

  it('are each compared with a config', () => {
    const list = json([scaleSet('a', mime), scaleSet('b', rendered(other, 'flatcar'))]);
    expect(compareAll(one, list).map(({ equal, machines }) => [machines, equal])).toEqual([
      [{ after: 'a' }, true],
      [{ after: 'b' }, false],
    ]);
  });
});

describe('what cannot be compared', () => {
  const errors = (before: string | Doc, after: string | Doc): string[] => {
    const { equal, notes } = compare(before, after);
    expect(equal).toBe(false);
    return notes
      .filter(({ severity }) => severity === 'error')
      .map(({ side, message }) => `${side ?? 'both'}: ${message}`);
  };

  it('is said: a config that the node refuses', () => {
    const comparison = compare(one, one.replace('"v1"', '1'));
    expect(comparison.fields).toMatchObject([{ path: 'version', before: 'v1', after: 1, refused: { after: true } }]);
    expect(comparison.notes).toEqual([
      {
        severity: 'error',
        side: 'after',
        message:
          'The node refuses this config: wrong type at /version. What could be read of it is compared, and variables are not.',
      },
    ]);
  });

  it('is said: custom data that Azure does not give back', () => {
    const { equal, notes } = compare(json(scaleSet('a', null)), one);
    expect(equal).toBe(false);
    expect(notes.map(({ severity, message }) => `${severity}: ${message.slice(0, 30)}`)).toEqual([
      'information: customData is null: Azure neve',
      'error: There is no node config in thi',
    ]);
  });

  it('is said: files that are not read, which count as equal to nothing', () => {
    const binary = (last: number) => blob(Uint8Array.of(0, 1, 2, 255, last));
    for (const last of [0, 7]) expect(errors(binary(0), binary(last))).toHaveLength(2);
  });

  it('is said: documents of different kinds, and damaged ones', () => {
    expect(errors(cloudConfig('hostname: a\n'), one)).toEqual([
      'before: There is no node config in this cloud-config, and the other side has one.',
    ]);
    expect(errors(cloudConfig('hostname: a\n'), blob('{"a":1}'))).toEqual([
      'both: These are documents of different kinds, cloud-config and unrecognised document; there is nothing to compare.',
    ]);
    expect(errors(cloudConfig('a: [\n'), cloudConfig('a: 1\n'))[0]).toMatch(
      /^before: The document cannot be read comp/,
    );
    expect(errors(blob(gzipSync(mime).subarray(0, 200)), one)[0]).toMatch(/^before: /);
    expect(errors(blob(Uint8Array.from([0, 1, 2, 3, 0, 0])), one)[0]).toMatch(/neither text nor/);
  });

  it('does not hide that two files are the same', () => {
    const damaged = blob(gzipSync(mime).subarray(0, 200));
    expect(compare(damaged, damaged).equal).toBe(true);
  });
});

describe('secrets', () => {
  it('are masked in values, lines and messages', () => {
    const hide = { masking: masked() };
    const values = compare(cloudConfig('password: first-one\n'), cloudConfig('password: second-one\n'), hide);
    expect(values.fields).toMatchObject([{ path: 'password', before: '********', after: '********#2', masked: true }]);
    const script = (token: string) =>
      blob(`#!/bin/sh\nexport API_TOKEN=${token}\n# ${base64(`API_TOKEN=${token}  `.repeat(2))}\n`);
    const lines = compare(script('hunter2hunter2'), script('swordfish99'), hide);
    expect(lines.texts).toMatchObject([{ kind: 'changed', masked: true }]);
    const shown = JSON.stringify(lines);
    expect(shown).toContain('API_TOKEN=********');
    for (const secret of ['hunter2', 'swordfish', base64('API_TOKEN=hunter2').slice(0, 20)])
      expect(shown).not.toContain(secret);
    const key = (body: string) =>
      blob(`#!/bin/sh\n-----BEGIN PRIVATE KEY-----\n${body}\n${body}\n-----END PRIVATE KEY-----\nend\n`);
    const keys = compare(key('QUFBQUFB'), key('QkJCQkJC'), hide);
    expect(JSON.stringify(keys)).not.toMatch(/QUFBQ|QkJCQ/);
    expect(keys.texts[0]?.hunks[0]?.lines.map(({ mark, text }) => mark + text)).toEqual([
      ' #!/bin/sh',
      ' -----BEGIN PRIVATE KEY-----',
      '-********#5',
      '-********#5',
      '+********#6',
      '+********#6',
      ' -----END PRIVATE KEY-----',
      ' end',
    ]);
  });
});

describe('damaged and huge documents', () => {
  const cut = fc
    .tuple(
      fc.constantFrom(...sampleTexts),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.string({ unit: 'binary', maxLength: 6 }),
    )
    .map(([text, share, piece]) => {
      const at = Math.floor(share * text.length);
      return text.slice(0, at) + piece + text.slice(at + piece.length);
    });

  it('never make anything throw, and places stay inside the files', () => {
    fc.assert(
      fc.property(cut, cut, fc.boolean(), (before, after, showSecrets) => {
        const masking = maskingOf([], { showSecrets });
        const [a, b] = [analyse('a', before), analyse('b', after)];
        for (const { fields } of compareDocuments(a, b, { masking })) {
          for (const { places } of fields) {
            expect(places.before?.end ?? 0).toBeLessThanOrEqual(before.length);
            expect(places.after?.end ?? 0).toBeLessThanOrEqual(after.length);
          }
        }
        expect(compareDocuments(a, a, { masking }).every(({ equal }) => equal)).toBe(true);
      }),
    );
  });

  it('say what is left out where there is too much', () => {
    const many = (salt: string) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: limits.comparedDifferences + 1 }, (_, i) => [`k${i}`, salt])),
      );
    const values = compare(blob(many('a')), blob(many('b')));
    expect(values.fields.length).toBe(limits.comparedDifferences);
    const lines = (salt: string) => `#!/bin/sh\n${`${salt}\n`.repeat(limits.comparedLines)}`;
    const texts = compare(blob(lines('a')), blob(lines('b')));
    expect([...values.notes, ...texts.notes].map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      `information: Only the first ${limits.comparedDifferences} differences of a document are listed.`,
      `information: Only the first ${limits.comparedLines} changed lines of shell-script are listed.`,
    ]);
    expect(compare(blob(many('a')), blob(many('a'))).notes).toEqual([]);
  });

  it('are compared however deep they nest, and however aliases multiply them', () => {
    const nested = (inside: string) => blob(`{"a":${'['.repeat(9_000)}${inside}${']'.repeat(9_000)}}`);
    expect(compare(nested('1'), nested('1.0')).equal).toBe(true);
    const [found] = compare(nested('1'), nested('2')).fields;
    expect(found?.pointer).toBe(`/a${'/0'.repeat(9_000)}`);
    const laughs = (last: string) =>
      cloudConfig(
        `a0: &a0 [${last}]\n${Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]\n`).join('')}`,
      );
    expect(compare(laughs('x'), laughs('"x"')).equal).toBe(true);
    expect(compare(laughs('x'), laughs('y')).equal).toBe(false);
  });
});
