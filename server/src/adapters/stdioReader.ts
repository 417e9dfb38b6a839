import type { Readable } from 'node:stream';
import { AbstractMessageReader, type DataCallback, type Disposable, type Message } from 'vscode-languageserver/node';
import { limits } from '../core/limits.js';

const headerEnd = '\r\n\r\n';

/**
 * Reads the messages of an editor from a stream. A header without a usable length, or one of a message that is too long, is
 * an error after which nothing is read: nobody knows where the next message begins. A message that isn't JSON is passed on
 * as undefined, because only the connection can answer it.
 */
export class StdioReader extends AbstractMessageReader {
  readonly #input: Readable;
  #callback: DataCallback = () => undefined;
  /** The beginning of a header. */
  #header = '';
  /** The beginning of a message, and the number of bytes that it still lacks; undefined within a header. */
  #chunks: Buffer[] = [];
  #missing: number | undefined;
  #failed = false;

  constructor(input: Readable) {
    super();
    this.#input = input;
  }

  listen(callback: DataCallback): Disposable {
    this.#callback = callback;
    const read = (chunk: Buffer): void => {
      this.#read(chunk);
    };
    const close = (): void => {
      this.fireClose();
    };
    this.#input.on('data', read).once('end', close).once('error', close);
    return { dispose: () => void this.#input.off('data', read).off('end', close).off('error', close) };
  }

  #read(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0 && !this.#failed) {
      if (this.#missing === undefined) {
        rest = this.#readHeader(rest);
      } else {
        const part = rest.subarray(0, this.#missing);
        this.#chunks.push(part);
        this.#missing -= part.length;
        rest = rest.subarray(part.length);
      }
      if (this.#missing === 0) this.#deliver();
    }
  }

  /** Reads as much of a header as there is, and returns what follows. */
  #readHeader(bytes: Buffer): Buffer {
    const before = this.#header.length;
    const header = this.#header + bytes.toString('latin1', 0, limits.messageHeaderBytes);
    const end = header.indexOf(headerEnd);
    if (end < 0) {
      if (header.length >= limits.messageHeaderBytes) this.#fail('a header has no end');
      this.#header = header;
      return bytes.subarray(bytes.length);
    }
    this.#header = '';
    const length = /^content-length:[ \t]*(\d{1,15})[ \t]*$/im.exec(header.slice(0, end))?.[1];
    if (length === undefined) this.#fail('a header has no Content-Length');
    else if (Number(length) > limits.messageBytes) this.#fail(`a message of ${length} bytes is too long`);
    else this.#missing = Number(length);
    return bytes.subarray(end + headerEnd.length - before);
  }

  #deliver(): void {
    const content = Buffer.concat(this.#chunks).toString('utf8');
    this.#chunks = [];
    this.#missing = undefined;
    this.#callback(parsed(content) as Message);
  }

  #fail(reason: string): void {
    this.#failed = true;
    this.#header = '';
    this.fireError(new Error(reason));
  }
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
