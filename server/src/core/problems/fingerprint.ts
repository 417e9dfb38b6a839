import type { Platform } from '../platform.js';
import { utf8Bytes } from '../text/bytes.js';
import type { ProblemCode } from './codes.js';

/** What a problem is recognised by. */
interface ProblemPlace {
  readonly code: ProblemCode;
  /** The payload path of its document. */
  readonly layers: readonly string[];
  readonly pointer: string;
}

/**
 * Makes fingerprints of the problems of one file, in their order: what stays the same when other lines of the file change, so
 * that a problem is recognised again. Each is a hash of code and position in the document, with a number for those of the same
 * position.
 */
export class Fingerprints {
  readonly #platform: Pick<Platform, 'sha256'>;
  readonly #seen = new Map<string, number>();

  constructor(platform: Pick<Platform, 'sha256'>) {
    this.#platform = platform;
  }

  of({ code, layers, pointer }: ProblemPlace): string {
    const position = JSON.stringify([code, layers, pointer]);
    const number = (this.#seen.get(position) ?? 0) + 1;
    this.#seen.set(position, number);
    return `${shortHash(position, this.#platform)}:${number}`;
  }
}

/** 32 hexadecimal digits of the SHA-256 of a text. */
export function shortHash(text: string, { sha256 }: Pick<Platform, 'sha256'>): string {
  return sha256(utf8Bytes(text)).slice(0, 32);
}
