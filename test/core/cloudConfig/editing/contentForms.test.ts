import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  type Analysis,
  type RefactoringName,
  refactoringChanges,
  refactorings,
  validate,
} from '../../../../server/src/core/index.js';
import { applyChanges } from '../../../../server/src/core/formats/tree/changes.js';
import { analyse } from '../../../support/analyse.js';
import { readMarks } from '../../../support/markers.js';

const name = 'a.cloud-config.yaml';
const plain = 'Write the content as plain text';
const base64 = 'Write the content as base64';
const packed = 'Compress the content (gzip and base64)';
const binary = 'Write the content as !!binary';

function at(source: string) {
  const { text, cursor } = readMarks(source);
  const range = { start: cursor, end: cursor };
  return { text, range, analysis: analyse(name, text) };
}

const titles = (source: string): string[] => {
  const { analysis, range } = at(source);
  return refactorings(analysis, range).map(({ title }) => title);
};

function rewritten(source: string, form: RefactoringName): string {
  const { text, analysis, range } = at(source);
  return applyChanges(text, refactoringChanges(analysis, { name: form, scope: 'object' }, range));
}

const bytesOf = (analysis: Analysis): string[] =>
  analysis.root.children.map(({ payload }) => Buffer.from(payload.bytes).toString('hex'));

describe('the encoding of the content of a written file', () => {
  it.each([
    ['#cloud-config\nwrite_files:\n- path: /a\n  con¦tent: hello\n', [base64, packed, binary]],
    ['#cloud-config\nwrite_files:\n- path: /a\n  enc¦oding: b64\n  content: aGVsbG8=\n', [plain, packed, binary]],
    ['#cloud-config\nwrite_files:\n- path: /a\n  content: !!binary ¦aGVsbG8=\n', [plain, base64, packed]],
    // Bytes that are no text.
    ['#cloud-config\nwrite_files:\n- path: /a\n  content: !!binary ¦/w==\n', [base64, packed]],
    // What is there cannot be read, has a comment or is used elsewhere.
    ['#cloud-config\nwrite_files:\n- path: /a\n  encoding: b64\n  content: ¦"%"\n', []],
    ['#cloud-config\nwrite_files:\n- path: /a\n  content: | # why\n    ¦hello\n', []],
    ['#cloud-config\nwrite_files:\n- path: /a\n  content: &a ¦hello\n', []],
    ['#cloud-config\nwrite_files:\n- pa¦th: /a\n  content: hello\n', []],
    // Another member would count then.
    ['#cloud-config\nwrite_files:\n- path: /a\n  encoding: b64\n  encoding: b64\n  content: ¦aGVsbG8=\n', []],
    ['#cloud-config\nruncmd:\n- ¦a\n', []],
  ])('%j', (source, offered) => {
    expect(titles(source)).toEqual(offered);
  });

  it.each<[string, RefactoringName, string]>([
    ['- path: /a\n  content: ¦hello\n', 'base64Content', '- path: /a\n  encoding: b64\n  content: aGVsbG8=\n'],
    ['- con¦tent: |\n    hello\n  path: /a\n', 'base64Content', '- encoding: b64\n  content: aGVsbG8K\n  path: /a\n'],
    ['- {path: /a, content: ¦hello}\n', 'base64Content', '- {path: /a, encoding: b64, content: aGVsbG8=}\n'],
    ['- path: /a\n  content: ¦hello\n', 'binaryContent', '- path: /a\n  content: !!binary aGVsbG8=\n'],
    [
      '- path: /a\n  encoding: b64\n  content: ¦aGVsbG8=\n',
      'binaryContent',
      '- path: /a\n  content: !!binary aGVsbG8=\n',
    ],
    [
      '- encoding: b64\n  content: ¦aGVsbG8=\n  path: /a\n',
      'plainContent',
      '- encoding: text/plain\n  content: hello\n  path: /a\n',
    ],
    ['- path: /a\n  encoding: b64\n  content: ¦YQpiCg==\n', 'plainContent', '- path: /a\n  content: |\n    a\n    b\n'],
    ['- path: /a\n  encoding: b64\n  content: ¦YQpi\n', 'plainContent', '- path: /a\n  content: |-\n    a\n    b\n'],
    [
      '- path: /a\n  content: !!binary |\n    ¦IGEKYgo=\n',
      'plainContent',
      '- path: /a\n  content: |2\n     a\n    b\n',
    ],
    ['- path: /a\n  content: !!binary ¦YQ0KYg==', 'plainContent', '- path: /a\n  content: "a\\r\\nb"\n'],
    [
      '- {path: /a, encoding: b64, content: ¦YQpiCg==}\n',
      'plainContent',
      '- {path: /a, encoding: text/plain, content: "a\\nb\\n"}\n',
    ],
    ['- path: /a\n  encoding: b64\n  content: ¦MTIz\n', 'plainContent', '- path: /a\n  content: "123"\n'],
  ])('%j: %s', (entry, form, result) => {
    expect(rewritten(`#cloud-config\nwrite_files:\n${entry}`, form)).toBe(`#cloud-config\nwrite_files:\n${result}`);
  });

  it('keeps the line breaks of the document', () => {
    const source = '#cloud-config\r\nwrite_files:\r\n- path: /a\r\n  encoding: b64\r\n  content: ¦YQpiCg==\r\n';
    expect(rewritten(source, 'plainContent')).toBe(
      '#cloud-config\r\nwrite_files:\r\n- path: /a\r\n  content: |\r\n    a\r\n    b\r\n',
    );
  });

  it('writes the same bytes on the node in every form', () => {
    const text = fc.oneof(
      fc.string(),
      fc
        .array(
          fc.constantFrom(
            'a',
            ' ',
            '\t',
            '\n',
            '\r',
            '#',
            ': ',
            '- ',
            '"',
            "'",
            '\\',
            '\u0085',
            '\u2028',
            '\ufeff',
            '\x7f',
            'é',
            '€',
            '😀',
          ),
        )
        .map((parts) => parts.join('')),
    );
    const forms = fc.array(
      fc.constantFrom<RefactoringName>('plainContent', 'base64Content', 'gzipContent', 'binaryContent'),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(text, forms, fc.boolean(), fc.boolean(), (content, chain, inFlow, isPacked) => {
        const bytes = isPacked ? gzipSync(content) : Buffer.from(content);
        const encoding = isPacked ? 'gz+b64' : 'b64';
        const members = [`path: /a`, `encoding: ${encoding}`, `content: "${bytes.toString('base64')}"`];
        const entry = inFlow ? `- {${members.join(', ')}}` : `- ${members.join('\n  ')}`;
        let now = `#cloud-config\nwrite_files:\n${entry}\nruncmd: [a]\n`;
        const before = bytesOf(analyse(name, now));
        expect(before).toEqual([Buffer.from(content).toString('hex')]);
        for (const form of chain) {
          const offset = now.indexOf('content:');
          const changes = refactoringChanges(
            analyse(name, now),
            { name: form, scope: 'object' },
            { start: offset, end: offset },
          );
          now = applyChanges(now, changes);
          const after = analyse(name, now);
          expect(bytesOf(after), now).toEqual(before);
          expect(
            validate(after).problems.filter(({ severity }) => severity === 'error'),
            now,
          ).toEqual([]);
        }
      }),
    );
  });
});

