import { limits } from '../limits.js';
import { NameIndex } from '../text/suggest.js';

/**
 * Suggests names for misspelt ones, for all rules of one document. Each list is indexed once. After
 * `limits.suggestions` lookups it suggests nothing, to bound the time.
 */
export class Suggestions {
  #left: number = limits.suggestions;
  readonly #indexes = new Map<readonly (string | Named)[], NameIndex>();

  /** The entry that `name` most likely means; undefined if none is similar. See `NameIndex`. */
  nearest<Entry extends string | Named>(name: string, among: readonly Entry[], most?: number): Entry | undefined {
    if (this.#left === 0) return undefined;
    this.#left--;
    let index = this.#indexes.get(among);
    if (index === undefined) {
      index = new NameIndex(among.map((entry) => (typeof entry === 'string' ? entry : entry.name)));
      this.#indexes.set(among, index);
    }
    return among[index.nearest(name, most)];
  }
}

interface Named {
  readonly name: string;
}
