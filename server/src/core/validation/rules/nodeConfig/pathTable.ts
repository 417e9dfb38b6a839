import type { GivenField } from '../../../contract/walk.js';

/** What a rule knows of fields, by their paths (as in `GivenField`); a path may have several entries. */
export class PathTable<Entry> {
  readonly #byPath = new Map<string, Entry[]>();

  constructor(entries: Iterable<readonly [path: string, entry: Entry]>) {
    for (const [path, entry] of entries) this.#byPath.set(path, [...(this.#byPath.get(path) ?? []), entry]);
  }

  /** The entries of a field, in the order in which they were given. */
  of({ path }: GivenField): readonly Entry[] {
    return this.#byPath.get(path) ?? none;
  }
}

const none: readonly never[] = [];
