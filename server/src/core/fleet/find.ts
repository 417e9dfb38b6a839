import type { PlainValue } from '../formats/tree/expand.js';
import { maskText } from '../secrets/find.js';
import { numberedMasks } from '../secrets/masking.js';
import type { PathPattern } from './paths.js';
import type { FleetDocument } from './values.js';

/** A value of one document. */
export interface FoundValue {
  readonly path: string;
  /** Without secrets, unless they were requested. All masks are the same: numbers would only count inside of one document. */
  readonly value: PlainValue;
  /** The same text exactly for values that mean the same; may be a secret. */
  readonly meaning: string;
}

/** The values of a document at the paths that match. */
export function foundValues({ values }: Pick<FleetDocument, 'values'>, isWanted: PathPattern): readonly FoundValue[] {
  return values
    .filter(({ path }) => isWanted(path))
    .map(({ shownPath, meaning, shown }) => ({
      path: textWithoutNumbers(shownPath()),
      value: withoutNumbers(shown().value),
      meaning,
    }));
}

/** A value with the numbers of its masks removed. */
function withoutNumbers(value: PlainValue): PlainValue {
  if (typeof value === 'string') return textWithoutNumbers(value);
  if (Array.isArray(value)) return value.map(withoutNumbers);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutNumbers(inner)]));
}

/** A text with the numbers of its masks removed. */
export function textWithoutNumbers(text: string): string {
  return text.replace(numberedMask, maskText);
}

const numberedMask = /\*{8}#\d{1,9}#?/g;

/** How many documents have a value. */
export interface ValueCount {
  readonly path: string;
  readonly value: PlainValue;
  readonly documents: number;
}

/** Counts documents by the values that they have. */
export class ValueCounts {
  readonly #counts = new Map<string, { path: string; value: PlainValue; documents: number }>();

  add(found: readonly FoundValue[]): void {
    for (const { path, value, meaning } of found) {
      const key = `${path}\n${meaning}`;
      const count = this.#counts.get(key);
      if (count === undefined) this.#counts.set(key, { path, value, documents: 1 });
      else count.documents++;
    }
  }

  /** By their paths, the most frequent value first. Different secrets have different masks. */
  get counts(): readonly ValueCount[] {
    const all = [...this.#counts].sort(([, a], [, b]) =>
      a.path < b.path ? -1 : a.path > b.path ? 1 : b.documents - a.documents,
    );
    const maskOf = numberedMasks();
    return all.map(([key, count]) => {
      if (count.value !== maskText) return count;
      const meaning = key.slice(key.indexOf('\n') + 1);
      return { ...count, value: maskOf(meaning) };
    });
  }
}
