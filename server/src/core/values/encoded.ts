import { parseCertificate } from '../formats/x509/certificate.js';
import { derTag, derValues, dottedIdentifier } from '../formats/x509/der.js';
import { readPem } from '../formats/x509/pem.js';
import { limits } from '../limits.js';
import { decodeBase64, encodeBase64 } from '../text/base64.js';
import { decodeText, looksLikeText, utf8Bytes } from '../text/bytes.js';
import { type FormatFault, quoted } from './format.js';

/** What a base64 text decodes to, or why it does not. */
type Base64Reading =
  | { readonly bytes: Uint8Array; readonly fault: undefined }
  | { readonly bytes: undefined; readonly fault: FormatFault };

/**
 * Base64 as `base64 -d` decodes it on the nodes. It stops at spaces and carriage returns and fails if padding is missing,
 * so the file is cut off or not used. The string may be a secret: no reason repeats any part of it.
 */
export function readBase64(text: string): Base64Reading {
  const { bytes, fault } = decodeBase64(text, 'coreutils');
  return fault === undefined ? { bytes, fault: undefined } : { bytes: undefined, fault: base64Fault(text) };
}

const accepted = 'base64 is made of A-Z, a-z, 0-9, + and /, filled up with = to a multiple of four';

function base64Fault(text: string): FormatFault {
  const dataUrl = /^data:[^,]{0,100};base64,/.exec(text)?.[0];
  if (dataUrl !== undefined) {
    return {
      reason: 'is a data: URL, where its base64 alone is wanted',
      part: { start: 0, end: dataUrl.length },
      suggestion: text.slice(dataUrl.length),
    };
  }
  const stranger = /[^A-Za-z0-9+/=\s_-]/.exec(text);
  if (stranger !== null) {
    const at = stranger.index;
    return {
      reason: `has a character at position ${at + 1} that is not base64: ${accepted}`,
      part: { start: at, end: at + 1 },
    };
  }
  const standard = text
    .replace(/[\t\v\f\r \u00a0\ufeff]/g, '')
    .replace(/-/g, '+')
    .replace(/_/g, '/');
  const suggestion = padded(standard.replace(/\n/g, ''));
  const urlSafe = /[-_]/.exec(text);
  if (urlSafe !== null) {
    const part = { start: urlSafe.index, end: urlSafe.index + 1 };
    return { reason: 'is in the URL-safe alphabet with - and _, which the node does not decode', part, ...suggestion };
  }
  if (text.trim() !== '' && standard.length !== text.length) {
    const at = text.search(/[^A-Za-z0-9+/=\n]/);
    const what = text.charAt(at) === '\r' ? 'a carriage return' : 'a space';
    return {
      reason: `has ${what}, at which base64 -d on the node stops decoding`,
      part: { start: at, end: at + 1 },
      ...suggestion,
    };
  }
  return paddingFault(text, suggestion);
}

function paddingFault(text: string, suggestion: { suggestion?: string }): FormatFault {
  const compact = text.replace(/\s/g, '');
  const letters = compact.replace(/=/g, '');
  if (compact.startsWith(letters) && letters.length % 4 === 1) {
    return {
      reason: 'is cut off or has an extra character: the length of base64 is never one more than a multiple of four',
    };
  }
  if (compact.startsWith(letters) && letters !== '') {
    return { reason: `is not filled up with = to a multiple of four characters, or is cut off`, ...suggestion };
  }
  return { reason: `has padding that is not at its end: ${accepted}` };
}

/** The text with the padding that its length asks for. */
function padded(compact: string): { suggestion?: string } {
  const letters = compact.replace(/=/g, '');
  if (!compact.startsWith(letters) || letters.length % 4 === 1 || letters === '') return {};
  return { suggestion: letters + '='.repeat((4 - (letters.length % 4)) % 4) };
}

/** A value that the scripts decode with `base64 -d`, whatever it holds. */
export function checkBase64(text: string): FormatFault | undefined {
  if (/^\s*-----BEGIN /.test(text)) {
    const secret = text.includes('PRIVATE KEY');
    return {
      reason: 'is PEM itself, where base64 of it is wanted',
      ...(secret ? {} : { suggestion: encodeBase64(utf8Bytes(text)) }),
    };
  }
  return readBase64(text).fault;
}

