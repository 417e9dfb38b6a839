import type { MadeFromText } from '../../text/madeFromText.js';
import type { Span } from '../../text/span.js';
import type { Member, SyntaxNode, SyntaxTree } from '../tree/node.js';

/** A text that was read to its end without problems, anchors and aliases, so that its entries don't depend on each other. */
export interface PlainReading {
  readonly root: SyntaxNode | undefined;
  readonly depth: number;
}

/** An entry of the outermost mapping, as it was read last. */
interface ReadEntry {
  /** Where it began. */
  readonly start: number;
  /** Undefined for comments before the first key. */
  readonly member: Member | undefined;
  /** Nesting of its deepest container; the outermost mapping counts as 1. */
  readonly depth: number;
}

/** A name for what is made of entries, beside other things that are made from the same text. */
const made = 'yaml entry';

/** Ranges from one unindented line to the next one. */
export function topLevelEntries(text: string): Span[] {
  const starts = [0];
  for (const match of text.matchAll(/^(?![ \t\r\n#]|-[ \t\r\n]|[\]}])/gm))
    if (match.index > 0 && match.index < text.length) starts.push(match.index);
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? text.length }));
}

/**
 * The tree of a text most of whose entries are known from an earlier version: only the others are read. Undefined if it isn't a
 * mapping of such entries; then it has to be read as a whole. `read` returns undefined for what isn't plain.
 */
export function joinedEntries(
  text: string,
  known: MadeFromText,
  read: (entry: string) => PlainReading | undefined,
): SyntaxTree | undefined {
  const ranges = topLevelEntries(text);
  const before = ranges.map(({ start, end }) => known.get(text.slice(start, end), made) as ReadEntry | undefined);
  if (before.every((entry) => entry === undefined)) return undefined;
  const members: Member[] = [];
  let depth = 0;
  for (const [index, { start, end }] of ranges.entries()) {
    const written = text.slice(start, end);
    const entry = before[index] ?? plainEntry(read(known.own(written)));
    if (entry === undefined || (entry.member === undefined && index > 0)) return undefined;
    const moved = movedEntry(entry, start);
    if (moved !== before[index]) known.set(written, made, moved);
    if (moved.member !== undefined) members.push(moved.member);
    depth = Math.max(depth, moved.depth);
  }
  const [first, last] = [members[0], members.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const span = { start: first.span.start, end: last.span.end };
  return { language: 'yaml', root: { kind: 'object', members, span }, problems: [], depth };
}

/** An entry that was read on its own; undefined if it is something else. */
function plainEntry(reading: PlainReading | undefined): ReadEntry | undefined {
  if (reading === undefined) return undefined;
  const { root, depth } = reading;
  if (root === undefined) return { start: 0, member: undefined, depth };
  const [member, ...others] = membersOf(root);
  return member?.span.start === 0 && others.length === 0 ? { start: 0, member, depth } : undefined;
}

/** The members of a mapping in block style; none for what else a text may be. */
function membersOf(root: SyntaxNode | undefined): readonly Member[] {
  const members = root?.kind === 'object' && root.tag === undefined ? root.members : [];
  return members[0]?.span.start === root?.span.start ? members : [];
}

/** Keeps the entries of a text that was read as a whole for its next version. */
export function rememberEntries(text: string, { root }: PlainReading, known: MadeFromText): void {
  const members = membersOf(root);
  const entries: [string, ReadEntry][] = [];
  let next = 0;
  for (const { start, end } of topLevelEntries(text)) {
    const member = members[next];
    const isHere = member !== undefined && member.span.start < end;
    // Several in one range, or one without a line of its own.
    if (isHere ? member.span.start !== start || (members[next + 1]?.span.start ?? end) < end : start > 0) return;
    if (isHere) next++;
    const depth = isHere ? depthOf(member) + 1 : 0;
    entries.push([text.slice(start, end), { start, member: isHere ? member : undefined, depth }]);
  }
  if (next < members.length) return;
  for (const [written, entry] of entries) known.set(written, made, entry);
}

function depthOf({ key, value }: Member): number {
  return Math.max(nesting(key.node), nesting(value));
}

/** How many containers are in each other. */
function nesting(node: SyntaxNode | undefined): number {
  if (node?.kind === 'array') return 1 + node.items.reduce((most, item) => Math.max(most, nesting(item)), 0);
  if (node?.kind !== 'object') return 0;
  return 1 + node.members.reduce((most, member) => Math.max(most, depthOf(member)), 0);
}

function movedEntry(entry: ReadEntry, start: number): ReadEntry {
  const { member } = entry;
  if (entry.start === start) return entry;
  return { ...entry, start, member: member && movedMember(member, start - entry.start) };
}

function movedMember({ key, value, span }: Member, by: number): Member {
  return {
    key: { ...key, span: movedSpan(key.span, by), ...(key.node && { node: movedNode(key.node, by) }) },
    value: value && movedNode(value, by),
    span: movedSpan(span, by),
  };
}

function movedNode(node: SyntaxNode, by: number): SyntaxNode {
  const span = movedSpan(node.span, by);
  switch (node.kind) {
    case 'object':
      return { ...node, span, members: node.members.map((member) => movedMember(member, by)) };
    case 'array':
      return { ...node, span, items: node.items.map((item) => movedNode(item, by)) };
    case 'binary':
      return { ...node, span, source: { ...node.source, span: movedSpan(node.source.span, by) } };
    default:
      return { ...node, span };
  }
}

function movedSpan({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
