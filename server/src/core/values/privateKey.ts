import { decodeText } from '../text/bytes.js';
import { bytesOf } from '../text/byteString.js';
import { readBase64 } from './base64.js';
import { contentKind } from './content.js';
import type { FormatFault } from './format.js';
import { readPem } from './pem.js';

const accepted = 'it is base64 of a PEM block PRIVATE KEY, RSA PRIVATE KEY or EC PRIVATE KEY';

/**
 * The private key of the kubelet's client certificate: base64 of PEM, of which Go's `tls.X509KeyPair` (1.19.8) takes
 * the first block whose label ends with `PRIVATE KEY`, in PKCS #8, PKCS #1 or SEC 1, not encrypted. DER is not taken.
 * No reason repeats any of the key, and none comes with a suggestion, which would.
 */
export function checkBase64PrivateKey(text: string): FormatFault | undefined {
  if (text.includes('-----BEGIN ')) return { reason: `is PEM itself, where base64 of it is wanted` };
  const { bytes, fault } = readBase64(text);
  if (fault !== undefined) return { reason: fault.reason, ...(fault.part === undefined ? {} : { part: fault.part }) };
  const { text: pem, byteOrderMark } = decodeText(bytes);
  const key = readPem(pem).find(({ label }) => label.endsWith('PRIVATE KEY'));
  if (key === undefined) return { reason: withoutKey(bytes) };
  if (key.label === 'ENCRYPTED PRIVATE KEY' || key.headers)
    return { reason: `holds an encrypted key, which nothing on the node decrypts: ${accepted}` };
  if (key.label === 'OPENSSH PRIVATE KEY') return { reason: `holds a key in the form of OpenSSH: ${accepted}` };
  if (byteOrderMark) return { reason: `begins with a byte order mark, behind which the key is not found: ${accepted}` };
  if (key.damage !== undefined || contentKind(bytesOf(key.bytes)) !== 'private-key')
    return { reason: `holds a damaged PEM block: ${accepted}` };
  return undefined;
}

function withoutKey(bytes: Uint8Array): string {
  switch (contentKind(bytes)) {
    case 'private-key':
      return `holds the key in binary form (DER): ${accepted}`;
    case 'certificates':
      return `holds a certificate where the private key is wanted: ${accepted}`;
    case 'public-key':
      return `holds a public key where the private key is wanted: ${accepted}`;
    default:
      return `holds no private key: ${accepted}`;
  }
}
