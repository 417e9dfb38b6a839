import type { TextChange } from '../../problems/problem.js';
import { append } from '../../text/strings.js';
import { applyWithin } from './changes.js';
import type { PlainValue } from './expand.js';
import {
  spaceStart,
  spaceEnd,
  commaAfter,
  type Container,
  entryCount,
  entrySpan,
  indentOf,
  interior,
  type Layout,
  lineStartOf,
  memberSpan,
} from './layout.js';
import type { KeyNode, Member, ObjectNode, SyntaxNode } from './node.js';

/** A member to be written: its name and value, both unescaped. */
export interface NewMember {
  readonly name: string;
  readonly value: PlainValue;
}

/** The position of new members: before the member with the index, or at the end for the number of members. */
interface Insertion {
  readonly object: ObjectNode;
  readonly at: number;
  readonly members: readonly NewMember[];
}

/**
 * The change that writes members into an object, laid out like their neighbours, and never after an incomplete member,
 * because text after it could not be read.
 */
export function insertMembers(text: string, layout: Layout, { object, at, members }: Insertion): TextChange {
  const index = afterComplete(text, object, at);
  const target = object.members[index];
  if (target !== undefined) {
    const { start } = target.key.span;
    const indent = ownIndent(text, start);
    const gap = gapOf(layout, indent);
    const newText = members.map((member) => `${writtenMember(member, layout, indent)},${gap}`).join('');
    return { span: { start, end: start }, newText };
  }
  const last = object.members[index - 1];
  if (last === undefined) return fillEmpty(text, layout, object, members);
  const { start, end } = memberSpan(text, last);
  const indent = ownIndent(text, start);
  const gap = gapOf(layout, indent);
  const written = members.map((member) => gap + writtenMember(member, layout, indent)).join(',');
  const comma = commaAfter(text, end);
  return comma === undefined
    ? { span: { start: end, end }, newText: `,${written}` }
    : { span: { start: comma + 1, end: comma + 1 }, newText: written };
}

/** The indentation of an entry that begins its line. */
function ownIndent(text: string, start: number): string | undefined {
  return lineStartOf(text, start) === undefined ? undefined : indentOf(text, start);
}

/** A value as JSON text; `indent` is that of its line, or undefined for a value on one line. */
export function writtenValue(value: PlainValue, layout: Layout, indent: string | undefined): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = indent === undefined ? undefined : indent + layout.unit;
  const entries = Array.isArray(value)
    ? value.map((item) => writtenValue(item, layout, inner))
    : Object.entries(value).map(([name, item]) => writtenMember({ name, value: item }, layout, inner));
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (entries.length === 0) return `${open}${close}`;
  if (indent === undefined) {
    const padding = Array.isArray(value) ? '' : layout.padding;
    return `${open}${padding}${entries.join(`,${layout.gap}`)}${padding}${close}`;
  }
  const lines = entries.join(`,${gapOf(layout, inner)}`);
  return `${open}${gapOf(layout, inner)}${lines}${gapOf(layout, indent)}${close}`;
}

function writtenMember({ name, value }: NewMember, layout: Layout, indent: string | undefined): string {
  return `${JSON.stringify(name)}${layout.colon}${writtenValue(value, layout, indent)}`;
}

/** The white space before an entry: a line break and indentation, or a space. */
function gapOf(layout: Layout, indent: string | undefined): string {
  return indent === undefined ? layout.gap : layout.lineEnd + indent;
}

function fillEmpty(text: string, layout: Layout, object: ObjectNode, members: readonly NewMember[]): TextChange {
  const inside = interior(object);
  const blank = spaceEnd(text, inside.start) >= inside.end;
  const span = blank ? inside : { start: inside.start, end: inside.start };
  const spread =
    layout.spread || object.span.start === firstOf(text) || /[\r\n]/.test(text.slice(span.start, span.end));
  const outer = spread ? indentOf(text, object.span.start) : undefined;
  const indent = outer === undefined ? undefined : outer + layout.unit;
  const entries = members.map((member) => writtenMember(member, layout, indent));
  if (indent === undefined) {
    return { span, newText: `${layout.padding}${entries.join(`,${layout.gap}`)}${layout.padding}` };
  }
  const gap = gapOf(layout, indent);
  return { span, newText: `${gap}${entries.join(`,${gap}`)}${gapOf(layout, outer)}` };
}

/** The start of a document's root value, which is spread over lines even if nothing in the text is. */
function firstOf(text: string): number {
  return spaceEnd(text, text.startsWith('\ufeff') ? 1 : 0);
}

/**
 * The last index up to `at` that follows a complete member, and between two members also a comma: after other text, a new
 * member could not be read.
 */
function afterComplete(text: string, { members }: ObjectNode, at: number): number {
  let index = Math.min(at, members.length);
  const isComplete = ({ value, span }: Member, isLast: boolean): boolean =>
    !isIncomplete(value) && (isLast || commaAfter(text, span.end) !== undefined);
  for (let before = members[index - 1]; before !== undefined; before = members[--index - 1])
    if (isComplete(before, index === members.length)) break;
  return index;
}

function isIncomplete(value: SyntaxNode | undefined): boolean {
  switch (value?.kind) {
    case undefined:
      return true;
    case 'object':
    case 'array':
      return value.unclosed === true;
    case 'string':
      // Text after an open quote would become part of the string, and a word of another language is no value.
      return value.unclosed === true || value.style === 'plain';
    default:
      return false;
  }
}

/** The changes that remove one entry of an object or list, with its comma and its line. */
export function removeEntry(text: string, container: Container, index: number): TextChange[] {
  return removeRun(text, container, index, index);
}

