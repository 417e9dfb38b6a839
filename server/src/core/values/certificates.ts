import { type Certificate, parseCertificate } from '../formats/x509/certificate.js';
import { type PemBlock, type PemDamage, pemText, readPem } from '../formats/x509/pem.js';
import { bytesOfPaddedBase64, decodeBase64, encodeBase64 } from '../text/base64.js';
import { bytesOf, byteString, decodeText, isAscii, utf8Bytes } from '../text/bytes.js';
import { quoted } from '../text/strings.js';
import { type ContentKind, contentKind, contentNames, readBase64 } from './encoded.js';
import { fault, type FormatFault } from './format.js';

/** The certificates in a string, and why the node would not accept it. */
export interface CertificateReading {
  /** How they are wrapped; undefined if the string is neither PEM nor base64 of PEM or of a certificate. */
  readonly container: 'pem' | 'base64-pem' | 'base64-der' | undefined;
  /** In the string's order, those of damaged blocks too if they can be read. */
  readonly certificates: readonly Certificate[];
  /** Whether there is a private key among them, which must not be shown. */
  readonly hasPrivateKey: boolean;
  /** The most important first. */
  readonly faults: readonly FormatFault[];
}

/**
 * Reads certificates from PEM, base64 of PEM, or base64 of one certificate in DER. What the node accepts is PEM with
 * blocks `CERTIFICATE` and no headers: the kubelet reads its CAs with client-go's `ParseCertsPEM` (kubernetes
 * 5e813c7ced), and `update-ca-certificates` of Ubuntu joins the files as they are. Takes time linear in the string's
 * length. The caller compares the dates of certificates with its clock.
 */
export function readCertificates(text: string): CertificateReading {
  if (text.includes(pemBegin)) return fromPem(text, 'pem');
  // Nearly all certificates in configs are base64 of PEM; the platform's decoder reads it ten times as fast.
  const plain = bytesOfPaddedBase64(text);
  if (plain?.startsWith(pemBegin) === true) {
    const reading = fromPem(plain, 'base64-pem');
    // Characters that aren't ASCII are outside of blocks, but a reason or suggestion could repeat them.
    if (reading.faults.length === 0 || isAscii(plain)) return reading;
  }
  const strict = readBase64(text);
  if (strict.ok) return fromBytes(strict.value);
  // Base64 that the node does not accept, but people can read.
  const { bytes, fault: unreadable } = decodeBase64(text);
  if (unreadable !== undefined) return without(strict.error);
  const reading = fromBytes(bytes);
  return { ...reading, faults: [strict.error, ...reading.faults] };
}

const pemBegin = '-----BEGIN ';

function without(found: FormatFault, hasPrivateKey = false): CertificateReading {
  return { container: undefined, certificates: [], hasPrivateKey, faults: [found] };
}

function fromBytes(bytes: Uint8Array): CertificateReading {
  const der = byteString(bytes);
  const certificate = parseCertificate(der);
  if (certificate !== undefined) {
    const reason = 'holds a certificate in binary form (DER), where the node wants PEM';
    const faults = [fault(reason, undefined, inBase64(pemText('CERTIFICATE', der)))];
    return { container: 'base64-der', certificates: [certificate], hasPrivateKey: false, faults };
  }
  const { text, encoding, byteOrderMark } = decodeText(bytes);
  if (text.includes(pemBegin)) {
    const reading = fromPem(text, 'base64-pem');
    if (!byteOrderMark || reading.hasPrivateKey) return reading;
    const what = encoding === 'utf-8' ? 'begins with a byte order mark' : 'holds PEM in UTF-16';
    const found = fault(`${what}, in which the node finds no certificate`, undefined, inBase64(text));
    return { ...reading, faults: [found, ...reading.faults] };
  }
  const inner = decodeBase64(text);
  if (inner.fault === undefined && contentKind(inner.bytes) === 'certificates')
    return without(fault('is base64 of base64: it was encoded twice', undefined, text.replace(/\s/g, '')));
  const kind = contentKind(bytes);
  return without(contentFault(kind), kind === 'private-key');
}

function contentFault(kind: ContentKind): FormatFault {
  const content = kind === 'certificates' ? 'a damaged certificate' : contentNames[kind];
  return fault(`holds ${content} where a certificate is wanted`);
}