it('replaces spaces at the end of a block scalar', () => {
  const text = '#cloud-config\nwrite_files:\n- path: /a\n  content: |-\n    a\n    b  \nruncmd: [a]\n';
  const changes = refactoringChanges(
    analyse(name, text),
    { name: 'binaryContent', scope: 'object' },
    { start: text.indexOf('content'), end: text.indexOf('content') },
  );
  expect(applyChanges(text, changes)).toBe(
    '#cloud-config\nwrite_files:\n- path: /a\n  content: !!binary YQpiICA=\nruncmd: [a]\n',
  );
});

describe('fixes of deprecated keys and values', () => {
  it.each([
    ['users:\n- name: a\n  lock-passwd: true\n', 'users:\n- name: a\n  lock_passwd: true\n'],
    ['users:\n- name: a\n  "ssh-authorized-keys": [b]\n', 'users:\n- name: a\n  "ssh_authorized_keys": [b]\n'],
    ['apt_update: true\n', 'package_update: true\n'],
  ])('renames %j, also with Apply all safe fixes', (before, after) => {
    const fixes = validate(analyse(name, `#cloud-config\n${before}`)).problems.flatMap((found) => found.fixes ?? []);
    expect(fixes.map(({ safe }) => safe)).toEqual([true]);
    expect(applyChanges(`#cloud-config\n${before}`, fixes[0]?.changes ?? [])).toBe(`#cloud-config\n${after}`);
    expect(validate(analyse(name, `#cloud-config\n${after}`)).problems).toEqual([]);
  });

  it('replaces a deprecated value with its successor', () => {
    const [found] = validate(analyse(name, '#cloud-config\napt_pipelining: none\n')).problems;
    expect(found?.fixes).toEqual([
      { title: 'Write os', changes: [{ span: { start: 30, end: 34 }, newText: 'os' }], safe: false },
    ]);
  });

  it.each([
    'users:\n- name: a\n  lock-passwd: true\n  lock_passwd: true\n',
    'ansible: {pull: {url: a, playbook_name: b}}\n',
  ])('does not rename a key if that changes the meaning: %j', (text) => {
    const found = validate(analyse(name, `#cloud-config\n${text}`)).problems.filter(
      ({ code }) => code === 'cloud-config/deprecated-key',
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found.flatMap(({ fixes = [] }) => fixes)).toEqual([]);
  });
});
