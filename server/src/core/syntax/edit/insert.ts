import type { TextChange } from '../../problems/problem.js';
import type { ObjectNode, SyntaxNode } from '../node.js';
import type { PlainValue } from '../toValue.js';
import { blanksBehind, indentOf, lineStartOf } from './blanks.js';
import { commaBehind, interior, memberSpan } from './entries.js';
import type { Layout } from './layout.js';

/** A member to be written: its name and value, neither of them escaped. */
export interface NewMember {
  readonly name: string;
  readonly value: PlainValue;
}

/** Where new members go: in front of the member with the index, at the end for the number of members. */
export interface Insertion {
  readonly object: ObjectNode;
  readonly at: number;
  readonly members: readonly NewMember[];
}

/**
 * The change that writes members into an object, laid out like their neighbours. A half-typed member at
 * the end stays the last one, as what is written behind it could not be read.
 */
export function insertMembers(text: string, layout: Layout, { object, at, members }: Insertion): TextChange {
  const index = Math.min(at, firstIncomplete(text, object));
  const target = object.members[index];
  if (target !== undefined) {
    const start = target.key.span.start;
    const indent = lineStartOf(text, start) === undefined ? undefined : indentOf(text, start);
    const gap = gapOf(layout, indent);
    const newText = members.map((member) => `${writtenMember(member, layout, indent)},${gap}`).join('');
    return { span: { start, end: start }, newText };
  }
  const last = object.members[index - 1];
  if (last === undefined) return fillEmpty(text, layout, object, members);
  const { start, end } = memberSpan(text, last);
  const indent = lineStartOf(text, start) === undefined ? undefined : indentOf(text, start);
  const gap = gapOf(layout, indent);
  const written = members.map((member) => gap + writtenMember(member, layout, indent)).join(',');
  const comma = commaBehind(text, end);
  return comma === undefined
    ? { span: { start: end, end }, newText: `,${written}` }
    : { span: { start: comma + 1, end: comma + 1 }, newText: written };
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

/** What stands in front of an entry: a line of its own, or a blank. */
function gapOf(layout: Layout, indent: string | undefined): string {
  return indent === undefined ? layout.gap : layout.lineEnd + indent;
}

function fillEmpty(text: string, layout: Layout, object: ObjectNode, members: readonly NewMember[]): TextChange {
  const inside = interior(object);
  const blank = blanksBehind(text, inside.start) >= inside.end;
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

/** Where a document begins: its outermost object is spread over lines even where nothing shows that it should. */
function firstOf(text: string): number {
  return blanksBehind(text, text.startsWith('\ufeff') ? 1 : 0);
}

/** The index of the first member at the end that is not whole; the number of members where all are. */
function firstIncomplete(text: string, { members }: ObjectNode): number {
  let index = members.length;
  while (index > 0 && isIncomplete(text, members[index - 1]?.value)) index--;
  return index;
}

function isIncomplete(text: string, value: SyntaxNode | undefined): boolean {
  const { start, end } = value?.span ?? { start: 0, end: 0 };
  switch (value?.kind) {
    case undefined:
      return true;
    case 'object':
    case 'array':
      return value.unclosed === true;
    case 'string':
      // What is written behind an open quote would become part of the text.
      return text.charAt(value.span.start) === '"' && !(end > start + 1 && text.charAt(end - 1) === '"');
    default:
      return false;
  }
}