/** The changes that remove several entries at once; the changes of single removals would overlap. */
export function removeEntries(text: string, container: Container, isRemoved: (index: number) => boolean): TextChange[] {
  const changes: TextChange[] = [];
  const count = entryCount(container);
  for (let first = 0; first < count; first++) {
    if (!isRemoved(first)) continue;
    let last = first;
    while (last + 1 < count && isRemoved(last + 1)) last++;
    append(changes, removeRun(text, container, first, last));
    first = last;
  }
  return changes;
}

/** Removes the entries from `first` to `last`. */
function removeRun(text: string, container: Container, first: number, last: number): TextChange[] {
  const start = entrySpan(text, container, first)?.start;
  const end = entrySpan(text, container, last)?.end;
  if (start === undefined || end === undefined) return [];
  const comma = commaAfter(text, end);
  const tail = comma === undefined ? end : comma + 1;
  const next = entrySpan(text, container, last + 1);
  if (next !== undefined) return [removal(...rangeBefore(text, start, tail, next.start))];
  const previous = entrySpan(text, container, first - 1);
  if (previous !== undefined) return behind(text, previous.end, start, tail);
  const inside = interior(container);
  const alone =
    container.unclosed !== true && spaceStart(text, start) <= inside.start && spaceEnd(text, tail) >= inside.end;
  return [alone ? removal(inside.start, inside.end) : removal(start, tail)];
}

/** The entries and the white space before `next`, which moves to their position. */
function rangeBefore(text: string, start: number, tail: number, next: number): [number, number] {
  // The next entry begins its line and these don't: it stays there.
  if (lineStartOf(text, start) === undefined && lineStartOf(text, next) !== undefined)
    return [spaceStart(text, start), tail];
  return [start, spaceEnd(text, tail)];
}

/** The last entries and the comma before them; a comment between the two stays. */
function behind(text: string, previousEnd: number, start: number, tail: number): TextChange[] {
  const comma = commaAfter(text, previousEnd);
  if (comma === undefined) return [removal(spaceStart(text, start), tail)];
  const commaEnd = comma + 1;
  const commaStart = spaceStart(text, comma) <= previousEnd ? previousEnd : comma;
  if (spaceStart(text, start) <= commaEnd) return [removal(commaStart, tail)];
  return [removal(commaStart, commaEnd), removal(start, tail)];
}

function removal(start: number, end: number): TextChange {
  return { span: { start, end }, newText: '' };
}

/** The change of a key's name. It is written in double quotes, except instead of a plain key of YAML. */
export function renameKey({ span, quoted, node }: KeyNode, name: string): TextChange {
  const isPlain = !quoted && node?.kind === 'string' && node.style === 'plain';
  return { span, newText: isPlain ? name : JSON.stringify(name) };
}

/** What a reader takes keys for: names with the same field mean the same, and unknown names only themselves. */
interface FieldNames {
  fieldByKey(name: string): unknown;
}

/** Says of one key of a document after another whether it can be renamed: each object is looked through once. */
export class KeyNames {
  readonly #counts = new Map<FieldNames | undefined, Map<ObjectNode, ReadonlyMap<unknown, number>>>();

  /**
   * Whether a key of an object can get another name without changing which members the reader takes: no other member has
   * one of the two names, and no merge key can bring one in. Text after an unclosed key may belong to it, so that one is
   * never renamed. `fields` are those that the reader knows in this object.
   */
  isRenamable(object: ObjectNode, key: KeyNode, name: string, fields?: FieldNames): boolean {
    if (key.unclosed === true) return false;
    const counts = this.#countsIn(object, fields);
    const own = meaningOf(key, fields);
    const names = [name, key.name].map((one) => meaningOfName(one, fields));
    return [mergeKey, ...names].every((meaning) => (counts.get(meaning) ?? 0) <= (meaning === own ? 1 : 0));
  }

  /** How many members of an object mean the same. */
  #countsIn(object: ObjectNode, fields: FieldNames | undefined): ReadonlyMap<unknown, number> {
    const known = this.#counts.get(fields) ?? new Map<ObjectNode, ReadonlyMap<unknown, number>>();
    this.#counts.set(fields, known);
    const before = known.get(object);
    if (before !== undefined) return before;
    const counts = new Map<unknown, number>();
    for (const { key } of object.members) {
      const meaning = meaningOf(key, fields);
      counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
    }
    known.set(object, counts);
    return counts;
  }
}

/** The meaning of all merge keys of YAML, which can bring in any name. */
const mergeKey = Symbol('merge key');

function meaningOf({ name, merge }: KeyNode, fields: FieldNames | undefined): unknown {
  return merge === true ? mergeKey : meaningOfName(name, fields);
}

function meaningOfName(name: string, fields: FieldNames | undefined): unknown {
  return fields?.fieldByKey(name) ?? name;
}

/**
 * The changes that put the members of an object into another order: `order[i]` is the index of the
 * member that comes i-th. Commas, blanks and comments between the places stay. `inside` gives the
 * changes that a member needs itself, which move with it.
 */
export function reorderMembers(
  text: string,
  { members }: ObjectNode,
  order: readonly number[],
  inside: (index: number) => readonly TextChange[],
): TextChange[] {
  return members.flatMap((member, place) => {
    const from = order[place] ?? place;
    const moved = members[from];
    if (from === place || moved === undefined) return inside(place);
    return [{ span: memberSpan(text, member), newText: applyWithin(text, memberSpan(text, moved), inside(from)) }];
  });
}
