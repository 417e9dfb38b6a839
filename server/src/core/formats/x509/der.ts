import type { ByteString } from '../../text/bytes.js';

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
  const end = derEnd(bytes, start, limit);
  return end < 0
    ? undefined
    : { tag: bytes.charCodeAt(start), start, contentStart: derContentStart(bytes, start), end };
}

/** Where the value ends that begins at an offset; negative where none does that ends within `limit`. */
export function derEnd(bytes: ByteString, start: number, limit: number): number {
  if (start + 2 > limit) return -1;
  // Tags of several bytes do not occur in certificates, and DER has no indefinite length (0x80).
  if ((bytes.charCodeAt(start) & 0x1f) === 0x1f) return -1;
  const first = bytes.charCodeAt(start + 1);
  let end = start + 2 + first;
  if (first >= 0x80) {
    const contentStart = derContentStart(bytes, start);
    if (first === 0x80 || first > 0x84 || contentStart > limit) return -1;
    let length = 0;
    for (let at = start + 2; at < contentStart; at++) length = length * 256 + bytes.charCodeAt(at);
    end = contentStart + length;
  }
  return end <= limit ? end : -1;
}

/** Where the content begins of the value that begins at an offset, behind a length of one or more bytes. */
export function derContentStart(bytes: ByteString, start: number): number {
  const first = bytes.charCodeAt(start + 1);
  return start + 2 + (first < 0x80 ? 0 : first & 0x7f);
}

/** How many values stand one behind the other in a stretch; negative where it is not made of values. */
export function derCount(bytes: ByteString, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; count++) {
    at = derEnd(bytes, at, end);
    if (at < 0) return -1;
  }
  return count;
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
