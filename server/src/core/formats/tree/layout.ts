import type { Span } from '../../text/span.js';
import { append } from '../../text/strings.js';
import { type ArrayNode, type Member, type ObjectNode, resolved, type SyntaxNode } from './node.js';

/** Blanks as JSON has them: space, tab, line feed, carriage return. */
const blank = /[ \t\r\n]/;

/** The offset of the first character at or behind `offset` that is no blank. */
export function spaceEnd(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && blank.test(text.charAt(at))) at++;
  return at;
}

/** The offset where the blanks in front of `offset` begin. */
export function spaceStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && blank.test(text.charAt(at - 1))) at--;
  return at;
}

/** The first offset at or behind `offset` that is neither a blank nor inside a comment. */
function triviaEnd(text: string, offset: number): number {
  let at = spaceEnd(text, offset);
  for (;;) {
    if (text.startsWith('//', at)) {
      while (at < text.length && !isLineEnd(text.charAt(at))) at++;
      at = spaceEnd(text, at);
    } else if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      at = spaceEnd(text, end < 0 ? text.length : end + 2);
    } else return at;
  }
}

/** Where the line of `offset` starts, when nothing but blanks stands in front of it there. */
export function lineStartOf(text: string, offset: number): number | undefined {
  let at = offset;
  while (at > 0 && (text.charAt(at - 1) === ' ' || text.charAt(at - 1) === '\t')) at--;
  return at === 0 || isLineEnd(text.charAt(at - 1)) ? at : undefined;
}

/** Where the line behind `offset` starts, when nothing but blanks follows on this one. */
export function lineEndAfter(text: string, offset: number): number | undefined {
  let at = offset;
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at++;
  if (text.startsWith('\r\n', at)) return at + 2;
  return at === text.length ? at : isLineEnd(text.charAt(at)) ? at + 1 : undefined;
}

/** The blanks that the line of `offset` begins with. */
export function indentOf(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  let end = start;
  while (end < offset && (text.charAt(end) === ' ' || text.charAt(end) === '\t')) end++;
  return text.slice(start, end);
}

function isLineEnd(c: string): boolean {
  return c === '\n' || c === '\r';
}

/** An object or list of a JSON text. Its entries are its members or items, counted from zero. */
export type Container = ObjectNode | ArrayNode;

export function entryCount(container: Container): number {
  return container.kind === 'object' ? container.members.length : container.items.length;
}

/** Where an entry stands, its comma not included; the colon of a member without value is. */
export function entrySpan(text: string, container: Container, index: number): Span | undefined {
  if (container.kind === 'array') return container.items[index]?.span;
  const member = container.members[index];
  return member === undefined ? undefined : memberSpan(text, member);
}

export function memberSpan(text: string, member: Member): Span {
  if (member.value !== undefined) return member.span;
  const colon = spaceEnd(text, member.key.span.end);
  const end = text.charAt(colon) === ':' ? colon + 1 : member.key.span.end;
  return { start: member.key.span.start, end };
}

/** Where the comma stands that follows an entry's end; undefined where none does. */
export function commaAfter(text: string, end: number): number | undefined {
  const at = triviaEnd(text, end);
  return text.charAt(at) === ',' ? at : undefined;
}

/** What stands between a container's brackets. */
export function interior({ span, unclosed }: Container): Span {
  return { start: span.start + 1, end: unclosed === true ? span.end : span.end - 1 };
}

/** How a JSON text is laid out, so that what is written into it looks like the rest. */
export interface Layout {
  /** LF, CR LF or CR: the first one in the text. */
  readonly lineEnd: string;
  /** One step of indentation. */
  readonly unit: string;
  /** The colon with the blanks around it. */
  readonly colon: string;
  /** What stands between the comma and the next entry where they share a line. */
  readonly gap: string;
  /** What stands inside the brackets of an object on one line. */
  readonly padding: string;
  /** Whether entries stand on lines of their own somewhere. */
  readonly spread: boolean;
}

/** Containers that are looked at before the usual layout is taken for what is still unknown. */
const sample = 200;

/** Finds the layout from the first containers of a text that show it; two blanks where none does. */
export function layoutOf(text: string, root: SyntaxNode): Layout {
  let unit: string | undefined;
  let colon: string | undefined;
  let gap: string | undefined;
  let padding: string | undefined;
  let spread = false;
  const open = [root];
  for (let looked = 0; looked < sample; looked++) {
    const node = resolved(open.pop());
    if (node === undefined) break;
    if (node.kind !== 'object' && node.kind !== 'array') continue;
    const first = entrySpan(text, node, 0);
    if (first !== undefined) {
      if (lineStartOf(text, first.start) === undefined) {
        const second = entrySpan(text, node, 1);
        if (second !== undefined) gap ??= /^\s*,([ \t]*)$/.exec(text.slice(first.end, second.start))?.[1];
        if (node.kind === 'object') padding ??= /^[ \t]*$/.exec(text.slice(node.span.start + 1, first.start))?.[0];
      } else {
        spread = true;
        unit ??= stepBetween(indentOf(text, node.span.start), indentOf(text, first.start));
      }
    }
    if (node.kind === 'object') {
      const { key, value } = node.members[0] ?? {};
      if (key !== undefined && value !== undefined)
        colon ??= /^[ \t]*:[ \t]*$/.exec(text.slice(key.span.end, value.span.start))?.[0];
      for (const member of node.members.slice(0, sample).reverse())
        if (member.value !== undefined) open.push(member.value);
    } else append(open, node.items.slice(0, sample).reverse());
  }
  colon ??= ': ';
  return {
    lineEnd: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
    unit: unit ?? '  ',
    colon,
    gap: gap ?? (colon.endsWith(' ') ? ' ' : ''),
    padding: padding ?? '',
    spread,
  };
}

function stepBetween(outer: string, inner: string): string | undefined {
  return inner.length > outer.length && inner.startsWith(outer) ? inner.slice(outer.length) : undefined;
}
