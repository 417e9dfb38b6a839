import { decodeBase64 } from '../text/base64.js';
import { decodeText } from '../text/bytes.js';
import type { Span } from '../text/span.js';
import { isSecretName } from './names.js';

/** Unpacks gzip data; what cannot be unpacked comes back empty. */
export type Inflate = (bytes: Uint8Array) => Uint8Array;

/** How many encodings inside each other are looked through. */
const maxDepth = 4;

/**
 * Finds secrets in any text by their form or by the name they are given under: JSON and YAML members,
 * shell assignments, command line options, query strings, private keys, tokens; and base64 runs whose
 * content holds any of these. Spans are in order and do not overlap.
 */
export function findSecrets(text: string, inflate?: Inflate, depth = 0): Span[] {
  const spans: Span[] = [];
  for (const pattern of byForm) {
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0];
      const start = match.index + match[0].lastIndexOf(secret);
      spans.push({ start, end: start + secret.length });
    }
  }
  for (const match of text.matchAll(named)) {
    const [whole, name = '', doubleQuoted, singleQuoted, bare] = match;
    const value = doubleQuoted ?? singleQuoted ?? bare ?? '';
    const harmless = bare === undefined ? placeholder : bareHarmless;
    if (value === '' || harmless.test(value) || !isSecretName(name)) continue;
    const start = match.index + whole.length - value.length - (bare === undefined ? 1 : 0);
    spans.push({ start, end: start + value.length });
  }
  if (depth < maxDepth) {
    for (const match of text.matchAll(/[A-Za-z0-9+/_-]{40,}={0,2}/g)) {
      if (holdsSecret(match[0], inflate, depth)) spans.push({ start: match.index, end: match.index + match[0].length });
    }
  }
  return merged(spans);
}

function holdsSecret(encoded: string, inflate: Inflate | undefined, depth: number): boolean {
  let { bytes } = decodeBase64(encoded);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = inflate?.(bytes) ?? new Uint8Array();
  const decoded = decodeText(bytes);
  // A run may be a piece of a wrapped text and end inside a character.
  const readable = decoded.invalidAt === undefined ? decoded.text : decoded.text.slice(0, decoded.invalidAt);
  return readable.length >= 16 && findSecrets(readable, inflate, depth + 1).length > 0;
}

const byForm: readonly RegExp[] = [
  // PEM private keys, also with escaped line ends; the body is what is secret.
  /-----BEGIN [A-Z ]*PRIVATE KEY-----((?:(?!-----END)[^]){1,20000})(?:-----END|$)/g,
  // Bootstrap tokens of Kubernetes: six and sixteen characters.
  /\b[a-z0-9]{6}\.[a-z0-9]{16}\b/g,
  // JSON web tokens.
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/g,
  // Signatures of shared access URLs, keys of connection strings, passwords in URLs.
  /[?&;]sig=([^&\s"'<>;]+)/gi,
  /\b(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/=]+)/g,
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"']+:([^\s@/"']+)@/gi,
  /\bBearer\s+([\w.~+/-]{16,}=*)/g,
];

/** `"name": "value"`, `name: value`, `NAME=value`, `--name value`; escaped quotes of nested JSON too. */
const named =
  /(?<![\w-])(-{0,2}[A-Za-z][\w.-]{0,80})\\?["']?\s{0,4}(?:[:=]\s{0,4}|(?<=--[\w.-]{1,80})\s+)(?:\\?"((?:[^"\\\n]|\\(?!").)*)\\?"|'([^'\n]*)'|([^\s"',;{}[\]&|<>]+))/g;

/** What stands in such places without being a secret. */
const placeholder = /^(?:true|false|null|~|none|yes|no|\d{1,3}|[|>][+-]?|<[\w -]+>|\*+)$/i;
/** The same without quotes, where a shell also puts variables and commands in. */
const bareHarmless = new RegExp(`${placeholder.source}|^\\$(?:\\w*$|\\()`, 'i');

function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last !== undefined && span.start < last.end) {
      if (span.end > last.end) result[result.length - 1] = { start: last.start, end: span.end };
    } else result.push(span);
  }
  return result;
}
