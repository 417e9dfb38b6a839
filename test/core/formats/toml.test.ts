import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../server/src/core/index.js';
import { tomlFault } from '../../../server/src/core/formats/toml.js';
import { nodeFile } from '../../support/environment.js';

/** The text that the first fault marks, with its message; undefined for TOML. */
function faultOf(text: string): string | undefined {
  const fault = tomlFault(text);
  return fault && `${text.slice(fault.span.start, fault.span.end)}: ${fault.message}`;
}

describe('TOML', () => {
  it.each([
    '',
    '# a\r\n\r\na = 1 # b\r\n',
    'a = "b\\t\\u00e9\\U0001F600\\\\"',
    "a = 'C:\\d'",
    'a = """\nb\\\n   c "" d"""""',
    "a = '''\r\nb'c'''''",
    'a."b c".\'d\' = 1\na.e=2',
    'a = [1, [2,], # c\n "d",\n]',
    'a = { b = 1, c.d = 2, c.e = [{}] }',
    'a = [+1, -0, 1_000, 0xdead_BEEF, 0o755, 0b1, 9223372036854775807, -9223372036854775808]',
    'a = [1.5, -1e6, 6.02e+2_3, inf, -nan, +0.0]',
    'a = [1979-05-27T07:32:00Z, 1979-05-27 07:32:00.99+01:30, 1979-05-27T07:32:00, 1979-05-27, 07:32:00, 2024-02-29]',
    'a = [true, false]',
    '[a.b]\nc=1\n[a]\nd=1\n[a.e]',
    '[[a]]\nb=1\n[a.c]\nd=1\n[[a]]\nb=2\n[a.c]\nd=2\n[[a.e]]\n[[a.e]]',
    '[a]\nb.c = 1\nb.d.e = 1\n[a.b.f]',
    '1234 = 1\n-_ = 2\n"" = 3',
    '\ufeffa = 1',
    'a = "\t"',
  ])('accepts %j', (text) => {
    expect(faultOf(text)).toBeUndefined();
  });

  // Readers of TOML 1.0 refuse these; smol-toml accepts them.
  it.each(['a = {b = 1,}', 'a = {b = 1\n}', 'a = 9223372036854775808', 'a = 2023-02-29'])('also accepts %j', (text) => {
    expect(faultOf(text)).toBeUndefined();
  });

  it.each([
    ['a = b', 'b: invalid value; strings need quotes'],
    ['a = Yes', 'Yes: invalid value; strings need quotes'],
    ['a =', ': invalid value; strings need quotes'],
    ['a', 'a: incomplete key-value: cannot find end of key'],
    ['a b = 1', 'b: illegal character in key'],
    ['= 1', '=: unexpected end of key'],
    ['a. = 1', '=: unexpected end of key'],
    ['a = 1 b = 2', 'b: each key-value declaration must be followed by an end-of-line'],
    ['[a] b = 1', 'b: each key-value declaration must be followed by an end-of-line'],
    ['[a', 'a: incomplete key-value: cannot find end of key'],
    ['[[a]', ': expected end of table array declaration'],
    ['[]', ']: unexpected end of key'],
    ['a = "b', '"b: unfinished string'],
    ['a = """b', '"""b: unfinished string'],
    ['a = "\\d"', 'd": unrecognised escape sequence'],
    ['a = "\\ud800"', '\\ud800": invalid unicode escape'],
    ['a = "\\u12"', '": invalid non-hex character in unicode escape'],
    ['a = "\u0001"', '\u0001": control characters are not allowed in strings'],
    ['a = 1 # \u0001', '\u0001: control characters are not allowed in comments'],
    ['a = 1\rb = 2', '\r: each key-value declaration must be followed by an end-of-line'],
    ['"""a""" = 1', '"""a""": illegal quoted key: multiline strings are not allowed'],
    ['a = 0644', '0644: illegal leading zero'],
    ['a = 1__0', '_0: illegal underscore'],
    ['a = .5', '.5: invalid value; strings need quotes'],
    ['a = 1.', '1.: unfinished numeric value'],
    ['a = 0X1', '0X1: illegal leading zero'],
    ['a = 25:00:00', '25:00:00: invalid date'],
    ['a = 1.2.3.4', '.3.4: illegal character in numeric literal'],
    ['a = [1', ': expected comma or end of structure'],
    ['a = [1 2]', '2: expected comma or end of structure'],
    ['a = {b = 1 c = 2}', 'c: expected comma or end of structure'],
    // Keys and tables that are there already.
    ['a = 1\na = 2', 'a: trying to redefine an already defined table or value'],
    ['a = 1\n"a" = 2', '"a": trying to redefine'],
    ['[a]\nb = 1\n[c]\n[a]', 'a: trying to redefine'],
    ['[a]\n[[a]]', 'a: trying to redefine'],
    ['[[a]]\n[a]', 'a: trying to redefine'],
    ['a = [{}]\n[[a]]', 'a: trying to redefine'],
    ['a = 1\n[a.b]', 'a.b: trying to redefine'],
    ['a = {}\n[a.b]', 'a.b: trying to redefine'],
    ['a = {}\na.b = 1', 'a.b: trying to redefine'],
    ['[a.b]\n[a]\nb.c = 1', 'b.c: trying to redefine'],
    ['[a]\nb.c = 1\n[a.b]', 'a.b: trying to redefine'],
    ['a = {b = 1, b = 2}', 'b: trying to redefine'],
    ['a.b = 1\na.b.c = 2', 'a.b.c: trying to redefine'],
  ])('refuses %j', (text, expected) => {
    expect(faultOf(text)).toContain(expected);
  });

  it.each(['1.7.22', '2.1.0'])('accepts the config that nodes get for containerd %s', (containerdVersion) => {
    const text = nodeFile('{"version": "v1", "gpu_config": {"enable_nvidia": true}}', 'CONTAINERD_CONFIG_CONTENT', {
      containerdVersion,
    });
    expect(text).toContain('[plugins.');
    expect(faultOf(text ?? '')).toBeUndefined();
  });

  it('checks no text above the limits of depth and length, and is quick about it', () => {
    const nested = (depth: number): string => `a = ${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(faultOf(nested(limits.tomlDepth))).toBeUndefined();
    expect(faultOf(nested(100_000))).toBeUndefined();
    expect(faultOf(`a = ${'{a='.repeat(100_000)}`)).toBeUndefined();
    expect(faultOf(`a${'.a'.repeat(100_000)} = 1`)).toBeUndefined();
    expect(faultOf(`a = ${'9'.repeat(limits.tomlCharacters)}`)).toBeUndefined();
    expect(faultOf(`${nested(limits.tomlDepth)} b`)).toContain('each key-value declaration must be');
  });

  it('marks a range inside the text whatever it holds', () => {
    const pieces = fc.constantFrom(
      'a',
      'b',
      '.',
      '=',
      ' ',
      '\n',
      '\r',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '\\',
      '#',
      ',',
      '1',
      '-',
      '0x',
      'é',
      'true',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const span = tomlFault(text)?.span;
        if (span === undefined) return;
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.end).toBeGreaterThanOrEqual(span.start);
        expect(span.end).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('accepts generated TOML', () => {
    const scalar = fc.oneof(
      fc.maxSafeInteger().map(String),
      fc.boolean().map(String),
      fc.string({ maxLength: 8 }).map((text) => JSON.stringify(text).replaceAll('\u007f', '\\u007f')),
    );
    const key = fc.stringMatching(/^[\w-]{1,8}$/);
    const table = fc.uniqueArray(fc.tuple(key, scalar), { selector: ([name]) => name, maxLength: 4 });
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(key, table), { selector: ([name]) => name, maxLength: 4 }), (tables) => {
        const text = tables
          .map(([name, members]) => `[${name}]\n${members.map(([one, value]) => `${one} = ${value}\n`).join('')}`)
          .join('');
        expect(faultOf(text)).toBeUndefined();
      }),
    );
  });
});
