import type { FoldableRegion, LazyEntry } from '../../document/editing.js';
import { entriesInside, noEntries } from '../../document/outline.js';
import {
  type ArrayNode,
  memberOf,
  type ObjectNode,
  resolved,
  scalarSource,
  stringValue,
  type SyntaxNode,
  walk,
} from '../../formats/tree/node.js';
import { limits } from '../../limits.js';
import { isOutdated, schemasInside } from '../schema/keys.js';
import { moduleOf, type SchemaNode } from '../schema/schemaNode.js';
import type { CloudConfigView } from '../view.js';

/**
 * The outline of a cloud-config: keys with their values and modules, and inside them files by path, users and others by name,
 * and commands by their words. `schema` is the target's.
 */
export function cloudConfigOutline(root: SyntaxNode | undefined, schema: SchemaNode): Iterable<LazyEntry> {
  return entriesOf(root, 0, [schema]);
}

function entriesOf(node: SyntaxNode | undefined, depth: number, schemas: readonly SchemaNode[]): Iterable<LazyEntry> {
  return entriesInside(node, depth, (container) => eachEntry(container, depth, schemas));
}

function* eachEntry(node: ObjectNode | ArrayNode, depth: number, schemas: readonly SchemaNode[]): Generator<LazyEntry> {
  const schemasOf = schemasInside(schemas, node);
  if (node.kind === 'array') {
    const inner = schemasOf(0);
    for (const [index, item] of node.items.entries()) {
      const words = wordsOf(item);
      yield {
        name: entryName(item, index),
        isText: true,
        words,
        detail: item.kind === 'object' ? entryDetail(item) : '',
        kind: kindOf(item),
        span: item.span,
        nameSpan: item.span,
        deprecated: false,
        children: words === undefined ? entriesOf(item, depth + 1, inner) : noEntries,
      };
    }
    return;
  }
  for (const { key, value, span } of node.members) {
    const inner = schemasOf(key.name);
    yield {
      name: key.name.trim() === '' ? JSON.stringify(key.name) : key.name,
      detail: '',
      value,
      showsEntries: depth === 0 && value?.kind === 'array',
      module: depth === 0 ? moduleTitle(key.name) : undefined,
      kind: value === undefined ? 'null' : depth === 0 && value.kind === 'object' ? 'module' : kindOf(value),
      span,
      nameSpan: key.span,
      deprecated: inner.length > 0 && inner.every(isOutdated),
      children: entriesOf(value, depth + 1, inner),
    };
  }
}

/** The title of the module of a key, unless it is the key in other letters. */
function moduleTitle(key: string): string | undefined {
  const title = moduleOf(key)?.title;
  return title?.toLowerCase().replaceAll(' ', '_') === key ? undefined : title;
}

/** Says that a file is deferred. */
function entryDetail(item: SyntaxNode): string {
  const defer = memberOf(item, 'defer')?.value;
  return defer?.kind === 'boolean' && defer.value ? 'deferred' : '';
}

/** The name of a list entry: its path or name, its string, or the words of its command. */
function entryName(item: SyntaxNode, index: number): string {
  const node = resolved(item);
  const named =
    stringValue(memberOf(node, 'path')?.value) ??
    stringValue(memberOf(node, 'name')?.value) ??
    (node?.kind === 'array' ? node.items.map(scalarSource).join(' ') : (scalarSource(node) ?? ''));
  const line = named
    .slice(0, limits.quotedValue * 20)
    .split(/[\r\n]/)
    .find((one) => one.trim() !== '');
  return line?.trim() ?? String(index);
}

/** The words of an entry that is a list of them, such as a command. */
function wordsOf(item: SyntaxNode): readonly SyntaxNode[] | undefined {
  return item.kind === 'array' && item.items.every((word) => scalarSource(word) !== undefined) ? item.items : undefined;
}

function kindOf(node: SyntaxNode): LazyEntry['kind'] {
  switch (node.kind) {
    case 'object':
    case 'array':
    case 'number':
    case 'boolean':
    case 'null':
      return node.kind;
    case 'alias':
      return 'object';
    default:
      return 'string';
  }
}

/** Runs of at least two comment lines outside of strings. */
export function* commentFoldings({ text, tree }: CloudConfigView): Generator<FoldableRegion> {
  const strings = [...walk(tree?.root)].flatMap(({ node }) => (node.kind === 'string' ? [node.span] : []));
  let nextString = 0;
  let run: { start: number; end: number; lines: number } | undefined;
  for (const { index, 0: line } of [...text.matchAll(/^.*$/gm), { index: text.length, 0: '' }]) {
    const end = index + line.length;
    while ((strings[nextString]?.end ?? Infinity) < index) nextString++;
    const isInside = (strings[nextString]?.start ?? Infinity) <= index;
    if (!isInside && line.trimStart().startsWith('#')) {
      run = { start: run?.start ?? index, end, lines: (run?.lines ?? 0) + 1 };
      continue;
    }
    if (run !== undefined && run.lines > 1)
      yield { span: { start: run.start, end: run.end }, form: 'comment', depth: 0 };
    run = undefined;
  }
}
