import { limits } from '../../limits.js';
import type { Budget } from '../../text/budget.js';
import type { Span } from '../../text/span.js';
import {
  type HeaderFault,
  headerOf,
  headerParameter,
  lineEndLength,
  LineReader,
  type MimeHeader,
  readHeaders,
} from './headers.js';

/** A message or a part of one; places are in the text that was read. */
export interface MimeEntity {
  readonly headers: readonly MimeHeader[];
  /** Type and subtype in small letters; the default where there is no header or what it says is no type. */
  readonly contentType: string;
  /** What is in the body; undefined for anything that is neither a multipart nor a message in a message. */
  readonly parts: readonly MimeEntity[] | undefined;
  /** Everything behind the headers, without the line end that belongs to the boundary behind it. */
  readonly body: Span;
  /** Headers and body. */
  readonly whole: Span;
  readonly defects: readonly MimeDefect[];
  /** The lines between the parts of a multipart, in their order. */
  readonly boundaries: readonly Span[];
}

/** Something that a reader of messages passes over or makes up. */
export interface MimeDefect {
  readonly kind:
    | HeaderFault['kind']
    /** The body begins without an empty line in front of it. */
    | 'unseparated'
    /** A multipart without a boundary parameter. */
    | 'no-boundary'
    /** The boundary that the header names never comes. */
    | 'boundary-not-found'
    | 'not-closed'
    /** Something that looks like a part stands behind the closing boundary. */
    | 'part-after-end'
    | 'too-deep'
    | 'too-many';
  readonly span: Span;
}

/**
 * Reads a message into its parts, as Python 3.11's `email.message_from_string` does: never refusing anything, taking
 * an outer boundary for the end of everything inside, and doubled boundary lines for one. When the budget is spent, what
 * follows is left out.
 */
export function parseMime(text: string, budget?: Budget): MimeEntity {
  return new MessageReader(text, budget).entity('text/plain', 0);
}

/** The transfer encoding as written; empty where none is named. */
export function transferEncodingOf(entity: MimeEntity): string {
  return headerOf(entity.headers, 'content-transfer-encoding')?.value ?? '';
}

/** The file name that a part gives itself: by its disposition, else by the `name` of its type. */
export function filenameOf(entity: MimeEntity): string | undefined {
  return namedByDisposition(entity) ?? typeParameter(entity, 'name')?.trim();
}

/** The `filename` of the Content-Disposition. */
export function namedByDisposition(entity: MimeEntity): string | undefined {
  const disposition = headerOf(entity.headers, 'content-disposition')?.value;
  return disposition === undefined ? undefined : headerParameter(disposition, 'filename')?.trim();
}

/** A parameter of the Content-Type. */
export function typeParameter(entity: MimeEntity, name: string): string | undefined {
  const type = headerOf(entity.headers, 'content-type')?.value;
  return type === undefined ? undefined : headerParameter(type, name);
}

/** The type and subtype that a Content-Type names, in small letters; `text/plain` where it names none. */
export function typeOf(value: string): string {
  const type = (value.split(';', 1)[0] ?? '').trim().toLowerCase();
  return type.split('/').length === 2 ? type : 'text/plain';
}

interface Draft extends MimeEntity {
  parts: MimeEntity[] | undefined;
  body: Span;
  whole: Span;
  readonly defects: MimeDefect[];
  readonly boundaries: Span[];
}

class MessageReader {
  readonly #reader: LineReader;
  /** The entity that was read last: a line end before a boundary is no part of it. */
  #last: Draft | undefined;
  #count = 0;

  constructor(text: string, budget: Budget | undefined) {
    this.#reader = new LineReader(text, 0, budget);
  }