function fromPem(text: string, container: 'pem' | 'base64-pem'): CertificateReading {
  const candidates: PemBlock[] = [];
  const certificates: Certificate[] = [];
  const damaged: { readonly block: PemBlock; readonly isRead: boolean; readonly number: number }[] = [];
  let hasPrivateKey = false;
  for (const block of readPem(text)) {
    if (block.label.endsWith('PRIVATE KEY')) hasPrivateKey = true;
    if (!block.label.endsWith('CERTIFICATE')) continue;
    candidates.push(block);
    const certificate = parseCertificate(block.bytes);
    const isRead = certificate !== undefined;
    if (isRead) certificates.push(certificate);
    if (!isRead || !isSound(block)) damaged.push({ block, isRead, number: candidates.length });
  }
  const faults: FormatFault[] = [];
  if (hasPrivateKey) {
    const wanted = certificates.length === 0 ? 'a certificate is' : 'only certificates are';
    faults.push(fault(`holds a private key where ${wanted} wanted`));
  } else if (candidates.length === 0) {
    faults.push(contentFault(contentKind(utf8Bytes(text))));
  }
  const isFixable = damaged.length > 0 && !hasPrivateKey && certificates.length === candidates.length;
  const fixed = isFixable ? candidates.map(({ bytes }) => pemText('CERTIFICATE', bytes)).join('') : undefined;
  const suggestion = fixed === undefined || container === 'pem' ? fixed : inBase64(fixed);
  for (const { block, isRead, number } of damaged) {
    const which = candidates.length === 1 ? 'its certificate' : `its certificate ${number}`;
    faults.push(fault(blockFault(block, isRead, which), undefined, suggestion));
  }
  return { container, certificates, hasPrivateKey, faults };
}

const damages: Readonly<Record<PemDamage, string>> = {
  'joined-lines': 'has lost its line breaks: BEGIN and END are lines of their own, from their first character on',
  'escaped-line-breaks': 'has the characters \\n in place of line breaks',
  'no-end': 'is cut off before its END line',
  'no-base64': 'is not padded base64 between its BEGIN and END lines',
};

/** Whether the kubelet accepts the block, if it holds a certificate. */
function isSound({ label, headers, damage }: PemBlock): boolean {
  return damage === undefined && label === 'CERTIFICATE' && !headers;
}

/** What is wrong with a block that is not sound, or that holds no certificate. */
function blockFault({ label, damage }: PemBlock, isRead: boolean, which: string): string {
  if (damage !== undefined) return `is damaged: ${which} ${damages[damage]}`;
  if (!isRead) return `is damaged: ${which} cannot be read`;
  if (label !== 'CERTIFICATE') return `labels ${which} ${quoted(label)}, and the kubelet reads only CERTIFICATE`;
  return `has lines with colons in front of the base64 of ${which}, and the kubelet skips it`;
}

function inBase64(text: string): string {
  return encodeBase64(utf8Bytes(text));
}

/** One or more certificates as AKS passes them: base64 of PEM. See `readCertificates`. */
export function checkBase64Certificates(text: string): FormatFault | undefined {
  const { container, certificates, hasPrivateKey, faults } = readCertificates(text);
  if (container !== 'pem' || certificates.length === 0 || hasPrivateKey) return faults[0];
  const pem = faults.length === 0 ? text : faults.find(({ suggestion }) => suggestion !== undefined)?.suggestion;
  return fault('is PEM itself, where base64 of it is wanted', undefined, pem === undefined ? pem : inBase64(pem));
}

const accepted = 'it is base64 of a PEM block PRIVATE KEY, RSA PRIVATE KEY or EC PRIVATE KEY';

/**
 * The private key of the kubelet's client certificate: base64 of PEM, of which Go's `tls.X509KeyPair` (1.19.8) reads
 * the first block whose label ends with `PRIVATE KEY`, in PKCS #8, PKCS #1 or SEC 1, not encrypted. It doesn't read DER.
 * No reason repeats any of the key, and none comes with a suggestion, which would.
 */
export function checkBase64PrivateKey(text: string): FormatFault | undefined {
  if (text.includes(pemBegin)) return fault('is PEM itself, where base64 of it is wanted');
  const reading = readBase64(text);
  if (!reading.ok) return fault(reading.error.reason, reading.error.part);
  const { text: pem, byteOrderMark } = decodeText(reading.value);
  const key = readPem(pem).find(({ label }) => label.endsWith('PRIVATE KEY'));
  const reason = key === undefined ? withoutKey(reading.value) : keyFault(key, byteOrderMark);
  return reason === undefined ? undefined : fault(`${reason}: ${accepted}`);
}

function keyFault({ label, headers, damage, bytes }: PemBlock, byteOrderMark: boolean): string | undefined {
  if (label === 'ENCRYPTED PRIVATE KEY' || headers) return 'holds an encrypted key, which nothing on the node decrypts';
  if (label === 'OPENSSH PRIVATE KEY') return 'holds a key in the form of OpenSSH';
  if (byteOrderMark) return 'begins with a byte order mark, after which the key is not found';
  if (damage === undefined && contentKind(bytesOf(bytes)) === 'private-key') return undefined;
  return 'holds a damaged PEM block';
}

function withoutKey(bytes: Uint8Array): string {
  switch (contentKind(bytes)) {
    case 'private-key':
      return 'holds the key in binary form (DER)';
    case 'certificates':
      return 'holds a certificate where the private key is wanted';
    case 'public-key':
      return 'holds a public key where the private key is wanted';
    default:
      return 'holds no private key';
  }
}
