import { type PlainValue, toValue } from '../formats/tree/expand.js';
import { type Member, resolved, type SyntaxNode } from '../formats/tree/node.js';
import type { FieldDescriptor } from '../nodeConfig/contract/descriptor.js';
import { sortedEntries } from '../nodeConfig/marshal.js';
import { type ContractValue, isMessage, type MessageValue } from '../nodeConfig/value.js';
import type { PositionMap } from '../text/positionMap.js';
import type { Span } from '../text/span.js';
import type { Both, DifferenceKind, FieldDifference } from './comparison.js';
import { type DifferenceFacts, DifferenceList, type Showing, shownValue, type Trail } from './differences.js';
import { listChanges } from './environment.js';
import type { Entry } from '../formats/tree/entries.js';
import { Identities, isRounded } from './identities.js';

/** A document that is read as JSON or YAML, with members that do not count. */
interface ComparedTree {
  readonly root: SyntaxNode | undefined;
  readonly omitted: ReadonlySet<Member>;
  readonly map: PositionMap;
}

/**
 * The values that two documents do not agree on, in the order of the first one; `document` is what they are called in
 * the differences. Layout, the order of members and the form of numbers make no difference.
 */
export function compareTrees(
  before: ComparedTree,
  after: ComparedTree,
  document: string | undefined,
  showing: Showing,
): readonly FieldDifference[] {
  const comparer = new TreeComparer(before, after, document, showing);
  comparer.compare({ before: before.root, after: after.root, spans: {}, trail: undefined, name: '' });
  return comparer.found;
}

/** Two values in each other's place; one is absent where it was added or removed. */
interface Pair {
  readonly before: SyntaxNode | undefined;
  readonly after: SyntaxNode | undefined;
  /** The members around them, where they stand in objects. */
  readonly spans: Both<Span>;
  readonly trail: Trail | undefined;
  /** The name that they stand under; entries of a list have the list's. */
  readonly name: string;
  /** What became of them, where that is known; else it follows from which are there. */
  readonly kind?: DifferenceKind;
}

class TreeComparer {
  readonly #identities: Identities;
  readonly #differences: DifferenceList;
  readonly #document: string | undefined;
  readonly #showing: Showing;

  constructor(before: ComparedTree, after: ComparedTree, document: string | undefined, showing: Showing) {
    this.#identities = new Identities(new Set([...before.omitted, ...after.omitted]));
    this.#differences = new DifferenceList({ before: before.map, after: after.map });
    this.#document = document;
    this.#showing = showing;
  }

  get found(): readonly FieldDifference[] {
    return this.#differences.list;
  }

  compare(root: Pair): void {
    const open = [root];
    for (let pair = open.pop(); pair !== undefined && !this.#differences.full; pair = open.pop()) {
      const before = resolved(pair.before);
      const after = resolved(pair.after);
      if (pair.kind === undefined && this.#identities.of(before) === this.#identities.of(after)) continue;
      const inside = pair.kind === undefined ? this.#inside(before, after, pair) : undefined;
      if (inside === undefined) this.#add(pair.kind ?? kindOf(pair), pair);
      else for (const inner of inside.reverse()) open.push(inner);
    }
  }

  /** The pairs that two containers of one kind are made of; undefined for other values. */
  #inside(before: SyntaxNode | undefined, after: SyntaxNode | undefined, pair: Pair): Pair[] | undefined {
    if (before?.kind === 'object' && after?.kind === 'object') {
      const old = this.#identities.entriesOf(before);
      const now = this.#identities.entriesOf(after);
      return [...new Set([...old.keys(), ...now.keys()])].map((name) => this.#entryPair(name, old, now, pair.trail));
    }
    if (before?.kind !== 'array' || after?.kind !== 'array') return undefined;
    const numbers = (items: readonly SyntaxNode[]): number[] => items.map((item) => this.#identities.of(item));
    const changes = listChanges(numbers(before.items), numbers(after.items));
    if (changes === 'reordered') return [{ ...pair, kind: 'moved' }];
    return changes.map(({ kind, before: from, after: to }) => ({
      before: from === undefined ? undefined : before.items[from],
      after: to === undefined ? undefined : after.items[to],
      spans: {},
      trail: { before: pair.trail, step: to ?? from ?? 0 },
      name: pair.name,
      ...(kind === 'moved' && { kind }),
    }));
  }

  #entryPair(
    name: string,
    before: ReadonlyMap<string, Entry>,
    after: ReadonlyMap<string, Entry>,
    around: Trail | undefined,
  ): Pair {
    const old = before.get(name);
    const now = after.get(name);
    return {
      before: old?.value,
      after: now?.value,
      spans: { ...(old && { before: old.member.span }), ...(now && { after: now.member.span }) },
      trail: { before: around, step: name },
      name,
    };
  }

  #add(kind: DifferenceKind, pair: Pair): void {
    const { before, after, spans } = pair;
    const places = { before: spans.before ?? before?.span, after: spans.after ?? after?.span };
    const facts = this.#document === undefined ? {} : { document: this.#document };
    this.#differences.add(kind, pair.trail, places, { ...facts, ...this.#shown(pair) });
  }

  #shown({ before, after, name }: Pair): DifferenceFacts {
    const shown = (node: SyntaxNode | undefined) => node && shownValue(exactValue(node), name, this.#showing);
    const old = shown(before);
    const now = shown(after);
    return {
      ...(old && { before: old.value }),
      ...(now && { after: now.value }),
      ...(old?.masked === true || now?.masked === true ? { masked: true } : {}),
    };
  }
}

function kindOf({ before, after }: Pair): DifferenceKind {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/** A number that JavaScript would round stays the text that it is written as. */
function exactValue(node: SyntaxNode): PlainValue {
  const target = resolved(node);
  return target?.kind === 'number' && isRounded(target.value) ? target.raw : toValue(node, 'tagged');
}

/**
 * A value of a config as plain JSON in its canonical form: proto names in declaration order, map keys sorted, enums by
 * name where they have one; NaN, the infinities and -0 as texts, which JSON has no numbers for.
 */
export function plainValue(field: FieldDescriptor, value: ContractValue): PlainValue {
  if (isMessage(value)) return plainMessage(value);
  if (Array.isArray(value)) return (value as readonly ContractValue[]).map((item) => plainValue(field, item));
  if (value instanceof Map) {
    const entries = sortedEntries(value as ReadonlyMap<string, ContractValue>);
    return Object.fromEntries(entries.map(([key, item]) => [key, plainValue(field, item)]));
  }
  return typeof value === 'number' ? plainNumber(field, value) : (value as string | boolean);
}

/** The same for a whole message. */
export function plainMessage({ type, fields }: MessageValue): PlainValue {
  return Object.fromEntries(
    type.fields.flatMap((field) => {
      const present = fields.get(field);
      return present === undefined ? [] : [[field.name, plainValue(field, present.value)]];
    }),
  );
}

function plainNumber({ type }: FieldDescriptor, value: number): PlainValue {
  if (type.kind === 'enum') return type.of.values.find(({ number }) => number === value)?.name ?? value;
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : String(value);
}
