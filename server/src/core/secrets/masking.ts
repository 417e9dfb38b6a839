/* eslint-disable no-restricted-syntax -- the only file that makes masked text */
import type { PlainValue } from '../formats/tree/expand.js';
import { limits } from '../limits.js';
import { fencedCode, haveSameMarks, type Markdown } from '../text/markdown.js';
import type { Span } from '../text/span.js';
import { shortened } from '../text/strings.js';
import {
  findSecrets,
  isSecretName,
  isWithoutSecret,
  maskText,
  type MaskOf,
  replaceSecrets,
  type Secret,
  type SecretSearch,
} from './find.js';
import { isHarmless } from './harmless.js';
import { KnownSecrets } from './known.js';
import { type EditableText, maskForEditing } from './placeholders.js';

declare const masked: unique symbol;

/**
 * Text that may leave the core: its secrets are masked, or the user asked to see them. What front ends print, show, log
 * and copy has this type, and only a {@link Masking} makes it of text.
 */
export type Masked = string & { readonly [masked]: true };

/** Markdown that may leave the core. */
export type MaskedMarkdown = Masked & Markdown;

/** A value of a document with its strings masked. */
export type MaskedValue = null | boolean | number | Masked | MaskedValue[] | { [name: string]: MaskedValue };

/**
 * Data with its strings masked; literals stay, because they are words of ours. Texts under the names in `Kept`, and lists
 * of them, stay as they are; objects there contain text again.
 */
export type MaskedStrings<T, Kept extends PropertyKey = never> =
  IsAny<T> extends true
    ? T
    : MaskedValue extends T
      ? MaskedValue
      : T extends string
        ? string extends T
          ? Masked
          : T extends Markdown
            ? MaskedMarkdown
            : T
        : T extends MarkupText
          ? { kind: 'markdown'; value: MaskedMarkdown } | { kind: 'plaintext'; value: Masked }
          : T extends object
            ? { [Name in keyof T]: Name extends Kept ? WithoutTexts<T[Name], Kept> : MaskedStrings<T[Name], Kept> }
            : T;

/** What an editor renders as Markdown or shows as it is. */
interface MarkupText {
  readonly kind: 'plaintext' | 'markdown';
  readonly value: string;
}

type WithoutTexts<T, Kept extends PropertyKey> = T extends string | readonly string[] ? T : MaskedStrings<T, Kept>;

type IsAny<T> = 0 extends 1 & T ? true : false;

/**
 * How JSON is laid out: indented with a final line ending; on one line; or, to print an indented object piece by piece, an entry
 * of a list that is its member, or some of its members without the braces around them.
 */
export type JsonLayout = 'indented' | 'compact' | 'entry' | 'members';

/** Makes text and data that may leave the core. */
export interface TextMasking {
  /** A text with its secrets replaced; also a whole output, whose own words stay. */
  text(text: string): Masked;
  /** The beginning of a text, with its secrets replaced before it is cut, so that one which is cut is recognised. */
  excerpt(text: string): Masked;
  /** Markdown with its secrets replaced; as a code block if they contain marks, so that no others get a meaning. */
  markdown(markdown: Markdown): MaskedMarkdown;
  /** A result of our own with the secrets in all its strings replaced. */
  strings<T>(result: T): MaskedStrings<T>;
  /** The same as JSON. */
  json(result: unknown, layout?: JsonLayout): Masked;
}

/**
 * Hides the secrets of some documents in one output: those that their format or name shows, and those that are known from
 * the documents, wherever they appear. Within one masking, equal secrets have equal masks, and different ones don't.
 */
export interface Masking extends TextMasking {
  /** Whether the user asked to see all secrets, so that nothing is hidden. */
  readonly showsSecrets: boolean;
  /** A text with its secrets replaced so that all characters keep their lines and columns. */
  inPlace(text: string): Masked;
  /** The lines of a text with their secrets replaced; each of them stays one line. */
  lines(text: string): readonly Masked[];
  /** The words of a command with the secrets in it replaced, also those that only the word before shows. */
  words(words: readonly string[]): readonly Masked[];
  /** Whether the value of a variable or member is hidden as a whole. */
  isSecret(name: string, value: string): boolean;
  /** The value of a variable or member: a mask if its name is secret. */
  variable(name: string, value: string): Masked;
  /** A value of a document with its secrets, found also by the names of its members, replaced; `name` is its own. */
  value(value: PlainValue, name?: string): PlainValue;
  /** A text with placeholders, each of which becomes its secret again when the edited text is written back. */
  forEditing(text: string): EditableText & { readonly text: Masked };
  /**
   * For what is rendered from a config whose secrets were masked first, which stays as it is: a search could take the value
   * of a variable with a secret's name for a secret, although it comes from no secret field.
   */
  readonly rendered: TextMasking;
  /** What is shown in place of a secret. */
  readonly maskOf: MaskOf;
}

