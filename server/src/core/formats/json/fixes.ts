import type { Fix } from '../../problems/problem.js';
import type { Span } from '../../text/span.js';
import { blanksBefore, lineEndAfter, lineStartOf } from '../tree/layout.js';

/**
 * How what is not JSON becomes JSON. Only mistakes that leave no doubt about the meaning have a fix; it
 * is safe where the text around it keeps its meaning whatever was meant.
 */
export function withoutByteOrderMark(span: Span): Fix {
  return { title: 'Remove the byte order mark', changes: [{ span, newText: '' }], safe: true };
}

/** `span` is the comma. */
export function withoutComma(span: Span): Fix {
  return { title: 'Remove the comma', changes: [{ span, newText: '' }], safe: true };
}

/** `end` is where the value ends that the comma belongs behind. */
export function withComma(end: number | undefined): Fix[] {
  if (end === undefined) return [];
  return [{ title: 'Insert a comma', changes: [{ span: { start: end, end }, newText: ',' }], safe: false }];
}

/** `span` is the equals sign. */
export function colonFor(span: Span): Fix {
  return { title: 'Write a colon', changes: [{ span, newText: ':' }], safe: false };
}

/** A number such as `1e`; safe where the node reads the same, which it does not behind a sign. */
export function withoutExponent(raw: string, span: Span): Fix {
  const newText = raw.replace(/[eE][+-]?$/, '');
  return { title: `Write ${newText}`, changes: [{ span, newText }], safe: /[eE]$/.test(raw) };
}

/** A comment with the line that it has for itself; none for one that has no end. */
export function withoutComment(text: string, span: Span): Fix[] {
  const written = text.slice(span.start, span.end);
  if (written.startsWith('/*') && !(written.length >= 4 && written.endsWith('*/'))) return [];
  return [{ title: 'Remove the comment', changes: [commentRemoval(text, span)], safe: true }];
}

function commentRemoval(text: string, { start, end }: Span): Fix['changes'][number] {
  const before = lineStartOf(text, start);
  const after = lineEndAfter(text, end);
  if (before !== undefined && after !== undefined) return { span: { start: before, end: after }, newText: '' };
  // Between two words a comment is all that keeps them apart.
  const joins = /\w/.test(text.charAt(start - 1)) && /\w/.test(text.charAt(end));
  if (joins) return { span: { start, end }, newText: ' ' };
  // Behind something on the line, the blanks in front of the comment would trail.
  return { span: { start: after === undefined ? start : blanksBefore(text, start), end }, newText: '' };
}

/** A name without quotes or in single ones; none for what is no plain name. */
export function quotedKey(text: string, span: Span): Fix[] {
  const written = text.slice(span.start, span.end);
  const name = /^[A-Za-z_$][\w$-]*$/.test(written) ? written : singleQuoted(written);
  return name === undefined ? [] : [inDoubleQuotes(span, name)];
}

/** A word where a value is expected: other languages' constants, text in single or no quotes. */
export function wordAsValue(text: string, span: Span): Fix[] {
  const written = text.slice(span.start, span.end);
  const constant = constants.get(written);
  if (constant !== undefined)
    return [{ title: `Write ${constant}`, changes: [{ span, newText: constant }], safe: false }];
  const value = /^[A-Za-z][\w./-]*$/.test(written) ? written : singleQuoted(written);
  return value === undefined ? [] : [inDoubleQuotes(span, value)];
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

function singleQuoted(written: string): string | undefined {
  return /^'([^'\\]*)'$/.exec(written)?.[1];
}

function inDoubleQuotes(span: Span, value: string): Fix {
  return {
    title: 'Add double quotes',
    changes: [{ span, newText: JSON.stringify(value) }],
    safe: false,
  };
}
