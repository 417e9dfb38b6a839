import type { ByteString } from '../text/byteString.js';

/** One value of ASN.1 in DER: its tag and where its content stands. */
export interface DerValue {
  /** The first byte: class, whether it is constructed, and the number. */
  readonly tag: number;
  /** Where the value begins, its tag included. */
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
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

/** The value that begins at an offset; undefined where none does that ends within `limit`. */
export function derAt(bytes: ByteString, start: number, limit: number): DerValue | undefined {
  if (start + 2 > limit) return undefined;
  const tag = bytes.charCodeAt(start);
  // Tags of several bytes do not occur in certificates, and DER has no indefinite length (0x80).
  if ((tag & 0x1f) === 0x1f) return undefined;
  let length = bytes.charCodeAt(start + 1);
  let contentStart = start + 2;
  if (length >= 0x80) {
    const count = length & 0x7f;
    if (count === 0 || count > 4 || contentStart + count > limit) return undefined;
    length = 0;
    for (let i = 0; i < count; i++) length = length * 256 + bytes.charCodeAt(contentStart + i);
    contentStart += count;
  }
  const end = contentStart + length;
  return end <= limit ? { tag, start, contentStart, end } : undefined;
}

/** The values inside a constructed one; undefined where its content is not made of values. */
export function derChildren(bytes: ByteString, value: DerValue): readonly DerValue[] | undefined {
  const children: DerValue[] = [];
  for (let at = value.contentStart; at < value.end;) {
    const child = derAt(bytes, at, value.end);
    if (child === undefined) return undefined;
    children.push(child);
    at = child.end;
  }
  return children;
}

export function derContent(bytes: ByteString, value: DerValue): ByteString {
  return bytes.slice(value.contentStart, value.end);
}

/** An object identifier in dotted form, such as `2.5.4.3`. */
export function dottedIdentifier(bytes: ByteString, { contentStart, end }: DerValue): string {
  const numbers: (number | bigint)[] = [];
  let number: number | bigint = 0;
  // Longer ones are no identifiers that anybody assigned, and adding them up would not be linear.
  for (let at = contentStart; at < Math.min(end, contentStart + 64); at++) {
    const byte = bytes.charCodeAt(at);
    number = appended(number, byte & 0x7f);
    if (byte >= 0x80) continue;
    if (numbers.length === 0) {
      const root = number < 40 ? 0 : number < 80 ? 1 : 2;
      numbers.push(root, typeof number === 'number' ? number - root * 40 : number - BigInt(root * 40));
    } else numbers.push(number);
    number = 0;
  }
  return numbers.join('.');
}

/** A number with seven bits more, as a big one where it would not be exact otherwise. */
function appended(number: number | bigint, bits: number): number | bigint {
  if (typeof number === 'number' && number < 2 ** 45) return number * 128 + bits;
  return BigInt(number) * 128n + BigInt(bits);
}

/** Uppercase hexadecimal digits, two for each byte. */
export function hexadecimal(bytes: ByteString): string {
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()).join('');
}
