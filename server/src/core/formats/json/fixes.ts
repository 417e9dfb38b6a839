import type { Fix } from '../../problems/problem.js';
import type { Span } from '../../text/span.js';
import { lineEndAfter, lineStartOf, spaceStart } from '../tree/layout.js';

// Only mistakes whose meaning is certain have a fix; it is safe if the rest of the text keeps its meaning in any case.

function fix(title: string, span: Span, newText: string, safe = false): Fix {
  return { title, changes: [{ span, newText }], safe };
}

export function withoutByteOrderMark(span: Span): Fix {
  return fix('Remove the byte order mark', span, '', true);
}

/** `span` is the comma. */
export function withoutComma(span: Span): Fix {
  return fix('Remove the comma', span, '', true);
}

/** `end` is the end of the value before the missing comma. */
export function withComma(end: number | undefined): Fix[] {
  return end === undefined ? [] : [fix('Insert a comma', { start: end, end }, ',')];
}

/** `span` is the equals sign. */
export function colonFor(span: Span): Fix {
  return fix('Write a colon', span, ':');
}

/** A number such as `1e`; safe if the node reads the same, which it does not after a sign. */
export function withoutExponent(raw: string, span: Span): Fix {
  const newText = raw.replace(/[eE][+-]?$/, '');
  return fix(`Write ${newText}`, span, newText, /[eE]$/.test(raw));
}

/** Removes a comment, with its line if there is nothing else on it; no fix if the comment is never closed. */
export function withoutComment(text: string, span: Span): Fix[] {
  const written = text.slice(span.start, span.end);
  if (written.startsWith('/*') && !(written.length >= 4 && written.endsWith('*/'))) return [];
  const { span: removed, newText } = commentRemoval(text, span);
  return [fix('Remove the comment', removed, newText, true)];
}

function commentRemoval(text: string, { start, end }: Span): Fix['changes'][number] {
  const before = lineStartOf(text, start);
  const after = lineEndAfter(text, end);
  if (before !== undefined && after !== undefined) return { span: { start: before, end: after }, newText: '' };
  // Without the comment, two words would become one.
  const joins = /\w/.test(text.charAt(start - 1)) && /\w/.test(text.charAt(end));
  if (joins) return { span: { start, end }, newText: ' ' };
  // At the end of a line, the space before the comment goes, too.
  return { span: { start: after === undefined ? start : spaceStart(text, start), end }, newText: '' };
}

/** A name in single quotes or without quotes; no fix for other text. */
export function quotedKey(text: string, span: Span): Fix[] {
  return inDoubleQuotes(text, span, /^[A-Za-z_$][\w$-]*$/);
}

/** A word in place of a value: a constant of another language, or a string in single quotes or without quotes. */
export function wordAsValue(text: string, span: Span): Fix[] {
  const constant = constants.get(text.slice(span.start, span.end));
  return constant === undefined
    ? inDoubleQuotes(text, span, /^[A-Za-z][\w./-]*$/)
    : [fix(`Write ${constant}`, span, constant)];
}

const constants = new Map([
  ['True', 'true'],
  ['TRUE', 'true'],
  ['False', 'false'],
  ['FALSE', 'false'],
  ['None', 'null'],
  ['nil', 'null'],
  ['NULL', 'null'],
  ['Null', 'null'],
  ['undefined', 'null'],
]);

function inDoubleQuotes(text: string, span: Span, unquoted: RegExp): Fix[] {
  const written = text.slice(span.start, span.end);
  const value = unquoted.test(written) ? written : /^'([^'\\]*)'$/.exec(written)?.[1];
  return value === undefined ? [] : [fix('Add double quotes', span, JSON.stringify(value))];
}
