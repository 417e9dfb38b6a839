import { type PlainValue, toValue } from '../formats/tree/expand.js';
import { MappingEntries } from '../formats/tree/entries.js';
import { type Member, resolved, type SyntaxNode } from '../formats/tree/node.js';
import type { MaskOf } from '../secrets/find.js';
import type { Masking } from '../secrets/masking.js';
import type { Span } from '../text/span.js';
import { linesOf, type TextLines } from './lines.js';
import type { ComparedValue } from './values.js';

/** A value of JSON or YAML. `identities` are those of both documents, which leave out the same members. */
export class TreeValue implements ComparedValue {
  readonly span: Span | undefined;
  readonly #node: SyntaxNode | undefined;
  readonly #name: string;
  /** Whether all of it is secret, as in protected settings. */
  readonly #isProtected: boolean;
  readonly #identities: Identities;
  readonly #masking: Masking;

  /** `name` is the member's; items of a list have the list's. `isProtected` hides all of the value. */
  constructor(
    node: SyntaxNode | undefined,
    identities: Identities,
    masking: Masking,
    name = '',
    span: Span | undefined = node?.span,
    isProtected = false,
  ) {
    this.span = span;
    this.#node = resolved(node);
    this.#name = name;
    this.#isProtected = isProtected || isProtectedName(name);
    this.#identities = identities;
    this.#masking = masking;
  }

  get identity(): string | number {
    return this.#identities.of(this.#node);
  }

  /** Made on demand, because aliases can multiply a document. */
  get members(): ReadonlyMap<string, ComparedValue> | undefined {
    if (this.#node?.kind !== 'object') return undefined;
    const entries = [...this.#identities.entries.of(this.#node)];
    return new Map(entries.map(([name, { value, member }]) => [name, this.#inside(value, name, member.span)]));
  }

  get items(): readonly ComparedValue[] | undefined {
    return this.#node?.kind === 'array' ? this.#node.items.map((item) => this.#inside(item, this.#name)) : undefined;
  }

  #inside(node: SyntaxNode | undefined, name: string, span?: Span): TreeValue {
    return new TreeValue(node, this.#identities, this.#masking, name, span, this.#isProtected);
  }

  shown(): { readonly value: PlainValue; readonly masked: boolean } {
    const node = this.#node;
    // A number that JavaScript would round stays as it is written.
    const value = node?.kind === 'number' && isRounded(node.value) ? node.raw : toValue(node, 'tagged');
    const shown = this.#masking.value(this.#hidden(value), this.#name);
    return { value: shown, masked: shown !== value && JSON.stringify(shown) !== JSON.stringify(value) };
  }

  /** The value with the protected settings in it masked. */
  #hidden(value: PlainValue): PlainValue {
    const { showsSecrets, maskOf } = this.#masking;
    if (showsSecrets) return value;
    return this.#isProtected ? hidden(value, maskOf) : withoutProtected(value, maskOf);
  }

  lines(): TextLines {
    const node = this.#node;
    const { showsSecrets } = this.#masking;
    if (node?.kind !== 'string') {
      const real = leafText(node);
      const isShown = showsSecrets || !this.#isProtected;
      return { real: [real], shown: isShown ? linesOf(real, this.#masking).shown : [this.#masking.maskOf(real)] };
    }
    const { value } = node;
    const isSecret =
      (this.#masking.isSecret(this.#name, value) || (this.#isProtected && value !== '')) && !showsSecrets;
    const { real, shown } = linesOf(value, this.#masking);
    const visible = isSecret ? real.map(() => this.#masking.maskOf(value)) : shown;
    if (value.includes('\n')) return { real, shown: visible };
    return { real: [JSON.stringify(value)], shown: [JSON.stringify(visible[0] ?? '')] };
  }
}

function isProtectedName(name: string): boolean {
  return name.toLowerCase() === 'protectedsettings';
}

/** A value with every string, number and boolean in it masked. */
function hidden(value: PlainValue, maskOf: MaskOf): PlainValue {
  if (Array.isArray(value)) return value.map((item) => hidden(item, maskOf));
  if (value === null || value === '') return value;
  if (typeof value !== 'object') return maskOf(String(value));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hidden(inner, maskOf)]));
}

/** A value with the protected settings in it masked. */
function withoutProtected(value: PlainValue, maskOf: MaskOf): PlainValue {
  if (Array.isArray(value)) return value.map((item) => withoutProtected(item, maskOf));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, inner]) => {
    return [name, isProtectedName(name) ? hidden(inner, maskOf) : withoutProtected(inner, maskOf)] as const;
  });
  return Object.fromEntries(entries);
}

/** The text of a value that is neither a string nor a container; values with the same meaning have the same text. */
function leafText(node: SyntaxNode | undefined): string {
  switch (node?.kind) {
    case 'number':
      return Number.isFinite(node.value) && !isRounded(node.value) ? String(node.value) : node.raw;
    case 'boolean':
      return String(node.value);
    case 'timestamp':
      return node.raw;
    case 'binary':
      return `!!binary ${node.source.value.replace(/\s+/g, '')}`;
    default:
      return 'null';
  }
}

/** A short name of a text: the same one exactly for the same text. */
export type Naming = (text: string) => string | number;

/** Numbers in the order of the texts. */
export function numbering(): Naming {
  const numbers = new Map<string, number>();
  return (text) => {
    let number = numbers.get(text);
    if (number === undefined) numbers.set(text, (number = numbers.size));
    return number;
  };
}

/**
 * Names for values: two values get the same one exactly if they mean the same, whatever their layout, the order of
 * their members, their number formats, and the aliases and merge keys that they are written with. Members in
 * `omitted` are left out. A member without a value is null. Every node is visited once. The names are those of `nameOf`;
 * numbers say nothing about the values of another document.
 */
export class Identities {
  readonly #ofNode = new Map<SyntaxNode, string | number>();
  readonly #nameOf: Naming;
  readonly entries: MappingEntries;

  constructor(omitted: ReadonlySet<Member>, nameOf: Naming = numbering()) {
    this.entries = new MappingEntries(omitted);
    this.#nameOf = nameOf;
  }

  of(node: SyntaxNode | undefined): string | number {
    const target = resolved(node);
    if (target === undefined) return this.#nameOf('null');
    const known = this.#ofNode.get(target);
    if (known !== undefined) return known;
    // Inner values first, without recursion; one that is inside itself counts as null there.
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
        this.#ofNode.set(top.node, this.#named(top.node));
        open.pop();
      }
    }
    return this.#ofNode.get(target) ?? this.#nameOf('null');
  }

  #inner(node: SyntaxNode): readonly SyntaxNode[] {
    if (node.kind === 'array') return node.items;
    return node.kind === 'object' ? [...this.entries.of(node).values()].flatMap(({ value }) => value ?? []) : [];
  }

  #named(node: SyntaxNode): string | number {
    const inside = (inner: SyntaxNode | undefined): string | number => {
      const target = resolved(inner);
      return (target && this.#ofNode.get(target)) ?? this.#nameOf('null');
    };
    switch (node.kind) {
      case 'array':
        return this.#nameOf(`[${node.items.map(inside).join()}`);
      case 'object': {
        const entries = [...this.entries.of(node)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
        return this.#nameOf(
          `{${entries.map(([name, { value }]) => `${JSON.stringify(name)}:${inside(value)}`).join()}`,
        );
      }
      case 'string':
        return this.#nameOf(`"${node.value}`);
      default:
        return this.#nameOf(leafText(node));
    }
  }
}

/** Whether a number is too large for JavaScript to distinguish it from its neighbours. */
function isRounded(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}
