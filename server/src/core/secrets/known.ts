import type { Budget } from '../text/budget.js';
import type { Span } from '../text/span.js';
import { isOrdinaryWord, UnsearchedTexts } from './unsearched.js';
import { addToList } from '../text/strings.js';

/** A secret that a document contains. */
export interface KnownSecret {
  /** As its reader reads it, without the escapes of the document. */
  readonly value: string;
  /** The name of the member, option or element that has it. */
  readonly name?: string | undefined;
  /** What precedes it on a line of the string that it is a part of. */
  readonly before?: string | undefined;
  /** Its range in the document, without quotes; absent for a secret that isn't written in a document. */
  readonly span?: Span | undefined;
  /** The text of the document. */
  readonly text?: string | undefined;
}

/** Characters by which a known secret is found. */
const startLength = 4;

/** Shorter secrets are often ordinary words, which must not disappear from a text. */
const shortest = 6;

/** Longer secrets in lower case aren't ordinary words. */
const longestWord = 16;

/** A line of a secret of several lines that is a secret itself, such as one of a private key. */
const shortestLine = 16;

/** Characters that identify nearly every needle. */
const keyLength = 64;

/** Characters before a secret on its line by which an ordinary word is recognised as that secret. */
const contextLength = 40;

/** The parts of a secret that messages may show before they cut it. */
const shortestPart = 8;
const longestPart = 200;

/** A text to search for: a secret, or one behind what precedes it in its document. */
interface Needle {
  readonly text: string;
  /** The offset of the secret. */
  readonly start: number;
}

/** Needles with the same first characters, by their first `keyLength` characters. */
interface Needles {
  readonly byKey: Map<string, Needle[]>;
  /** The lengths of the keys, longest first. */
  readonly lengths: number[];
}

/**
 * The secrets of some documents, to find them wherever they appear again: in a message, in a variable, or in a command
 * under another name. A short secret, or one that is an ordinary word, is found only where the document has it, behind the
 * same characters of a line, and under the same name. Takes linear time, however many secrets there are.
 */
export class KnownSecrets {
  readonly #added = new Set<string>();
  /** By their first characters. */
  readonly #byStart = new Map<string, Needles>();
  /** A fast check that rules out nearly all positions: 1 at the hashes of all beginnings. */
  readonly #hashes = new Uint8Array(0x10000);
  /** The ranges of the secrets of each document, by its text. */
  readonly #documents = new Map<string, Span[]>();
  /** Values by the names of their members. */
  readonly #named = new Set<string>();
  readonly #unsearched = new UnsearchedTexts();

  add(secrets: Iterable<KnownSecret>): void {
    for (const secret of secrets) {
      const { value, name, text, span } = secret;
      if (isReference(value)) continue;
      if (name !== undefined) this.#named.add(pairOf(name, value));
      if (text !== undefined && span !== undefined) this.#addSpans(text, span);
      for (const needle of needlesOf(secret)) this.#addNeedle(needle);
    }
  }

  /** Texts in which further secrets may be, because there was no time to search them: all that they contain is hidden. */
  addUnsearched(texts: readonly string[]): void {
    for (const text of texts) this.#unsearched.add(text);
  }

  /** How many values are known. */
  get size(): number {
    return this.#named.size + this.#added.size + this.#unsearched.size;
  }

  /** Whether nothing can be found in any text. */
  get isEmpty(): boolean {
    return this.size === 0 && this.#documents.size === 0;
  }

  /** Whether the value of a member with this name is one of the secrets. */
  has(name: string, value: string): boolean {
    return this.#named.has(pairOf(name, value)) || (this.#unsearched.size > 0 && !isOrdinaryWord(value));
  }

