import type { MadeFromText } from '../../text/madeFromText.js';
import { movedSpan, type Span } from '../../text/span.js';
import { type Made, type Member, nesting, type SyntaxNode, type SyntaxTree } from '../tree/node.js';

/** A text that was read to its end without problems, anchors, aliases and merge keys, so that no entry depends on another. */
export type PlainReading = Pick<SyntaxTree, 'root'>;

/** An entry of the outermost mapping, as it was read; without a member for comments before the first key. */
interface ReadEntry {
  readonly member: Member | undefined;
  readonly made: Made;
}

/** An item of the list that an entry of the outermost mapping has, as it was read. */
interface ReadItem {
  /** Where its line began. */
  readonly start: number;
  readonly node: SyntaxNode;
  readonly made: Made;
}

/** Reads a text as a whole; undefined for what isn't plain. */
type ReadPlain = (text: string) => PlainReading | undefined;

/** What is known from an earlier version, and what the tree of this version has of it. */
interface Versions {
  readonly known: MadeFromText;
  readonly kept: Map<SyntaxNode, Made>;
}

/** The same with a reader for everything else. */
interface Joining extends Versions {
  readonly read: ReadPlain;
}

/** Names for what is made of entries and items, beside other things that are made from the same text. */
const entryKey = 'yaml entry';
const itemKey = 'yaml item';

