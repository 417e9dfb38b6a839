import { limits } from '../limits.js';
import type { Platform } from '../platform.js';
import { bytesOfBase64, decodeBase64, encodeBase64 } from '../text/base64.js';
import { decodeText, isAscii, utf8Bytes } from '../text/bytes.js';
import type { Span } from '../text/span.js';
import { words } from '../text/table.js';

/**
 * Whether the value under a name must not be shown. Decided by the last words of the name, so that `bootstrapToken`,
 * `TLS_BOOTSTRAP_TOKEN` and `--client-secret` are found, and `token_endpoint` and `secretName` aren't.
 */
export function isSecretName(name: string): boolean {
  if (secretVariables.has(name)) return true;
  if (!secretLetters.test(name)) return false;
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const last = parts.at(-1);
  if (last === undefined) return false;
  if (secretWords.has(last)) return true;
  return last === 'key' && keyQualifiers.has(parts.at(-2) ?? '');
}

/** Part of every secret name; a fast check that rules out nearly all other names. */
const secretLetters = /pass|pwd|secret|token|credential|sas|key|hashed/iu;
/** Variables of the bootstrap environment whose names don't show that they're secret (AgentBaker v20260626, `cse_cmd.sh`). */
const secretVariables = new Set(['SERVICE_PRINCIPAL_FILE_CONTENT', 'KUBELET_CLIENT_CONTENT']);

const secretWords = new Set(
  words(`
    password passwd passphrase pwd secret token credential credentials sas apikey accesskey accountkey privatekey
    hashed
  `),
);

/** A `key` is secret only after one of these words. */
const keyQualifiers = new Set(words('private client access account storage shared api signing encryption agent'));

/** Decompresses gzip data; returns no bytes for data that can't be decompressed. */
export type Inflate = (bytes: Uint8Array) => Uint8Array;

/** Returns what to show instead of a secret. */
export type MaskOf = (secret: string) => string;

/** Finds secrets of a text that neither their format nor their name shows. */
export type FindKnown = (text: string) => Iterable<Span>;

/** A range of text that must not be shown. */
export interface Secret extends Span {
  /** What to show instead; for base64 the same content with only its secrets masked. */
  readonly shown: string;
}

/** Replaces a secret. */
export const maskText = '********';

const plainMask: MaskOf = () => maskText;

/**
 * Finds secrets in any text by their format or by the name before them: JSON and YAML members, shell assignments,
 * command line options, query strings, private keys, tokens; also base64, wrapped or not, that contains any of these.
 * The results are in order and don't overlap.
 */
export function findSecrets(
  text: string,
  inflate?: Inflate,
  maskOf: MaskOf = plainMask,
  depth = 0,
  findKnown: FindKnown = () => [],
): Secret[] {
  const known = [...findKnown(text)];
  const mayHoldOthers = text.length >= shortestToken || /[:=\s]/.test(text);
  const others = mayHoldOthers ? [...secretsByFormat(text), ...webTokens(text), ...secretsByName(text)] : [];
  const secrets = [...known, ...others].map(({ start, end }) => ({
    start,
    end,
    shown: maskOf(text.slice(start, end)),
  }));
  if (depth < limits.secretDepth) {
    for (const block of base64Blocks(text, shortestBlock)) {
      const end = block.end + (/^={1,2}/.exec(text.slice(block.end, block.end + 2))?.[0].length ?? 0);
      const shown = maskedBlock(text.slice(block.start, end), inflate, maskOf, depth, findKnown);
      if (shown !== undefined) secrets.push({ start: block.start, end, shown });
    }
  }
  return merged(secrets, text, maskOf);
}

/** The shortest secret that has neither a name nor spaces is a bootstrap token. */
const shortestToken = 'abcdef.0123456789abcdef'.length;

/** Letters on the first line of base64 that is searched. */
const shortestBlock = 40;

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

/*
 * The patterns below write "at least n" as n and then any number, for example `\w{8}\w*`: `\w{8,}` overflows the stack
 * on several megabytes of letters.
 */

