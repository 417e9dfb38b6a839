import { derAt, derChildren, derContent, derTag, type DerValue, dottedIdentifier, hexadecimal } from './der.js';
import { distinguishedName } from './distinguishedName.js';

/** What a certificate says about itself. No signature is checked. */
export interface Certificate {
  /** Such as `CN=Contoso Root, O=Contoso`; may be empty. */
  readonly subject: string;
  readonly issuer: string;
  /** Uppercase hexadecimal digits. */
  readonly serialNumber: string;
  /** First and last moment of validity, in milliseconds since 1970 in UTC. */
  readonly notBefore: number;
  readonly notAfter: number;
  /**
   * Whether it may sign others: the basic constraints say so, or it is of version 1 and names itself as issuer, which
   * Go and OpenSSL still take for a CA.
   */
  readonly isCa: boolean;
  /** Such as `RSA 2048`, `EC P-256` or `Ed25519`; the dotted identifier of an unknown algorithm. */
  readonly keyKind: string;
  /** Whether subject and issuer are the same name, as those of a root are. */
  readonly selfIssued: boolean;
}

/** Reads one X.509 certificate in DER (RFC 5280); undefined where the bytes are none, or not one alone. */
export function parseCertificate(bytes: Uint8Array): Certificate | undefined {
  const outer = derAt(bytes, 0, bytes.length);
  if (outer?.tag !== derTag.sequence || outer.end !== bytes.length) return undefined;
  const [body, algorithm, signature, ...more] = derChildren(bytes, outer) ?? [];
  if (body?.tag !== derTag.sequence || algorithm?.tag !== derTag.sequence) return undefined;
  if (signature?.tag !== derTag.bitString || more.length > 0) return undefined;
  const fields = derChildren(bytes, body);
  if (fields === undefined) return undefined;
  const hasVersion = fields[0]?.tag === explicit(0);
  const [serial, , issuer, validity, subject, key, ...optional] = hasVersion ? fields.slice(1) : fields;
  if (serial?.tag !== derTag.integer || issuer === undefined || validity === undefined || subject === undefined)
    return undefined;
  const issuerName = distinguishedName(bytes, issuer);
  const subjectName = distinguishedName(bytes, subject);
  const [notBefore, notAfter] = (derChildren(bytes, validity) ?? []).map((time) => timeOf(bytes, time));
  const keyKind = key === undefined ? undefined : keyKindOf(bytes, key);
  if (issuerName === undefined || subjectName === undefined || keyKind === undefined) return undefined;
  if (notBefore === undefined || notAfter === undefined) return undefined;
  const selfIssued = equal(bytes, issuer, subject);
  const extensions = optional.find((field) => field.tag === explicit(3));
  return {
    subject: subjectName,
    issuer: issuerName,
    serialNumber: serialOf(derContent(bytes, serial)),
    notBefore,
    notAfter,
    isCa: extensions === undefined ? !hasVersion && selfIssued : saysCa(bytes, extensions),
    keyKind,
    selfIssued,
  };
}

/** The tag of a field that stands in a wrapper with its number. */
function explicit(number: number): number {
  return 0xa0 | number;
}

/** Without the zero byte that keeps a number positive. */
function serialOf(content: Uint8Array): string {
  return hexadecimal(content.length > 1 && content[0] === 0 ? content.subarray(1) : content);
}

function equal(bytes: Uint8Array, a: DerValue, b: DerValue): boolean {
  if (a.end - a.start !== b.end - b.start) return false;
  for (let i = 0; i < a.end - a.start; i++) if (bytes[a.start + i] !== bytes[b.start + i]) return false;
  return true;
}

