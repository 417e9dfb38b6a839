import type { Span } from '../text/span.js';
import type { LineReader } from './lines.js';

/** A header of a message: its continuation lines belong to the value, with the line ends between them. */
export interface MimeHeader {
  /** As written. */
  readonly name: string;
  readonly value: string;
  /** Name and value in the text, without the last line end. */
  readonly span: Span;
}

/** A line among the headers that is passed over. */
export interface HeaderFault {
  readonly kind: 'continuation-first' | 'no-name' | 'misplaced-from';
  readonly span: Span;
}

export interface HeaderBlock {
  readonly headers: readonly MimeHeader[];
  readonly faults: readonly HeaderFault[];
  /** The first line that is no header where no empty line ends the headers: there the body begins all the same. */
  readonly unseparated: Span | undefined;
}

/**
 * Reads the headers of a message and the empty line behind them, leaving the reader where the body begins. Follows
 * Python 3.11's `email` with its default policy, which is what cloud-init reads messages with: any line that is neither
 * a header, nor a continuation, nor an mbox `From ` line begins the body.
 */
export function readHeaders(reader: LineReader): HeaderBlock {
  const lines: Span[] = [];
  let unseparated: Span | undefined;
  for (let line = reader.peek(); line !== undefined; line = reader.peek()) {
    if (!isHeaderLine(reader, line)) {
      if (reader.content(line) === '') reader.take(line);
      else unseparated = line;
      break;
    }
    lines.push(line);
    reader.take(line);
  }
  const last = lines.at(-1);
  if (last !== undefined && lines.length > 1 && isEnvelope(reader, last)) {
    // The last line looks like an mbox line, but is where the body begins.
    lines.pop();
    reader.untake(last);
  }
  return { ...headersOf(reader, lines), unseparated };
}

function isHeaderLine(reader: LineReader, line: Span): boolean {
  const first = reader.text.charCodeAt(line.start);
  if (first === 9 || first === 32 || isEnvelope(reader, line)) return true;
  for (let at = line.start; at < line.end; at++) {
    const code = reader.text.charCodeAt(at);
    if (code === 58) return true;
    if (code <= 32 || code > 126) return false;
  }
  return false;
}

function isEnvelope(reader: LineReader, line: Span): boolean {
  return reader.text.startsWith('From ', line.start);
}

function headersOf(reader: LineReader, lines: readonly Span[]): { headers: MimeHeader[]; faults: HeaderFault[] } {
  const headers: MimeHeader[] = [];
  const faults: HeaderFault[] = [];
  let open: { name: string; start: number; end: number } | undefined;
  const close = (): void => {
    if (open === undefined) return;
    const { name, start, end } = open;
    const value = reader.text.slice(start + name.length + 1, end).replace(/^[ \t]+/, '');
    const trimmed = value.replace(/[\r\n]+$/, '');
    headers.push({ name, value: trimmed, span: { start, end: end - (value.length - trimmed.length) } });
    open = undefined;
  };
  for (const [index, line] of lines.entries()) {
    const first = reader.text.charCodeAt(line.start);
    if (first === 9 || first === 32) {
      if (open === undefined) faults.push({ kind: 'continuation-first', span: line });
      else open.end = line.end;
      continue;
    }
    close();
    if (isEnvelope(reader, line)) {
      if (index > 0) faults.push({ kind: 'misplaced-from', span: line });
      continue;
    }
    const colon = reader.text.indexOf(':', line.start);
    if (colon === line.start) faults.push({ kind: 'no-name', span: line });
    else open = { name: reader.text.slice(line.start, colon), start: line.start, end: line.end };
  }
  close();
  return { headers, faults };
}

/** The first header of that name, in any case. */
export function headerOf(headers: readonly MimeHeader[], name: string): MimeHeader | undefined {
  return headers.find((header) => header.name.toLowerCase() === name);
}
