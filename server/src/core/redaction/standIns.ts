import { decodeText, looksLikeText, utf8Bytes } from '../text/bytes.js';
import { decodeBase64, encodeBase64 } from '../text/base64.js';
import { withoutTrailing } from '../text/strings.js';

/**
 * Invents a value for each secret: equal secrets get equal values, different ones different values. An invented value has
 * the length of the secret, letters for letters, digits for digits, and the same other characters. So tokens, hashes, PEM
 * and base64 stay valid, and sizes stay the same. Base64 of text becomes base64 of invented text.
 */
export class StandIns {
  /**
   * Numbers of the secrets, by the classes of their letters and digits, then by these, which escapes don't change. They
   * are counted for each format, so that short invented values stay when they are redacted again in the same order.
   */
  readonly #numbers = new Map<string, Map<string, number>>();
  readonly #invented = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #reserved = new Set<string>();

  /** Secrets that no invented value may be equal to. */
  reserve(secrets: Iterable<string>): void {
    for (const secret of secrets) this.#reserved.add(secret);
  }

  /** The invented value for a secret; an invented value stays as it is. */
  of(secret: string): string {
    const known = this.#invented.get(secret);
    if (known !== undefined) return known;
    if (isInvented(secret) || this.#taken.has(secret)) return secret;
    const invented = this.#ofBase64(secret) ?? this.#new(secret);
    this.#invented.set(secret, invented);
    this.#taken.add(invented);
    return invented;
  }

  #new(secret: string): string {
    const { units, letters } = partsOf(secret);
    const format = letters.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '0');
    const numbers = this.#numbers.get(format) ?? new Map<string, number>();
    const number = numbers.get(letters) ?? numbers.size + 1;
    this.#numbers.set(format, numbers.set(letters, number));
    for (let tries = 0; ; tries++) {
      const invented = filled(units, number + tries * step);
      const isFree = invented === secret || !(this.#taken.has(invented) || this.#reserved.has(invented));
      if (isFree || tries === mostTries) return invented;
    }
  }

  #ofBase64(secret: string): string | undefined {
    // Shorter strings without padding are passwords that happen to be valid base64.
    const isPadded = secret.length % 4 === 0 && secret.length > 4;
    if (!(isPadded || secret.length > 11) || !/^[\w+/-]+={0,2}$/.test(secret) || !/[^0-9a-f]/i.test(secret))
      return undefined;
    const { bytes, alphabet, fault } = decodeBase64(secret);
    const decoded = decodeText(bytes);
    if (fault !== undefined || !looksLikeText(decoded) || decoded.byteOrderMark) return undefined;
    const encoded = encodeBase64(utf8Bytes(this.of(decoded.text)));
    const sameAlphabet = alphabet === 'base64url' ? encoded.replaceAll('+', '-').replaceAll('/', '_') : encoded;
    return secret.endsWith('=') ? sameAlphabet : withoutTrailing(sameAlphabet, '=');
  }
}

/** Whether a value was invented for a secret. */
export function isInvented(value: string): boolean {
  const { units } = partsOf(value);
  const { replaced, numbered, fills } = shapeOf(units);
  // A short value has too few characters that don't depend on its number.
  if (replaced.length - numbered < 4) return false;
  return replaced.slice(0, replaced.length - numbered).every((unit, index) => units[unit] === fills[index]);
}

/** Distance between the numbers that are tried for a secret whose invented value is taken already. */
const step = 1_009;
const mostTries = 20;

/** Letters and digits at the end of an invented value that are different for each secret. */
const mostNumbered = 4;

/**
 * Parts of a secret that stay: lines of PEM, the method of a password hash, escapes of strings, URLs and XML, and the
 * placeholders of template expressions. All
 * other letters and digits are replaced.
 */
const kept =
  /-----(?:BEGIN|END) [A-Z0-9 ]{1,40}-----|^\$(?:\d[a-z]?|y|gy)\$|\\+(?:u[\dA-Fa-f]{4}|[^])?|%[\dA-Fa-f]{2}|&(?:#\d{1,7}|[a-z]{2,6});|__(?:ARM|TF)_EXPR_\d{1,6}__/g;

/** A secret cut into characters and the parts that stay; and all of its letters and digits. */
function partsOf(secret: string): { readonly units: string[]; readonly letters: string } {
  const units: string[] = [];
  let letters = '';
  let at = 0;
  const addCharacters = (end: number): void => {
    for (; at < end; at++) units.push(secret.charAt(at));
  };
  for (const { 0: part, index } of secret.matchAll(kept)) {
    addCharacters(index);
    units.push(part);
    at = index + part.length;
  }
  addCharacters(secret.length);
  for (const unit of units) if (unit.length === 1 && isReplaced(unit)) letters += unit;
  return { units, letters: letters === '' ? secret : letters };
}

function isReplaced(unit: string): boolean {
  return /^[A-Za-z0-9\u0080-\uffff]$/.test(unit);
}

/** Which units are replaced, by what, and how many of the last ones say the number of the secret. */
function shapeOf(units: readonly string[]): {
  readonly replaced: readonly number[];
  readonly numbered: number;
  readonly fills: readonly string[];
  readonly isHex: boolean;
} {
  let replaced = units.flatMap((unit, index) => (unit.length === 1 && isReplaced(unit) ? [index] : []));
  // Nothing would be left of a secret such as `!!??`.
  if (replaced.length === 0) replaced = units.flatMap((unit, index) => (/^\S$/.test(unit) ? [index] : []));
  const isHex = replaced.every((index) => /^[\da-f]$/i.test(units[index] ?? ''));
  // The bits of the last letter before the padding of base64 that encode nothing have to be zero.
  const padded = units.at(-1) === '=' && replaced.at(-1) === units.findLastIndex((unit) => unit !== '=');
  const last = padded ? replaced.at(-1) : undefined;
  if (padded) replaced = replaced.slice(0, -1);
  const word = isHex ? 'facade' : 'redacted';
  const fills = replaced.map((index, at) => inClassOf(units[index] ?? '', word.charAt(at % word.length), '1'));
  const numbered = Math.min(mostNumbered, Math.ceil(replaced.length / 2));
  return last === undefined
    ? { replaced, numbered, fills, isHex }
    : { replaced: [last, ...replaced], numbered, fills: ['A', ...fills], isHex };
}

/** A lower-case letter or a digit as the class of a character needs it. */
function inClassOf(character: string, letter: string, digit: string): string {
  if (/\d/.test(character)) return digit;
  return /[A-Z]/.test(character) ? letter.toUpperCase() : letter;
}

function filled(units: readonly string[], number: number): string {
  const { replaced, numbered, fills, isHex } = shapeOf(units);
  const result = [...units];
  let rest = number;
  for (let at = replaced.length - 1; at >= 0; at--) {
    const unit = replaced[at] ?? 0;
    const fill = fills[at] ?? '';
    if (at < replaced.length - numbered) result[unit] = fill;
    else {
      // No zero, so that no number begins with one, which YAML would read as octal.
      const radix = /\d/.test(fill) ? 9 : isHex ? 6 : 26;
      const digit = rest % radix;
      rest = Math.floor(rest / radix);
      result[unit] = inClassOf(fill, String.fromCharCode(97 + digit), String(digit + 1));
    }
  }
  return result.join('');
}