/** Shows everything as it is. */
const asItIs: TextMasking = {
  text: shownAsItIs,
  excerpt: (text) => cutMasked(shownAsItIs(text)),
  markdown: (markdown) => markdown as MaskedMarkdown,
  strings: <T>(result: T) => result as MaskedStrings<T>,
  json: (result, layout) => shownAsItIs(jsonOf(result, layout)),
};

/** The masking for a user who asked to see all secrets. */
export const nothingMasked: Masking = {
  ...asItIs,
  showsSecrets: true,
  inPlace: shownAsItIs,
  lines: (text) => text.split('\n').map(shownAsItIs),
  words: (words) => words.map(shownAsItIs),
  isSecret: () => false,
  variable: (_, value) => shownAsItIs(value),
  value: (value) => value,
  forEditing: (text) => ({ text: shownAsItIs(text), original: text, masked: [], secrets: new Map() }),
  rendered: asItIs,
  maskOf: (secret) => secret,
};

function shownAsItIs(text: string): Masked {
  return text as Masked;
}

/** A masked text, of which only the beginning is shown if it is long. */
export function cutMasked(text: Masked): Masked {
  return shortened(text) as Masked;
}

/** A text in quotes, with escapes as in JSON. */
export function quotedMasked(text: Masked): Masked {
  return JSON.stringify(text) as Masked;
}

/** The texts that aren't empty, with a separator between them. */
export function joinedMasked(texts: readonly (Masked | undefined)[], separator: string): Masked {
  let joined = '';
  for (const text of texts)
    if (text !== undefined && text !== '') joined = joined === '' ? text : joined + separator + text;
  return joined as Masked;
}

function jsonOf(result: unknown, layout: JsonLayout = 'indented'): string {
  if (layout === 'compact') return JSON.stringify(result);
  const text = JSON.stringify(result, undefined, 2);
  if (layout === 'entry') return `    ${text.replaceAll('\n', '\n    ')}`;
  return layout === 'members' ? text.slice('{\n'.length, -'\n}'.length) : `${text}\n`;
}

/** How texts of one output are searched: each is masked as a whole when the budget of the output is spent. */
export type MaskingSearch = Pick<SecretSearch, 'inflate' | 'budget' | 'searched'>;

/** A masking for one output. It hides the secrets that are known when it is used. */
export function createMasking(
  search: () => MaskingSearch = () => ({}),
  secrets: () => KnownSecrets = knowing(() => undefined),
  maskOf: MaskOf = numberedMasks(),
): Masking {
  const searched = <T>(work: (search: SecretSearch) => T): T => {
    const { inflate, budget, searched } = search();
    // Made before the time is counted: what is known has a budget of its own.
    const known = secrets();
    const findKnown = known.isEmpty ? undefined : (text: string): Iterable<Span> => known.spansIn(text, budget);
    const run = (): T => work({ inflate, budget, searched, maskOf, findKnown });
    return budget === undefined ? run() : budget.timed(run);
  };
  const find = (text: string): Secret[] => searched((how) => findSecrets(text, how));
  const remembered = new RememberedTexts();
  const text = (written: string): Masked => {
    const before = remembered.get(written, secrets().size);
    if (before !== undefined) return before;
    const isSearched = !isWithoutSecret(written, search().searched) || secrets().isIn(written);
    const shown = (isSearched ? replaceSecrets(written, find(written)) : written) as Masked;
    remembered.add(written, shown);
    return shown;
  };
  const isSecret = (name: string, value: string): boolean =>
    value !== '' &&
    (secrets().has(name, value) ||
      (isSecretName(name) && !isHarmless(name, value, { isQuoted: true, separator: ':' })));
  const variable = (name: string, value: string): Masked =>
    isSecret(name, value) ? (maskOf(value) as Masked) : text(value);
  const parts = (written: readonly string[], separator: string): readonly Masked[] => {
    const whole = written.join(separator);
    return inParts(written, whole, find(whole), maskOf);
  };
  const words = (written: readonly string[]): readonly Masked[] =>
    parts(written, ' ').map((shown, index) => {
      const word = written[index] ?? '';
      const isValue = isSecretOption(written[index - 1]) && word !== '' && !word.startsWith('-');
      return isValue ? (maskOf(word) as Masked) : shown;
    });
  const valueUnder = (name: string, value: PlainValue): PlainValue => {
    if (typeof value === 'string') return variable(name, value);
    if (Array.isArray(value)) {
      const isCommand = value.every((item) => typeof item === 'string' && !isSecret(name, item));
      return isCommand ? [...words(value as string[])] : value.map((item) => valueUnder(name, item));
    }
    if (typeof value === 'number') return secrets().has(name, String(value)) ? maskOf(String(value)) : value;
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), valueUnder(key, item)]));
  };
  return {
    showsSecrets: false,
    text,
    // More than is shown; all of it could be megabytes.
    excerpt: (written) => cutMasked(text(written.slice(0, limits.quotedValue * 5))),
    markdown: (markdown) => {
      const shown = text(markdown);
      const isSame = haveSameMarks(markdown, shown);
      return (isSame ? shown : fencedCode(shown, 'markdown')) as MaskedMarkdown;
    },
    inPlace: (written) => starred(written, find(written)),
    lines: (written) => parts(written.split('\n'), '\n'),
    words,
    isSecret,
    variable,
    value: (value, name = '') => valueUnder(name, value),
    strings: (result) => eachString(result, text),
    forEditing: (written) =>
      searched((how) => maskForEditing(written, how)) as EditableText & { readonly text: Masked },
    json: (result, layout) => jsonOf(eachString(result, text), layout) as Masked,
    rendered: asItIs,
    maskOf,
  };
}