/** What bytes hold, by their form; `text` and `binary` where it is nothing more particular. */
export type ContentKind =
  | 'empty'
  | 'certificates'
  | 'certificate-request'
  | 'private-key'
  | 'public-key'
  | 'pkcs7'
  | 'pkcs12'
  | 'json'
  | 'gzip'
  | 'text'
  | 'binary';

/** Tells what bytes hold; a private key beside other things counts as a private key. */
export function contentKind(bytes: Uint8Array): ContentKind {
  if (bytes.length === 0) return 'empty';
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  const decoded = decodeText(bytes);
  return looksLikeText(decoded) ? textKind(decoded.text) : derKind(bytes);
}

function textKind(text: string): ContentKind {
  const labels = readPem(text).map(({ label }) => label);
  if (labels.some((label) => label.endsWith('PRIVATE KEY'))) return 'private-key';
  if (labels.some((label) => label.endsWith('CERTIFICATE'))) return 'certificates';
  if (labels.some((label) => label.endsWith('CERTIFICATE REQUEST'))) return 'certificate-request';
  if (labels.some((label) => label.endsWith('PUBLIC KEY'))) return 'public-key';
  if (labels.includes('PKCS7')) return 'pkcs7';
  if (/^(?:ssh-(?:rsa|ed25519)|ecdsa-sha2-\S{1,40}) AAAA/.test(text)) return 'public-key';
  return isJson(text) ? 'json' : 'text';
}

function isJson(text: string): boolean {
  if (!/^[\t\n\r ]*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const signedData = '1.2.840.113549.1.7.2';

/** Tells the containers of keys and certificates apart by their first members. */
function derKind(bytes: Uint8Array): ContentKind {
  if (parseCertificate(bytes) !== undefined) return 'certificates';
  const [outer, ...others] = derValues(bytes) ?? [];
  if (outer?.tag !== derTag.sequence || others.length > 0) return 'binary';
  const [first, second, third] = derValues(outer.content) ?? [];
  if (first === undefined || second === undefined) return 'binary';
  if (first.tag === derTag.objectIdentifier) {
    return dottedIdentifier(first) === signedData ? 'pkcs7' : 'binary';
  }
  if (first.tag === derTag.integer) {
    const version = first.content.length === 1 ? first.content[0] : undefined;
    if (version === 3 && second.tag === derTag.sequence) return 'pkcs12';
    // PKCS #8, PKCS #1 and SEC 1 in this order.
    const isKey =
      (second.tag === derTag.sequence && third?.tag === derTag.octetString) ||
      (version === 0 && second.tag === derTag.integer && third !== undefined) ||
      (version === 1 && second.tag === derTag.octetString);
    return isKey ? 'private-key' : 'binary';
  }
  if (first.tag !== derTag.sequence) return 'binary';
  if (second.tag === derTag.bitString && third === undefined) return 'public-key';
  return second.tag === derTag.sequence && third?.tag === derTag.bitString ? 'certificate-request' : 'binary';
}

/** What a base64 value holds: enough to say so beside it, never the content itself. */
interface Base64Summary {
  /** Decoded size. */
  readonly bytes: number;
  readonly kind: ContentKind;
}

/**
 * What a base64 value holds, in either alphabet, wrapped or not, with or without padding; undefined where the text is
 * not base64. Short words of letters alone are formally base64 too, so ask only where base64 is expected.
 */
export function base64Summary(text: string): Base64Summary | undefined {
  const { bytes, fault } = decodeBase64(text);
  return fault === undefined ? { bytes: bytes.length, kind: contentKind(bytes) } : undefined;
}

/** Go's `encoding/json` refuses deeper nesting. */
const deepest = 10_000;

type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'end';

const wanted: Readonly<Record<Expected, string>> = {
  value: 'a value',
  'first value': 'a value or ]',
  key: 'a key in double quotes',
  'first key': 'a key in double quotes or }',
  colon: 'a colon',
  comma: 'a comma or the end of the object or list',
  end: 'the end of the text',
};

/**
 * A JSON object as text, as Go's `encoding/json` reads it (1.19.8): aks-node-controller takes the endpoint of Azure
 * Resource Manager from `custom_env_json_content` with it (AgentBaker 06836ee230).
 */
export function checkJsonObject(text: string): FormatFault | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  for (let token = tokenAt(text, 0); token.kind !== 'end'; token = tokenAt(text, token.end)) {
    if (open.length === 0 && expected === 'value' && token.kind !== '{') return notAnObject(text, token.start);
    const next = after(token.kind, expected, open);
    if (next === undefined) return unexpected(text, token, expected);
    if (open.length > deepest) return { reason: 'is nested more than 10,000 deep' };
    expected = next;
  }
  if (expected === 'end') return undefined;
  if (open.length === 0) return { reason: 'is empty, where a JSON object is wanted' };
  return { reason: `is not valid JSON: it ends where ${wanted[expected]} is wanted` };
}

/** What has to follow a token; undefined where the token itself does not belong there. Keeps book in `open`. */
function after(kind: TokenKind, expected: Expected, open: ('{' | '[')[]): Expected | undefined {
  const inside = open.at(-1);
  const isValue = expected === 'value' || expected === 'first value';
  switch (kind) {
    case '{':
    case '[':
      if (!isValue) return undefined;
      open.push(kind);
      return kind === '{' ? 'first key' : 'first value';
    case '}':
    case ']':
      if (expected !== 'comma' && expected !== (kind === '}' ? 'first key' : 'first value')) return undefined;
      if (inside !== (kind === '}' ? '{' : '[')) return undefined;
      open.pop();
      return open.length === 0 ? 'end' : 'comma';
    case ',':
      if (expected !== 'comma') return undefined;
      return inside === '{' ? 'key' : 'value';
    case ':':
      return expected === 'colon' ? 'value' : undefined;
    case 'string':
      if (expected === 'key' || expected === 'first key') return 'colon';
      return isValue ? 'comma' : undefined;
    case 'scalar':
      return isValue ? 'comma' : undefined;
    case 'wrong':
    case 'end':
      return undefined;
  }
}

type TokenKind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'scalar' | 'wrong' | 'end';

interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

function tokenAt(text: string, from: number): Token {
  let start = from;
  while (start < text.length && '\t\n\r '.includes(text.charAt(start))) start++;
  const first = text.charAt(start);
  switch (first) {
    case '':
      return { kind: 'end', start, end: start };
    case '{':
    case '}':
    case '[':
    case ']':
    case ',':
    case ':':
      return { kind: first, start, end: start + 1 };
    case '"':
      return stringAt(text, start);
  }
  let end = start;
  while (/[\w.+-]/.test(text.charAt(end))) end++;
  const word = text.slice(start, end);
  const scalar = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)$/.test(word);
  return { kind: scalar ? 'scalar' : 'wrong', start, end: Math.max(end, start + 1) };
}

