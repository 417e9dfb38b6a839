import type { ByteString } from '../../text/bytes.js';

/** A value of ASN.1 in DER. Its bytes are cut out only on request: reading a certificate needs few of them. */
export class DerValue {
  /** `tag` is the first byte: class, whether the value is constructed, and the number. */
  constructor(
    readonly tag: number,
    readonly bytes: ByteString,
    readonly start: number,
    readonly contentStart: number,
    readonly end: number,
  ) {}

  get content(): ByteString {
    return this.bytes.slice(this.contentStart, this.end);
  }

  /** The whole value, its tag and length included. */
  get encoded(): ByteString {
    return this.bytes.slice(this.start, this.end);
  }
}

/** Tags that certificates are made of. */
export const derTag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The values that bytes, or the content of a value, consist of; undefined if they contain anything else. */
export function derValues(source: ByteString | DerValue): readonly DerValue[] | undefined {
  const [bytes, start, end] =
    source instanceof DerValue ? [source.bytes, source.contentStart, source.end] : [source, 0, source.length];
  const values: DerValue[] = [];
  for (let at = start; at < end;) {
    const value = valueAt(bytes, at, end);
    if (value === undefined) return undefined;
    values.push(value);
    at = value.end;
  }
  return values;
}

/** The value that starts at `at` and ends before `limit`. */
function valueAt(bytes: ByteString, at: number, limit: number): DerValue | undefined {
  if (at + 2 > limit) return undefined;
  const tag = bytes.charCodeAt(at);
  const first = bytes.charCodeAt(at + 1);
  // Certificates have no tags of several bytes, and DER has no indefinite length (0x80).
  if ((tag & 0x1f) === 0x1f || first === 0x80 || first > 0x84) return undefined;
  const contentStart = at + 2 + (first < 0x80 ? 0 : first & 0x7f);
  if (contentStart > limit) return undefined;
  let length = first < 0x80 ? first : 0;
  for (let index = at + 2; index < contentStart; index++) length = length * 256 + bytes.charCodeAt(index);
  const end = contentStart + length;
  return end > limit ? undefined : new DerValue(tag, bytes, at, contentStart, end);
}

/** An object identifier in dotted form, such as `2.5.4.3`. */
export function dottedIdentifier({ content }: DerValue): string {
  const numbers: bigint[] = [];
  let number = 0n;
  // No assigned identifier is longer, and adding up such numbers would not be linear.
  for (const character of content.slice(0, 64)) {
    const byte = character.charCodeAt(0);
    number = number * 128n + BigInt(byte & 0x7f);
    if (byte >= 0x80) continue;
    if (numbers.length === 0) {
      const root = number < 40n ? 0n : number < 80n ? 1n : 2n;
      numbers.push(root, number - root * 40n);
    } else numbers.push(number);
    number = 0n;
  }
  return numbers.join('.');
}

/** Uppercase hexadecimal digits, two for each byte. */
export function hexadecimal(bytes: ByteString): string {
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()).join('');
}
