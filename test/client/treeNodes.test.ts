import { describe, expect, it } from 'vitest';
import { filtered } from '../../client/src/explorer/treeFilter.js';
import { documentNode, nodesIn, type TreeNode } from '../../client/src/explorer/treeNodes.js';
import type { DecodeResult, PayloadEntry, ResourceEntry } from '../../server/src/protocol.js';

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
const none = { errors: 0, warnings: 0, codes: [] };

function resource(is: ResourceEntry['is'], name: string, more: Partial<ResourceEntry> = {}): ResourceEntry {
  return { is, name, icon: '', range, ...none, ...more };
}

function payload(label: string, index: number | undefined, more: Partial<PayloadEntry> = {}): PayloadEntry {
  return {
    title: label,
    label,
    outer: [],
    name: label,
    summary: '',
    icon: '',
    layers: [],
    steps: [String(index), label],
    bytes: 0,
    kind: '',
    role: 'other',
    ...none,
    readable: true,
    resource: index,
    children: [],
    ...more,
  };
}

const result: DecodeResult = {
  kind: 'Scale set',
  source: 'file:///list.json',
  resources: [
    resource('scale set', 'pool1'),
    resource('extension', 'vmssCSE', { around: 0 }),
    resource('scale set', 'pool2'),
    resource('scale set', 'pool3', { errors: 1, codes: ['payload/empty'] }),
  ],
  payloads: [
    payload('customData', 0, {
      children: [payload('config.json', 0, { steps: ['0', 'customData', 'config'], kind: 'AKS node config' })],
    }),
    payload('commandToExecute', 1, { layers: ['shell-command'] }),
    payload('customData', 2, { steps: ['2'], errors: 2, warnings: 1, codes: ['cloud-config/unknown-key'] }),
    payload('other', undefined),
  ],
  ...none,
};
const root = documentNode({ uri: 'file:///list.json', pinned: false }, result);

/** A tree as indented text, with the problems of each node. */
function drawn(node: TreeNode, isShown: (node: TreeNode) => boolean = () => true, depth = 0): string[] {
  const name = node.is === 'document' ? 'list' : node.is === 'resource' ? node.resource.name : node.entry.label;
  const { errors, warnings } = node.all;
  const line = `${'  '.repeat(depth)}${name}${errors + warnings === 0 ? '' : ` ${errors}/${warnings}`}`;
  return [line, ...node.children.filter(isShown).flatMap((child) => drawn(child, isShown, depth + 1))];
}

describe('the tree of a document', () => {
  it('has payloads in extensions in scale sets, and counts problems up to the document', () => {
    expect(drawn(root)).toEqual([
      'list 3/1',
      '  pool1',
      '    customData',
      '      config.json',
      '    vmssCSE',
      '      commandToExecute',
      '  pool2 2/1',
      '    customData 2/1',
      '  other',
      '  pool3 1/0',
    ]);
    expect(root.inside).toEqual({ errors: 3, warnings: 1 });
    expect(root.own).toEqual({ errors: 0, warnings: 0 });
  });

  it('has nodes with ids of their own', () => {
    const ids = [...nodesIn([root])].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a filter', () => {
  const tree = (filter: string): string[] => {
    const { shown } = filtered([root], filter);
    return drawn(root, (node) => shown?.has(node) ?? true).slice(1);
  };

  it.each([
    ['vmsscse', ['  pool1', '    vmssCSE', '      commandToExecute']],
    ['POOL1 customdata', ['  pool1', '    customData', '      config.json']],
    ['node config', ['  pool1', '    customData', '      config.json']],
    ['shell-command', ['  pool1', '    vmssCSE', '      commandToExecute']],
    ['unknown-key', ['  pool2 2/1', '    customData 2/1']],
    ['@errors', ['  pool2 2/1', '    customData 2/1', '  pool3 1/0']],
    ['@warnings', ['  pool2 2/1', '    customData 2/1']],
    ['@problems pool3', ['  pool3 1/0']],
    ['nothing-has-this', []],
  ])('%s leaves what fits it, and what is around it', (filter, expected) => {
    expect(tree(filter)).toEqual(expected);
  });

  it('counts the payloads that fit', () => {
    expect(filtered([root], 'pool1')).toMatchObject({ found: 3, payloads: 5 });
    expect(filtered([root], '  ').shown).toBeUndefined();
  });
});
