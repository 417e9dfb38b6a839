import type { PlainValue } from '../formats/tree/expand.js';
import { findSecrets, type Inflate, isSecretName, maskText, type MaskOf, replaceSecrets } from './find.js';
import { type KnownSecret, KnownSecrets } from './known.js';

declare const masked: unique symbol;

/**
 * Text that may leave the core: its secrets are masked, or the user asked to see them. What front ends print, show, log
 * and copy has this type, and only a {@link Masking} makes it of text.
 */
export type Masked = string & { readonly [masked]: true };

/**
 * Hides the secrets of some documents in one output: those that their format or name shows, and those that are known from
 * the documents, wherever they appear. Within one masking, equal secrets have equal masks, and different ones don't.
 */
export interface Masking {
  /** Whether the user asked to see all secrets, so that nothing is hidden. */
  readonly showsSecrets: boolean;
  /** A text with its secrets replaced; also a whole output, whose own words stay. */
  text(text: string): Masked;
  /** A text with its secrets replaced so that all characters keep their lines and columns. */
  inPlace(text: string): Masked;
  /** The value of a variable or member: a mask if its name is secret. */
  variable(name: string, value: string): Masked;
  /** A value of a document with its secrets, found also by the names of its members, replaced. */
  value(value: PlainValue): PlainValue;
  /** A result of our own with the secrets in all its strings replaced. */
  strings<T>(result: T): T;
  /** What is shown in place of a secret. */
  readonly maskOf: MaskOf;
}

/** The masking for a user who asked to see all secrets. */
export const nothingMasked: Masking = {
  showsSecrets: true,
  text: shownAsItIs,
  inPlace: shownAsItIs,
  variable: (_, value) => shownAsItIs(value),
  value: (value) => value,
  strings: (result) => result,
  maskOf: (secret) => secret,
};

function shownAsItIs(text: string): Masked {
  return text as Masked;
}

/** A masking for one output. `known` are secrets of the documents that it is about; they are asked for once, if at all. */
export function createMasking(known: () => Iterable<KnownSecret>, inflate: Inflate): Masking {
  const maskOf = numberedMasks();
  let made: KnownSecrets | undefined;
  const secrets = (): KnownSecrets => {
    if (made === undefined) (made = new KnownSecrets()).add(known());
    return made;
  };
  const find = (text: string): ReturnType<typeof findSecrets> =>
    findSecrets(text, inflate, maskOf, 0, (part) => secrets().spansIn(part));
  const text = (written: string): Masked => replaceSecrets(written, find(written)) as Masked;
  const variable = (name: string, value: string): Masked =>
    value !== '' && (isSecretName(name) || secrets().has(name, value)) ? (maskOf(value) as Masked) : text(value);
  const valueUnder = (name: string, value: PlainValue): PlainValue => {
    if (typeof value === 'string') return variable(name, value);
    if (Array.isArray(value)) return value.map((item) => valueUnder(name, item));
    if (typeof value === 'number') return secrets().has(name, String(value)) ? maskOf(String(value)) : value;
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), valueUnder(key, item)]));
  };
  return {
    showsSecrets: false,
    text,
    inPlace: (written) => starred(written, find(written)),
    variable,
    value: (value) => valueUnder('', value),
    strings: (result) => eachString(result, text),
    maskOf,
  };
}

/** The first secret gets the plain mask, further ones get masks with numbers. */
function numberedMasks(): MaskOf {
  const numbers = new Map<string, number>();
  return (secret) => {
    const number = numbers.get(secret) ?? numbers.size + 1;
    numbers.set(secret, number);
    return number === 1 ? maskText : `${maskText}#${number}`;
  };
}

function starred(text: string, secrets: readonly { readonly start: number; readonly end: number }[]): Masked {
  let result = '';
  let at = 0;
  for (const { start, end } of secrets) {
    result += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/g, '*');
    at = end;
  }
  return (result + text.slice(at)) as Masked;
}

/** A copy of JSON-like data with each of its strings, also the names of members, changed. */
function eachString<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => eachString(item, change)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [change(name), eachString(item as unknown, change)]),
  ) as T;
}
