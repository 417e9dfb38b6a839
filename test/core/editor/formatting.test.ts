import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { createScanner, format } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import {
  type DocumentKind,
  formatChanges,
  type FormattingStyle,
  limits,
  type Span,
  type TextChange,
} from '../../../server/src/core/index.js';
import { parseJson } from '../../../server/src/core/formats/json/parse.js';
import { analyse } from '../../support/analyse.js';
import { goodConfigTexts } from '../../support/configs.js';

const twoSpaces: FormattingStyle = { tabSize: 2, insertSpaces: true };

function apply(text: string, changes: readonly TextChange[]): string {
  let result = '';
  let at = 0;
  for (const { span, newText } of changes) {
    if (span.start < at || span.end < span.start) throw new Error('changes overlap or are out of order');
    result += text.slice(at, span.start) + newText;
    at = span.end;
  }
  return result + text.slice(at);
}

function formatted(text: string, style: FormattingStyle = twoSpaces, range?: Span): string {
  return apply(text, formatChanges(analyse('a.node-config.json', text, 'node-config'), style, range));
}

/** The tokens of a text, which formatting must not change. */
function tokens(text: string): string[] {
  const scanner = createScanner(text, false);
  scanner.setPosition(text.startsWith('\ufeff') ? 1 : 0);
  const found: string[] = [];
  for (let kind: number = scanner.scan(); kind !== 17; kind = scanner.scan())
    if (kind !== 14 && kind !== 15)
      found.push(text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength()));
  return found;
}

