import { parseJson } from '../formats/json/parse.js';
import { parseCertificate } from '../formats/x509/certificate.js';
import { derTag, derValues, dottedIdentifier } from '../formats/x509/der.js';
import { readPem } from '../formats/x509/pem.js';
import { limits } from '../limits.js';
import { decodeBase64, encodeBase64 } from '../text/base64.js';
import { byteString, decodeText, looksLikeText, utf8Bytes } from '../text/bytes.js';
import { failure, type Result, success } from '../text/result.js';
import { fault, faultAt, type FormatFault } from './format.js';

/**
 * Base64 as `base64 -d` decodes it on the nodes. It stops at spaces and carriage returns and fails if padding is missing,
 * so the file is cut off or not used. The string may be a secret: no reason repeats any part of it.
 */
export function readBase64(text: string): Result<Uint8Array, FormatFault> {
  const { bytes, fault: found } = decodeBase64(text, 'coreutils');
  return found === undefined ? success(bytes) : failure(base64Fault(text));
}

const accepted = 'base64 is made of A-Z, a-z, 0-9, + and /, filled up with = to a multiple of four';

function base64Fault(text: string): FormatFault {
  const dataUrl = /^data:[^,]{0,100};base64,/.exec(text)?.[0].length;
  if (dataUrl !== undefined) {
    const part = { start: 0, end: dataUrl };
    return fault('is a data: URL, where its base64 alone is wanted', part, text.slice(dataUrl));
  }
  const stray = text.search(/[^A-Za-z0-9+/=\s_-]/);
  if (stray !== -1) {
    const reason = `has a character at position ${stray + 1} that is not base64: ${accepted}`;
    return fault(reason, { start: stray, end: stray + 1 });
  }
  const standard = text
    .replace(/[\t\v\f\r \u00a0\ufeff]/g, '')
    .replace(/-/g, '+')
    .replace(/_/g, '/');
  const suggestion = padded(standard.replace(/\n/g, ''));
  const urlSafe = 'is in the URL-safe alphabet with - and _, which the node does not decode';
  const stopping = (found: string): string =>
    `has ${found === '\r' ? 'a carriage return' : 'a space'}, at which base64 -d on the node stops decoding`;
  const isSpaced = text.trim() !== '' && standard.length !== text.length;
  return (
    faultAt(text, /[-_]/, urlSafe, suggestion) ??
    (isSpaced ? faultAt(text, /[^A-Za-z0-9+/=\n]/, stopping, suggestion) : undefined) ??
    paddingFault(text, suggestion)
  );
}

function paddingFault(text: string, suggestion: string | undefined): FormatFault {
  const compact = text.replace(/\s/g, '');
  const letters = compact.replace(/=/g, '');
  if (!compact.startsWith(letters) || letters === '') return fault(`has padding that is not at its end: ${accepted}`);
  if (letters.length % 4 !== 1)
    return fault('is not filled up with = to a multiple of four characters, or is cut off', undefined, suggestion);
  return fault('is cut off or has an extra character: the length of base64 is never one more than a multiple of four');
}

/** The string with the padding that its length requires. */
function padded(compact: string): string | undefined {
  const letters = compact.replace(/=/g, '');
  if (!compact.startsWith(letters) || letters.length % 4 === 1 || letters === '') return undefined;
  return letters + '='.repeat((4 - (letters.length % 4)) % 4);
}

/** A value that the scripts decode with `base64 -d`, whatever it holds. */
export function checkBase64(text: string): FormatFault | undefined {
  if (/^\s*-----BEGIN /.test(text)) {
    const suggestion = text.includes('PRIVATE KEY') ? undefined : encodeBase64(utf8Bytes(text));
    return fault('is PEM itself, where base64 of it is wanted', undefined, suggestion);
  }
  const reading = readBase64(text);
  return reading.ok ? undefined : reading.error;
}

/** Names in sentences for what bytes hold, by their format; `text` and `binary` if it is nothing more particular. */
export const contentNames = {
  empty: 'nothing',
  certificates: 'certificates',
  'certificate-request': 'a certificate request',
  'private-key': 'a private key',
  'public-key': 'a public key',
  pkcs7: 'a PKCS #7 container',
  pkcs12: 'a PKCS #12 container',
  json: 'JSON',
  gzip: 'gzip data',
  text: 'text',
  binary: 'binary data',
} as const;

export type ContentKind = keyof typeof contentNames;

/** What bytes hold; a private key beside other things counts as a private key. */
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

/** Distinguishes the containers of keys and certificates by their first members. */
function derKind(bytes: Uint8Array): ContentKind {
  const der = byteString(bytes);
  if (parseCertificate(der) !== undefined) return 'certificates';
  const [outer, ...others] = derValues(der) ?? [];
  if (outer?.tag !== derTag.sequence || others.length > 0) return 'binary';
  const [first, second, third] = derValues(outer) ?? [];
  if (first === undefined || second === undefined) return 'binary';
  if (first.tag === derTag.objectIdentifier) {
    return dottedIdentifier(first) === signedData ? 'pkcs7' : 'binary';
  }
  if (first.tag === derTag.integer) {
    const version = first.content.length === 1 ? first.content.charCodeAt(0) : undefined;
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

/**
 * What a base64 value holds, in either alphabet, wrapped or not, with or without padding; undefined if the string is
 * not base64. Short words of letters alone are formally base64 too, so ask only if base64 is expected.
 */
export function base64Summary(text: string): { readonly bytes: number; readonly kind: ContentKind } | undefined {
  const { bytes, fault: found } = decodeBase64(text);
  return found === undefined ? { bytes: bytes.length, kind: contentKind(bytes) } : undefined;
}

/** Go's `encoding/json` refuses deeper nesting. */
const deepest = 10_000;

/**
 * A JSON object as a string, as Go's `encoding/json` reads it (1.19.8): aks-node-controller reads the endpoint of Azure
 * Resource Manager from `custom_env_json_content` with it (AgentBaker 06836ee230).
 */
export function checkJsonObject(text: string): FormatFault | undefined {
  const start = text.search(/[^\t\n\r ]/);
  if (start === -1) return fault('is empty, where a JSON object is wanted');
  const { root, depth, problems } = parseJson(text);
  // Every JSON object in base64 begins like this: the brace and a quote, a space or a line break.
  if (/^e[wy][A-Za-z0-9+/]+={0,2}$/.test(text.trim())) return fault('is base64: the JSON object itself is wanted');
  if (root?.kind !== 'object')
    return fault('is not a JSON object, which begins with a brace', { start, end: start + 1 });
  if (depth > deepest) return fault('is nested more than 10,000 deep');
  const [first] = problems;
  // Go replaces halves of surrogate pairs, which `parseJson` reports.
  if (first === undefined || isJson(text)) return undefined;
  const { message, span } = first;
  return fault(`is not valid JSON at character ${span.start + 1}: ${message.replace(/\.$/, '')}`, span);
}

/** Whether Azure accepts custom data of this length, or how close it comes. */
export function customDataLevel(characters: number): 'fine' | 'near-limit' | 'too-long' {
  if (characters > limits.customDataCharacters) return 'too-long';
  return characters >= limits.customDataCharacters * nearLimit ? 'near-limit' : 'fine';
}

/** The share of the limit from which there is little room left. */
const nearLimit = 0.9;

/** Base64 characters of some bytes, padding included. */
export function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3);
}
