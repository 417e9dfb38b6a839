import { bytesOfBase64, decodeBase64, encodeBase64 } from '../text/base64.js';
import { decodeText, isAscii, utf8Bytes } from '../text/bytes.js';
import type { Span } from '../text/span.js';

/**
 * Names whose values must not be shown. Matched on the words of a name, so that `bootstrapToken`,
 * `TLS_BOOTSTRAP_TOKEN` and `--client-secret` are found and `token_endpoint` or `secretName` are not.
 */
export function isSecretName(name: string): boolean {
  if (secretVariables.has(name)) return true;
  if (!secretLetters.test(name)) return false;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const last = words.at(-1);
  if (last === undefined) return false;
  if (secretWords.has(last)) return true;
  return last === 'key' && keyQualifiers.has(words.at(-2) ?? '');
}

/** What every secret name has in it; nearly all names are passed over for lack of it. */
const secretLetters = /pass|pwd|secret|token|credential|sas|key|hashed/iu;
/** Variables of the bootstrap environment that hold secrets and do not say so (AgentBaker v20260626, `cse_cmd.sh`). */
const secretVariables = new Set(['SERVICE_PRINCIPAL_FILE_CONTENT', 'KUBELET_CLIENT_CONTENT']);

const secretWords = new Set([
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  'token',
  'credential',
  'credentials',
  'sas',
  'apikey',
  'accesskey',
  'accountkey',
  'privatekey',
  'hashed',
]);

/** A `key` is secret only with one of these words in front of it. */
const keyQualifiers = new Set([
  'private',
  'client',
  'access',
  'account',
  'storage',
  'shared',
  'api',
  'signing',
  'encryption',
  'agent',
]);

/** Unpacks gzip data; what cannot be unpacked comes back empty. */
export type Inflate = (bytes: Uint8Array) => Uint8Array;

/** What may be shown in the place of a secret. */
export type MaskOf = (secret: string) => string;

/** How many encodings inside each other are looked through. */
const maxDepth = 4;

/** A stretch of text that must not be shown. */
export interface Secret extends Span {
  /** What may stand in its place; for base64 the same content with only its secrets hidden. */
  readonly shown: string;
}

/** What stands in a secret's place. */
export const maskText = '********';

const plainMask: MaskOf = () => maskText;

/**
 * Finds secrets in any text by their form or by the name they are given under: JSON and YAML members,
 * shell assignments, command line options, query strings, private keys, tokens; and base64, wrapped too,
 * whose content holds any of these. They are in order and do not overlap.
 */
export function findSecrets(text: string, inflate?: Inflate, maskOf: MaskOf = plainMask, depth = 0): Secret[] {
  if (text.length < shortestToken && !/[:=\s]/.test(text)) return [];
  const secrets: Secret[] = [];
  const found = (start: number, length: number): void => {
    const end = start + length;
    secrets.push({ start, end, shown: maskOf(text.slice(start, end)) });
  };
  for (const { sign, pattern } of byForm) {
    if (!text.includes(sign)) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0];
      found(match.index + match[0].lastIndexOf(secret), secret.length);
    }
  }
  for (const match of text.matchAll(named)) {
    const [whole, name = '', doubleQuoted, singleQuoted, bare] = match;
    const value = doubleQuoted ?? singleQuoted ?? bare ?? '';
    const harmless = bare === undefined ? placeholder : bareHarmless;
    if (value === '' || harmless.test(value) || !isSecretName(name)) continue;
    found(match.index + whole.length - value.length - (bare === undefined ? 1 : 0), value.length);
  }
  if (depth < maxDepth) {
    for (const match of text.matchAll(base64Block)) {
      const shown = maskedBlock(match[0], inflate, maskOf, depth);
      if (shown !== undefined) secrets.push({ start: match.index, end: match.index + match[0].length, shown });
    }
  }
  return merged(secrets, text, maskOf);
}

/** A bootstrap token is the shortest secret that is known by its form alone; all others need one of `:`, `=` and blanks. */
const shortestToken = 'abcdef.0123456789abcdef'.length;

/** Base64 on one line, or wrapped and perhaps indented. */
const base64Block = /[A-Za-z0-9+/_-]{40,}(?:\r?\n[ \t]*[A-Za-z0-9+/_-]{4,})*={0,2}/g;