describe('formatting a node config', () => {
  it.each([
    ['{"a":1,"b":[1,2],"c":{},"d":[]}', '{\n  "a": 1,\n  "b": [\n    1,\n    2\n  ],\n  "c": {},\n  "d": []\n}'],
    ['  { }  ', '{}'],
    ['{"a" : {"b" :null}}', '{\n  "a": {\n    "b": null\n  }\n}'],
    ['{\n  "a": 1,\n\n\n  "b": 2\n}', '{\n  "a": 1,\n  "b": 2\n}'],
    ['{ "b": 1, "a": 2, "b": 3 }', '{\n  "b": 1,\n  "a": 2,\n  "b": 3\n}'],
    ['"text"', '"text"'],
    ['', ''],
    [' \n ', ' \n '],
    ['\ufeff {}', '\ufeff{}'],
  ])('formats %j', (text, result) => {
    expect(formatted(text)).toBe(result);
  });

  it.each([
    ['tabs', { tabSize: 4, insertSpaces: false }, '{\n\t"a": {\n\t\t"b": 1\n\t}\n}'],
    ['four spaces', { tabSize: 4, insertSpaces: true }, '{\n    "a": {\n        "b": 1\n    }\n}'],
    [
      'a hostile size',
      { tabSize: 1e9, insertSpaces: true },
      `{\n${' '.repeat(16)}"a": {\n${' '.repeat(32)}"b": 1\n${' '.repeat(16)}}\n}`,
    ],
  ])('indents with %s', (_, style, result) => {
    expect(formatted('{"a":{"b":1}}', style)).toBe(result);
  });

  it.each([
    ['{}', {}, '{}'],
    ['{}\n\n', {}, '{}\n\n'],
    ['{} \n \n', {}, '{}\n\n'],
    ['{}', { insertFinalNewline: true }, '{}\n'],
    ['{}\n', { insertFinalNewline: true }, '{}\n'],
    ['{}\n\n\n', { trimFinalNewlines: true }, '{}\n'],
    ['{}\n\n\n', { insertFinalNewline: true, trimFinalNewlines: true }, '{}\n'],
    ['{}', { trimFinalNewlines: true }, '{}'],
  ])('ends %j as configured by %j', (text, style, result) => {
    expect(formatted(text, { ...twoSpaces, ...style })).toBe(result);
  });

  it('keeps the line endings', () => {
    expect(formatted('{\r\n"a":1,\r\n"b":2}', { ...twoSpaces, insertFinalNewline: true })).toBe(
      '{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n',
    );
    const changes = formatChanges(analyse('a.node-config.json', '{\r\n"a":1\n}\r\n'), twoSpaces);
    expect(apply('{\r\n"a":1\n}\r\n', changes)).toBe('{\r\n  "a": 1\r\n}\r\n');
  });

  it.each([
    ['\rnull\n "properties": {\r\n', 'null\n "properties": {\n'],
    ['{\r}\n', '{}\n'],
    ['{"a":\r1,\n"b":2}', '{\n  "a": 1,\n  "b": 2\n}'],
    ['{"a":1,\r"b":\n2}', '{\r  "a": 1,\r  "b": 2\r}'],
  ])("doesn't take the line ending from a line break that it removes: %j", (text, result) => {
    expect(formatted(text)).toBe(result);
    expect(formatted(result)).toBe(result);
  });

  it('keeps the space between a CR and a LF, which would become one line break', () => {
    const trimming = { ...twoSpaces, trimTrailingWhitespace: true };
    const text = 'a: "b" \r \n{"c":1}';
    expect(formatted(text, trimming)).toBe('a: "b"\r \n{\r  "c": 1\r}');
    expect(formatted(formatted(text, trimming), trimming)).toBe(formatted(text, trimming));
  });

  it('keeps comments on their lines, although the node rejects them', () => {
    const text = '// first\n{ // behind\n"a":1, // one\n/* own */\n"b" /* odd */ : /* more */ 2 /* last */\n// end\n}';
    expect(formatted(text)).toBe(
      '// first\n{ // behind\n  "a": 1, // one\n  /* own */\n  "b" /* odd */: /* more */ 2 /* last */\n  // end\n}',
    );
    expect(formatted('{ /* nothing */ }')).toBe('{ /* nothing */\n}');
    expect(formatted('{"a": // why\n 1}')).toBe('{\n  "a": // why\n  1\n}');
  });

  it.each([
    ['{"a":1 "b":2}', '{\n  "a": 1 "b": 2\n}'],
    ['{"a":"never closed\n,"b":2}', '{\n  "a":"never closed\n,\n  "b": 2\n}'],
    ['{"a":tru,"b":2', '{\n  "a":tru,\n  "b": 2'],
    ['{"a":1,}', '{\n  "a": 1,\n}'],
    ['{"a":01}', '{\n  "a": 01\n}'],
    ['{"a":[1,2}', '{\n  "a": [\n    1,\n    2\n  }'],
    ['}}{"a":1}', '}\n}{\n  "a": 1\n}'],
    ['{"a":1 /* never closed', '{\n  "a": 1 /* never closed'],
  ])("doesn't change the position of a syntax error: %j", (text, result) => {
    expect(formatted(text)).toBe(result);
  });

  it('trims trailing white space if the option is set', () => {
    const text = '{ // why  \n"a":1 /* x \t\n y */,\n"b":"x  "  "c"  \n}';
    expect(formatted(text)).toBe('{ // why  \n  "a": 1 /* x \t\n y */,\n  "b": "x  "  "c"\n}');
    expect(formatted(text, { ...twoSpaces, trimTrailingWhitespace: true })).toBe(
      '{ // why\n  "a": 1 /* x\n y */,\n  "b": "x  "  "c"\n}',
    );
  });

  it('returns minimal edits', () => {
    const text = '{\n   "a": 1,\n  "b":2\n}\n';
    expect(formatChanges(analyse('a.node-config.json', text), twoSpaces)).toEqual([
      { span: { start: 4, end: 5 }, newText: '' },
      { span: { start: text.indexOf('2'), end: text.indexOf('2') }, newText: ' ' },
    ]);
    expect(formatChanges(analyse('a.node-config.json', formatted(text)), twoSpaces)).toEqual([]);
  });

  it('formats a range with the indentation of the document', () => {
    const text = '{\n"a":1,\n"b":{\n"c":2,\n"d":3\n}}';
    const start = text.indexOf('"c"') - 1;
    const end = text.indexOf('\n"d"');
    expect(formatted(text, twoSpaces, { start, end })).toBe('{\n"a":1,\n"b":{\n    "c": 2,\n"d":3\n}}');
  });

  it('formats the other supported JSON documents only', () => {
    const vmss = '{"properties":{"virtualMachineProfile":{}}}';
    expect(formatChanges(analyse('vmss.json', vmss), twoSpaces)).not.toEqual([]);
    expect(formatChanges(analyse('package.json', '{"name":"a","version":"1"}'), twoSpaces)).toEqual([]);
    expect(formatChanges(analyse('a.yaml', '#cloud-config\na:   1\n'), twoSpaces)).toEqual([]);
    const encoded = Buffer.from('{"version":"v1","vm_size":"a"}').toString('base64');
    expect(formatChanges(analyse('a', encoded), twoSpaces)).toEqual([]);
  });

  it('formats samples like jsonc-parser, which VS Code uses for JSON', () => {
    for (const file of ['aks-node-controller-config.json', 'vmss.json', 'faulty.node-config.json']) {
      const text = readFileSync(`test/samples/${file}`, 'utf8');
      const edits = format(text, undefined, { ...twoSpaces, insertFinalNewline: true });
      const peer = apply(
        text,
        edits.map(({ offset, length, content }) => ({
          span: { start: offset, end: offset + length },
          newText: content,
        })),
      );
      const style = { ...twoSpaces, insertFinalNewline: true };
      expect(apply(text, formatChanges(analyse(file, text), style))).toBe(peer);
    }
  });

  it('is bounded for deep nesting, and sends a large number of changes as one', () => {
    const deep = `${'['.repeat(9_000)}${']'.repeat(9_000)}`;
    expect(formatChanges(analyse('a.json', deep, 'node-config'), twoSpaces)).toEqual([]);
    const wide = `{"a":[${'1,'.repeat(limits.formattingChanges)}1]}`;
    const changes = formatChanges(analyse('a.json', wide, 'node-config'), twoSpaces);
    expect(changes).toHaveLength(1);
    expect(JSON.parse(apply(wide, changes))).toEqual(JSON.parse(wide));
  });
});

