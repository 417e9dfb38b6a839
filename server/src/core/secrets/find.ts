import { limits } from '../limits.js';
import type { Platform } from '../platform.js';
import { bytesOfBase64, decodeBase64, encodeBase64 } from '../text/base64.js';
import type { Budget } from '../text/budget.js';
import { decodeText, decodeUtf16, isAscii, utf8Bytes } from '../text/bytes.js';
import type { Span } from '../text/span.js';
import { finished } from '../text/steps.js';
import { asciiTable } from '../text/strings.js';
import { secretsInCommands } from './commandOptions.js';
import { type DecodedLines, decodedLines } from './escapes.js';
import {
  urlContents,
  elementTexts,
  fieldContents,
  stringExcerpts,
  unprefixedLines,
  withoutQuotedPrintable,
} from './excerpts.js';
import { secretsByForm } from './forms.js';
import { secretsByName } from './namedValues.js';
import { secretsInPasswordLists } from './passwordLists.js';
import type { SearchedTexts } from './searchedTexts.js';
import { mayHoldSecret } from './signs.js';
import { isOrdinaryWord } from './unsearched.js';

export { isSecretName } from './names.js';

/** Decompresses gzip data; returns no bytes for data that can't be decompressed. */
export type Inflate = (bytes: Uint8Array) => Uint8Array;

/** Returns what to show instead of a secret. */
export type MaskOf = (secret: string) => string;

/** Finds secrets of a text that neither their format nor their name shows. */
export type FindKnown = (text: string, budget?: Budget) => Iterable<Span>;

/** How a text is searched. */
export interface SecretSearch {
  /** Compressed payloads are searched if it is given. */
  readonly inflate?: Inflate | undefined;
  readonly maskOf?: MaskOf | undefined;
  readonly findKnown?: FindKnown | undefined;
  /** A text that can't be searched within it is a secret as a whole. */
  readonly budget?: Budget | undefined;
  /** Texts that were searched in the same way. */
  readonly searched?: SearchedTexts | undefined;
}

/** A range of text that must not be shown. */
export interface Secret extends Span {
  /** What to show instead; for base64 the same content with only its secrets masked. */
  readonly shown: string;
}

/** Replaces a secret. */
export const maskText = '********';

/** Equal masks for all secrets. */
export const plainMask: MaskOf = () => maskText;

/**
 * Finds secrets in any text by their format, by the name before them, and by the options of commands; also in escaped
 * text and in base64, wrapped or not, that contains any of these. The results are in order and don't overlap. `depth` is
 * the number of encodings around the text.
 */
export function findSecrets(text: string, search: SecretSearch = {}, depth = 0): Secret[] {
  return finished(searchingSecrets(text, search, depth));
}

