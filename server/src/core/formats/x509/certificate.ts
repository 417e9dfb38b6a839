import { bytesOf, type ByteString, decodeText } from '../../text/bytes.js';
import {
  derAt,
  derChildren,
  derContent,
  derContentStart,
  derCount,
  derEnd,
  derTag,
  type DerValue,
  dottedIdentifier,
  hexadecimal,
} from './der.js';

/** Short names of attributes (RFC 4519 and PKCS #9), by which people and OpenSSL write them. */
const attributeNames: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.4', 'SN'],
  ['2.5.4.5', 'serialNumber'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'street'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['2.5.4.12', 'title'],
  ['2.5.4.17', 'postalCode'],
  ['2.5.4.42', 'GN'],
  ['2.5.4.97', 'organizationIdentifier'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  ['1.2.840.113549.1.9.1', 'emailAddress'],
]);

/**
 * Whether a value is a distinguished name: sets of attributes, nearly always of one each. Nothing is made of its parts,
 * since of the many names of a large config hardly any is ever shown.
 */
function isDistinguishedName(bytes: ByteString, { tag, contentStart, end }: DerValue): boolean {
  if (tag !== derTag.sequence) return false;
  for (let set = contentStart; set < end;) {
    const setEnd = derEnd(bytes, set, end);
    if (setEnd < 0 || bytes.charCodeAt(set) !== derTag.set) return false;
    for (let member = derContentStart(bytes, set); member < setEnd;) {
      const memberEnd = derEnd(bytes, member, setEnd);
      if (memberEnd < 0) return false;
      const type = derContentStart(bytes, member);
      if (derCount(bytes, type, memberEnd) < 2 || bytes.charCodeAt(type) !== derTag.objectIdentifier) return false;
      member = memberEnd;
    }
    set = setEnd;
  }
  return true;
}

/**
 * A distinguished name in the order and escaping of RFC 4514, the most specific part first, with a blank behind each
 * comma: `CN=Contoso Root, O=Contoso`.
 */
function writtenName(bytes: ByteString, name: DerValue): string {
  const parts = (derChildren(bytes, name) ?? []).map((set) =>
    (derChildren(bytes, set) ?? []).map((member) => writtenAttribute(bytes, derChildren(bytes, member))).join('+'),
  );
  return parts.reverse().join(', ');
}

function writtenAttribute(bytes: ByteString, [type, value]: readonly DerValue[] = []): string {
  if (type === undefined || value === undefined) return '';
  const identifier = dottedIdentifier(bytes, type);
  const text = textOf(value.tag, derContent(bytes, value));
  const shown =
    text === undefined
      ? `#${hexadecimal(bytes.slice(value.start, Math.min(value.end, value.start + 32)))}`
      : escaped(text);
  return `${attributeNames.get(identifier) ?? identifier}=${shown}`;
}

/** The text of an ASN.1 string type; undefined for other types. */
function textOf(tag: number, content: ByteString): string | undefined {
  switch (tag) {
    // UTF8String, NumericString, PrintableString, IA5String, VisibleString
    case 0x0c:
    case 0x12:
    case 0x13:
    case 0x16:
    case 0x1a:
      return decodeText(bytesOf(content)).text;
    // T61String, which everybody fills with Latin-1
    case 0x14:
      return content;
    // UniversalString and BMPString: four and two bytes for each character
    case 0x1c:
      return wideText(content, 4);
    case 0x1e:
      return wideText(content, 2);
    default:
      return undefined;
  }
}

