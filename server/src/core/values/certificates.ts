import { type Certificate, parseCertificate } from '../formats/x509/certificate.js';
import { type PemBlock, type PemDamage, pemText, readPem } from '../formats/x509/pem.js';
import { decodeBase64, encodeBase64 } from '../text/base64.js';
import { decodeText, utf8Bytes } from '../text/bytes.js';
import { type ContentKind, contentKind, readBase64 } from './encoded.js';
import { type FormatFault, quoted } from './format.js';

/** The certificates that a text holds, and what the node would not take about it. */
export interface CertificateReading {
  /** How they are wrapped; undefined where the text is neither PEM nor base64 of PEM or of a certificate. */
  readonly container: 'pem' | 'base64-pem' | 'base64-der' | undefined;
  /** In the text's order, those of damaged blocks too where they can be read. */
  readonly certificates: readonly Certificate[];
  /** Whether a private key stands among them, which must not be shown. */
  readonly hasPrivateKey: boolean;
  /** The most important first. */
  readonly faults: readonly FormatFault[];
}

/**
 * Reads certificates from PEM, base64 of PEM, or base64 of one certificate in DER. What the node takes is PEM with
 * blocks `CERTIFICATE` and no headers: the kubelet reads its CAs with client-go's `ParseCertsPEM` (kubernetes
 * 5e813c7ced), and `update-ca-certificates` of Ubuntu joins the files as they are. Takes time linear in the text's
 * length, and leaves it to the caller's clock whether a certificate is valid.
 */
export function readCertificates(text: string): CertificateReading {
  if (text.includes(pemBegin)) return fromPem(text, 'pem');
  const { bytes: strict, fault } = readBase64(text);
  const bytes = strict ?? leniently(text);
  if (bytes === undefined) return without(fault);
  const reading = fromBytes(bytes);
  return fault === undefined ? reading : { ...reading, faults: [fault, ...reading.faults] };
}

const pemBegin = '-----BEGIN ';

/** The bytes of base64 that the node does not take, but people can read. */
function leniently(text: string): Uint8Array | undefined {
  const { bytes, fault } = decodeBase64(text);
  return fault === undefined ? bytes : undefined;
}

function without(fault: FormatFault | undefined, hasPrivateKey = false): CertificateReading {
  return { container: undefined, certificates: [], hasPrivateKey, faults: fault === undefined ? [] : [fault] };
}

function fromBytes(bytes: Uint8Array): CertificateReading {
  const certificate = parseCertificate(bytes);
  if (certificate !== undefined) {
    const reason = 'holds a certificate in binary form (DER), where the node wants PEM';
    const suggestion = inBase64(pemText('CERTIFICATE', bytes));
    return {
      container: 'base64-der',
      certificates: [certificate],
      hasPrivateKey: false,
      faults: [{ reason, suggestion }],
    };
  }
  const { text, encoding, byteOrderMark } = decodeText(bytes);
  if (text.includes(pemBegin)) {
    const reading = fromPem(text, 'base64-pem');
    if (!byteOrderMark || reading.hasPrivateKey) return reading;
    const what = encoding === 'utf-8' ? 'begins with a byte order mark' : 'holds PEM in UTF-16';
    const fault = { reason: `${what}, in which the node finds no certificate`, suggestion: inBase64(text) };
    return { ...reading, faults: [fault, ...reading.faults] };
  }
  const inner = decodeBase64(text);
  if (inner.fault === undefined && contentKind(inner.bytes) === 'certificates') {
    return without({ reason: 'is base64 of base64: it was encoded twice', suggestion: text.replace(/\s/g, '') });
  }
  const kind = contentKind(bytes);
  return without({ reason: `${described[kind]} where a certificate is wanted` }, kind === 'private-key');
}

const described: Readonly<Record<ContentKind, string>> = {
  empty: 'holds nothing',
  certificates: 'holds a damaged certificate',
  'certificate-request': 'holds a certificate request',
  'private-key': 'holds a private key',
  'public-key': 'holds a public key',
  pkcs7: 'holds a PKCS #7 container',
  pkcs12: 'holds a PKCS #12 container',
  json: 'holds JSON',
  gzip: 'holds gzip data',
  text: 'holds plain text',
  binary: 'holds binary data',
};

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
    faults.push({ reason: `holds a private key where ${wanted} wanted` });
  } else if (candidates.length === 0) {
    faults.push({ reason: `${described[contentKind(utf8Bytes(text))]} where a certificate is wanted` });
  }
  if (damaged.length > 0) {
    const mended = hasPrivateKey || certificates.length < candidates.length ? undefined : joined(candidates);
    const suggestion = mended === undefined || container === 'pem' ? mended : inBase64(mended);
    const mending = suggestion === undefined ? {} : { suggestion };
    for (const { block, isRead, number } of damaged) {
      const which = candidates.length === 1 ? 'its certificate' : `its certificate ${number}`;
      faults.push({ reason: blockFault(block, isRead, which), ...mending });
    }
  }
  return { container, certificates, hasPrivateKey, faults };
}

function joined(blocks: readonly PemBlock[]): string {
  return blocks.map(({ bytes }) => pemText('CERTIFICATE', bytes)).join('');
}

const damages: Readonly<Record<PemDamage, string>> = {
  'joined-lines': 'has lost its line breaks: BEGIN and END are lines of their own, from their first character on',
  'escaped-line-breaks': 'has the characters \\n in place of line breaks',
  'no-end': 'is cut off before its END line',
  'no-base64': 'is not padded base64 between its BEGIN and END lines',
};

/** Whether the kubelet takes the block, where it holds a certificate. */
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
  return {
    reason: 'is PEM itself, where base64 of it is wanted',
    ...(pem === undefined ? {} : { suggestion: inBase64(pem) }),
  };
}

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
  if (byteOrderMark) return { reason: `begins with a byte order mark, after which the key is not found: ${accepted}` };
  if (key.damage !== undefined || contentKind(key.bytes) !== 'private-key')
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
