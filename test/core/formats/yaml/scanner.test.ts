import { dump } from 'js-yaml';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toValue } from '../../../../server/src/core/formats/tree/expand.js';
import { parseYaml } from '../../../../server/src/core/formats/yaml/read.js';
import { runs } from '../../../support/runs.js';

/** What PyYAML 6.0.3 itself says to these texts was looked up by running it. */
describe('YAML as PyYAML reads it', () => {
  it.each([
    ['a: b # c\n', { a: 'b' }],
    ['a: b#c\n', { a: 'b#c' }],
    ['a: "x"#c\n', { a: 'x' }],
    ['a: ! 12\n', { a: 12 }],
    ['a: ! "12"\n', { a: 12 }],
    ['a: !!str 12\nb: !<tag:yaml.org,2002:str> 1\n', { a: '12', b: '1' }],
    ['%TAG !y! tag:yaml.org,2002:\n---\na: !y!str 12\n', { a: '12' }],
    ['a: !!int "12"\nb: !!float 3\nc: !!bool "on"\nd: !!null x\n', { a: 12, b: 3, c: true, d: null }],
    ['a:\u2028  b\n', { a: 'b' }],
    ['a: x\u0085 y\n', { a: 'x y' }],
    ['a: 1\u2028b: 2\r\nc: 3\rd: 4\n', { a: 1, b: 2, c: 3, d: 4 }],
    ['? a\n: b\n', { a: 'b' }],
    ['[a: b, {c}, ]\n', [{ a: 'b' }, { c: null }]],
    ['a:\n- b\n- - c\n  - d\n', { a: ['b', ['c', 'd']] }],
    ['a: |2\n   x\n  y\n', { a: ' x\ny\n' }],
    ['a: >\n  x\n  y\n\n  z\n   w\n  v\n', { a: 'x y\nz\n w\nv\n' }],
    ['a: |+\n  x\n\nb: |-\n  y\n', { a: 'x\n\n', b: 'y' }],
    ['a: "x\\\n   y\\x41\\u263a"\n', { a: 'xyA☺' }],
    ["a: 'x\n\n  y'\n", { a: 'x\ny' }],
    ['a: "b\nc"\n', { a: 'b c' }],
    ['*x : 1\n', undefined],
    ['&k key: 1\nb: *k\n', { key: 1, b: 'key' }],
    ['- &k key\n- *k : 1\n', ['key', { key: 1 }]],
    ['a: &x {k: 1, l: 1}\nb: {<<: *x, <<: {k: 2}}\n', { a: { k: 1, l: 1 }, b: { k: 2, l: 1 } }],
    ['"<<": 1\n', { '<<': 1 }],
    ['=: 1\n', { '=': 1 }],
    ['!!value a: 1\n', { a: 1 }],
    ['!!merge a: {b: 1}\n', { b: 1 }],
    ['a: ! |\n  1\nb: ! |-\n  2\nc: ! |+\n  3\n\n', { a: 1, b: 2, c: '3\n\n' }],
    ['\ufeffa: 1\n', { a: 1 }],
    ['--- a\n', 'a'],
    ['---\na: 1\n...\n', { a: 1 }],
    ['a: 2001-01-01\n', { a: '2001-01-01' }],
  ])('%j is read', (text, value) => {
    const tree = parseYaml(text);
    if (value === undefined) expect(tree.problems).not.toEqual([]);
    else {
      expect(tree.problems).toEqual([]);
      expect(toValue(tree.root)).toEqual(value);
    }
  });

  it.each([
    ['a: [b]\t# c\n', 'yaml/tab'],
    ['a:\tb\n', 'yaml/tab'],
    ['-\tb\n', 'yaml/tab'],
    ['a: b\tc\n', 'yaml/tab'],
    ['a: &p [x]\nb: &p [y]\n', 'yaml/syntax'],
    ['a: &p.1 x\n', 'yaml/syntax'],
    ['a: !mine x\n', 'yaml/syntax'],
    ['a: !!python/tuple [x]\n', 'yaml/syntax'],
    ['a: [!!str, b]\n', 'yaml/syntax'],
    ['a: !e!x y\n', 'yaml/syntax'],
    ['a: {{ x }}\n', 'yaml/syntax'],
    ['? [x]\n: y\n', 'yaml/syntax'],
    ['a: <<\n', 'yaml/syntax'],
    ['a: =\n', 'yaml/syntax'],
    ['<<: x\n', 'yaml/syntax'],
    ['<<: [{a: 1}, x]\n', 'yaml/syntax'],
    ['a: 2001-02-30\n', 'yaml/syntax'],
    ['a: !!timestamp x\n', 'yaml/syntax'],
    ['a: !!int x\n', 'yaml/syntax'],
    ['a: !!float 1-2\n', 'yaml/syntax'],
    ['a: !!bool 1\n', 'yaml/syntax'],
    ['a: 0x_\n', 'yaml/syntax'],
    ['a: !!binary aGVsbG8\n', 'yaml/syntax'],
    ['a: !!binary aGVsb\n', 'yaml/syntax'],
    ['a: !!binary é\n', 'yaml/syntax'],
    ['a: !!map [b]\n', 'yaml/syntax'],
    ['a: !!seq {b: c}\n', 'yaml/syntax'],
    ['a: !!omap [{b: c, d: e}]\n', 'yaml/syntax'],
    ['a: !!omap [<<: {b: c}]\n', 'yaml/syntax'],
    ['a: !!pairs [=: c]\n', 'yaml/syntax'],
    ['a: !!value b\n', 'yaml/syntax'],
    ['a: @b\n', 'yaml/syntax'],
    ['a: `b`\n', 'yaml/syntax'],
    ['a: %b\n', 'yaml/syntax'],
    ['a: "\\q"\n', 'yaml/syntax'],
    ['a: "\\xZZ"\n', 'yaml/syntax'],
    ['a: "x\n--- y"\n', 'yaml/syntax'],
    ['[a?, b]\n', 'yaml/syntax'],
    ['{a\n: b}\n', 'yaml/syntax'],
    [': b\n', 'yaml/syntax'],
    ['a: b: c\n', 'yaml/syntax'],
    ['a: - b\n', 'yaml/syntax'],
    ['a: |0\n  x\n', 'yaml/syntax'],
    ['a: |x\n  y\n', 'yaml/syntax'],
    ['a: |# c\n  y\n', 'yaml/syntax'],
    ['a: >-2#c\n  y\n', 'yaml/syntax'],
    ['a: >- # c\n  y\n', undefined],
    [`${'k'.repeat(1_100)}: 1\n`, 'yaml/syntax'],
    ['a: x\u0007\n', 'yaml/syntax'],
    ['a: x\u007f\n', 'yaml/syntax'],
    ['a: \ud800\n', 'yaml/syntax'],
    ['...\na: 1\n', 'yaml/syntax'],
    ['%YAML 2.0\n---\na: 1\n', 'yaml/syntax'],
    ['%YAML 1.1\na: 1\n', 'yaml/syntax'],
    ['%TAG !e! tag:e\n%TAG !e! tag:f\n---\na: 1\n', 'yaml/syntax'],
    ['a]\n', undefined],
    ['a: 1\n]\n', 'yaml/syntax'],
    ['a: 1\n b: 2\n', 'yaml/syntax'],
    ['- a\n b\n- c\n', undefined],
    ['- a\nb: c\n', 'yaml/syntax'],
  ])('%j: %s', (text, code) => {
    expect(parseYaml(text).problems.map((found) => found.code)[0]).toBe(code);
  });

  it('reads what another library writes', () => {
    const leaf = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null));
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('map')),
      list: fc.array(tie('any'), { maxLength: 4 }),
      map: fc.dictionary(fc.string({ maxLength: 30 }), tie('any'), { maxKeys: 4, noNullPrototype: true }),
    })).any;
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 6 }), (written, indent) => {
        const text = dump(written, { forceQuotes: true, indent });
        const tree = parseYaml(text);
        expect(tree.problems, text).toEqual([]);
        expect(toValue(tree.root), text).toEqual(written);
      }),
      { numRuns: runs(60) },
    );
  });

  it('never throws, and reports every text that it cannot read', () => {
    const piece = fc.constantFrom(
      ...'abc: \n\t-?[]{},&*!|>\'"#%@\\'.split(''),
      '\n  ',
      ': ',
      '- ',
      '<<: ',
      '!!str ',
      '---\n',
      '|\n ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const tree = parseYaml(pieces.join(''));
        for (const { span } of tree.problems) {
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeLessThanOrEqual(Math.max(1, pieces.join('').length));
          expect(span.end).toBeGreaterThanOrEqual(span.start);
        }
      }),
    );
  });
});
