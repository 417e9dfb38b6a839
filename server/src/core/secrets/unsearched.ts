import type { Span } from '../text/span.js';

/** Characters of a part of a text that is recognised in another one: as many as the shortest secret that is masked anywhere. */
const partLength = 6;

/** Characters of the texts for each word of the set, and the fewest words. */
const charactersPerWord = 2;
const fewestWords = 2 ** 12;

const multiplier = 31;
/** What the first character of a part has been multiplied with when the part ends. */
const firstFactor = multiplier ** (partLength - 1);

/**
 * Finds in any text what it has in common with texts that there was no time to search for secrets, so that all of it can be
 * masked. Single ordinary words aren't found: with them, also our own words would disappear.
 */
export class UnsearchedTexts {
  readonly #texts = new Set<string>();
  #parts: Uint32Array | undefined;

  add(text: string): void {
    if (text.length < partLength || this.#texts.has(text)) return;
    this.#texts.add(text);
    this.#parts = undefined;
  }

  get size(): number {
    return this.#texts.size;
  }

  /** The ranges of a text that consist of parts of these texts, as whole words; in order. */
  spansIn(text: string): readonly Span[] {
    const spans: Span[] = [];
    if (this.#texts.size === 0) return spans;
    const parts = (this.#parts ??= partsIn(this.#texts));
    let [start, end] = [-1, -1];
    const finish = (): void => {
      const span = wordsAt(text, start, end);
      if (start >= 0 && !isOrdinaryWord(text.slice(span.start, span.end).trim())) spans.push(span);
    };
    eachPart(text, (hash, at) => {
      if (!contains(parts, hash)) return;
      if (at >= end) {
        finish();
        start = at;
      }
      end = at + partLength;
    });
    finish();
    return spans;
  }
}

/** A word that may be one of ours: one of at most 16 letters, as English and the names of our results have them. */
export function isOrdinaryWord(text: string): boolean {
  return text.length <= 16 && /^[A-Z]?[a-z]*(?:[A-Z][a-z]{2,15}){0,3}$/.test(text);
}

/** A set of all parts: some bits in one word for each, so that about one in 100 others seems to be in it (a Bloom filter). */
function partsIn(texts: Iterable<string>): Uint32Array {
  let characters = 0;
  for (const { length } of texts) characters += length;
  const parts = new Uint32Array(Math.max(fewestWords, 2 ** Math.ceil(Math.log2(characters / charactersPerWord))));
  for (const text of texts)
    eachPart(text, (hash) => {
      const word = hash & (parts.length - 1);
      parts[word] = (parts[word] ?? 0) | bitsOf(hash);
    });
  return parts;
}

function contains(parts: Uint32Array, hash: number): boolean {
  const bits = bitsOf(hash);
  return ((parts[hash & (parts.length - 1)] ?? 0) & bits) === bits;
}

function bitsOf(hash: number): number {
  const spread = Math.imul(hash, 0x9e3779b1);
  return (1 << (spread >>> 27)) | (1 << (spread >>> 22)) | (1 << (spread >>> 17)) | (1 << (spread >>> 12));
}

/** Calls a function with the hash and the offset of each part. */
function eachPart(text: string, call: (hash: number, at: number) => void): void {
  let hash = 0;
  for (let end = 1; end <= text.length; end++) {
    const start = end - partLength;
    if (start > 0) hash -= Math.imul(text.charCodeAt(start - 1), firstFactor);
    hash = (Math.imul(hash, multiplier) + text.charCodeAt(end - 1)) | 0;
    if (start >= 0) call(mixed(hash), start);
  }
}

/** The hash with its bits spread: those of similar parts differ in few. */
function mixed(hash: number): number {
  const spread = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return spread ^ (spread >>> 12);
}

/** A range with the rest of the words that it begins and ends in. */
function wordsAt(text: string, from: number, to: number): Span {
  let [start, end] = [from, to];
  const isInWord = (at: number): boolean => /[\w-]{2}/.test(text.slice(at - 1, at + 1));
  while (start > 0 && from - start < longestWord && isInWord(start)) start--;
  while (end < text.length && end - to < longestWord && isInWord(end)) end++;
  return { start, end };
}

const longestWord = 100;
