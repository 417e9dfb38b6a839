import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../server/src/core/index.js';
import { tomlFault } from '../../../server/src/core/formats/toml.js';
import { nodeFile } from '../../support/environment.js';

/** The stretch that the first fault is about, with the fault's sentence; undefined for TOML. */
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
    '[a.b.c]\n[a]\nb.d = 1',
    '1234 = 1\n-_ = 2\n"" = 3',
    '\ufeffa = 1',
    'a = "\t"',
  ])('takes %j', (text) => {
    expect(faultOf(text)).toBeUndefined();
  });

  it.each([
    ['a = b', 'b: Text needs quotes in TOML.'],
    ['a = Yes', 'Yes: TOML knows true and false, in lower case.'],
    ['a =', ': A value is missing here.'],
    ['a', 'a: A key needs = and a value.'],
    ['a b = 1', 'a : A key needs = and a value.'],
    ['= 1', '=: A key or a [header] was expected'],
    ['a. = 1', '=: The key ends with a dot.'],
    ['a = 1 b = 2', 'b = 2: Nothing but a comment may follow a value on its line.'],
    ['[a] b = 1', 'b = 1: Nothing but a comment may follow a header on its line.'],
    ['[a', '[a: The header is not closed with ].'],
    ['[[a]', '[[a]: The header is not closed with ]].'],
    ['[]', ']: A key or a [header] was expected'],
    ['a = "b', '"b: The string is not closed on its line.'],
    ['a = """b', '""": The string is never closed with """.'],
    ['a = "\\d"', '\\d: TOML has no escape \\d; a backslash is written \\\\'],
    ['a = "\\ud800"', '\\ud800: \\u needs 4 hexadecimal digits'],
    ['a = "\\u12"', '\\u12": \\u needs 4'],
    ['a = "\u0001"', '\u0001: TOML allows no control characters in strings'],
    ['a = 1 # \u0001', '\u0001: TOML allows no control characters in comments'],
    ['a = 1\rb = 2', '\rb = 2: Nothing but a comment'],
    ['"""a""" = 1', '""": A key cannot be a string of several lines.'],
    ['a = 0644', '0644: A number of TOML has no leading zeros; an octal one is written 0o644.'],
    ['a = 1__0', '1__0: This is no number of TOML'],
    ['a = .5', '.5: This is no number of TOML'],
    ['a = 1.', '1.: This is no number of TOML'],
    ['a = 0X1', '0X1: This is no number of TOML'],
    ['a = 9223372036854775808', '9223372036854775808: The number does not fit into 64 bits.'],
    ['a = 2023-02-29', '2023-02-29: This is no date or time.'],
    ['a = 25:00:00', '25:00:00: This is no date or time.'],
    ['a = 1.2.3.4', '1.2.3.4: This is no number of TOML; text needs quotes.'],
    ['a = [1', '[: The list is never closed with ].'],
    ['a = [1 2]', '2: A comma or ] was expected in the list.'],
    ['a = {b = 1,}', '}: TOML 1.0 allows no comma in front of the closing brace.'],
    ['a = {b = 1\n}', '{: A table in braces has to stand on one line.'],
    ['a = {b = 1 c = 2}', 'c: A comma or } was expected in the table.'],
    // Keys and tables that are taken.
    ['a = 1\na = 2', 'a: a is there already, on line 1, and a key can be given only once.'],
    ['a = 1\n"a" = 2', '"a": a is there already, on line 1'],
    ['[a]\nb = 1\n[c]\n[a]', 'a: a is there already, on line 1, and a table can be written only once.'],
    ['[a]\n[[a]]', 'a: a is there already'],
    ['[[a]]\n[a]', 'a: a is there already'],
    ['a = [{}]\n[[a]]', 'a: a is there already'],
    ['a = 1\n[a.b]', 'a: a is there already, on line 1, and nothing can be added to its value.'],
    ['a = {}\n[a.b]', 'a: a is there already, on line 1, and nothing can be added to its value.'],
    ['a = {}\na.b = 1', 'a: a is there already, on line 1, and nothing can be added to it with dots.'],
    ['[a.b]\n[a]\nb.c = 1', 'b: b is there already, on line 1, and nothing can be added to it with dots.'],
    ['[a]\nb.c = 1\n[a.b]', 'b: b is there already, on line 2'],
    ['a = {b = 1, b = 2}', 'b: b is there already'],
    ['a.b = 1\na.b.c = 2', 'b: b is there already'],
  ])('refuses %j', (text, told) => {
    expect(faultOf(text)).toContain(told);
  });

  it.each(['1.7.22', '2.1.0'])('takes the config that nodes get for containerd %s', (containerdVersion) => {
    const text = nodeFile('{"version": "v1", "gpu_config": {"enable_nvidia": true}}', 'CONTAINERD_CONFIG_CONTENT', {
      containerdVersion,
    });
    expect(text).toContain('[plugins.');
    expect(faultOf(text ?? '')).toBeUndefined();
  });

  it('leaves what nests too deep alone', () => {
    const nested = (depth: number): string => `a = ${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(faultOf(nested(limits.tomlDepth))).toBeUndefined();
    expect(faultOf(nested(100_000))).toBeUndefined();
    expect(faultOf(`${nested(limits.tomlDepth)} b`)).toContain('Nothing but a comment');
  });

  it('places a fault inside any text', () => {
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

  it('takes what was put together as TOML', () => {
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
