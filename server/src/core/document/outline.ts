import { memberOf, stringValue, type SyntaxNode } from '../formats/tree/node.js';
import { limits } from '../limits.js';
import type { LazyEntry } from './editing.js';
import { counted } from '../text/strings.js';

/** What an entry shows beside its name. */
export type EntryFacts = Pick<LazyEntry, 'detail' | 'value' | 'deprecated'>;

/** What to show of the value at a path. */
export type FactsOf = (path: readonly (string | number)[], value: SyntaxNode | undefined) => EntryFacts;

/** Entries that are made each time they are read. */
export function onDemand<Entry>(make: () => Iterable<Entry>): Iterable<Entry> {
  return { [Symbol.iterator]: () => make()[Symbol.iterator]() };
}

/** The outline of a tree: an entry for each member and each item. */
export function membersOf(
  node: SyntaxNode | undefined,
  path: readonly (string | number)[],
  factsOf: FactsOf,
): Iterable<LazyEntry> {
  return onDemand(() => eachMember(node, path, factsOf));
}

function* eachMember(
  node: SyntaxNode | undefined,
  path: readonly (string | number)[],
  factsOf: FactsOf,
): Generator<LazyEntry> {
  if (node === undefined || path.length > limits.outlineDepth) return;
  if (node.kind === 'array') {
    for (const [index, item] of node.items.entries())
      yield {
        name: shownName(memberOf(item, 'path')?.value) ?? shownName(memberOf(item, 'name')?.value) ?? String(index),
        ...factsOf([...path, index], item),
        kind: entryKind(item),
        span: item.span,
        nameSpan: item.span,
        children: membersOf(item, [...path, index], factsOf),
      };
  }
  if (node.kind !== 'object') return;
  for (const { key, value, span } of node.members) {
    const inner = [...path, key.name];
    yield {
      name: isBlank(key.name) ? JSON.stringify(key.name) : key.name,
      ...factsOf(inner, value),
      kind: value === undefined ? 'null' : entryKind(value),
      span,
      nameSpan: key.span,
      children: membersOf(value, inner, factsOf),
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