/**
 * What a masking made of texts, until more secrets are known. Short texts are repeated, such as names and messages; long ones
 * that were made aren't searched again as parts of a whole output.
 */
class RememberedTexts {
  readonly #texts = new Map<string, Masked>();
  #known = 0;

  get(text: string, known: number): Masked | undefined {
    if (known !== this.#known) this.#texts.clear();
    this.#known = known;
    return this.#texts.get(text);
  }

  add(text: string, shown: Masked): void {
    this.#texts.set(text.length < longText ? text : shown, shown);
  }
}

const longText = 1_000;

/** Knows secrets from when it is asked for the first time. */
export function knowing(fill: (secrets: KnownSecrets) => void): () => KnownSecrets {
  let made: KnownSecrets | undefined;
  return () => {
    if (made === undefined) fill((made = new KnownSecrets()));
    return made;
  };
}

/** Text that is masked already, and is searched again as part of a whole output. */
const masks = /^\*{8}(?:#\d{1,9}#?)?$/;

/**
 * Equal secrets have equal masks: the first one gets the plain mask, further ones get masks with numbers. They are known by
 * their text, or by any other text that is equal exactly for equal secrets.
 */
export function numberedMasks(): MaskOf {
  const numbers = new Map<string, number>();
  return (secret) => {
    if (masks.test(secret)) return secret;
    const number = numbers.get(secret) ?? numbers.size + 1;
    numbers.set(secret, number);
    return number === 1 ? maskText : `${maskText}#${number}`;
  };
}

function starred(text: string, secrets: readonly Secret[]): Masked {
  const stars = secrets.map(({ start, end }) => ({
    start,
    end,
    shown: text.slice(start, end).replace(/[^\r\n]/g, '*'),
  }));
  return replaceSecrets(text, stars) as Masked;
}

/** `--password`, whose value is the next word of a command. */
function isSecretOption(word: string | undefined): boolean {
  return word !== undefined && /^--?[\w.-]*$/.test(word) && isSecretName(word);
}

/** The parts that a text consists of, with one character between them; a secret across several is masked in each of them. */
function inParts(parts: readonly string[], text: string, secrets: readonly Secret[], maskOf: MaskOf): Masked[] {
  let start = 0;
  let next = 0;
  // Made once for each secret: it may be as long as the text, and have a line for each part.
  const across = new Map<Secret, string>();
  const shownIn = (secret: Secret, end: number): string => {
    if (secret.start >= start && secret.end <= end) return secret.shown;
    const shown = across.get(secret) ?? maskOf(text.slice(secret.start, secret.end));
    across.set(secret, shown);
    return shown;
  };
  return parts.map((part) => {
    const end = start + part.length;
    let [result, at] = ['', start];
    for (let secret = secrets[next]; secret !== undefined && secret.start < end; secret = secrets[next]) {
      result += text.slice(at, Math.max(at, secret.start)) + shownIn(secret, end);
      at = Math.min(end, secret.end);
      if (secret.end > end) break;
      next++;
    }
    // A secret that ended in the separator doesn't continue in a later part.
    while ((secrets[next]?.end ?? Infinity) <= end + 1) next++;
    result += text.slice(at, end);
    start = end + 1;
    return result as Masked;
  });
}

/** A copy of JSON-like data with each of its strings, also the names of members, changed. */
function eachString<T>(value: T, change: (text: string) => Masked): MaskedStrings<T> {
  if (typeof value === 'string') return change(value) as MaskedStrings<T>;
  if (Array.isArray(value)) return value.map((item: unknown) => eachString(item, change)) as MaskedStrings<T>;
  if (value === null || typeof value !== 'object') return value as MaskedStrings<T>;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [change(name), eachString(item as unknown, change)]),
  ) as MaskedStrings<T>;
}
