import { describe, expect, it } from 'vitest';
import { limits } from '../../../../server/src/core/limits.js';
import { memberOf, type SyntaxNode } from '../../../../server/src/core/formats/tree/node.js';
import { stringMap } from '../../../../server/src/core/formats/tree/stringMap.js';
import { toValue } from '../../../../server/src/core/formats/tree/expand.js';
import { parseYaml } from '../../../../server/src/core/formats/yaml/read.js';
import { resolvePlain } from '../../../../server/src/core/formats/yaml/yaml11.js';
import { readMarks } from '../../../support/markers.js';

const valueOf = (text: string) => toValue(parseYaml(text).root);

describe('YAML', () => {
  it.each([
    ['a: 1\nb: [x, {c: d}]\n', { a: 1, b: ['x', { c: 'd' }] }],
    ['- a\n- b: 1\n  c: 2\n-\n', ['a', { b: 1, c: 2 }, null]],
    ['a: |\n  one\n  two\nb: >-\n  x\n  y\n', { a: 'one\ntwo\n', b: 'x y' }],
    ["a: 'it''s'\nb: \"x\\ty\"\n", { a: "it's", b: 'x\ty' }],
    ['a: &x {k: 1}\nb: *x\nc:\n  <<: *x\n  k: 2\n', { a: { k: 1 }, b: { k: 1 }, c: { k: 2 } }],
    ['a: !!binary aGk=\nb: !!str 1\n', { a: 'aGk=', b: '1' }],
    ['', null],
    ['# only a comment\n', null],
    ['__proto__: {x: 1}\n', JSON.parse('{"__proto__": {"x": 1}}') as object],
  ])('%j', (text, value) => {
    expect(valueOf(text)).toEqual(value);
  });

  it.each([
    ['yes', true],
    ['Off', false],
    ['y', 'str'],
    ['0644', 420],
    ['0o644', 'str'],
    ['08', 'str'],
    ['0x1f', 31],
    ['1_000', 1000],
    ['1:30', 90],
    ['-0b11', -3],
    ['.5', 0.5],
    ['+.5', 'str'],
    ['1e3', 'str'],
    ['1.5e+3', 1500],
    ['.inf', Infinity],
    ['~', 'null'],
    ['Null', 'null'],
    ['nULL', 'str'],
    ['1:30.5', 90.5],
  ])('PyYAML resolves %s', (source, expected) => {
    const plain = resolvePlain(source);
    expect('value' in plain ? plain.value : plain.type).toBe(expected);
  });

  it('knows the place of every key and value', () => {
    const text = 'k: v\nl:\n  - "q"\n  - {m: 1}\nb: |\n  x\n';
    const { root } = parseYaml(text);
    const seen: string[] = [];
    const visit = (node: SyntaxNode): void => {
      seen.push(text.slice(node.span.start, node.span.end));
      if (node.kind === 'array') node.items.forEach(visit);
      if (node.kind === 'object')
        for (const { key, value } of node.members) {
          seen.push(text.slice(key.span.start, key.span.end));
          if (value) visit(value);
        }
    };
    if (root) visit(root);
    expect(seen.slice(1)).toEqual(['k', 'v', 'l', '- "q"\n  - {m: 1}', '"q"', '{m: 1}', 'm', '1', 'b', '  x']);
  });

  it.each([
    ['a: 1\n⟦	⟧yaml/tab b: 2\nc: 3\n', { a: 1, c: 3 }],
    ['a: ⟦[⟧yaml/syntax 1, 2\nb: 3\n', { b: 3 }],
    ['a: 1\nb: ⟦"⟧yaml/syntax x\nc: 3\n', { a: 1, c: 3 }],
    ["a: 1\nb: ⟦'⟧yaml/syntax x\nc: 3\n", { a: 1, c: 3 }],
    ['l:\n  - a: 1\n    b: 2⟦:⟧yaml/syntax  3\n  - d: 4\nc: 3\n', { l: [{ a: 1 }, { d: 4 }], c: 3 }],
    ['a: 1\n⟦---⟧yaml/syntax \nb: 2\n', { a: 1 }],
    ['a: ⟦*b⟧yaml/syntax \nb: &b 2\n', { a: null, b: 2 }],
  ])('reports %j once and keeps the rest', (source, kept) => {
    const { text, marks } = readMarks(source);
    const tree = parseYaml(text);
    expect(tree.problems.map(({ code, span }) => ({ ...span, code }))).toEqual(marks);
    expect(toValue(tree.root)).toEqual(kept);
  });

  it('finds several errors and keeps the entries between them', () => {
    const tree = parseYaml('a: "x\nb: 1\nc: [1, 2\nd: 2\ne: }\nf: 3\n');
    expect(tree.problems).toHaveLength(3);
    expect(toValue(tree.root)).toEqual({ b: 1, d: 2, f: 3 });
  });

  it('stays finite on alias bombs and cycles', () => {
    const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghi'
      .split('')
      .map(
        (name, i) =>
          `${name}: &${name} [${Array(9)
            .fill(`*${'abcdefgh'.charAt(i)}`)
            .join(', ')}]`,
      )
      .join('\n')}\n`;
    expect(JSON.stringify(valueOf(bomb)).length).toBeLessThan(5_000_000);
    const [found, ...more] = parseYaml(bomb).problems;
    expect(found?.code).toBe('yaml/limit-values');
    expect(bomb.slice(found?.span.start, found?.span.end)).toBe('*d');
    expect(more).toEqual([]);
    const harmless = `a: &a [${Array(10_000).fill('x').join(', ')}]\nb: [*a, *a, *a]\n`;
    expect(parseYaml(harmless).problems).toEqual([]);
    expect(valueOf('a: &a [*a]\n')).toEqual({ a: [null] });
    expect(parseYaml('a: &a [*a]\n').problems.map(({ code }) => code)).toEqual(['yaml/syntax']);
    expect(
      parseYaml(`a: &a 1\nb: [${Array(1_500).fill('*a').join(', ')}]\n`).problems.map(({ code }) => code),
    ).toContain('yaml/limit-aliases');
  });

  it('ignores aliases that repeat a long text too often', () => {
    const long = 'x'.repeat(limits.yamlRepeatedCharacters / 8);
    const texts = (count: number): string => `a: &a ${long}\nb: &b [${Array(count).fill('*a').join(', ')}]\n`;
    expect(parseYaml(texts(7)).problems).toEqual([]);
    const tree = parseYaml(texts(30));
    expect(tree.problems.map(({ code }) => code)).toEqual(['yaml/limit-values']);
    expect(JSON.stringify(toValue(tree.root)).length).toBeLessThan(10 * long.length);
    // What is inside of a repeated value counts, too.
    const nested = parseYaml(`${texts(3)}c: [*b, *b]\n`);
    expect(nested.problems.map(({ code }) => code)).toEqual(['yaml/limit-values']);
  });

  it('refuses nesting without end', () => {
    expect(parseYaml(`a: ${'['.repeat(5_000)}`).problems.map(({ code }) => code)).toContain('yaml/syntax');
  });

  it('maps every character of a literal block back to where it stands', () => {
    const text = 'a:\n    - b: |\n        one\n\n         two\n      c: 1\n';
    const item = parseYaml(text).root;
    const list = memberOf(item, 'a')?.value;
    const node = list?.kind === 'array' ? memberOf(list.items[0], 'b')?.value : undefined;
    if (node?.kind !== 'string') throw new Error('no text');
    const map = stringMap(text, node);
    expect(map.exact).toBe(true);
    for (let offset = 0; offset < node.value.length; offset++) {
      const c = node.value.charAt(offset);
      const { start } = map.toOuter({ start: offset, end: offset + 1 });
      expect(text.charAt(start), `character ${offset}`).toBe(c);
    }
  });
});
