import type { Definition, FileLink } from '../../document/editing.js';
import type { CloudConfigView } from '../view.js';
import { memberOf, resolved, type StringNode, type SyntaxNode, walk } from '../../formats/tree/node.js';
import { stringMap } from '../../formats/tree/stringMap.js';
import { type Span, touches } from '../../text/span.js';

/** Something with a name that other places of a document lead to: an anchor, or a file that is written. */
interface NamedThing {
  /** Where it is, and its name there: `&name`, or the value of `path`. One file may be written several times. */
  readonly definitions: readonly { readonly span: Span; readonly name: Span }[];
  /** Aliases, or the places in commands where the path of the file stands. */
  readonly uses: readonly Span[];
}

/** Where the alias or path at an offset comes from. */
export function definitionsAt({ text, tree }: CloudConfigView, offset: number): readonly Definition[] {
  return namedThingAt(text, tree?.root, offset)?.definitions ?? [];
}

/** The positions that name the same anchor or file as the one at an offset, in the order of the document. */
export function referencesAt({ text, tree }: CloudConfigView, offset: number, withDefinitions: boolean): Span[] {
  const thing = namedThingAt(text, tree?.root, offset);
  if (thing === undefined) return [];
  const names = withDefinitions ? thing.definitions.map(({ name }) => name) : [];
  return inOrder([...names, ...thing.uses]);
}

/** The paths in commands that lead to files which the document writes, in its order. */
export function fileLinks({ text, tree }: CloudConfigView): FileLink[] {
  return namedThings(text, tree?.root)
    .flatMap(({ definitions, uses }) => {
      const target = definitions.at(-1)?.name;
      // Aliases are no addresses; editors lead from them by definition.
      return target === undefined || text.startsWith('&', target.start) ? [] : uses.map((span) => ({ span, target }));
    })
    .sort((a, b) => a.span.start - b.span.start);
}

/** All anchors and written files of a cloud-config, in the order of their first definitions. */
function namedThings(text: string, root: SyntaxNode | undefined): NamedThing[] {
  return [...anchors(text, root), ...writtenFiles(text, root)];
}

/** The thing that an offset is on, by its name or one of its uses. */
function namedThingAt(text: string, root: SyntaxNode | undefined, offset: number): NamedThing | undefined {
  return namedThings(text, root).find(
    ({ definitions, uses }) =>
      definitions.some(({ name }) => touches(name, offset)) || uses.some((use) => touches(use, offset)),
  );
}

interface Anchor {
  readonly label: string;
  readonly definition: { readonly span: Span; readonly name: Span };
  readonly uses: Span[];
}

function anchors(text: string, root: SyntaxNode | undefined): NamedThing[] {
  const found: Anchor[] = [];
  const aliases: { name: string; span: Span }[] = [];
  for (const node of nodesOf(root)) {
    if (node.kind === 'alias') aliases.push(node);
    else if (node.anchor !== undefined) {
      const name = anchorSpan(text, node.anchor, node.span.start);
      if (name === undefined) continue;
      found.push({
        label: node.anchor,
        definition: { span: { start: name.start, end: Math.max(name.end, node.span.end) }, name },
        uses: [],
      });
    }
  }
  found.sort((a, b) => a.definition.name.start - b.definition.name.start);
  for (const { name, span } of aliases) {
    // An anchor may be set anew: an alias stands for the last one before it.
    const target = found.findLast(({ label, definition }) => label === name && definition.name.start < span.start);
    target?.uses.push(span);
  }
  return found.map(({ definition, uses }) => ({ definitions: [definition], uses: inOrder(uses) }));
}

/** Where `&name` stands in front of its value. */
function anchorSpan(text: string, name: string, before: number): Span | undefined {
  const written = `&${name}`;
  const start = text.lastIndexOf(written, before);
  return start < 0 ? undefined : { start, end: start + written.length };
}

function* nodesOf(root: SyntaxNode | undefined): Generator<SyntaxNode> {
  for (const { node } of walk(root)) {
    yield node;
    if (node.kind !== 'object') continue;
    for (const { key } of node.members) for (const inside of walk(key.node)) yield inside.node;
  }
}

interface WrittenFile {
  readonly definitions: { readonly span: Span; readonly name: Span }[];
  readonly uses: Span[];
}

function writtenFiles(text: string, root: SyntaxNode | undefined): NamedThing[] {
  const list = resolved(memberOf(resolved(root), 'write_files')?.value);
  if (list?.kind !== 'array') return [];
  const byPath = new Map<string, WrittenFile>();
  for (const item of list.items) {
    const path = memberOf(item, 'path')?.value;
    if (path?.kind !== 'string' || !path.value.startsWith('/')) continue;
    const file = byPath.get(path.value) ?? { definitions: [], uses: [] };
    file.definitions.push({ span: item.span, name: path.span });
    byPath.set(path.value, file);
  }
  for (const node of commandsOf(root)) {
    for (const { path, inner } of pathsIn(node.value)) {
      const file = byPath.get(path);
      const span = file && placeInString(text, node, path, inner);
      if (span !== undefined) file?.uses.push(span);
    }
  }
  return [...byPath.values()].map(({ definitions, uses }) => ({ definitions, uses: inOrder(uses) }));
}

/** The texts of commands: shell lines and the arguments of lists. */
function* commandsOf(root: SyntaxNode | undefined): Generator<StringNode> {
  for (const key of ['bootcmd', 'runcmd'])
    for (const node of nodesOf(memberOf(resolved(root), key)?.value)) if (node.kind === 'string') yield node;
}

/** Absolute paths in a command, without the punctuation behind them. */
function* pathsIn(command: string): Generator<{ path: string; inner: Span }> {
  for (const { index, 0: found } of command.matchAll(/(?<![\w./~$}-])\/[^\s"'`;|&<>()[\]{},=*?$\\]+/g)) {
    const path = found.replace(/[.:!]+$/, '');
    yield { path, inner: { start: index, end: index + path.length } };
  }
}

/** Where a part of a string stands in the document; undefined where line breaks cut it. */
function placeInString(text: string, node: StringNode, part: string, inner: Span): Span | undefined {
  const map = stringMap(text, node);
  if (map.exact) return map.toOuter(inner);
  const start = text.indexOf(part, node.span.start);
  return start < 0 || start + part.length > node.span.end ? undefined : { start, end: start + part.length };
}

function inOrder(spans: readonly Span[]): Span[] {
  return [...spans].sort((a, b) => a.start - b.start);
}
