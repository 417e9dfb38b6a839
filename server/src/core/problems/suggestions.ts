import { limits } from '../limits.js';
import { NameIndex } from '../text/suggest.js';

/**
 * Finds the names that wrong ones stand for, for all rules over one document. A list is prepared once however many
 * names are looked for in it, and behind `limits.suggestions` names nothing is found any more.
 */
export class Suggestions {
  #left: number = limits.suggestions;
  readonly #indexes = new Map<readonly (string | Named)[], NameIndex>();

  /** The entry that `name` most likely stands for, or undefined when none is near; see `NameIndex`. */
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