/** The same in steps, between which other work can be done. */
export function* searchingSecrets(text: string, search: SecretSearch = {}, depth = 0): Generator<undefined, Secret[]> {
  const { maskOf = plainMask, findKnown, budget, searched } = search;
  const isSearched = isWithoutSecret(text, searched);
  if (isSearched && findKnown === undefined) return [];
  const inSteps = text.length >= longText;
  const known: Span[] = [];
  const spans: Span[] = [];
  const blocks: Secret[] = [];
  // The same base64 is found again in decoded lines.
  const blockEnds = new Map<number, number>();
  const readBlocks = new Map<string, ReadBlock | undefined>();
  for (const lines of levelsOf(text)) {
    const { text: decoded, sourceOf } = lines;
    for (const span of findKnown?.(decoded, budget) ?? []) known.push(sourceOf(span));
    if (isSearched) continue;
    for (const find of finders) {
      for (const span of find(decoded, budget)) spans.push(sourceOf(span));
      if (budget?.pass(decoded) === true) return unsearched(text, maskOf);
      if (inSteps) yield;
    }
    for (const block of depth < limits.secretDepth ? blocksIn(decoded) : []) {
      const letters = sourceOf(block);
      // Found before, maybe with padding that is encoded.
      if (blockEnds.get(letters.start) === letters.end) continue;
      const { end } = withPadding(decoded, block);
      const encoded = decoded.slice(block.start, end);
      if (!readBlocks.has(encoded)) readBlocks.set(encoded, readBlock(encoded, search, depth));
      if (budget?.pass(encoded) === true) return unsearched(text, maskOf);
      const shown = readBlocks.get(encoded)?.shown;
      blockEnds.set(letters.start, letters.end);
      if (shown !== undefined) blocks.push({ ...sourceOf({ start: block.start, end }), shown });
    }
    for (const excerpts of excerptsOf(lines, 0, budget))
      for (const find of finders) {
        for (const span of find(excerpts.text, budget)) spans.push(excerpts.sourceOf(span));
        if (budget?.pass(excerpts.text) === true) return unsearched(text, maskOf);
        if (inSteps) yield;
      }
  }
  if (budget?.isSpent === true) return unsearched(text, maskOf);
  // What a block contains may become known later.
  if (!isSearched && spans.length === 0 && [...readBlocks.values()].every((block) => block === undefined))
    searched?.add(text);
  const secrets = joined([...known, ...spans]).map(({ start, end }) => ({
    start,
    end,
    shown: maskOf(text.slice(start, end)),
  }));
  return merged([...secrets, ...blocks], text, maskOf);
}

/** Whether a text needs no search. Its signs are looked for once; texts that are to be found again are in `searched`. */
export function isWithoutSecret(text: string, searched: SearchedTexts | undefined): boolean {
  if (searched?.has(text) === true) return true;
  if (mayHoldSecret(text)) return false;
  searched?.add(text);
  return true;
}

/** Characters of a text that takes so long that it is searched in steps. */
const longText = 64 * 1024;

/** All of a text that couldn't be searched in time. A single ordinary word stays: most are names in our own results. */
function unsearched(text: string, maskOf: MaskOf): Secret[] {
  return isOrdinaryWord(text) ? [] : [{ start: 0, end: text.length, shown: maskOf(text) }];
}

/** The text and its lines without their escapes, level by level; and the same for the text without quoted-printable. */
function* levelsOf(text: string): Generator<DecodedLines> {
  for (const start of [{ text, sourceOf: (span: Span) => span }, withoutQuotedPrintable(text)]) {
    let lines: DecodedLines | undefined = start;
    for (let level = 0; lines !== undefined; level++) {
      yield lines;
      const next: DecodedLines | undefined = level < limits.secretEscapes ? decodedLines(lines.text) : undefined;
      lines = next && within(lines, next);
    }
  }
}

/**
 * Parts of a text in which names begin a line: strings, also those inside of strings, comments and lines of logs, what URLs,
 * XML elements and fields of CSV contain, and the words of lists.
 */
function* excerptsOf(lines: DecodedLines, depth: number, budget?: Budget): Generator<DecodedLines> {
  const unprefixed = unprefixedLines(lines.text);
  if (unprefixed !== undefined) yield within(lines, unprefixed);
  const { words, contents } = stringExcerpts(lines.text, budget);
  for (const excerpts of [urlContents(lines.text), elementTexts(lines.text), fieldContents(lines.text), words])
    if (excerpts !== undefined) yield within(lines, excerpts);
  if (contents === undefined) return;
  const inner = within(lines, contents);
  yield inner;
  if (depth < limits.secretDepth) yield* excerptsOf(inner, depth + 1, budget);
}

/** Decoded lines whose text was decoded from other ones. */
function within(outer: DecodedLines, inner: DecodedLines): DecodedLines {
  return { text: inner.text, sourceOf: (span) => outer.sourceOf(inner.sourceOf(span)) };
}

/** Each may end early when the budget is spent, so what it found isn't all then. */
const finders: readonly ((text: string, budget?: Budget) => Iterable<Span>)[] = [
  secretsByForm,
  secretsByName,
  secretsInCommands,
  secretsInPasswordLists,
];

/** Letters on the first line of base64 that is searched. */
const shortestBlock = 40;

