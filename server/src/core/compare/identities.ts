import { type Entry, MappingEntries } from '../formats/tree/entries.js';
import { type Member, type ObjectNode, resolved, type SyntaxNode } from '../formats/tree/node.js';

/**
 * Numbers for values: two values get the same one exactly where they say the same, whatever their layout, the order of
 * their members, the form of their numbers, and the aliases and merge keys that they are written with. Members in
 * `omitted` count as not there. Every node is looked at once.
 */
export class Identities {
  readonly #numbers = new Map<string, number>();
  readonly #ofNode = new Map<SyntaxNode, number>();
  readonly #entries: MappingEntries;

  constructor(omitted: ReadonlySet<Member>) {
    this.#entries = new MappingEntries(omitted);
  }

  /** The number of a value; what is missing has one of its own. */
  of(node: SyntaxNode | undefined): number {
    const target = resolved(node);
    if (target === undefined) return -1;
    const known = this.#ofNode.get(target);
    if (known !== undefined) return known;
    // Inner values first, without recursion; one that is inside itself counts as missing there.
    const open: { node: SyntaxNode; inner: readonly SyntaxNode[]; next: number }[] = [];
    const started = new Set<SyntaxNode>();
    const start = (value: SyntaxNode): void => {
      started.add(value);
      open.push({ node: value, inner: this.#inner(value), next: 0 });
    };
    start(target);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const inner = resolved(top.inner[top.next]);
      if (top.next < top.inner.length) {
        top.next++;
        if (inner !== undefined && !started.has(inner) && !this.#ofNode.has(inner)) start(inner);
      } else {
        this.#ofNode.set(top.node, this.#number(top.node));
        open.pop();
      }
    }
    return this.#ofNode.get(target) ?? -1;
  }

  entriesOf(object: ObjectNode): ReadonlyMap<string, Entry> {
    return this.#entries.of(object);
  }

  #inner(node: SyntaxNode): readonly SyntaxNode[] {
    if (node.kind === 'array') return node.items;
    return node.kind === 'object' ? [...this.entriesOf(node).values()].flatMap(({ value }) => value ?? []) : [];
  }

  #number(node: SyntaxNode): number {
    const inside = (inner: SyntaxNode | undefined): number => {
      const target = resolved(inner);
      return target === undefined ? -1 : (this.#ofNode.get(target) ?? -1);
    };
    switch (node.kind) {
      case 'array':
        return this.#numberOf(`[${node.items.map(inside).join()}`);
      case 'object': {
        const entries = [...this.entriesOf(node)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
        return this.#numberOf(
          `{${entries.map(([name, { value }]) => `${JSON.stringify(name)}:${inside(value)}`).join()}`,
        );
      }
      case 'string':
        return this.#numberOf(`"${node.value}`);
      case 'number':
        return this.#numberOf(`#${Number.isFinite(node.value) && !isRounded(node.value) ? node.value : node.raw}`);
      case 'boolean':
        return this.#numberOf(`?${node.value}`);
      case 'timestamp':
        return this.#numberOf(`@${node.raw}`);
      case 'binary':
        return this.#numberOf(`!${node.source.value.replace(/\s+/g, '')}`);
      default:
        return this.#numberOf('null');
    }
  }

  #numberOf(key: string): number {
    let number = this.#numbers.get(key);
    if (number === undefined) this.#numbers.set(key, (number = this.#numbers.size));
    return number;
  }
}

/** Whether a number is too large for JavaScript to tell it from its neighbours. */
export function isRounded(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}