describe('formatting any text', () => {
  const styles: fc.Arbitrary<FormattingStyle> = fc.record(
    {
      tabSize: fc.integer({ min: 1, max: 8 }),
      insertSpaces: fc.boolean(),
      insertFinalNewline: fc.boolean(),
      trimFinalNewlines: fc.boolean(),
      trimTrailingWhitespace: fc.boolean(),
    },
    { requiredKeys: ['tabSize', 'insertSpaces'] },
  );

  it('never changes the values of a config', () => {
    fc.assert(
      fc.property(goodConfigTexts, styles, (text, style) => {
        const result = formatted(text, style);
        expect(JSON.parse(result)).toEqual(JSON.parse(text));
        expect(Object.keys(JSON.parse(result) as object)).toEqual(Object.keys(JSON.parse(text) as object));
        expect(formatted(result, style)).toBe(result);
      }),
    );
  });

  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom('{', '}', '[', ']', ':', ',', '"a"', '1', 'true', 'null', ' ', '\n', '\r\n', '\t', '  '),
      fc.constantFrom(
        '// c ',
        '/* c */',
        '/* ',
        '"',
        '"\\',
        '-',
        '01',
        '1e',
        'tru',
        'x',
        '\u00a0',
        '\r',
        '\ufeff',
        '/',
      ),
    ),
    { maxLength: 25 },
  );
  const kinds = fc.constantFrom<DocumentKind>('node-config', 'vm-json', 'ignition');

  it('only changes white space between tokens, and nothing the second time', () => {
    fc.assert(
      fc.property(
        pieces,
        fc.constantFrom('\n', '\r\n', '\r', undefined),
        styles,
        kinds,
        (found, lineBreak, style, kind) => {
          const mixed = found.join('');
          const text = lineBreak === undefined ? mixed : mixed.replace(/\r\n|\r|\n/g, lineBreak);
          const analysis = analyse('a', text, kind);
          const changes = formatChanges(analysis, style);
          for (const { span, newText } of changes)
            expect(text.slice(span.start, span.end) + newText, JSON.stringify(text)).toMatch(/^[ \t\r\n]*$/);
          const result = apply(text, changes);
          const withoutTrailing = (found: string[]): string[] => found.map((token) => token.replace(/[ \t]+$/gm, ''));
          expect(withoutTrailing(tokens(result)), JSON.stringify(text)).toEqual(withoutTrailing(tokens(text)));
          expect(parseJson(result).problems.length === 0).toBe(parseJson(text).problems.length === 0);
          // In a text with several styles of line endings, the first one decides.
          if (lineBreak !== undefined)
            expect(formatChanges(analyse('a', result, kind), style), JSON.stringify([text, result])).toEqual([]);
        },
      ),
    );
  });

  it('formats a range like the whole document', () => {
    fc.assert(
      fc.property(pieces, fc.nat(60), fc.nat(60), (found, a, b) => {
        const text = found.join('');
        const analysis = analyse('a', text, 'node-config');
        const whole = formatChanges(analysis, twoSpaces).map((change) => JSON.stringify(change));
        for (const change of formatChanges(analysis, twoSpaces, { start: Math.min(a, b), end: Math.max(a, b) }))
          expect(whole).toContain(JSON.stringify(change));
      }),
    );
  });
});
