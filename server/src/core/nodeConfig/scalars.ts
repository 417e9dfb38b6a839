import type { SyntaxNode } from '../formats/tree/node.js';
import type { EnumType, Field, ScalarType, ValueType } from '../record/model.js';
import { withoutTrailing } from '../text/strings.js';

/**
 * Numbers as protobuf-go 1.36.11 reads them (`internal/encoding/json/decode_number.go` and
 * `encoding/protojson/decode.go`), with its leniencies.
 */

/** The 32-bit integer of a JSON number token; undefined if Go rejects it. */
export function int32OfNumber(raw: string): number | undefined {
  const parts = numberParts(raw);
  if (parts === undefined) return undefined;
  const digits = integerDigits(parts);
  if (digits === undefined || digits === '') return undefined;
  // At most 20 digits are left, so a double is exact enough for the range check.
  const magnitude = Number(digits);
  const value = parts.negative ? -magnitude : magnitude;
  if (value > 2_147_483_647 || value < -2_147_483_648) return undefined;
  return value === 0 ? 0 : value;
}

/** The same for a JSON string: Go reads the first JSON token in it and ignores what follows. */
function int32OfText(text: string): number | undefined {
  const raw = firstNumber(text);
  return raw === undefined ? undefined : int32OfNumber(raw);
}

/** The double of a JSON number token; undefined if Go rejects it, also for overflow. */
function doubleOfNumber(raw: string): number | undefined {
  if (!strictNumber.test(raw)) return undefined;
  const value = Number(raw);
  return Number.isFinite(value) ? value : undefined;
}

/** The same for a JSON string, which may also spell the three special values. */
function doubleOfText(text: string): number | undefined {
  if (text === 'NaN') return NaN;
  if (text === 'Infinity') return Infinity;
  if (text === '-Infinity') return -Infinity;
  const raw = firstNumber(text);
  return raw === undefined ? undefined : doubleOfNumber(raw);
}

/** A finite number as the shortest JSON token. */
export function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** A number as JSON defines it; the node's reader accepts others too. */
export const strictNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

interface NumberParts {
  readonly negative: boolean;
  readonly integer: string;
  readonly fraction: string;
  readonly exponent: string;
}

function numberParts(raw: string): NumberParts | undefined {
  const match = /^(-)?(?:0|([1-9]\d*))(?:\.(\d+))?(?:[eE]([+-]?\d*))?$/.exec(raw);
  if (match === null) return undefined;
  return {
    negative: match[1] !== undefined,
    integer: match[2] ?? '',
    fraction: withoutTrailing(match[3] ?? '', '0'),
    exponent: match[4] ?? '',
  };
}

/** Go's longest integer before it gives up: enough for 64 bits. */
const maxDigits = 20;

/** The digits of the number when it is whole, without sign. */
function integerDigits({ integer, fraction, exponent }: NumberParts): string | undefined {
  if (integer === '' && fraction === '') return '0';
  if (exponent === '+' || exponent === '-') return undefined;
  const shift = exponent === '' ? 0 : Number(exponent);
  if (Math.abs(shift) > 2_147_483_647) return undefined;
  if (shift >= 0) {
    if (fraction.length > shift || integer.length + shift > maxDigits) return undefined;
    return integer + fraction + '0'.repeat(shift - fraction.length);
  }
  const kept = integer.length + shift;
  if (fraction !== '' || kept < 0 || /[^0]/.test(integer.slice(kept))) return undefined;
  return integer.slice(0, kept);
}

/** White space that Go's strings.TrimSpace removes; a string with it at an end is rejected. */
const goSpace =
  /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;

/** The number token at the beginning of a string, delimited as for Go's lexer. */
function firstNumber(text: string): string | undefined {
  if (goSpace.test(text)) return undefined;
  const match = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE](?=[^])[+-]?\d*)?/.exec(text);
  if (match === null) return undefined;
  const raw = match[0];
  if (/[eE][+-]$/.test(raw) && raw.length === text.length) return undefined;
  return /^[-+.\w]/.test(text.slice(raw.length)) ? undefined : raw;
}

