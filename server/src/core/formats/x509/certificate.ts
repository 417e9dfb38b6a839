import { bytesOf, type ByteString, decodeText } from '../../text/bytes.js';
import { derTag, type DerValue, derValues, dottedIdentifier, hexadecimal } from './der.js';

/** Short names of attributes (RFC 4519 and PKCS #9), as OpenSSL prints them. */
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

/** A distinguished name consists of sets of attributes, nearly always of one each. */
function isDistinguishedName(name: DerValue | undefined): name is DerValue {
  return name?.tag === derTag.sequence && derValues(name)?.every(isAttributeSet) === true;
}

function isAttributeSet(set: DerValue): boolean {
  if (set.tag !== derTag.set) return false;
  const attributes = derValues(set)?.map((attribute) => derValues(attribute) ?? []);
  return attributes?.every(([type, value]) => type?.tag === derTag.objectIdentifier && value !== undefined) === true;
}

/**
 * A distinguished name in the order and escaping of RFC 4514, the most specific part first, with a space after each
 * comma: `CN=Contoso Root, O=Contoso`.
 */
function writtenName(name: DerValue): string {
  const parts = (derValues(name) ?? []).map((set) =>
    (derValues(set) ?? []).map((attribute) => writtenAttribute(derValues(attribute))).join('+'),
  );
  return parts.reverse().join(', ');
}

function writtenAttribute([type, value]: readonly DerValue[] = []): string {
  if (type === undefined || value === undefined) return '';
  const identifier = dottedIdentifier(type);
  const text = textOf(value);
  const shown = text === undefined ? `#${hexadecimal(value.encoded.slice(0, 32))}` : escaped(text);
  return `${attributeNames.get(identifier) ?? identifier}=${shown}`;
}

