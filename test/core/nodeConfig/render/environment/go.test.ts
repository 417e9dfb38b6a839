import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  atoi,
  formatDouble,
  toLower,
  trimSpace,
  unmarshalText,
  withoutSpace,
} from '../../../../../server/src/core/nodeConfig/render/environment/go.js';
import { isAtLeast, isVersion } from '../../../../../server/src/core/values/goVersions.js';

describe('doubles', () => {
  it.each([
    [0, '0'],
    [-0, '-0'],
    [0.5, '0.5'],
    [-2.25, '-2.25'],
    [100_000, '100000'],
    [999_999, '999999'],
    [999_999.9, '999999.9'],
    [1e6, '1e+06'],
    [-1_234_567, '-1.234567e+06'],
    [123_456_789.125, '1.23456789125e+08'],
    [0.0001, '0.0001'],
    [0.000_099, '9.9e-05'],
    [1e-5, '1e-05'],
    [1e21, '1e+21'],
    [1e100, '1e+100'],
    [5e-324, '5e-324'],
    [Infinity, '+Inf'],
    [-Infinity, '-Inf'],
    [NaN, 'NaN'],
  ])('%d is %s', (value, text) => {
    expect(formatDouble(value)).toBe(text);
  });

  it('are read back as the same numbers', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(formatDouble(value))).toBe(value);
      }),
    );
  });
});

describe('whole numbers', () => {
  it.each([
    ['0', 0n],
    ['-0', 0n],
    ['+12', 12n],
    ['007', 7n],
    [`${'0'.repeat(40)}5`, 5n],
    ['9223372036854775807', 9_223_372_036_854_775_807n],
    ['-9223372036854775808', -9_223_372_036_854_775_808n],
  ])('%s', (text, value) => {
    expect(atoi(text)).toBe(value);
  });

  it.each(['', '+', '-', ' 1', '1 ', '1_0', '0x1', '1.0', '1e3', '٣', '9223372036854775808', '1'.repeat(100)])(
    '%j is none',
    (text) => {
      expect(atoi(text)).toBeUndefined();
    },
  );
});

describe('strings', () => {
  it.each([
    ['East US 2', 'eastus2'],
    ['\u3000UsGov\u2003Iowa\u0085', 'usgoviowa'],
    ['CH\u0130NA', 'china'],
    ['\ufeffchina', '\ufeffchina'],
    ['\u1e9e\u03a3', 'ß\u03c3'],
    ['\ud800X', '\ud800x'],
  ])('%j folds to %j', (text, folded) => {
    expect(toLower(withoutSpace(text))).toBe(folded);
  });

  it.each([
    [' \t\r\n\v\fa b\u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000', 'a b'],
    ['\u200ba\ufeff', '\u200ba\ufeff'],
    [' \n ', ''],
    ['', ''],
  ])('%j is trimmed to %j', (text, trimmed) => {
    expect(trimSpace(text)).toBe(trimmed);
  });
});

describe('versions', () => {
  it.each([
    ['1.34.0', true],
    ['1.34', true],
    ['2', true],
    ['v1.34.1', true],
    ['01.34.0', true],
    ['1.034.000', true],
    ['1.100.0', true],
    ['1.34.0+meta-1.x', true],
    ['1.34.1-alpha', true],
    ['18446744073709551615.0.0', true],
    ['1.33.9', false],
    ['1', false],
    ['0.99.99', false],
    ['1.34.0-alpha.1', false],
    ['1.34.0-0+meta', false],
  ])('%s is at least 1.34.0: %s', (version, expected) => {
    expect(isVersion(version)).toBe(true);
    expect(isAtLeast(version, '1.34.0')).toBe(expected);
  });

  it.each([
    '',
    'v',
    'V2.0.0',
    'vv2',
    '=2',
    ' 2.0.0',
    '2.0.0 ',
    '2.0.0\n',
    '2.0.0.0',
    '2.',
    '2..0',
    '2.x',
    '2.0.0-',
    '2.0.0+',
    '2.0.0-a..b',
    '2.0.0-01',
    '2.0.0-a.00',
    '2.0.0-ä',
    '2.0.0+a+b',
    '-2.0.0',
    '18446744073709551616.0.0',
    `2.0.0+${'a'.repeat(300)}`,
  ])('%j is none, so it is at least nothing', (text) => {
    expect(isVersion(text)).toBe(false);
    expect(isAtLeast(text, '0.0.0')).toBe(false);
  });
});

describe('a string field of a JSON document', () => {
  const read = (json: string): string | undefined => unmarshalText(json, /^endpoints$/iu);

  it.each([
    ['{}', ''],
    ['null', ''],
    ['{"endpoints":"a"}', 'a'],
    ['{"Endpoints":"a","endpoints":"b","ENDPOINTS":"c"}', 'c'],
    ['{"endpoints":"a","ENDPOINTS":"b","endpoints":"c"}', 'c'],
    ['{"endpoint\u017f":"long s"}', 'long s'],
    ['{"endpoints":"a","Endpoints":null}', 'a'],
    ['{"inner":{"endpoints":"a"}}', ''],
    ['{"endpoints":"a","x":[1,{"endpoints":2}]} \n', 'a'],
    ['{"\\u0065ndpoints":"\\ud83d\\ude00\\ud800\\n"}', '\u{1f600}\ufffd\n'],
  ])('of %s is %j', (json, expected) => {
    expect(read(json)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    '[]',
    '"a"',
    '1',
    '{"endpoints":1}',
    '{"endpoints":"a","Endpoints":{}}',
    '{"endpoints":"a",}',
    '{"endpoints":"a"} x',
    '{"endpoints":"\t"}',
    "{'endpoints':'a'}",
    '{"x":1e,"endpoints":"a"}',
    '{"x":01}',
    '\ufeff{}',
    '{"endpoints":"a"} // why',
    `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  ])('cannot be read from %j', (json) => {
    expect(read(json)).toBeUndefined();
  });

  it('is only read below 10,000 levels of nesting', () => {
    expect(read(`{"endpoints":"a","x":${'['.repeat(9_999)}${']'.repeat(9_999)}}`)).toBe('a');
  });
});
