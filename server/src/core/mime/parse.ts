import { problem, type Problem } from '../problems/problem.js';
import type { Span } from '../text/span.js';

/** A MIME message cut into parts; offsets are in the text that was given. */
export interface MimeMessage {
  readonly parts: readonly MimePart[];
  readonly problems: readonly Problem[];
}

export interface MimePart {
  /** Lower-cased type without parameters; `text/plain` where none is given. */
  readonly contentType: string;
  readonly transferEncoding: string;
  /** Where the transfer encoding is named. */
  readonly encodingSpan: Span | undefined;
  readonly filename: string | undefined;
  /** The body without the line end in front of the next boundary. */
  readonly body: Span;
  /** Header and body. */
  readonly whole: Span;
}

interface Header {
  readonly name: string;
  readonly value: string;
  readonly span: Span;
}

/**
 * Cuts a message into its parts; a message that is not multipart is its own only part. Tolerant: a
 * missing closing boundary ends the last part at the end of the text.
 */
export function parseMime(text: string): MimeMessage {
  const start = /^From [^\n]*\n/.exec(text)?.[0].length ?? 0;
  const { headers, bodyStart } = readHeaders(text, start, text.length);
  const contentType = header(headers, 'content-type');
  const whole = { start, end: text.length };
  if (!/^\s*multipart\//i.test(contentType?.value ?? '')) {
    return { parts: [partOf(headers, { start: bodyStart, end: text.length }, whole)], problems: [] };
  }
  const boundary = parameter(contentType?.value ?? '', 'boundary');
  if (boundary === undefined || boundary === '') {
    const span = contentType?.span ?? whole;
    return {
      parts: [],
      problems: [
        problem(
          'payload/mime-no-boundary',
          span,
          'A multipart message needs a boundary parameter in its Content-Type.',
        ),
      ],
    };
  }
  return cutParts(text, bodyStart, boundary, contentType?.span ?? whole);
}

function cutParts(text: string, from: number, boundary: string, place: Span): MimeMessage {
  const parts: MimePart[] = [];
  const problems: Problem[] = [];
  let open: number | undefined;
  let closed = false;
  const finish = (start: number, end: number): void => {
    // The line end in front of a boundary belongs to the boundary.
    let bodyEnd = end;
    if (bodyEnd > start && text.charAt(bodyEnd - 1) === '\n') bodyEnd--;
    if (bodyEnd > start && text.charAt(bodyEnd - 1) === '\r') bodyEnd--;
    const { headers, bodyStart } = readHeaders(text, start, bodyEnd);
    parts.push(partOf(headers, { start: Math.min(bodyStart, bodyEnd), end: bodyEnd }, { start, end: bodyEnd }));
  };
  for (let at = from; at < text.length && !closed;) {
    const newline = text.indexOf('\n', at);
    const next = newline < 0 ? text.length : newline + 1;
    const line = text.charCodeAt(at) === 45 ? text.slice(at, next).trimEnd() : '';
    if (line === `--${boundary}` || line === `--${boundary}--`) {
      if (open !== undefined) finish(open, at);
      open = next;
      closed = line.endsWith(`${boundary}--`);
    }
    at = next;
  }
  if (!closed) {
    if (open !== undefined) finish(open, text.length);
    problems.push(
      problem(
        'payload/mime-no-closing-boundary',
        place,
        `The message has no closing line --${boundary}--; its last part may be cut off.`,
      ),
    );
  }
  return { parts, problems };
}

function partOf(headers: readonly Header[], body: Span, whole: Span): MimePart {
  const type = header(headers, 'content-type')?.value ?? '';
  const disposition = header(headers, 'content-disposition')?.value ?? '';
  const encoding = header(headers, 'content-transfer-encoding');
  return {
    contentType: (/^\s*([^;\s]+)/.exec(type)?.[1] ?? 'text/plain').toLowerCase(),
    transferEncoding: encoding?.value.trim() ?? '7bit',
    encodingSpan: encoding?.span,
    filename: parameter(disposition, 'filename') ?? parameter(type, 'name'),
    body,
    whole,
  };
}

/** Reads header lines with their folded continuations, up to the empty line. */
function readHeaders(text: string, from: number, end: number): { headers: Header[]; bodyStart: number } {
  const headers: Header[] = [];
  let at = from;
  while (at < end) {
    const newline = text.indexOf('\n', at);
    const next = newline < 0 || newline >= end ? end : newline + 1;
    const line = text.slice(at, next).trimEnd();
    if (line === '') return { headers, bodyStart: next };
    const last = headers.at(-1);
    const match = /^([!-9;-~]+):[ \t]*(.*)$/.exec(line);
    if (/^[ \t]/.test(line) && last !== undefined) {
      headers[headers.length - 1] = {
        ...last,
        value: `${last.value} ${line.trim()}`,
        span: { start: last.span.start, end: at + line.length },
      };
    } else if (match?.[1] !== undefined) {
      headers.push({ name: match[1].toLowerCase(), value: match[2] ?? '', span: { start: at, end: at + line.length } });
    } else return { headers, bodyStart: at };
    at = next;
  }
  return { headers, bodyStart: end };
}

function header(headers: readonly Header[], name: string): Header | undefined {
  return headers.find((candidate) => candidate.name === name);
}

function parameter(value: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(value);
  return match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2];
}
