import { limits } from '../../limits.js';
import type { PlainValue } from '../../syntax/toValue.js';
import { type ArmFunctions, isInteger, isText, written } from './armFunction.js';

/** A function of one text. */
const ofText =
  (run: (text: string) => PlainValue) =>
  ([text]: readonly PlainValue[]): PlainValue | undefined =>
    isText(text) ? run(text) : undefined;

/** A function of two texts that does not mind case, as the template language's comparisons do not. */
const ofTwoStrings =
  (run: (text: string, other: string) => PlainValue) =>
  ([text, other]: readonly PlainValue[]): PlainValue | undefined =>
    isText(text) && isText(other) ? run(text.toLowerCase(), other.toLowerCase()) : undefined;

export const textFunctions: ArmFunctions = {
  toLower: ofText((text) => text.toLowerCase()),
  toUpper: ofText((text) => text.toUpperCase()),
  trim: ofText((text) => text.trim()),
  uriComponent: ofText((text) => encodeURIComponent(text)),
  uriComponentToString: ofText((text) => decoded(text)),
  startsWith: ofTwoStrings((text, other) => text.startsWith(other)),
  endsWith: ofTwoStrings((text, other) => text.endsWith(other)),
  indexOf: ofTwoStrings((text, other) => text.indexOf(other)),
  lastIndexOf: ofTwoStrings((text, other) => text.lastIndexOf(other)),
  string: ([value]) => (value === undefined ? undefined : isText(value) ? value : written(value)),
  replace: ([text, old, replacement]) =>
    isText(text) && isText(old) && isText(replacement) && old !== ''
      ? bounded(text.split(old), replacement)
      : undefined,
  split: ([text, delimiters]) => {
    if (!isText(text)) return undefined;
    const marks = (Array.isArray(delimiters) ? delimiters : [delimiters]).filter(isText).filter(Boolean);
    if (marks.length === 0) return undefined;
    return marks.reduce<string[]>((parts, mark) => parts.flatMap((part) => part.split(mark)), [text]);
  },
  join: ([list, delimiter]) =>
    Array.isArray(list) && isText(delimiter) ? bounded(list.map(written), delimiter) : undefined,
  substring: ([text, start, length]) => {
    if (!isText(text) || !isInteger(start) || start < 0 || start > text.length) return undefined;
    if (length === undefined) return text.slice(start);
    return isInteger(length) && length >= 0 && start + length <= text.length
      ? text.slice(start, start + length)
      : undefined;
  },
  padLeft: ([text, length, filler = ' ']) =>
    (isText(text) || isInteger(text)) && isInteger(length) && length <= limits.armTextLength && isText(filler)
      ? String(text).padStart(length, filler.charAt(0))
      : undefined,
  uri: ([base, relative]) => {
    if (!isText(base) || !isText(relative)) return undefined;
    const folder = base.slice(0, base.lastIndexOf('/') + 1);
    return /^https?:\/\/[^/]+\//i.test(folder) ? folder + relative.replace(/^\//, '') : undefined;
  },
};

/** Joins where the result stays within bounds: a few replacements inside each other would grow without end. */
function bounded(parts: readonly string[], delimiter: string): string | undefined {
  const length = parts.reduce((sum, part) => sum + part.length + delimiter.length, 0);
  return length > limits.armTextLength ? undefined : parts.join(delimiter);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