  entity(defaultType: string, depth: number): MimeEntity {
    const start = this.#reader.at;
    const { headers, faults, unseparated } = readHeaders(this.#reader);
    const type = headerOf(headers, 'content-type');
    const at = this.#reader.at;
    const draft: Draft = {
      headers,
      contentType: type === undefined ? defaultType : typeOf(type.value),
      parts: undefined,
      body: { start: at, end: at },
      whole: { start, end: at },
      defects: [...faults],
      boundaries: [],
    };
    if (unseparated !== undefined && headers.length > 0) draft.defects.push({ kind: 'unseparated', span: unseparated });
    this.#last = draft;
    this.#count++;
    this.#readBody(draft, depth);
    const end = Math.max(at, this.#reader.at);
    draft.body = { start: at, end };
    draft.whole = { start, end };
    return draft;
  }

  #readBody(draft: Draft, depth: number): void {
    const [main] = draft.contentType.split('/', 1);
    if (main !== 'multipart' && main !== 'message') this.#skip();
    else if (depth >= limits.mimeDepth) {
      draft.defects.push({ kind: 'too-deep', span: draft.whole });
      this.#skip();
    } else if (draft.contentType === 'message/delivery-status') this.#readBlocks(draft, depth);
    else if (main === 'message') draft.parts = [this.entity('text/plain', depth + 1)];
    else this.#readMultipart(draft, depth);
  }

  /** Blocks of headers with an empty line between two, each a message of its own. */
  #readBlocks(draft: Draft, depth: number): void {
    draft.parts = [];
    for (;;) {
      this.#reader.pushStop((line) => line === '');
      draft.parts.push(this.entity('text/plain', depth + 1));
      this.#reader.popStop();
      const separator = this.#reader.peek();
      if (separator !== undefined) this.#reader.take(separator);
      if (this.#reader.peek() === undefined) return;
    }
  }

  #readMultipart(draft: Draft, depth: number): void {
    const type = headerOf(draft.headers, 'content-type');
    const place = type?.span ?? draft.whole;
    const boundary = typeParameter(draft, 'boundary')?.trimEnd();
    if (boundary === undefined) {
      draft.defects.push({ kind: 'no-boundary', span: place });
      this.#skip();
      return;
    }
    const reader = this.#reader;
    const isBoundary = (line: string): boolean => boundaryKind(line, boundary) !== undefined;
    let closed: Span | undefined;
    for (let line = reader.peek(); line !== undefined; line = reader.peek()) {
      reader.take(line);
      const kind = boundaryKind(reader.content(line), boundary);
      if (kind === undefined) continue;
      draft.boundaries.push(line);
      if (kind === 'close') {
        closed = line;
        break;
      }
      for (let next = reader.peek(); next !== undefined && isBoundary(reader.content(next)); next = reader.peek()) {
        draft.boundaries.push(next);
        reader.take(next);
      }
      if (this.#count >= limits.mimeParts) {
        draft.defects.push({ kind: 'too-many', span: line });
        this.#skip();
        return;
      }
      draft.parts ??= [];
      reader.pushStop(isBoundary);
      draft.parts.push(
        this.entity(draft.contentType === 'multipart/digest' ? 'message/rfc822' : 'text/plain', depth + 1),
      );
      reader.popStop();
      this.#takeLineEnd(draft.parts.at(-1));
      this.#last = draft;
    }
    if (draft.parts === undefined) draft.defects.push({ kind: 'boundary-not-found', span: place });
    else if (closed === undefined) draft.defects.push({ kind: 'not-closed', span: place });
    this.#readEpilogue(draft, isBoundary);
  }

  /** The line end in front of a boundary belongs to the boundary. */
  #takeLineEnd(part: MimeEntity | undefined): void {
    for (const draft of new Set([this.#last, part as Draft | undefined])) {
      if (draft === undefined) continue;
      const { body, whole } = draft;
      const end = body.end - lineEndLength(this.#reader.text, body.end, body.start);
      if (draft.parts === undefined && draft === this.#last) draft.body = { start: body.start, end };
      draft.whole = { start: whole.start, end: Math.max(whole.start, end) };
    }
  }

  #readEpilogue(draft: Draft, isBoundary: (line: string) => boolean): void {
    for (let line = this.#reader.peek(); line !== undefined; line = this.#reader.peek()) {
      const stray =
        isBoundary(this.#reader.content(line)) && !draft.defects.some(({ kind }) => kind === 'part-after-end');
      if (stray && draft.boundaries.length > 0) draft.defects.push({ kind: 'part-after-end', span: line });
      this.#reader.take(line);
    }
  }

  #skip(): void {
    for (let line = this.#reader.peek(); line !== undefined; line = this.#reader.peek()) this.#reader.take(line);
  }
}

/** Whether a line is a boundary, blanks at its end aside; `close` for the one behind the last part. */
function boundaryKind(line: string, boundary: string): 'part' | 'close' | undefined {
  if (!line.startsWith('--') || !line.startsWith(boundary, 2)) return undefined;
  const rest = /^(--)?[ \t]*$/.exec(line.slice(boundary.length + 2));
  return rest === null ? undefined : rest[1] === undefined ? 'part' : 'close';
}

/** The parts of a message; one that holds none is its own only part. */
export function partsOf(message: MimeEntity): readonly MimeEntity[] {
  return message.contentType.startsWith('multipart/') ? (message.parts ?? []) : [message];
}