/** UTCTime (two digits of the year, 1950 to 2049) or GeneralizedTime, both in UTC with seconds as RFC 5280 wants. */
function timeOf(bytes: Uint8Array, value: DerValue): number | undefined {
  const text = String.fromCharCode(...derContent(bytes, value).subarray(0, 16));
  const match = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  if (match === null) return undefined;
  const [written = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  const short = match[1]?.length === 2;
  if (value.tag !== (short ? derTag.utcTime : derTag.generalizedTime)) return undefined;
  const year = short ? written + (written < 50 ? 2000 : 1900) : written;
  const time = new Date(0);
  // Date.UTC would take years below 100 for ones of the twentieth century.
  time.setUTCFullYear(year, month - 1, day);
  time.setUTCHours(hour, minute, second);
  const exists =
    time.getUTCMonth() === month - 1 && time.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return exists ? time.getTime() : undefined;
}

const basicConstraints = '2.5.29.19';

function saysCa(bytes: Uint8Array, extensions: DerValue): boolean {
  const [list] = derChildren(bytes, extensions) ?? [];
  for (const extension of (list === undefined ? undefined : derChildren(bytes, list)) ?? []) {
    const parts = derChildren(bytes, extension) ?? [];
    const [identifier] = parts;
    const value = parts.at(-1);
    if (identifier?.tag !== derTag.objectIdentifier || value?.tag !== derTag.octetString) continue;
    if (dottedIdentifier(derContent(bytes, identifier)) !== basicConstraints) continue;
    const constraints = derAt(bytes, value.contentStart, value.end);
    const [flag] = constraints === undefined ? [] : (derChildren(bytes, constraints) ?? []);
    return flag?.tag === derTag.boolean && derContent(bytes, flag)[0] !== 0;
  }
  return false;
}

const curves: ReadonlyMap<string, string> = new Map([
  ['1.2.840.10045.3.1.7', 'P-256'],
  ['1.3.132.0.33', 'P-224'],
  ['1.3.132.0.34', 'P-384'],
  ['1.3.132.0.35', 'P-521'],
  ['1.3.132.0.10', 'secp256k1'],
]);

const fixedKinds: ReadonlyMap<string, string> = new Map([
  ['1.2.840.10040.4.1', 'DSA'],
  ['1.3.101.110', 'X25519'],
  ['1.3.101.111', 'X448'],
  ['1.3.101.112', 'Ed25519'],
  ['1.3.101.113', 'Ed448'],
]);

const rsa: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.1.1', 'RSA'],
  ['1.2.840.113549.1.1.10', 'RSA-PSS'],
]);

const ellipticCurve = '1.2.840.10045.2.1';

function keyKindOf(bytes: Uint8Array, key: DerValue): string | undefined {
  const [algorithm, material] = derChildren(bytes, key) ?? [];
  if (algorithm === undefined || material?.tag !== derTag.bitString) return undefined;
  const [identifier, parameters] = derChildren(bytes, algorithm) ?? [];
  if (identifier?.tag !== derTag.objectIdentifier) return undefined;
  const name = dottedIdentifier(derContent(bytes, identifier));
  if (name === ellipticCurve) {
    const curve = parameters?.tag === derTag.objectIdentifier ? dottedIdentifier(derContent(bytes, parameters)) : '';
    return `EC ${curves.get(curve) ?? curve}`.trimEnd();
  }
  const rsaName = rsa.get(name);
  return rsaName === undefined ? (fixedKinds.get(name) ?? name) : rsaKind(bytes, rsaName, material);
}

function rsaKind(bytes: Uint8Array, name: string, material: DerValue): string {
  // A bit string counts its unused bits in its first byte.
  const numbers = derAt(bytes, material.contentStart + 1, material.end);
  const [modulus] = numbers === undefined ? [] : (derChildren(bytes, numbers) ?? []);
  if (modulus?.tag !== derTag.integer) return name;
  const content = derContent(bytes, modulus);
  const significant = content[0] === 0 ? content.subarray(1) : content;
  const bits = significant.length === 0 ? 0 : significant.length * 8 - Math.clz32(significant[0] ?? 0) + 24;
  return `${name} ${bits}`;
}