/** Base64 that is long enough, and that of data URLs, which is shorter. */
function blocksIn(text: string): readonly Span[] {
  const blocks = base64Blocks(text, shortestBlock);
  if (!text.includes(dataUrl)) return blocks;
  for (let at = text.indexOf(dataUrl); at >= 0; at = text.indexOf(dataUrl, at + 1)) {
    const start = at + dataUrl.length;
    const end = endOfLetters(text, start);
    if (end - start < shortestBlock) blocks.push({ start, end });
  }
  return blocks;
}

const dataUrl = ';base64,';

/** Joins overlapping ranges; the result is in order. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) result.push(span);
    else if (span.end > last.end) result[result.length - 1] = { start: last.start, end: span.end };
  }
  return result;
}

/** Joins overlapping secrets. */
function merged(secrets: readonly Secret[], text: string, maskOf: MaskOf): Secret[] {
  const result: Secret[] = [];
  for (const secret of [...secrets].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last !== undefined && secret.start < last.end) {
      if (secret.end <= last.end) continue;
      const shown = maskOf(text.slice(last.start, secret.end));
      result[result.length - 1] = { start: last.start, end: secret.end, shown };
    } else result.push(secret);
  }
  return result;
}

/** The text with its secrets replaced by what may be shown. */
export function replaceSecrets(text: string, secrets: readonly Secret[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, shown } of secrets) {
    result += text.slice(at, start) + shown;
    at = end;
  }
  return result + text.slice(at);
}

/** The text with its secrets masked, and how many they were. Compressed payloads in it are searched if `inflate` is given. */
export function maskSecrets(text: string, search?: SecretSearch): { readonly text: string; readonly masked: number } {
  const secrets = findSecrets(text, search);
  return { text: replaceSecrets(text, secrets), masked: secrets.length };
}

/** A block of base64 that contains text. */
interface ReadBlock {
  /** The block with the secrets in its content masked; absent if there are none. */
  readonly shown?: string;
}

/** Undefined for binary data, and what only looks like base64. */
function readBlock(encoded: string, search: SecretSearch, depth: number): ReadBlock | undefined {
  const { inflate, maskOf = plainMask } = search;
  const { text, isComplete, isCompressed } = contentOf(encoded, inflate);
  if (text.length < shortestContent) return undefined;
  const secrets = findSecrets(text, { ...search, searched: undefined }, depth + 1);
  if (secrets.length === 0) return {};
  // Content isn't compressed again only to be shown.
  if (isCompressed || !isComplete) return { shown: maskOf(encoded) };
  return { shown: encodeBase64(utf8Bytes(replaceSecrets(text, secrets))) };
}

/** Shorter decoded text can't contain a secret and its name. */
const shortestContent = 16;

/** Base64 letters from which binary data is told from text. */
const sampleLetters = 128;

/** The text that base64 or hexadecimal digits encode; empty for binary data. */
function contentOf(
  encoded: string,
  inflate: Inflate | undefined,
): { readonly text: string; readonly isComplete: boolean; readonly isCompressed: boolean } {
  const hexadecimal = bytesOfHexadecimal(encoded);
  if (hexadecimal !== undefined && isText(hexadecimal))
    return { text: textOf(hexadecimal), isComplete: false, isCompressed: false };
  const decoded = bytesOfBase64(encoded);
  if (decoded !== undefined && isAscii(decoded) && decoded.charCodeAt(1) !== 0)
    return { text: decoded, isComplete: true, isCompressed: false };
  const start = decodeBase64(encoded.slice(0, sampleLetters)).bytes;
  const isCompressed = start[0] === 0x1f && start[1] === 0x8b;
  if (!isCompressed && !isText(start)) return { text: '', isComplete: false, isCompressed };
  const { bytes } = decodeBase64(encoded);
  if (isCompressed) return { text: textOf(inflate?.(bytes) ?? new Uint8Array()), isComplete: false, isCompressed };
  const { invalidAt, encoding } = decodeText(bytes);
  const isComplete = invalidAt === undefined && encoding === 'utf-8' && !isUtf16(bytes);
  return { text: textOf(bytes), isComplete, isCompressed };
}

