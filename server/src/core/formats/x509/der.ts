/** A value of ASN.1 in DER. */
export interface DerValue {
  /** The first byte: class, whether the value is constructed, and the number. */
  readonly tag: number;
  readonly content: Uint8Array;
  /** The whole value, its tag and length included. */
  readonly encoded: Uint8Array;
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

/** The values that bytes consist of; undefined if they contain anything else. */
export function derValues(bytes: Uint8Array): readonly DerValue[] | undefined {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length;) {
    const value = firstValue(bytes.subarray(at));
    if (value === undefined) return undefined;
    values.push(value);
    at += value.encoded.length;
  }
  return values;
}

function firstValue(bytes: Uint8Array): DerValue | undefined {
  const tag = bytes[0] ?? 0x1f;
  const first = bytes[1] ?? 0x80;
  // Certificates have no tags of several bytes, and DER has no indefinite length (0x80).
  if ((tag & 0x1f) === 0x1f || first === 0x80 || first > 0x84) return undefined;
  const start = first < 0x80 ? 2 : 2 + (first & 0x7f);
  let length = first < 0x80 ? first : 0;
  for (let at = 2; at < start; at++) length = length * 256 + (bytes[at] ?? 0);
  const end = start + length;
  return end > bytes.length ? undefined : { tag, content: bytes.subarray(start, end), encoded: bytes.subarray(0, end) };
}

/** An object identifier in dotted form, such as `2.5.4.3`. */
export function dottedIdentifier({ content }: DerValue): string {
  const numbers: bigint[] = [];
  let number = 0n;
  // No assigned identifier is longer, and adding up such numbers would not be linear.
  for (const byte of content.subarray(0, 64)) {
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
export function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('');
}
