import type { GivenField } from '../../../contract/walk.js';

/** What a rule knows of fields, by their paths (as in `GivenField`); a path may have several entries. */
export class PathTable<Entry> {
  // By the last name first: names belong to the contract, while a path is put together anew for each config.
  readonly #byName = new Map<string, Map<string, Entry[]>>();

  constructor(entries: Iterable<readonly [path: string, entry: Entry]>) {
    for (const [path, entry] of entries) {
      const name = path.slice(path.lastIndexOf('.') + 1);
      const byPath = this.#byName.get(name) ?? new Map<string, Entry[]>();
      byPath.set(path, [...(byPath.get(path) ?? []), entry]);
      this.#byName.set(name, byPath);
    }
  }

  /** The entries of a field, in the order in which they were given. */
  of({ field, path }: GivenField): readonly Entry[] {
    return this.#byName.get(field.name)?.get(path) ?? [];
  }
}
