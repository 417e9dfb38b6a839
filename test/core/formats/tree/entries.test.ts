import { describe, expect, it } from 'vitest';
import { MappingEntries } from '../../../../server/src/core/formats/tree/entries.js';
import { toValue } from '../../../../server/src/core/formats/tree/expand.js';
import { type ObjectNode, scalarSource, type SyntaxNode, walk } from '../../../../server/src/core/formats/tree/node.js';
import { cursorAt, nearestNode, nodeAt, touchedNode } from '../../../../server/src/core/formats/tree/paths.js';
import { parseYaml } from '../../../../server/src/core/formats/yaml/read.js';
import { limits } from '../../../../server/src/core/index.js';

function mapping(node: SyntaxNode | undefined): ObjectNode {
  if (node?.kind !== 'object') throw new Error('a mapping was expected');
  return node;
}

function entriesAt(text: string, pointer: string): Record<string, string | undefined> {
  const node = mapping(nodeAt(parseYaml(text).root, pointer));
  return Object.fromEntries([...new MappingEntries().of(node)].map(([name, { value }]) => [name, scalarSource(value)]));
}

describe('entries of a mapping', () => {
  // Expected as PyYAML 6 loads them.
  it.each([
    ['own entries go before merged ones', 'a: &a {x: 1, y: 2}\nb: {<<: *a, x: 3}\n', { x: '3', y: '2' }],
    ['wherever the merge key is written', 'a: &a {x: 1, y: 2}\nb: {x: 3, <<: *a}\n', { x: '3', y: '2' }],
    ['the first mapping of a list wins', 'a: [&a {x: 1}, &c {x: 2, z: 3}]\nb: {<<: [*a, *c]}\n', { x: '1', z: '3' }],
    ['the later of two merge keys wins', 'a: [&a {x: 1}, &c {x: 2, z: 3}]\nb: {<<: *a, <<: *c}\n', { x: '2', z: '3' }],
    ['merge keys may lead to merge keys', 'a: [&a {x: 1}, &c {<<: *a, y: 2}]\nb: {<<: *c}\n', { x: '1', y: '2' }],
    ['the tag makes a merge key', 'a: &a {x: 1}\nb: {!!merge any: *a}\n', { x: '1' }],
    ['a quoted << is a name', 'b: {"<<": 1}\n', { '<<': '1' }],
  ])('%s', (_, text, expected) => {
    expect(entriesAt(text, '/b')).toEqual(expected);
    const value = toValue(parseYaml(text).root) as { b: Record<string, unknown> };
    expect(Object.fromEntries(Object.entries(value.b).map(([name, item]) => [name, String(item)]))).toEqual(expected);
  });

  it('are limited, however often aliases repeat a large mapping', () => {
    const large = Array.from({ length: 2000 }, (_, index) => `k${index}: 1`).join(', ');
    const merges = Array.from({ length: 900 }, (_, index) => `- {<<: *large, own: ${index}}`).join('\n');
    const { root } = parseYaml(`base: &large {${large}}\nall:\n${merges}\n`);
    const entries = new MappingEntries();
    let count = 0;
    for (const { node } of walk(root)) if (node.kind === 'object') count += entries.of(node).size;
    expect(count).toBeLessThanOrEqual(limits.yamlExpandedNodes + 2000 + 900 + 2);
  });
});

describe('walk', () => {
  it('visits all values in the order of the text', () => {
    const { root } = parseYaml('a: [1, {b: 2}]\nc: 3\n');
    const shown = [...walk(root)].map(({ node, member, depth }) => `${depth} ${member?.key.name ?? '-'} ${node.kind}`);
    expect(shown).toEqual(['0 - object', '1 a array', '2 - number', '2 - object', '3 b number', '1 c number']);
  });
});

describe('positions in a tree', () => {
  const text = 'a:\n  - x: 1\n  - {y: {}}\nb: two words\n';
  const { root } = parseYaml(text);

  it.each([
    ['a:', 0, ['a'], true],
    ['x: 1', 0, ['a', 0, 'x'], true],
    ['1\n', 0, ['a', 0, 'x'], false],
    ['{y', 0, ['a', 1], false],
    ['y:', 0, ['a', 1, 'y'], true],
    ['{}}', 2, ['a', 1, 'y'], false],
    ['two', 5, ['b'], false],
  ] as const)('finds the key or value at %j + %i', (at, by, path, isOnKey) => {
    expect(touchedNode(root, text, text.indexOf(at) + by)).toMatchObject({ path, isOnKey });
  });

  it('finds where a key can be written', () => {
    const json = '{"a": {"b": 1, }}';
    const tree = parseYaml(json).root;
    expect(cursorAt(tree, json, json.indexOf(' }'))).toMatchObject({ at: 'key', path: ['a'], member: undefined });
    expect(cursorAt(tree, json, json.length + 1)).toBeUndefined();
  });

  it('finds the nearest value of a pointer', () => {
    expect(nearestNode(mapping(root), '/a/1/z/q')).toMatchObject({ node: { kind: 'object' }, exact: false });
    expect(nodeAt(root, '/a/1/z')).toBeUndefined();
    expect(nodeAt(root, '/a/1/y')).toMatchObject({ kind: 'object' });
  });
});