/** The block with the secrets of its content hidden; undefined where it holds none. */
function maskedBlock(encoded: string, inflate: Inflate | undefined, maskOf: MaskOf, depth: number): string | undefined {
  const { text, isWhole, compressed } = contentOf(encoded, inflate);
  if (text.length < shortestContent) return undefined;
  const secrets = findSecrets(text, inflate, maskOf, depth + 1);
  if (secrets.length === 0) return undefined;
  // What was compressed is not compressed again just to be shown.
  if (compressed || !isWhole) return maskOf(encoded);
  return encodeBase64(utf8Bytes(replaceSecrets(text, secrets)));
}

/** Characters below which decoded text cannot hold a secret with its name. */
const shortestContent = 16;

/** Base64 letters that are enough to see that content is no text for as long as that: four bytes for each character. */
const glanceLetters = 128;

/** The text that base64 stands for, up to where it stops being text. */
function contentOf(
  encoded: string,
  inflate: Inflate | undefined,
): { readonly text: string; readonly isWhole: boolean; readonly compressed: boolean } {
  const decoded = bytesOfBase64(encoded);
  if (decoded !== undefined && isAscii(decoded)) return { text: decoded, isWhole: true, compressed: false };
  const start = decodeBase64(encoded.slice(0, glanceLetters)).bytes;
  const compressed = start[0] === 0x1f && start[1] === 0x8b;
  if (!compressed && (decodeText(start).invalidAt ?? shortestContent) < shortestContent)
    return { text: '', isWhole: false, compressed };
  const { bytes } = decodeBase64(encoded);
  const { text, invalidAt } = decodeText(compressed ? (inflate?.(bytes) ?? new Uint8Array()) : bytes);
  // A cut block may end inside a character.
  return { text: text.slice(0, invalidAt), isWhole: invalidAt === undefined, compressed };
}

/** A text with what may be shown in the place of its secrets. */
export function replaceSecrets(text: string, secrets: readonly Secret[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, shown } of secrets) {
    result += text.slice(at, start) + shown;
    at = end;
  }
  return result + text.slice(at);
}

/** Each with what every such secret has in it or around it, which is looked for faster. */
const byForm: readonly { readonly sign: string; readonly pattern: RegExp }[] = [
  // PEM private keys, also with escaped line ends; the body is what is secret.
  {
    sign: 'PRIVATE KEY-----',
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----((?:(?!-----END)[^]){1,20000})(?:-----END|$)/g,
  },
  // Bootstrap tokens of Kubernetes: six and sixteen characters.
  { sign: '.', pattern: /\b[a-z0-9]{6}\.[a-z0-9]{16}\b/g },
  // JSON web tokens.
  { sign: '.eyJ', pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/g },
  // Signatures of shared access URLs, keys of connection strings, passwords in URLs.
  { sign: '=', pattern: /[?&;]sig=([^&\s"'<>;]+)/gi },
  { sign: 'Key=', pattern: /\b(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/=]+)/g },
  { sign: '://', pattern: /\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"']+:([^\s@/"']+)@/gi },
  { sign: 'Bearer', pattern: /\bBearer\s+([\w.~+/-]{16,}=*)/g },
];

/**
 * `"name": "value"`, `name: value`, `NAME=value`, `--name value`; escaped quotes of nested JSON too. The look
 * ahead keeps the costly look behind from being tried at every letter, and a name is taken as a whole or not at all.
 */
const named =
  /(?<![\w-])(?=(-{0,2}[A-Za-z][\w.-]{0,80}))\1\\?["']?\s{0,4}(?:[:=]\s{0,4}|(?=\s)(?<=--[\w.-]{1,80})\s+)(?:\\?"((?:[^"\\\n]|\\(?!").)*)\\?"|'([^'\n]*)'|([^\s"',;{}[\]&|<>]+))/g;

/** What stands in such places without being a secret. */
const placeholder = /^(?:true|false|null|~|none|yes|no|\d{1,3}|[|>][+-]?|<[\w -]+>|\*+(?:#\d+#?)?)$/i;
/** The same without quotes, where a shell also puts variables and commands in. */
const bareHarmless = new RegExp(`${placeholder.source}|^\\$(?:\\w*$|\\()`, 'i');

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