/** The text of an ASN.1 string type; undefined for other types. */
function textOf({ tag, content }: DerValue): string | undefined {
  switch (tag) {
    // UTF8String, NumericString, PrintableString, IA5String, VisibleString
    case 0x0c:
    case 0x12:
    case 0x13:
    case 0x16:
    case 0x1a:
      return decodeText(bytesOf(content)).text;
    // T61String, which contains Latin-1 in practice
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
    const code = parseInt(hexadecimal(content.slice(at, at + width)), 16);
    text += width === 2 ? String.fromCharCode(code) : code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return text;
}

/** Escapes as in RFC 4514; invisible characters and those that change the text direction are shown as U+FFFD. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '\ufffd').replace(/[\\,+"<>;]|^[# ]| $/g, '\\$&');
}

/** Reads one X.509 certificate in DER (RFC 5280); undefined if the bytes are anything else. */
export function parseCertificate(bytes: ByteString): Certificate | undefined {
  const [outer, ...others] = derValues(bytes) ?? [];
  if (outer?.tag !== derTag.sequence || others.length > 0) return undefined;
  const [body, algorithm, signature, ...more] = derValues(outer) ?? [];
  if (body?.tag !== derTag.sequence || algorithm?.tag !== derTag.sequence) return undefined;
  if (signature?.tag !== derTag.bitString || more.length > 0) return undefined;
  const fields = derValues(body) ?? [];
  const isVersion1 = fields[0]?.tag !== explicit(0);
  const [serial, , issuer, validity, subject, key, ...optional] = isVersion1 ? fields : fields.slice(1);
  if (serial?.tag !== derTag.integer || validity === undefined || key === undefined) return undefined;
  const publicKey = readPublicKey(key);
  const [from, until] = derValues(validity) ?? [];
  const notBefore = from && timeOf(from);
  const notAfter = until && timeOf(until);
  if (!isDistinguishedName(issuer) || !isDistinguishedName(subject) || publicKey === undefined) return undefined;
  if (notBefore === undefined || notAfter === undefined) return undefined;
  const extensions = optional.find(({ tag }) => tag === explicit(3));
  return new Certificate(notBefore, notAfter, { isVersion1, serial, issuer, subject, publicKey, extensions });
}

/** The values of a certificate that few of the many certificates of a large config are ever asked for. */
interface CertificateParts {
  readonly isVersion1: boolean;
  readonly serial: DerValue;
  readonly issuer: DerValue;
  readonly subject: DerValue;
  readonly publicKey: PublicKey;
  readonly extensions: DerValue | undefined;
}

/** The content of a certificate. Its signature is not checked. */
export class Certificate {
  readonly #parts: CertificateParts;

  /** `notBefore` and `notAfter` are the first and last moment of validity, in milliseconds since 1970 in UTC. */
  constructor(
    readonly notBefore: number,
    readonly notAfter: number,
    parts: CertificateParts,
  ) {
    this.#parts = parts;
  }

  /** Such as `CN=Contoso Root, O=Contoso`; may be empty. */
  get subject(): string {
    return writtenName(this.#parts.subject);
  }

  get issuer(): string {
    return writtenName(this.#parts.issuer);
  }

  /** Whether subject and issuer are the same name, as in a root certificate. */
  get selfIssued(): boolean {
    return this.#parts.issuer.encoded === this.#parts.subject.encoded;
  }

  /** Uppercase hexadecimal digits. */
  get serialNumber(): string {
    return hexadecimal(withoutSignByte(this.#parts.serial.content));
  }

  /**
   * Whether it may sign others: the basic constraints allow it, or it has version 1 and is its own issuer, which
   * Go and OpenSSL still accept as a CA.
   */
  get isCa(): boolean {
    const { extensions, isVersion1 } = this.#parts;
    return extensions === undefined ? isVersion1 && this.selfIssued : allowsSigning(extensions);
  }

  /** Such as `RSA 2048`, `EC P-256` or `Ed25519`; the dotted identifier of an unknown algorithm. */
  get keyKind(): string {
    return keyKindOf(this.#parts.publicKey);
  }
}

/** The tag of a field that is wrapped with its number. */
function explicit(number: number): number {
  return 0xa0 | number;
}

/** An integer without the zero byte that makes it positive. */
function withoutSignByte(content: ByteString): ByteString {
  return content.length > 1 && content.startsWith('\0') ? content.slice(1) : content;
}

/** UTCTime (two digits of the year, 1950 to 2049) or GeneralizedTime, both in UTC with seconds as RFC 5280 requires. */
function timeOf({ tag, content }: DerValue): number | undefined {
  if (tag !== derTag.utcTime && tag !== derTag.generalizedTime) return undefined;
  const century = tag === derTag.generalizedTime ? '' : content < '5' ? '20' : '19';
  const digits = century + content;
  if (!/^\d{14}Z$/.test(digits)) return undefined;
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)];
  const [hour, minute, second] = [digits.slice(8, 10), digits.slice(10, 12), digits.slice(12, 14)];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
  // JavaScript reads February 30 as March 1 or 2, and 24:00 as the next day.
  return new Date(time).getUTCDate() === Number(day) ? time : undefined;
}

function allowsSigning(extensions: DerValue): boolean {
  const [list] = derValues(extensions) ?? [];
  for (const extension of (list && derValues(list)) ?? []) {
    const [identifier, ...rest] = derValues(extension) ?? [];
    const value = rest.at(-1);
    if (identifier?.content !== basicConstraints) continue;
    if (value?.tag !== derTag.octetString) continue;
    const [flag] = innerValues(value.content);
    return flag?.tag === derTag.boolean && !flag.content.startsWith('\0');
  }
  return false;
}

/** The bytes of the object identifier 2.5.29.19. */
const basicConstraints = '\x55\x1d\x13';

/** The members of the sequence that bytes consist of. */
function innerValues(bytes: ByteString): readonly DerValue[] {
  const [sequence] = derValues(bytes) ?? [];
  return (sequence && derValues(sequence)) ?? [];
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

/** A public key: its algorithm and, as a bit string, the key itself. */
interface PublicKey {
  readonly identifier: DerValue;
  readonly parameters: DerValue | undefined;
  readonly material: DerValue;
}

function readPublicKey(key: DerValue): PublicKey | undefined {
  const [algorithm, material] = derValues(key) ?? [];
  if (algorithm === undefined || material?.tag !== derTag.bitString) return undefined;
  const [identifier, parameters] = derValues(algorithm) ?? [];
  return identifier?.tag === derTag.objectIdentifier ? { identifier, parameters, material } : undefined;
}

function keyKindOf({ identifier, parameters, material }: PublicKey): string {
  const name = dottedIdentifier(identifier);
  if (name === ellipticCurve) {
    const curve = parameters?.tag === derTag.objectIdentifier ? dottedIdentifier(parameters) : '';
    return `EC ${curves.get(curve) ?? curve}`.trimEnd();
  }
  const rsaName = rsa.get(name);
  return rsaName === undefined ? (fixedKinds.get(name) ?? name) : rsaKind(rsaName, material);
}

function rsaKind(name: string, material: DerValue): string {
  // A bit string counts its unused bits in its first byte.
  const [modulus] = innerValues(material.content.slice(1));
  if (modulus?.tag !== derTag.integer) return name;
  const significant = withoutSignByte(modulus.content);
  return `${name} ${Math.max(0, significant.length * 8 - Math.clz32(significant.charCodeAt(0)) + 24)}`;
}