/** A string, or the place inside it that no JSON string has. */
function stringAt(text: string, start: number): Token {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { kind: 'string', start, end: at + 1 };
    if (code < 0x20) return { kind: 'wrong', start: at, end: at + 1 };
    if (code !== 0x5c) continue;
    const escape = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at, at + 6))?.[0];
    if (escape === undefined) return { kind: 'wrong', start: at, end: Math.min(at + 2, text.length) };
    at += escape.length - 1;
  }
  return { kind: 'wrong', start, end: start + 1 };
}

function unexpected(text: string, { kind, start, end }: Token, expected: Expected): FormatFault {
  // Texts may be secrets, in keys' places too when a comma is missing.
  const found = kind === 'string' ? 'a string in double quotes' : quoted(text.slice(start, end));
  const what =
    kind === 'wrong' ? `${found} is not allowed there in JSON` : `${found} stands where ${wanted[expected]} is wanted`;
  return { reason: `is not valid JSON at character ${start + 1}: ${what}`, part: { start, end } };
}

function notAnObject(text: string, start: number): FormatFault {
  // Every JSON object in base64 begins like this: the brace and a quote, a blank or a line break.
  if (/^e[wy][A-Za-z0-9+/]+={0,2}$/.test(text.trim())) return { reason: 'is base64: the JSON object itself is wanted' };
  return { reason: 'is not a JSON object, which begins with a brace', part: { start, end: start + 1 } };
}

/** Whether Azure takes custom data of this length, or how close it comes. */
export function customDataLevel(characters: number): 'fine' | 'near-limit' | 'too-long' {
  if (characters > limits.customDataCharacters) return 'too-long';
  return characters >= limits.customDataCharacters * nearLimit ? 'near-limit' : 'fine';
}

/** The share of the limit from which on there is little room left. */
const nearLimit = 0.9;

/** Base64 characters of some bytes, padding included. */
export function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3);
}
