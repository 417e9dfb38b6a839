import type { Analysis } from '../analysis.js';
import { contract } from '../contract/contract.js';
import { typeName } from '../contract/descriptor.js';
import { placeInContract } from '../contract/navigate.js';
import type { Payload } from '../payload/payload.js';
import { childTitle } from '../payload/title.js';
import type { SyntaxNode } from '../syntax/node.js';
import { memberOf, stringValue } from '../syntax/node.js';
import type { Span } from '../text/span.js';

/** An entry of a document's outline. */
export interface OutlineEntry {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'file' | 'module';
  readonly span: Span;
  /** What is selected when the entry is chosen. */
  readonly nameSpan: Span;
  readonly children: readonly OutlineEntry[];
}

/** How deep an outline follows a document. */
const maxDepth = 8;

/** The outline: fields of a node config, keys of a cloud-config, payloads of everything else. */
export function outline(analysis: Analysis): OutlineEntry[] {
  const { root } = analysis;
  if (root.steps.length > 0) return [];
  if (root.kind === 'node-config' || root.kind === 'cloud-config')
    return membersOf(root.tree?.root, [], root.kind === 'node-config');
  return payloadsOf(root);
}

function membersOf(
  node: SyntaxNode | undefined,
  path: readonly (string | number)[],
  contractual: boolean,
): OutlineEntry[] {
  if (node === undefined || path.length > maxDepth) return [];
  if (node.kind === 'array') {
    return node.items.map((item, index) => ({
      name: stringValue(memberOf(item, 'path')?.value) ?? stringValue(memberOf(item, 'name')?.value) ?? String(index),
      detail: '',
      kind: entryKind(item),
      span: item.span,
      nameSpan: item.span,
      children: membersOf(item, [...path, index], contractual),
    }));
  }
  if (node.kind !== 'object') return [];
  return node.members.map(({ key, value, span }) => {
    const inner = [...path, key.name];
    const field = contractual ? placeInContract(contract, inner)?.field : undefined;
    return {
      name: key.name === '' ? '""' : key.name,
      detail: field === undefined ? '' : typeName(field),
      kind: value === undefined ? 'null' : entryKind(value),
      span,
      nameSpan: key.span,
      children: membersOf(value, inner, contractual),
    };
  });
}

function entryKind(node: SyntaxNode): OutlineEntry['kind'] {
  return node.kind === 'binary' ? 'string' : node.kind === 'alias' ? 'object' : node.kind;
}

function payloadsOf(payload: Payload): OutlineEntry[] {
  return payload.children.map((child) => ({
    name: childTitle(child),
    detail: `${child.payload.layers.join(' > ')}, ${child.payload.bytes.length.toLocaleString('en')} bytes`,
    kind: child.is === 'file' ? 'file' : 'module',
    span: child.span,
    nameSpan: child.span,
    children: payloadsOf(child.payload),
  }));
}