/** An enum by its name, or by any 32-bit number: unknown numbers are kept, unknown names are not. */
export function readEnum(node: SyntaxNode, of: EnumType): number | undefined {
  if (node.kind === 'string') return of.values.find((known) => known.name === node.value)?.number;
  return node.kind === 'number' ? int32OfNumber(node.raw) : undefined;
}

/** A scalar as protobuf-go 1.36.11 `protojson` reads it; undefined if it rejects the value. */
export function readScalar(node: SyntaxNode, scalar: ScalarType): string | number | boolean | undefined {
  switch (scalar) {
    case 'string':
      return node.kind === 'string' ? node.value : undefined;
    case 'bool':
      return node.kind === 'boolean' ? node.value : undefined;
    case 'int32':
      if (node.kind === 'number') return int32OfNumber(node.raw);
      return node.kind === 'string' ? int32OfText(node.value) : undefined;
    case 'double':
      if (node.kind === 'number') return doubleOfNumber(node.raw);
      return node.kind === 'string' ? doubleOfText(node.value) : undefined;
    case 'float': {
      const value = readScalar(node, 'double');
      const isWithin = typeof value === 'number' && (!Number.isFinite(value) || Number.isFinite(Math.fround(value)));
      return isWithin ? value : undefined;
    }
    case 'uint32':
    case 'int64':
    case 'uint64':
      return readOtherInteger(node, scalar);
    case 'bytes':
      return node.kind === 'string' && isProtoBytes(node.value) ? node.value : undefined;
    case 'undeclared':
      // Whatever it is, nothing is known about it.
      return '';
    case 'duration':
      // No contract has it.
      return undefined;
  }
}

/** The integers that the built-in contract doesn't have: the least and the greatest value of each. */
const otherIntegers = {
  uint32: [0n, 4_294_967_295n],
  int64: [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
  uint64: [0n, 18_446_744_073_709_551_615n],
} as const;

/** Of 64 bits as the digits that protojson writes in quotes, except 0, which is the zero value. */
function readOtherInteger(node: SyntaxNode, scalar: keyof typeof otherIntegers): number | string | undefined {
  const raw = node.kind === 'number' ? node.raw : node.kind === 'string' ? firstNumber(node.value) : undefined;
  const parts = raw === undefined ? undefined : numberParts(raw);
  const digits = parts && integerDigits(parts);
  if (parts === undefined || digits === undefined || digits === '') return undefined;
  const value = BigInt(parts.negative ? `-${digits}` : digits);
  const [least, most] = otherIntegers[scalar];
  if (value < least || value > most) return undefined;
  return scalar === 'uint32' || value === 0n ? Number(value) : String(value);
}

/** Base64 in the standard or the URL alphabet, with padding or without it, as protojson reads bytes. */
function isProtoBytes(text: string): boolean {
  const body = text.length % 4 === 0 ? withoutTrailing(text, '=') : text;
  return text.length - body.length <= 2 && body.length % 4 !== 1 && /^(?:[A-Za-z0-9+/]*|[\w-]*)$/.test(body);
}

/** Whether the reader accepts a value for a type, without what is inside a message. */
export function takes(node: SyntaxNode, type: ValueType): boolean {
  if (type.kind === 'object') return node.kind === 'object';
  return (type.kind === 'enum' ? readEnum(node, type.of) : readScalar(node, type.scalar)) !== undefined;
}

/** Whether the node reads a field with this value like an absent one. */
export function meansAbsent(node: SyntaxNode | undefined, { label, type }: Field): boolean {
  if (node === undefined) return false;
  if (node.kind === 'null') return true;
  switch (label) {
    case 'list':
      return node.kind === 'array' && node.items.length === 0;
    case 'map':
      return node.kind === 'object' && node.members.length === 0;
    case 'optional':
      return false;
    case 'single':
      if (type.kind === 'object') return false;
      return isZero(type.kind === 'enum' ? readEnum(node, type.of) : readScalar(node, type.scalar));
  }
}

/** Whether a value is the zero value of a scalar or enum, which proto3 reads like an absent one. */
export function isZero(value: unknown): boolean {
  return value === '' || value === false || value === 0;
}
