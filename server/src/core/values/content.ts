import { decodeBase64 } from '../text/base64.js';
import { decodeText, looksLikeText } from '../text/bytes.js';
import { type ByteString, byteString } from '../text/byteString.js';
import { derAt, derChildren, derTag, dottedIdentifier } from './der.js';
import { readPem } from './pem.js';
import { parseCertificate } from './x509.js';

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
  return looksLikeText(decoded) ? textKind(decoded.text) : derKind(byteString(bytes));
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
function derKind(bytes: ByteString): ContentKind {
  if (parseCertificate(bytes) !== undefined) return 'certificates';
  const outer = derAt(bytes, 0, bytes.length);
  if (outer?.tag !== derTag.sequence || outer.end !== bytes.length) return 'binary';
  const [first, second, third] = derChildren(bytes, outer) ?? [];
  if (first === undefined || second === undefined) return 'binary';
  if (first.tag === derTag.objectIdentifier) {
    return dottedIdentifier(bytes, first) === signedData ? 'pkcs7' : 'binary';
  }
  if (first.tag === derTag.integer) {
    const version = first.end - first.contentStart === 1 ? bytes.charCodeAt(first.contentStart) : undefined;
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
export interface Base64Summary {
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
