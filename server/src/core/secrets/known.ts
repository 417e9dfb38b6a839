import type { Span } from '../text/span.js';

/** Characters by which a known secret is found. */
const startLength = 4;

/** Shorter secrets are often ordinary words, which must not disappear from a text. */
const shortest = 6;

/** A line of a secret of several lines that is a secret itself, such as one of a private key. */
const shortestLine = 16;

/**
 * The secrets of some documents, to find them wherever they appear again: in a message, in a variable, or in a command
 * under another name. Takes linear time, however many secrets there are, unless they all begin with the same characters.
 */
export class KnownSecrets {
  /** By their first characters; the longest first. */
  readonly #byStart = new Map<string, string[]>();
  /** A fast check that rules out nearly all positions: 1 at the hashes of all beginnings. */
  readonly #hashes = new Uint8Array(0x10000);

  constructor(secrets: Iterable<string>) {
    const found = new Set<string>();
    for (const secret of secrets) {
      const isOneLine = !/[\r\n]/.test(secret);
      const parts = isOneLine ? [secret] : secret.split(/\r?\n/).filter((line) => line.trim().length >= shortestLine);
      for (const part of parts) if (isDistinctive(part.trim())) found.add(part.trim());
    }
    for (const secret of [...found].sort((a, b) => b.length - a.length)) {
      const start = secret.slice(0, startLength);
      this.#hashes[hashAt(secret, 0)] = 1;
      const same = this.#byStart.get(start);
      if (same === undefined) this.#byStart.set(start, [secret]);
      else same.push(secret);
    }
  }

  /** Every occurrence, in order; of overlapping ones the first. */
  *spansIn(text: string): Generator<Span> {
    if (this.#byStart.size === 0) return;
    for (let at = 0; at + shortest <= text.length; at++) {
      if (this.#hashes[hashAt(text, at)] !== 1) continue;
      const candidates = this.#byStart.get(text.slice(at, at + startLength));
      const secret = candidates?.find((candidate) => text.startsWith(candidate, at));
      if (secret === undefined) continue;
      yield { start: at, end: at + secret.length };
      at += secret.length - 1;
    }
  }
}

function hashAt(text: string, at: number): number {
  return (text.charCodeAt(at) + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2) * 961) & 0xffff;
}

/** Whether a secret is long and unusual enough to be masked in any context: `changeme` and `node` aren't. */
function isDistinctive(secret: string): boolean {
  return secret.length >= shortest && !/^[a-z]*$|^[A-Z]?[a-z ]*$|^[\d.:/-]*$/.test(secret);
}