/** Digits that are as many as those of a SHA-256 sum, and more. */
const hexadecimalDigits = /^(?:[0-9a-f]{64}[0-9a-f]*|[0-9A-F]{64}[0-9A-F]*)$/;

function bytesOfHexadecimal(digits: string): Uint8Array | undefined {
  if (digits.length % 2 !== 0 || !hexadecimalDigits.test(digits)) return undefined;
  return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  );
}

/** The text of bytes; what isn't text becomes U+FFFD. */
export function textOf(bytes: Uint8Array): string {
  return isUtf16(bytes) ? decodeUtf16(bytes, 'utf-16le') : decodeText(bytes).text;
}

/** Whether the bytes are UTF-16 without a byte order mark, as PowerShell's encoded commands are. */
function isUtf16(bytes: Uint8Array): boolean {
  return bytes.length > 3 && bytes[0] !== 0 && bytes[1] === 0 && bytes[2] !== 0 && bytes[3] === 0;
}

/** Whether the bytes are text, maybe with some bytes of another encoding, rather than binary data. */
export function isText(bytes: Uint8Array): boolean {
  const text = textOf(bytes.subarray(0, sampleLetters));
  let others = 0;
  for (const character of text)
    if (character === '\ufffd' || (character < ' ' && !'\t\n\r\f\x1b'.includes(character))) others++;
  return others * 5 <= text.length;
}

/** Decompresses with the platform; data that is too large is cut off at the limit. */
export function inflatingOn(platform: Platform): Inflate {
  return (bytes) => platform.gunzip(bytes, limits.decodedBytes).bytes;
}

/**
 * Finds base64, standard or URL-safe, with at least `minLetters` letters on its first line. Its further lines may be
 * indented; padding isn't included. The blocks are found by a loop, because a regular expression that repeats lines
 * overflows the stack at several megabytes.
 */
export function base64Blocks(text: string, minLetters: number): Span[] {
  const blocks: Span[] = [];
  let start = 0;
  while (start + minLetters <= text.length) {
    // Searched from the last letter that a block needs, so that most of a text without base64 is skipped.
    let last = start + minLetters - 1;
    while (last >= start && isLetter[text.charCodeAt(last)] === 1) last--;
    if (last >= start) {
      start = last + 1;
      continue;
    }
    let end = endOfLetters(text, start + minLetters);
    for (let next = endOfNextLine(text, end); next > end; next = endOfNextLine(text, end)) end = next;
    blocks.push({ start, end });
    start = end;
  }
  return blocks;
}

/** The range of a block of base64 with its padding. */
export function withPadding(text: string, { start, end }: Span): Span {
  return { start, end: end + (/^={1,2}/.exec(text.slice(end, end + 2))?.[0].length ?? 0) };
}

/** Letters that a further line needs; a shorter one ends its block. */
const minLineLetters = 4;

/** The end of the letters on the next line, or `at` if that line doesn't continue the block. */
function endOfNextLine(text: string, at: number): number {
  const start = text.startsWith('\r\n', at) ? at + 2 : text.startsWith('\n', at) ? at + 1 : at;
  if (start === at) return at;
  let indented = start;
  while (text[indented] === ' ' || text[indented] === '\t') indented++;
  const end = endOfLetters(text, indented);
  return end - indented < minLineLetters || isName.test(text.slice(end, end + longestNameEnd)) ? at : end;
}

/** What follows the name of a member or variable, but not base64. */
const isName = /^(?:[ \t]{0,4}:|={1,2}["']?[\w$/({-])/;
const longestNameEnd = 6;

/** The offset behind letters of base64, standard or URL-safe. */
export function endOfLetters(text: string, start: number): number {
  let end = start;
  while (isLetter[text.charCodeAt(end)] === 1) end++;
  return end;
}

const isLetter = asciiTable(/[\w+/-]/);