function wideText(content: ByteString, width: 2 | 4): string {
  let text = '';
  for (let at = 0; at + width <= content.length; at += width) {
    let code = 0;
    for (let i = 0; i < width; i++) code = code * 256 + content.charCodeAt(at + i);
    text += width === 2 ? String.fromCharCode(code) : code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return text;
}

/** RFC 4514 escapes; what cannot be seen, or turns the direction of the text around, is shown as U+FFFD. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '\ufffd').replace(/[\\,+"<>;]|^[# ]| $/g, '\\$&');
}

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
export function parseCertificate(bytes: ByteString): Certificate | undefined {
  const outer = derAt(bytes, 0, bytes.length);
  if (outer?.tag !== derTag.sequence || outer.end !== bytes.length) return undefined;
  const [body, algorithm, signature, ...more] = derChildren(bytes, outer) ?? [];
  if (body?.tag !== derTag.sequence || algorithm?.tag !== derTag.sequence) return undefined;
  if (signature?.tag !== derTag.bitString || more.length > 0) return undefined;
  const fields = derChildren(bytes, body);
  if (fields === undefined) return undefined;
  const first = fields[0]?.tag === explicit(0) ? 1 : 0;
  const serial = fields[first];
  const validity = fields[first + 3];
  const key = fields[first + 5];
  if (serial?.tag !== derTag.integer || validity === undefined || key === undefined) return undefined;
  const issuer = nameAt(bytes, fields[first + 2]);
  const subject = nameAt(bytes, fields[first + 4]);
  const publicKey = readPublicKey(bytes, key);
  const [from, until] = derChildren(bytes, validity) ?? [];
  const notBefore = from && timeOf(bytes, from);
  const notAfter = until && timeOf(bytes, until);
  if (issuer === undefined || subject === undefined || publicKey === undefined) return undefined;
  if (notBefore === undefined || notAfter === undefined) return undefined;
  const extensions = fields.find((field, index) => index > first + 5 && field.tag === explicit(3));
  return new ParsedCertificate(
    bytes,
    { serial, issuer, subject, publicKey, extensions },
    notBefore,
    notAfter,
    first === 0,
  );
}

function nameAt(bytes: ByteString, value: DerValue | undefined): DerValue | undefined {
  return value !== undefined && isDistinguishedName(bytes, value) ? value : undefined;
}

/** Where the parts of a certificate stand. */
interface Parts {
  readonly serial: DerValue;
  readonly issuer: DerValue;
  readonly subject: DerValue;
  readonly publicKey: PublicKey;
  readonly extensions: DerValue | undefined;
}

/**
 * A certificate whose parts are known to be sound. They are put into words when they are asked for: of the many
 * certificates of a large config hardly any is ever named.
 */
class ParsedCertificate implements Certificate {
  readonly notBefore: number;
  readonly notAfter: number;
  readonly #bytes: ByteString;
  readonly #parts: Parts;
  readonly #isVersion1: boolean;

  constructor(bytes: ByteString, parts: Parts, notBefore: number, notAfter: number, isVersion1: boolean) {
    this.notBefore = notBefore;
    this.notAfter = notAfter;
    this.#bytes = bytes;
    this.#parts = parts;
    this.#isVersion1 = isVersion1;
  }

  get subject(): string {
    return writtenName(this.#bytes, this.#parts.subject);
  }

  get issuer(): string {
    return writtenName(this.#bytes, this.#parts.issuer);
  }

  get serialNumber(): string {
    return serialOf(derContent(this.#bytes, this.#parts.serial));
  }

  get isCa(): boolean {
    const { extensions } = this.#parts;
    return extensions === undefined ? this.#isVersion1 && this.selfIssued : saysCa(this.#bytes, extensions);
  }

  get keyKind(): string {
    return keyKindOf(this.#bytes, this.#parts.publicKey);
  }

  get selfIssued(): boolean {
    return equal(this.#bytes, this.#parts.issuer, this.#parts.subject);
  }
}

/** The tag of a field that stands in a wrapper with its number. */
function explicit(number: number): number {
  return 0xa0 | number;
}

/** Without the zero byte that keeps a number positive. */
function serialOf(content: ByteString): string {
  return hexadecimal(content.length > 1 && content.startsWith('\0') ? content.slice(1) : content);
}

function equal(bytes: ByteString, a: DerValue, b: DerValue): boolean {
  return bytes.slice(a.start, a.end) === bytes.slice(b.start, b.end);
}

/** UTCTime (two digits of the year, 1950 to 2049) or GeneralizedTime, both in UTC with seconds as RFC 5280 wants. */
function timeOf(bytes: ByteString, { tag, contentStart, end }: DerValue): number | undefined {
  if (tag !== derTag.utcTime && tag !== derTag.generalizedTime) return undefined;
  const yearDigits = tag === derTag.utcTime ? 2 : 4;
  if (end - contentStart !== yearDigits + 11 || !isDigitsAndZ(bytes, contentStart, end)) return undefined;
  const at = contentStart + yearDigits;
  const pair = (start: number): number => digitAt(bytes, start) * 10 + digitAt(bytes, start + 1);
  const short = pair(contentStart);
  const year = yearDigits === 4 ? short * 100 + pair(contentStart + 2) : short + (short < 50 ? 2000 : 1900);
  const month = pair(at);
  const day = pair(at + 2);
  const hour = pair(at + 4);
  const minute = pair(at + 6);
  const second = pair(at + 8);
  const exists =
    month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) && hour < 24 && minute < 60 && second < 60;
  // Date.UTC would take years below 100 for ones of the twentieth century; the calendar repeats itself all 400 years.
  return exists ? Date.UTC(year + 400, month - 1, day, hour, minute, second) - millisecondsIn400Years : undefined;
}

const millisecondsIn400Years = 146_097 * 86_400_000;

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Whether nothing stands there but digits and a Z behind them. */
function isDigitsAndZ(bytes: ByteString, start: number, end: number): boolean {
  for (let at = start; at < end - 1; at++) {
    const digit = digitAt(bytes, at);
    if (digit < 0 || digit > 9) return false;
  }
  return bytes.charCodeAt(end - 1) === 0x5a;
}

function digitAt(bytes: ByteString, at: number): number {
  return bytes.charCodeAt(at) - 0x30;
}

/** The identifier 2.5.29.19 with its tag and length. */
const basicConstraints = '\x06\x03\x55\x1d\x13';

function saysCa(bytes: ByteString, extensions: DerValue): boolean {
  const list = derAt(bytes, extensions.contentStart, extensions.end);
  for (let at = list?.contentStart ?? extensions.end; at < extensions.end;) {
    const extension = derAt(bytes, at, extensions.end);
    if (extension === undefined) return false;
    at = extension.end;
    if (!bytes.startsWith(basicConstraints, extension.contentStart)) continue;
    const value = derChildren(bytes, extension)?.at(-1);
    if (value?.tag !== derTag.octetString) continue;
    const constraints = derAt(bytes, value.contentStart, value.end);
    const [flag] = constraints === undefined ? [] : (derChildren(bytes, constraints) ?? []);
    return flag?.tag === derTag.boolean && derContent(bytes, flag).charCodeAt(0) !== 0;
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

/** The parts of a public key, which are its algorithm and, as a bit string, itself. */
interface PublicKey {
  readonly identifier: DerValue;
  readonly parameters: DerValue | undefined;
  readonly material: DerValue;
}

function readPublicKey(bytes: ByteString, key: DerValue): PublicKey | undefined {
  const [algorithm, material] = derChildren(bytes, key) ?? [];
  if (algorithm === undefined || material?.tag !== derTag.bitString) return undefined;
  const [identifier, parameters] = derChildren(bytes, algorithm) ?? [];
  return identifier?.tag === derTag.objectIdentifier ? { identifier, parameters, material } : undefined;
}

function keyKindOf(bytes: ByteString, { identifier, parameters, material }: PublicKey): string {
  const name = dottedIdentifier(bytes, identifier);
  if (name === ellipticCurve) {
    const curve = parameters?.tag === derTag.objectIdentifier ? dottedIdentifier(bytes, parameters) : '';
    return `EC ${curves.get(curve) ?? curve}`.trimEnd();
  }
  const rsaName = rsa.get(name);
  return rsaName === undefined ? (fixedKinds.get(name) ?? name) : rsaKind(bytes, rsaName, material);
}

function rsaKind(bytes: ByteString, name: string, material: DerValue): string {
  // A bit string counts its unused bits in its first byte.
  const numbers = derAt(bytes, material.contentStart + 1, material.end);
  const [modulus] = numbers === undefined ? [] : (derChildren(bytes, numbers) ?? []);
  if (modulus?.tag !== derTag.integer) return name;
  const content = derContent(bytes, modulus);
  const significant = content.startsWith('\0') ? content.slice(1) : content;
  const bits = significant === '' ? 0 : significant.length * 8 - Math.clz32(significant.charCodeAt(0)) + 24;
  return `${name} ${bits}`;
}