/** Characters that an item of a list has on average, if items are read on their own: looking up short ones takes as long. */
const longItem = 256;

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
  ranges: readonly Span[],
  known: MadeFromText,
  read: ReadPlain,
): SyntaxTree | undefined {
  const kept = new Map<SyntaxNode, Made>();
  const joining = { known, kept, read };
  const before = ranges.map(({ start, end }) => knownEntry(text.slice(start, end), start, joining));
  if (before.every((entry) => entry === undefined)) return undefined;
  const members: Member[] = [];
  for (const [index, { start, end }] of ranges.entries()) {
    const written = text.slice(start, end);
    const entry = before[index] ?? plainEntry(read(known.own(written)), start);
    if (entry === undefined || (entry.member === undefined && index > 0)) return undefined;
    if (before[index] === undefined) rememberEntry(written, start, entry.member, joining);
    if (entry.member !== undefined) members.push(entry.member);
  }
  const [first, last] = [members[0], members.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const root: SyntaxNode = { kind: 'object', members, span: { start: first.span.start, end: last.span.end } };
  return {
    language: 'yaml',
    root,
    problems: [],
    get depth() {
      return nesting(root);
    },
    kept,
  };
}

/** The member of an entry, if it has one. */
type FoundEntry = Pick<ReadEntry, 'member'>;

/** An entry that is known as a whole, or of whose items most are. */
function knownEntry(text: string, start: number, joining: Joining): FoundEntry | undefined {
  const { known, kept } = joining;
  const same = known.get(text, entryKey) as ReadEntry | undefined;
  if (same === undefined) return entryOfItems(text, start, joining);
  const moved = movedEntry(same, start);
  if (moved.member?.value !== undefined) kept.set(moved.member.value, same.made);
  return moved;
}

/** An entry that was read on its own; undefined if it is something else. */
function plainEntry(reading: PlainReading | undefined, start: number): FoundEntry | undefined {
  if (reading === undefined) return undefined;
  if (reading.root === undefined) return { member: undefined };
  const [member, ...others] = membersOf(reading.root);
  return member?.span.start === 0 && others.length === 0 ? movedEntry({ member }, start) : undefined;
}

/** An entry whose value is a list, of whose items most are known; undefined for others. */
function entryOfItems(text: string, start: number, { known, kept, read }: Joining): FoundEntry | undefined {
  if (!hasKnownItem(text, known)) return undefined;
  const { column, ranges } = itemsOf(text);
  const first = ranges[0]?.start;
  if (first === undefined) return undefined;
  const head = plainEntry(read(text.slice(0, first)), start)?.member;
  if (head === undefined || !isAbsent(head.value)) return undefined;
  const items: SyntaxNode[] = [];
  for (const range of ranges) {
    const written = text.slice(range.start, range.end);
    let item = known.get(written, itemKey) as ReadItem | undefined;
    if (item === undefined) {
      item = plainItem(read(known.own(written)), start + range.start);
      if (item === undefined) return undefined;
      known.set(written, itemKey, item);
    }
    const node = movedItem(item, start + range.start);
    kept.set(node, item.made);
    items.push(node);
  }
  const from = start + first + column;
  const end = items.reduce((last, item) => Math.max(last, item.span.end), from + 1);
  const value: SyntaxNode = { kind: 'array', items, span: { start: from, end } };
  return { member: { key: head.key, value, span: { start, end } } };
}

/** Whether the first or the last item of a list is known: a quick check, because not both are edited at once. */
function hasKnownItem(text: string, known: MadeFromText): boolean {
  const { at, dash } = firstDash(text);
  const second = text.indexOf(`\n${dash}`, at);
  if (dash === '' || second < 0) return false;
  const ends = [text.slice(at, second + 1), text.slice(text.lastIndexOf(`\n${dash}`) + 1)];
  return ends.some((item) => known.get(item, itemKey) !== undefined);
}

/** The first dash of a list in lines, with the spaces before it, and where its line begins. */
function firstDash(text: string): { readonly at: number; readonly dash: string } {
  const { 0: dash = '', index: at = 0 } = /^ *-(?=[ \t\r\n])/m.exec(text) ?? {};
  return { at, dash };
}

/** The ranges of the items in the text of an entry, and the column of their dashes; none if it has no list of long items. */
function itemsOf(text: string): { readonly column: number; readonly ranges: readonly Span[] } {
  const { at, dash } = firstDash(text);
  const starts: number[] = [];
  // The line of a key is before the list.
  for (let line = dash === '' ? -1 : text.indexOf(`\n${dash}`, at - 1); line >= 0;) {
    const start = line + 1;
    if (' \t\r\n'.includes(text.charAt(start + dash.length))) starts.push(start);
    line = text.indexOf(`\n${dash}`, start);
  }
  const isLong = starts.length > 1 && text.length > starts.length * longItem;
  const ranges = isLong ? starts.map((start, index) => ({ start, end: starts[index + 1] ?? text.length })) : [];
  return { column: dash.length - 1, ranges };
}

/** Whether a key has no value on its line, not even a tag. */
function isAbsent(value: SyntaxNode | undefined): boolean {
  return value?.kind === 'null' && value.span.start === value.span.end && value.tag === undefined;
}

/** An item that was read on its own, for a line that begins at an offset; undefined if it is something else. */
function plainItem(reading: PlainReading | undefined, start: number): ReadItem | undefined {
  const root = reading?.root;
  const [node, ...others] = root?.kind === 'array' && root.tag === undefined ? root.items : [];
  return node === undefined || others.length > 0 ? undefined : { start, node: movedNode(node, start), made: new Map() };
}

/** The members of a mapping in block style; none for what else a text may be. */
function membersOf(root: SyntaxNode | undefined): readonly Member[] {
  const members = root?.kind === 'object' && root.tag === undefined ? root.members : [];
  return members[0]?.span.start === root?.span.start ? members : [];
}

/** Keeps the entries of a text that was read as a whole for its next version. Returns its values that are kept. */
export function rememberEntries(
  text: string,
  ranges: readonly Span[],
  { root }: PlainReading,
  known: MadeFromText,
): ReadonlyMap<SyntaxNode, Made> {
  const kept = new Map<SyntaxNode, Made>();
  const members = membersOf(root);
  const ofRanges = ranges.length > members.length ? [undefined, ...members] : members;
  const isOne = (range: Span, index: number): boolean => (ofRanges[index]?.span.start ?? 0) === range.start;
  if (members.length === 0 || ofRanges.length !== ranges.length || !ranges.every(isOne)) return kept;
  for (const [index, { start, end }] of ranges.entries())
    rememberEntry(text.slice(start, end), start, ofRanges[index], { known, kept });
  return kept;
}

/** Keeps an entry that begins at an offset: either as a whole, or the items of its list. */
function rememberEntry(text: string, start: number, member: Member | undefined, { known, kept }: Versions): void {
  const list = member?.value;
  const { column, ranges } = itemsOf(text);
  const at = start + (ranges[0]?.start ?? 0) + column;
  const isList = list?.kind === 'array' && list.tag === undefined && list.span.start === at;
  if (!isList || ranges.length !== list.items.length) {
    const made: Made = new Map();
    known.set(text, entryKey, { member, made } satisfies ReadEntry);
    if (list !== undefined) kept.set(list, made);
  } else
    for (const [index, range] of ranges.entries()) {
      const node = list.items[index];
      if (node === undefined) continue;
      const item: ReadItem = { start: start + range.start, node, made: new Map() };
      known.set(text.slice(range.start, range.end), itemKey, item);
      kept.set(node, item.made);
    }
}

function movedEntry(entry: FoundEntry, start: number): FoundEntry {
  const { member } = entry;
  if (member === undefined || member.span.start === start) return entry;
  return { member: movedMember(member, start - member.span.start, movedWhenRead) };
}

function movedItem(item: ReadItem, start: number): SyntaxNode {
  return item.start === start ? item.node : movedWhenRead(item.node, start - item.start);
}

/** A moved value whose parts are moved when they are first read, since few of a document are: the others were checked before. */
function movedWhenRead(node: SyntaxNode, by: number): SyntaxNode {
  const moved = { ...(node.tag !== undefined && { tag: node.tag }), span: movedSpan(node.span, by) };
  if (node.kind === 'object') {
    let members: readonly Member[] | undefined;
    return {
      ...moved,
      kind: 'object',
      get members() {
        return (members ??= node.members.map((member) => movedMember(member, by)));
      },
    };
  }
  if (node.kind === 'array') {
    let items: readonly SyntaxNode[] | undefined;
    return {
      ...moved,
      kind: 'array',
      get items() {
        return (items ??= node.items.map((item) => movedNode(item, by)));
      },
    };
  }
  return movedNode(node, by);
}

function movedMember({ key, value, span }: Member, by: number, movedValue = movedNode): Member {
  return {
    key: { ...key, span: movedSpan(key.span, by), ...(key.node && { node: movedNode(key.node, by) }) },
    value: value && movedValue(value, by),
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
    case 'string':
      // Most nodes, which take a third of the time without a copy of all members.
      if (node.tag === undefined && node.blockIndent === undefined)
        return { kind: 'string', value: node.value, style: node.style, span };
      return { ...node, span };
    default:
      return { ...node, span };
  }
}
