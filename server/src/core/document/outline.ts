import { type ArrayNode, memberOf, type ObjectNode, stringValue, type SyntaxNode } from '../formats/tree/node.js';
import { limits } from '../limits.js';
import type { LazyEntry } from './editing.js';
import { counted } from '../text/strings.js';

/** What to show of the value of a member or item beside its name, and of those inside it. */
export type FactsOf = (
  step: string | number,
  value: SyntaxNode | undefined,
) => Pick<LazyEntry, 'detail' | 'value' | 'deprecated'> & { readonly inside: FactsOf };

/** Entries that are made each time they are read. */
export function onDemand<Entry>(make: () => Iterable<Entry>): Iterable<Entry> {
  return { [Symbol.iterator]: () => make()[Symbol.iterator]() };
}

/** A value without parts has no entries. */
export const noEntries: readonly never[] = [];

/** The entries of a mapping or list at a depth, up to the deepest that is shown. */
export function entriesInside(
  node: SyntaxNode | undefined,
  depth: number,
  entriesOf: (node: ObjectNode | ArrayNode) => Iterable<LazyEntry>,
): Iterable<LazyEntry> {
  if ((node?.kind !== 'object' && node?.kind !== 'array') || depth > limits.outlineDepth) return noEntries;
  return onDemand(() => entriesOf(node));
}

/** The outline of a tree: an entry for each member and each item. */
export function membersOf(node: SyntaxNode | undefined, factsOf: FactsOf, depth = 0): Iterable<LazyEntry> {
  return entriesInside(node, depth, (container) => eachMember(container, factsOf, depth));
}

function* eachMember(node: ObjectNode | ArrayNode, factsOf: FactsOf, depth: number): Generator<LazyEntry> {
  if (node.kind === 'array') {
    for (const [index, item] of node.items.entries()) {
      const { detail, value, deprecated, inside } = factsOf(index, item);
      yield {
        name: shownName(memberOf(item, 'path')?.value) ?? shownName(memberOf(item, 'name')?.value) ?? String(index),
        detail,
        value,
        deprecated,
        kind: entryKind(item),
        span: item.span,
        nameSpan: item.span,
        children: membersOf(item, inside, depth + 1),
      };
    }
    return;
  }
  for (const { key, value: written, span } of node.members) {
    const { detail, value, deprecated, inside } = factsOf(key.name, written);
    yield {
      name: isBlank(key.name) ? JSON.stringify(key.name) : key.name,
      detail,
      value,
      deprecated,
      kind: written === undefined ? 'null' : entryKind(written),
      span,
      nameSpan: key.span,
      children: membersOf(written, inside, depth + 1),
    };
  }
}

/** Editors refuse an outline that has an entry without a name. */
function shownName(node: SyntaxNode | undefined): string | undefined {
  const name = stringValue(node);
  return name === undefined || isBlank(name) ? undefined : name;
}

function isBlank(name: string): boolean {
  return name.trim() === '';
}

/** The number of entries of a container; undefined for other values. */
export function entryCount(node: SyntaxNode | undefined): string | undefined {
  if (node?.kind !== 'array' && node?.kind !== 'object') return undefined;
  const count = node.kind === 'array' ? node.items.length : node.members.length;
  return counted(count, 'entry', 'entries');
}

function entryKind(node: SyntaxNode): LazyEntry['kind'] {
  return node.kind === 'binary' || node.kind === 'timestamp' ? 'string' : node.kind === 'alias' ? 'object' : node.kind;
}
