import { byteString } from '../../text/bytes.js';
import type { Budget } from '../../text/budget.js';
import type { Span } from '../../text/span.js';
import { rawBytes } from './transfer.js';
import { addToList, withoutTrailing } from '../../text/strings.js';

/** A header of a message; the value includes continuation lines and the line endings between them. */
export interface MimeHeader {
  /** As written. */
  readonly name: string;
  readonly value: string;
  /** Name and value in the text, without the last line ending. */
  readonly span: Span;
}

/** A line among the headers that is ignored. */
export interface HeaderFault {
  readonly kind: 'continuation-first' | 'no-name' | 'misplaced-from';
  readonly span: Span;
}

interface HeaderBlock {
  readonly headers: readonly MimeHeader[];
  readonly faults: readonly HeaderFault[];
  /** The first line of the body if no empty line ends the headers. */
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
    const trimmed = withoutTrailing(value, '\r\n');
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

/** A parameter of a header; `encoded` where RFC 2231 names a character set. */
interface Parameter {
  readonly name: string;
  readonly value: string;
  readonly charset?: string | undefined;
  readonly encoded: boolean;
}

/**
 * The text of a header's parameter, such as `boundary` of a Content-Type; undefined where there is none. Reads what
 * Python 3.11's `email` reads: quotes off, RFC 2231 pieces put together and decoded, names in any case.
 */
export function headerParameter(value: string, name: string): string | undefined {
  const found = parametersOf(value).find((parameter) => parameter.name.toLowerCase() === name);
  if (found === undefined) return undefined;
  const text = unquoted(found.value);
  if (!found.encoded) return unquoted(text);
  return decoded(rawBytes(text), found.charset ?? 'us-ascii') ?? unquoted(text);
}

function parametersOf(value: string): Parameter[] {
  const [first, ...rest] = piecesOf(value).map(nameAndValue);
  const parameters: Parameter[] = [{ name: first?.[0] ?? '', value: first?.[1] ?? '', encoded: false }];
  const continued = new Map<string, Piece[]>();
  for (const [name, written] of rest) {
    const text = unquoted(written);
    const piece = /^(\w+)\*(?:(\d+)\*?)?$/.exec(name);
    if (piece?.[1] === undefined) {
      parameters.push({ name, value: quoted(text), encoded: false });
      continue;
    }
    const number = piece[2] === undefined ? -1 : Number(piece[2]);
    addToList(continued, piece[1], { number, text, escaped: name.endsWith('*') });
  }
  for (const [name, pieces] of continued) parameters.push(joined(name, pieces));
  return parameters;
}

/** One of the parts that RFC 2231 divides a value into. */
interface Piece {
  readonly number: number;
  readonly text: string;
  readonly escaped: boolean;
}

/** One parameter of the pieces `name*0`, `name*1*`, …; it names its character set where a piece is percent-encoded. */
function joined(name: string, pieces: readonly Piece[]): Parameter {
  const inOrder = [...pieces].sort((a, b) => a.number - b.number);
  const text = escapedQuotes(
    inOrder.map((piece) => (piece.escaped ? percentDecoded(piece.text) : piece.text)).join(''),
  );
  if (!inOrder.some((piece) => piece.escaped)) return { name, value: `"${text}"`, encoded: false };
  const parts = /^([^']*)'[^']*'([^]*)$/.exec(text);
  return { name, value: `"${parts?.[2] ?? text}"`, charset: parts?.[1], encoded: true };
}

/** Cuts at semicolons outside of quotes. */
function piecesOf(value: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let open = false;
  for (let at = 0; at < value.length; at++) {
    const character = value.charAt(at);
    if (character === '"' && (at === start || value.charAt(at - 1) !== '\\')) open = !open;
    if (character !== ';' || open) continue;
    pieces.push(value.slice(start, at));
    start = at + 1;
  }
  // A quote that is never closed keeps the rest of the header together.
  pieces.push(value.slice(start));
  return pieces;
}

function nameAndValue(piece: string): [string, string] {
  const equals = piece.indexOf('=');
  if (equals < 0) return [piece.trim(), ''];
  return [piece.slice(0, equals).trim().toLowerCase(), piece.slice(equals + 1).trim()];
}

function unquoted(text: string): string {
  if (text.length < 2) return text;
  if (text.startsWith('"') && text.endsWith('"'))
    return text.slice(1, -1).replaceAll('\\\\', '\\').replaceAll('\\"', '"');
  return text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1) : text;
}

function quoted(text: string): string {
  return `"${escapedQuotes(text)}"`;
}

function escapedQuotes(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

/** Each escape stands for one byte, and each byte for the character of that number. */
function percentDecoded(text: string): string {
  return text.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Undefined if the character set is unknown. */
function decoded(bytes: Uint8Array, charset: string): string | undefined {
  const name = charset.toLowerCase().replaceAll('_', '-');
  if (name === 'us-ascii' || name === 'ascii') return byteString(bytes).replace(/[\u0080-\u00ff]/g, '\ufffd');
  if (/^(?:iso-?8859-1|latin-?1)$/.test(name)) return byteString(bytes);
  if (name === '') return undefined;
  try {
    return new TextDecoder(name, { ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether a line, given without its line end, ends what is being read. */
type Stop = (line: string) => boolean;

/**
 * Reads a text line by line as Python's email parser does: a line ends at LF, CR LF or a lone CR, and a line that any
 * of the pushed stops takes is an end of the text for whoever reads inside of them. When the budget is spent, the text ends
 * where the reader is.
 */
export class LineReader {
  readonly text: string;
  readonly #stops: Stop[] = [];
  #at: number;
  /** The next LF and CR at or behind the place of reading, so that each is looked for once. */
  #lineFeed = -1;
  #carriageReturn = -1;

  readonly #budget: Budget | undefined;

  constructor(text: string, from = 0, budget?: Budget) {
    this.text = text;
    this.#at = from;
    this.#budget = budget;
  }

  /** Where the next line begins. */
  get at(): number {
    return this.#at;
  }

  pushStop(stop: Stop): void {
    this.#stops.push(stop);
  }

  popStop(): void {
    this.#stops.pop();
  }

  /** The next line with its line end, which is not read by this; undefined at an end. */
  peek(): Span | undefined {
    if (this.#budget?.step() === true) return undefined;
    const line = this.#line();
    if (line === undefined || this.#stops.length === 0) return line;
    const content = this.content(line);
    return this.#stops.some((stop) => stop(content)) ? undefined : line;
  }

  /** Goes on behind a line that `peek` gave. */
  take(line: Span): void {
    this.#at = line.end;
  }

  /** Goes back to where a line began. */
  untake(line: Span): void {
    this.#at = line.start;
    this.#lineFeed = -1;
    this.#carriageReturn = -1;
  }

  /** A line without its line end. */
  content({ start, end }: Span): string {
    return this.text.slice(start, end - lineEndLength(this.text, end, start));
  }

  #line(): Span | undefined {
    const start = this.#at;
    if (start >= this.text.length) return undefined;
    if (this.#lineFeed < start) this.#lineFeed = this.#next('\n');
    if (this.#carriageReturn < start) this.#carriageReturn = this.#next('\r');
    const first = Math.min(this.#lineFeed, this.#carriageReturn);
    if (first === this.text.length) return { start, end: first };
    return { start, end: this.text.startsWith('\r\n', first) ? first + 2 : first + 1 };
  }

  #next(character: string): number {
    const found = this.text.indexOf(character, this.#at);
    return found < 0 ? this.text.length : found;
  }
}

/** The length of the line ending at the end of a range of text. */
export function lineEndLength(text: string, end: number, start = 0): number {
  if (end <= start) return 0;
  const last = text.charCodeAt(end - 1);
  if (last === 13) return 1;
  if (last !== 10) return 0;
  return end - 2 >= start && text.charCodeAt(end - 2) === 13 ? 2 : 1;
}
