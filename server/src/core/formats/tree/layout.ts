import type { Span } from '../../text/span.js';
import { append } from '../../text/strings.js';
import { type ArrayNode, type Member, type ObjectNode, resolved, type SyntaxNode } from './node.js';

/** White space of JSON. */
const space = /[ \t\r\n]/;

/** The offset of the first character from `offset` on that isn't white space. */
export function spaceEnd(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && space.test(text.charAt(at))) at++;
  return at;
}

/** The start of the white space before `offset`. */
export function spaceStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && space.test(text.charAt(at - 1))) at--;
  return at;
}

/** The first offset from `offset` on that is neither in white space nor in a comment. */
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

/** The start of the line of `offset` if there is only white space before it; else undefined. */
export function lineStartOf(text: string, offset: number): number | undefined {
  let at = offset;
  while (at > 0 && (text.charAt(at - 1) === ' ' || text.charAt(at - 1) === '\t')) at--;
  return at === 0 || isLineEnd(text.charAt(at - 1)) ? at : undefined;
}

/** The start of the next line if there is only white space after `offset`; else undefined. */
export function lineEndAfter(text: string, offset: number): number | undefined {
  let at = offset;
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at++;
  if (text.startsWith('\r\n', at)) return at + 2;
  return at === text.length ? at : isLineEnd(text.charAt(at)) ? at + 1 : undefined;
}

/** The start of the line of `offset`, found from there: a search for a CR could run through the whole text. */
export function startOfLine(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isLineEnd(text.charAt(start - 1))) start--;
  return start;
}

/** The white space at the beginning of the line of `offset`. */
export function indentOf(text: string, offset: number): string {
  const start = startOfLine(text, offset);
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

/** The span of an entry without its comma; it includes the colon of a member without a value. */
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

/** The offset of the comma after the end of an entry; undefined if there is none. */
export function commaAfter(text: string, end: number): number | undefined {
  const at = triviaEnd(text, end);
  return text.charAt(at) === ',' ? at : undefined;
}

/** The range between a container's brackets. */
export function interior({ span, unclosed }: Container): Span {
  return { start: span.start + 1, end: unclosed === true ? span.end : span.end - 1 };
}

/** How a JSON text is laid out, so that what is written into it looks like the rest. */
export interface Layout {
  /** LF, CR LF or CR: the first one in the text. */
  readonly lineEnd: string;
  /** One step of indentation. */
  readonly unit: string;
  /** The colon with the white space around it. */
  readonly colon: string;
  /** The white space between a comma and the next entry on the same line. */
  readonly gap: string;
  /** The white space inside the brackets of an object on one line. */
  readonly padding: string;
  /** Whether any entry begins a line. */
  readonly spread: boolean;
}

/** The number of containers to look at before the defaults apply. */
const sample = 200;

/** The layout of the first containers of a text that show it; two spaces if none does. */
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