  /** Whether one of them is in a text. */
  isIn(text: string): boolean {
    // Nearly all texts that are shown contain none.
    if (!this.#documents.has(text) && this.#unsearched.size === 0 && this.#nextStart(text, 0) < 0) return false;
    return this.spansIn(text).next().done !== true;
  }

  /** Every occurrence in a text, until the budget is spent. Ranges may overlap. */
  *spansIn(text: string, budget?: Budget): Generator<Span> {
    yield* this.#documents.get(text) ?? [];
    yield* this.#unsearched.spansIn(text);
    for (let at = this.#nextStart(text, 0); at >= 0; at = this.#nextStart(text, at + 1)) {
      const needles = this.#byStart.get(text.slice(at, at + startLength));
      if (budget?.step(1 + (needles?.byKey.size ?? 0)) === true) return;
      const span = needles && (foundAt(text, at, needles) ?? cutAt(text, at, needles));
      if (span === undefined) continue;
      yield span;
      at = span.end - 1;
    }
  }

  /** The first offset from one on at which a secret may begin; -1 if there is none. */
  #nextStart(text: string, from: number): number {
    if (this.#byStart.size > 0)
      for (let at = from; at + startLength <= text.length; at++) if (this.#hashes[hashAt(text, at)] === 1) return at;
    return -1;
  }

  #addSpans(text: string, { start, end }: Span): void {
    const spans = this.#documents.get(text) ?? [];
    this.#documents.set(text, spans);
    // Lines stay lines, with their indentation.
    for (const { index, 0: line } of text.slice(start, end).matchAll(/[^\s][^\r\n]*/g))
      spans.push({ start: start + index, end: start + index + line.trimEnd().length });
  }

  #addNeedle(needle: Needle): void {
    const { text } = needle;
    if (text.length < startLength || this.#added.has(text)) return;
    this.#added.add(text);
    this.#hashes[hashAt(text, 0)] = 1;
    const start = text.slice(0, startLength);
    let needles = this.#byStart.get(start);
    if (needles === undefined) this.#byStart.set(start, (needles = { byKey: new Map(), lengths: [] }));
    const key = text.slice(0, keyLength);
    addToList(needles.byKey, key, needle);
    if (needles.lengths.includes(key.length)) return;
    needles.lengths.push(key.length);
    needles.lengths.sort((a, b) => b - a);
  }
}

function pairOf(name: string, value: string): string {
  return `${name}\0${value}`;
}

function foundAt(text: string, at: number, { byKey, lengths }: Needles): Span | undefined {
  for (const length of lengths) {
    let longest: Span | undefined;
    for (const { text: wanted, start } of byKey.get(text.slice(at, at + length)) ?? []) {
      const end = at + wanted.length;
      // Behind its context, an ordinary word may begin another one.
      const isOther = start > 0 && /\w/.test(wanted.charAt(wanted.length - 1)) && /\w/.test(text.charAt(end));
      if (end > (longest?.end ?? 0) && !isOther && text.startsWith(wanted, at)) longest = { start: at + start, end };
    }
    if (longest !== undefined) return longest;
  }
  return undefined;
}

/** The beginning of a secret that a message has cut. */
function cutAt(text: string, at: number, { byKey }: Needles): Span | undefined {
  const part = /^[^…]*(?=…)/.exec(text.slice(at, at + longestPart))?.[0] ?? '';
  if (part.length < shortestPart) return undefined;
  const isCut = [...byKey.values()].some((needles) =>
    needles.some(({ text: wanted, start }) => start === 0 && wanted.startsWith(part)),
  );
  return isCut ? { start: at, end: at + part.length } : undefined;
}

function hashAt(text: string, at: number): number {
  return (text.charCodeAt(at) + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2) * 961) & 0xffff;
}

/** What to search for to find a secret again. */
function* needlesOf({ value, name, before: own, span, text = '' }: KnownSecret): Generator<Needle> {
  const written = text.slice(span?.start ?? 0, span?.end ?? 0);
  for (const part of new Set([...partsOf(value), ...partsOf(written)])) {
    // A secret that isn't written in a document; what precedes it would be found with any value.
    if (part === '') continue;
    if (isDistinctive(part)) for (const spelling of spellingsOf(part)) yield { text: spelling, start: 0 };
    else if (part === value || part === written)
      for (const context of [...(own === undefined ? [] : [own]), ...contextsOf(name, span, text)])
        for (const [index, before] of spellingsOf(context).entries()) {
          const after = spellingsOf(part)[index] ?? part;
          yield { text: before + after, start: before.length };
        }
  }
}

/** The secret, or the lines of a secret of several lines. */
function partsOf(value: string): string[] {
  if (!/[\r\n]/.test(value.trim())) return [value.trim()];
  return value.split(/\r?\n/).flatMap((line) => (line.trim().length >= shortestLine ? [line.trim()] : []));
}

/** What precedes a secret: on its line in the document, and behind its name in other formats. */
function contextsOf(name: string | undefined, span: Span | undefined, text: string): string[] {
  const contexts = name === undefined ? [] : [`${name}: `, `${name}=`, `"${name}":"`, `"${name}": "`];
  if (span !== undefined) {
    const before = text.slice(Math.max(0, span.start - contextLength), span.start);
    const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1).trimStart();
    if (/\w/.test(line)) contexts.push(line);
  }
  return contexts;
}

/** A text as it is, and in strings of JSON, in JSON in such strings, in a URL and in XML. */
function spellingsOf(text: string): string[] {
  const escaped = inJson(text);
  return [text, escaped, inJson(escaped), inUrl(text), inXml(text)];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function inUrl(text: string): string {
  return /\p{Cs}/u.test(text) ? text : encodeURIComponent(text);
}

function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Whether a secret is long and unusual enough to be masked in any context: `changeme` and `node` aren't. */
function isDistinctive(secret: string): boolean {
  if (secret.length < shortest) return false;
  if (secret.length <= longestWord) return !/^[A-Z]?[a-z]*$|^[\d.:/-]*$/.test(secret);
  return !/^[A-Z]?[a-z][a-z ]*$/.test(secret) || / (?: |$)/.test(secret);
}

/** Whether a value only refers to a secret: an expression of an ARM template, Jinja or a shell, a placeholder or a mask. */
export function isReference(value: string): boolean {
  const text = value.trim();
  return text === '' || (/^\[\s{0,9}[A-Za-z]\w*\(/.test(text) && text.endsWith(']')) || references.test(text);
}

const references = /^(?:\$\{\w+\}|\$\([^)]*\)|\{\{[^{}]*\}\}|<[\w -]+>|\*+(?:#\d+#?)?)$/;
