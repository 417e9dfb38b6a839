import type { Definition, FileLink } from '../../document/editing.js';
import type { CloudConfigView } from '../view.js';
import {
  itemsOf,
  memberOf,
  memberValue,
  resolved,
  type StringNode,
  type SyntaxNode,
  walk,
} from '../../formats/tree/node.js';
import { stringMap } from '../../formats/tree/stringMap.js';
import { countWhile, type Span, touches } from '../../text/span.js';
import { addToList, withoutTrailing } from '../../text/strings.js';

/** An anchor with its aliases, or a written file with its uses in commands. */
interface NamedThing {
  /** Each definition, and in it `&name` or the value of `path`. A file may be written several times. */
  readonly definitions: Definition[];
  readonly uses: Span[];
}

/** The definitions of the alias or path at an offset. */
export function definitionsAt({ text, tree }: CloudConfigView, offset: number): readonly Definition[] {
  return namedThingAt(text, tree?.root, offset)?.definitions ?? [];
}

/** The positions that name the same anchor or file as the one at an offset, in the order of the document. */
export function referencesAt({ text, tree }: CloudConfigView, offset: number, withDefinitions: boolean): Span[] {
  const { definitions = [], uses = [] } = namedThingAt(text, tree?.root, offset) ?? {};
  return [...(withDefinitions ? definitions.map(({ name }) => name) : []), ...uses].sort(byStart);
}

/** The paths in commands of files that the document writes, in the order of the document. */
export function fileLinks({ text, tree }: CloudConfigView): FileLink[] {
  return writtenFiles(text, tree?.root)
    .flatMap(({ definitions, uses }) => {
      const target = definitions.at(-1)?.name;
      return target === undefined ? [] : uses.map((span) => ({ span, target }));
    })
    .sort((a, b) => byStart(a.span, b.span));
}

/** The anchor or file that has its name or a use at an offset. */
function namedThingAt(text: string, root: SyntaxNode | undefined, offset: number): NamedThing | undefined {
  return [...anchors(text, root), ...writtenFiles(text, root)].find(({ definitions, uses }) =>
    [...definitions.map(({ name }) => name), ...uses].some((span) => touches(span, offset)),
  );
}

function anchors(text: string, root: SyntaxNode | undefined): NamedThing[] {
  const found: (NamedThing & { readonly label: string; readonly start: number })[] = [];
  const aliases: { name: string; span: Span }[] = [];
  for (const node of nodesOf(root)) {
    if (node.kind === 'alias') aliases.push(node);
    else if (node.anchor !== undefined) {
      const start = text.lastIndexOf(`&${node.anchor}`, node.span.start);
      if (start < 0) continue;
      const name = { start, end: start + node.anchor.length + 1 };
      const span = { start, end: Math.max(name.end, node.span.end) };
      found.push({ label: node.anchor, start, definitions: [{ span, name }], uses: [] });
    }
  }
  found.sort(byStart);
  const byLabel = new Map<string, typeof found>();
  for (const anchor of found) addToList(byLabel, anchor.label, anchor);
  for (const { name, span } of aliases) {
    // An anchor may be defined again: an alias refers to the last definition before it.
    const defined = byLabel.get(name) ?? [];
    defined[countWhile(defined.length, (index) => (defined[index]?.start ?? 0) < span.start) - 1]?.uses.push(span);
  }
  return found;
}

function* nodesOf(root: SyntaxNode | undefined): Generator<SyntaxNode> {
  for (const { node } of walk(root)) {
    yield node;
    if (node.kind !== 'object') continue;
    for (const { key } of node.members) for (const inside of walk(key.node)) yield inside.node;
  }
}

function writtenFiles(text: string, root: SyntaxNode | undefined): NamedThing[] {
  const byPath = new Map<string, NamedThing>();
  for (const item of itemsOf(memberValue(root, 'write_files'))) {
    const path = memberOf(item, 'path')?.value;
    if (path?.kind !== 'string' || !path.value.startsWith('/')) continue;
    const file = byPath.get(path.value) ?? { definitions: [], uses: [] };
    file.definitions.push({ span: item.span, name: path.span });
    byPath.set(path.value, file);
  }
  for (const key of ['bootcmd', 'runcmd']) {
    for (const node of nodesOf(memberOf(resolved(root), key)?.value)) {
      if (node.kind !== 'string') continue;
      for (const { path, inner } of pathsIn(node.value)) {
        const file = byPath.get(path);
        const span = file && spanInString(text, node, path, inner);
        if (span !== undefined) file?.uses.push(span);
      }
    }
  }
  return [...byPath.values()];
}

/** Absolute paths in a command, without punctuation after them. */
function* pathsIn(command: string): Generator<{ path: string; inner: Span }> {
  for (const { index, 0: found } of command.matchAll(/(?<![\w./~$}-])\/[^\s"'`;|&<>()[\]{},=*?$\\]+/g)) {
    const path = withoutTrailing(found, '.:!');
    yield { path, inner: { start: index, end: index + path.length } };
  }
}

/** The range of a part of a string in the document; undefined if line breaks split it. */
function spanInString(text: string, node: StringNode, part: string, inner: Span): Span | undefined {
  const map = stringMap(text, node);
  if (map.exact) return map.toOuter(inner);
  const start = text.indexOf(part, node.span.start);
  return start < 0 || start + part.length > node.span.end ? undefined : { start, end: start + part.length };
}

function byStart(a: { readonly start: number }, b: { readonly start: number }): number {
  return a.start - b.start;
}