/** Secrets with a format of their own. Each `marker` is part of every match and faster to search for. */
const formats: readonly { readonly marker: string; readonly pattern: RegExp }[] = [
  // PEM private keys, also with escaped line endings; only the body is secret. A cut key ends where the next block begins.
  {
    marker: 'PRIVATE KEY-----',
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----((?:(?!-----(?:END|BEGIN))[^]){1,20000})(?=-----(?:END|BEGIN)|$)/g,
  },
  // Bootstrap tokens of Kubernetes.
  { marker: '.', pattern: /\b[a-z0-9]{6}\.[a-z0-9]{16}\b/g },
  // Signatures of shared access URLs, keys in connection strings, passwords in URLs.
  { marker: '=', pattern: /[?&;]sig=([^&\s"'<>;]+)/gi },
  { marker: 'Key=', pattern: /\b(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/=]+)/g },
  { marker: '://', pattern: /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@"']+:([^\s@/"']+)@/gi },
  { marker: 'Bearer', pattern: /\bBearer\s+([\w.~+/-]{16}[\w.~+/-]*=*)/g },
];

function* secretsByFormat(text: string): Generator<Span> {
  for (const { marker, pattern } of formats) {
    if (!text.includes(marker)) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0];
      const start = match.index + match[0].lastIndexOf(secret);
      yield { start, end: start + secret.length };
    }
  }
}

/**
 * JSON web tokens: a header and a payload, which begin with `{"` in base64url, and a signature. Searched from the payload,
 * since one pattern for the token takes quadratic time if a text repeats the beginning of a header.
 */
function* webTokens(text: string): Generator<Span> {
  let end = 0;
  for (let dot = text.indexOf('.eyJ'); dot >= 0; dot = text.indexOf('.eyJ', dot + 1)) {
    let start = dot;
    while (start > end && /[\w-]/.test(text.charAt(start - 1))) start--;
    const header = text.slice(start, dot).search(/\beyJ[\w-]{8}/);
    if (header < 0) continue;
    const payload = new RegExp(payloadAndSignature);
    payload.lastIndex = dot;
    if (!payload.test(text)) continue;
    end = payload.lastIndex;
    yield { start: start + header, end };
  }
}

const payloadAndSignature = /\.eyJ[\w-]{8}[\w-]*\.[\w-]*/y;

/** Values under secret names: `"name": "value"`, `name: value`, `NAME=value`, `--name value`. */
function* secretsByName(text: string): Generator<Span> {
  for (const match of text.matchAll(named)) {
    const [whole, name = '', doubleQuoted, singleQuoted, bare] = match;
    const raw = doubleQuoted ?? singleQuoted ?? bare ?? '';
    // The closing quote of nested JSON is escaped.
    const value = doubleQuoted === undefined ? raw : withoutEscape(raw);
    const harmless = bare === undefined ? placeholder : bareHarmless;
    if (value === '' || harmless.test(value) || !isSecretName(name)) continue;
    const start = match.index + whole.length - raw.length - (bare === undefined ? 1 : 0);
    yield { start, end: start + value.length };
  }
}

/**
 * The lookahead keeps the slow lookbehind from being tried at every letter, and reads a name as a whole or not at all.
 * Quotes may be escaped, as in nested JSON.
 */
const named =
  /(?<![\w-])(?=(-{0,2}[A-Za-z][\w.-]{0,80}))\1\\?["']?\s{0,4}(?:[:=]\s{0,4}|(?=\s)(?<=--[\w.-]{1,80})\s+)(?:\\?"([^"\n]*)"|'([^'\n]*)'|([^\s"',;{}[\]&|<>]+))/g;

/** The text without the backslash at its end that escapes what follows; an even number of them escapes nothing. */
function withoutEscape(text: string): string {
  let start = text.length;
  while (text[start - 1] === '\\') start--;
  return (text.length - start) % 2 === 0 ? text : text.slice(0, -1);
}

/** Values under secret names that aren't secret. */
const placeholder = /^(?:true|false|null|~|none|yes|no|\d{1,3}|[|>][+-]?|<[\w -]+>|\*+(?:#\d+#?)?)$/i;
/** Unquoted values may also be variables and commands of a shell. */
const bareHarmless = new RegExp(`${placeholder.source}|^\\$(?:\\w*$|\\()`, 'i');

/** The block with the secrets in its content masked; undefined if there are none. */
function maskedBlock(
  encoded: string,
  inflate: Inflate | undefined,
  maskOf: MaskOf,
  depth: number,
  findKnown: FindKnown,
): string | undefined {
  const { text, isComplete, isCompressed } = contentOf(encoded, inflate);
  if (text.length < shortestContent) return undefined;
  const secrets = findSecrets(text, inflate, maskOf, depth + 1, findKnown);
  if (secrets.length === 0) return undefined;
  // Content isn't compressed again only to be shown.
  if (isCompressed || !isComplete) return maskOf(encoded);
  return encodeBase64(utf8Bytes(replaceSecrets(text, secrets)));
}

/** Shorter decoded text can't contain a secret and its name. */
const shortestContent = 16;

/** Base64 letters that decode to at least `shortestContent` characters of up to four bytes. */
const sampleLetters = 128;

/** The text that base64 encodes, up to the first byte that isn't text. */
function contentOf(
  encoded: string,
  inflate: Inflate | undefined,
): { readonly text: string; readonly isComplete: boolean; readonly isCompressed: boolean } {
  const decoded = bytesOfBase64(encoded);
  if (decoded !== undefined && isAscii(decoded)) return { text: decoded, isComplete: true, isCompressed: false };
  const start = decodeBase64(encoded.slice(0, sampleLetters)).bytes;
  const isCompressed = start[0] === 0x1f && start[1] === 0x8b;
  if (!isCompressed && (decodeText(start).invalidAt ?? shortestContent) < shortestContent)
    return { text: '', isComplete: false, isCompressed };
  const { bytes } = decodeBase64(encoded);
  const { text, invalidAt } = decodeText(isCompressed ? (inflate?.(bytes) ?? new Uint8Array()) : bytes);
  // A cut block may end inside a character.
  return { text: text.slice(0, invalidAt), isComplete: invalidAt === undefined, isCompressed };
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
  while (start < text.length) {
    let end = endOfLetters(text, start);
    if (end - start < minLetters) {
      start = end + 1;
      continue;
    }
    for (let next = endOfNextLine(text, end); next > end; next = endOfNextLine(text, end)) end = next;
    blocks.push({ start, end });
    start = end;
  }
  return blocks;
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
  return end - indented < minLineLetters ? at : end;
}

function endOfLetters(text: string, start: number): number {
  let end = start;
  while (isLetter[text.charCodeAt(end)] === 1) end++;
  return end;
}

const isLetter = Uint8Array.from({ length: 128 }, (_, code) => (/[\w+/-]/.test(String.fromCharCode(code)) ? 1 : 0));
