import { limits } from '../../limits.js';
import { type Member, type ObjectNode, resolved, type SyntaxNode } from './node.js';

/** A value of a mapping, with the member that it is written in. */
export interface Entry {
  readonly value: SyntaxNode | undefined;
  readonly member: Member;
  /** Whether a merge key brings it in from another mapping. */
  readonly merged: boolean;
}

/**
 * The entries of mappings by name, those of merge keys included, as PyYAML reads them: the last of equal keys counts; a
 * mapping's own entries go before merged ones; of two merge keys the later one wins, of the mappings in a list of one
 * merge key the earlier one. Each mapping is looked at once. Merging stops after `limits.yamlExpandedNodes` entries,
 * because aliases can repeat a large mapping many times.
 */
export class MappingEntries {
  readonly #omitted: ReadonlySet<Member> | undefined;
  readonly #known = new Map<ObjectNode, ReadonlyMap<string, Entry>>();
  #budget: number = limits.yamlExpandedNodes;

  /** Members in `omitted` count as absent. */
  constructor(omitted?: ReadonlySet<Member>) {
    this.#omitted = omitted;
  }

  of(object: ObjectNode): ReadonlyMap<string, Entry> {
    const known = this.#known.get(object);
    if (known !== undefined) return known;
    const entries = new Map<string, Entry>();
    this.#known.set(object, entries);
    const members = object.members.filter((member) => this.#omitted?.has(member) !== true);
    // Aliases lead backwards only and there are at most `limits.yamlAliases`, so this ends.
    for (const { value } of members.filter(({ key }) => key.merge === true).reverse()) {
      const source = resolved(value);
      for (const item of source?.kind === 'array' ? source.items : [source]) {
        const mapping = resolved(item);
        if (mapping?.kind === 'object') this.#merge(entries, this.of(mapping));
      }
    }
    for (const member of members)
      if (member.key.merge !== true) entries.set(member.key.name, { value: member.value, member, merged: false });
    return entries;
  }

  #merge(entries: Map<string, Entry>, others: ReadonlyMap<string, Entry>): void {
    for (const [name, entry] of others) {
      if (--this.#budget < 0) return;
      if (!entries.has(name)) entries.set(name, { ...entry, merged: true });
    }
  }
}
