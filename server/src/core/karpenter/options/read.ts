import type { KeyNode, Member, SyntaxNode, SyntaxTree } from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import type { Span } from '../../text/span.js';
import { parseDuration } from '../../values/durations.js';
import type { ObjectDescription, OptionDescription, OptionType } from './describe.js';
import { bootstrapOptions } from './description.js';
import type { BootstrapOptions } from './options.generated.js';

/**
 * One text for all spellings of an ASCII text that Go takes for the same (`strings.EqualFold`, and the names of
 * `encoding/json`; Go 1.19): any casing, and the two letters outside of ASCII that fold to one in it, the Kelvin sign
 * and the long s.
 */
export function foldedAscii(text: string): string {
  return text.toLowerCase().replaceAll('\u017f', 's');
}

/** How a text departs from what the reader takes; the first two are tolerated. */
type OptionError = 'unknown-option' | 'duplicate-option' | 'wrong-type' | 'number-out-of-range' | 'invalid-duration';

/** A departure with its place. */
export interface OptionNote {
  readonly departure: OptionError;
  readonly span: Span;
  /** As the document spells it. */
  readonly path: NodePath;
  readonly node: SyntaxNode | undefined;
  readonly key: KeyNode | undefined;
  /** The object that the name stands in. */
  readonly owner: ObjectDescription;
  /** Undefined for unknown names and for the document itself. */
  readonly option: OptionDescription | undefined;
  /** What the place takes; inside lists and maps what an entry is. */
  readonly type: OptionType;
}

/** An option that the document gives. */
export interface GivenOption {
  readonly option: OptionDescription;
  readonly owner: ObjectDescription;
  readonly member: Member;
  /** As the document spells it: what a JSON Pointer is made of. */
  readonly path: NodePath;
  /** The same in the names of the description. */
  readonly place: NodePath;
  /** For one that a Kubernetes resource gives: the field and the resource, such as `spec.maxPods` of AKSNodeClass default. */
  readonly resource?: string;
}

/** A bootstrap-options document as Go's encoding/json reads it. */
export interface OptionsReading {
  /** Whether the document is read without an error; departures that are tolerated do not count. */
  readonly ok: boolean;
  readonly value: BootstrapOptions;
  readonly notes: readonly OptionNote[];
  /** Every option that is given, outer ones first; of one given twice both. */
  readonly given: readonly GivenOption[];
  /** What there is to say of options that were computed from Kubernetes resources; undefined for a document of options. */
  readonly computed?: ComputedOptions;
}

/** How options came about that no document gives. */
export interface ComputedOptions {
  /** What the resources and settings do not tell. */
  readonly questions: readonly MissingInput[];
  /** How an option was computed, as a sentence, by JSON Pointer in the names of the description. */
  readonly explanations: ReadonlyMap<string, string>;
  readonly surprises: readonly IgnoredValue[];
}

/** A field of a resource that does not do what its author expects. */
export interface IgnoredValue {
  /** A label that no kubelet may set, or settings of the kubelet in a resource that has none any more. */
  readonly kind: 'kept-label' | 'dropped-kubelet';
  readonly name: string;
  readonly member: Member;
  readonly path: NodePath;
  readonly resource: string;
}

/** Something that has to be known, and is not. */
export interface MissingInput {
  /** The setting that answers it. */
  readonly name: string;
  /** What it is, and who else would know, as a sentence. */
  readonly about: string;
  /** Whether there is no script without it; otherwise something is left out. */
  readonly blocks: boolean;
}

/**
 * Reads a document of bootstrap options as `encoding/json` (Go 1.19) reads it into Karpenter's structs: names in any
 * casing, unknown ones ignored, null for what was never given, of two equal names the later one, where objects and
 * maps are merged. After a value of the wrong type it goes on with the rest.
 */
export function readOptions(tree: SyntaxTree): OptionsReading {
  const reader = new OptionsReader();
  const root: OptionType = { kind: 'object', of: bootstrapOptions };
  const value = reader.read(tree.root, { type: root, owner: bootstrapOptions, path: [], place: [] }, undefined);
  const record = typeof value === 'object' ? value : {};
  return {
    ok: !isRefused(reader.notes) && !tree.problems.some(({ severity }) => severity === 'error'),
    // The description, which the reader follows, is what the interface is generated from.
    value: record as BootstrapOptions,
    notes: reader.notes,
    given: reader.given,
  };
}

/** A part of a document of another kind that has options in it. */
interface OptionsPart {
  readonly type: OptionType;
  readonly owner: ObjectDescription;
  readonly option?: OptionDescription;
  /** Where it stands in its document. */
  readonly path: NodePath;
  /** Where it would stand in a document of options. */
  readonly place: NodePath;
}

/** What was read of a part. */
interface PartReading extends Pick<OptionsReading, 'notes' | 'given'> {
  readonly value: OptionValue | undefined;
}

/** Reads a part of a Kubernetes resource, whose names have one casing. */
export function readPart(node: SyntaxNode | undefined, part: OptionsPart): PartReading {
  const reader = new OptionsReader(exactlyNamed);
  const value = reader.read(node, part, undefined);
  return { value, notes: reader.notes, given: reader.given };
}

/** Whether notes keep the document from being read. */
export function isRefused(notes: readonly OptionNote[]): boolean {
  return notes.some(({ departure }) => !tolerated.has(departure));
}

const tolerated: ReadonlySet<OptionError> = new Set<OptionError>(['unknown-option', 'duplicate-option']);

/** What stands at a place, and what may. */
interface Spot {
  readonly type: OptionType;
  readonly owner: ObjectDescription;
  readonly path: NodePath;
  readonly place: NodePath;
  readonly option?: OptionDescription;
  readonly key?: KeyNode;
}

/** Finds the option that a name stands for. */
type Naming = (of: ObjectDescription, name: string) => OptionDescription | undefined;

class OptionsReader {
  readonly notes: OptionNote[] = [];
  readonly given: GivenOption[] = [];
  readonly #named: Naming;

  constructor(named: Naming = optionNamed) {
    this.#named = named;
  }

  /** The value of a node; `earlier` is what was read for the same place before, undefined the zero value or nil. */
  read(node: SyntaxNode | undefined, spot: Spot, earlier: OptionValue | undefined): OptionValue | undefined {
    const { type, option } = spot;
    if (node === undefined) return earlier;
    if (node.kind === 'null' && type.kind !== 'duration') {
      if (spot.path.length === 0) this.#note('wrong-type', node.span, node, spot);
      // Pointers, lists and maps become nil; everything else stays as it is.
      const becomesNil = option?.nullable === true || type.kind === 'list' || type.kind === 'map';
      return becomesNil ? undefined : earlier;
    }
    switch (type.kind) {
      case 'string':
        return node.kind === 'string' ? node.value : this.#wrongType(node, spot, earlier);
      case 'bool':
        return node.kind === 'boolean' ? node.value : this.#wrongType(node, spot, earlier);
      case 'integer':
        return this.#integer(node, type.bits, spot, earlier);
      case 'duration':
        return this.#duration(node, spot, earlier);
      case 'object':
        return node.kind === 'object'
          ? this.#object(node.members, type.of, spot, earlier)
          : this.#wrongType(node, spot, earlier);
      case 'list':
        return node.kind === 'array'
          ? this.#list(node.items, type.of, spot, earlier)
          : this.#wrongType(node, spot, earlier);
      case 'map':
        return node.kind === 'object'
          ? this.#map(node.members, type.of, spot, earlier)
          : this.#wrongType(node, spot, earlier);
    }
  }

  #object(
    members: readonly Member[],
    of: ObjectDescription,
    spot: Spot,
    earlier: OptionValue | undefined,
  ): OptionValue {
    const record: Record<string, OptionValue | undefined> = isRecord(earlier) ? { ...earlier } : {};
    const seen = new Set<OptionDescription>();
    for (const member of members) {
      const { key, value } = member;
      const path = [...spot.path, key.name];
      const option = this.#named(of, key.name);
      if (option === undefined) {
        const unknown = { type: spot.type, owner: of, path, place: spot.place, key };
        this.#note('unknown-option', key.span, value, unknown);
        continue;
      }
      const place = [...spot.place, option.name];
      const inner = { type: option.type, owner: of, path, place, option, key };
      if (seen.has(option)) this.#note('duplicate-option', key.span, value, inner);
      seen.add(option);
      this.given.push({ option, owner: of, member, path, place });
      record[option.name] = this.read(value, inner, record[option.name]);
    }
    return record;
  }

  /** A later list is read into the entries of an earlier one. */
  #list(items: readonly SyntaxNode[], of: OptionType, spot: Spot, earlier: OptionValue | undefined): OptionValue {
    const before = isList(earlier) ? earlier : [];
    return items.map((item, index) => this.read(item, entry(spot, of, index, undefined), before[index]) ?? zeroOf(of));
  }

  #map(members: readonly Member[], of: OptionType, spot: Spot, earlier: OptionValue | undefined): OptionValue {
    const map = new Map<string, OptionValue>(
      earlier instanceof Map ? (earlier as ReadonlyMap<string, OptionValue>) : [],
    );
    const seen = new Set<string>();
    for (const { key, value } of members) {
      const inner = entry(spot, of, key.name, key);
      if (seen.has(key.name)) this.#note('duplicate-option', key.span, value, inner);
      seen.add(key.name);
      map.set(key.name, this.read(value, inner, undefined) ?? zeroOf(of));
    }
    return map;
  }

  #integer(node: SyntaxNode, bits: 32 | 64, spot: Spot, earlier: OptionValue | undefined): OptionValue | undefined {
    if (node.kind !== 'number') return this.#wrongType(node, spot, earlier);
    // A point or an exponent is refused even where the number is whole. Twenty characters hold 64 bits.
    const value = /^-?\d+$/.test(node.raw) && node.raw.length <= 20 ? BigInt(node.raw) : undefined;
    if (value === undefined || BigInt.asIntN(bits, value) !== value) {
      this.#note('number-out-of-range', node.span, node, spot);
      return earlier;
    }
    return bits === 32 ? Number(value) : value;
  }

  #duration(node: SyntaxNode, spot: Spot, earlier: OptionValue | undefined): OptionValue | undefined {
    if (node.kind !== 'string') return this.#wrongType(node, spot, earlier);
    const value = parseDuration(node.value);
    if (value === undefined) this.#note('invalid-duration', node.span, node, spot);
    return value ?? earlier;
  }

  #wrongType(node: SyntaxNode, spot: Spot, earlier: OptionValue | undefined): OptionValue | undefined {
    this.#note('wrong-type', node.span, node, spot);
    return earlier;
  }

  #note(departure: OptionError, span: Span, node: SyntaxNode | undefined, spot: Spot): void {
    const { path, owner, option, type, key } = spot;
    this.notes.push({ departure, span, path, node, key, owner, option, type });
  }
}

function entry(spot: Spot, type: OptionType, step: string | number, key: KeyNode | undefined): Spot {
  return {
    ...spot,
    type,
    path: [...spot.path, step],
    place: [...spot.place, step],
    ...(key === undefined ? {} : { key }),
  };
}

/** The option that a name in a document stands for. */
export function optionNamed(of: ObjectDescription, name: string): OptionDescription | undefined {
  const exact = of.options.find((option) => option.name === name);
  if (exact !== undefined) return exact;
  const wanted = foldedAscii(name);
  return of.options.find((option) => option.name.toLowerCase() === wanted);
}

function exactlyNamed({ options }: ObjectDescription, name: string): OptionDescription | undefined {
  return options.find((option) => option.name === name);
}

function isRecord(value: OptionValue | undefined): value is OptionRecord {
  return typeof value === 'object' && !isList(value) && !(value instanceof Map);
}

function isList(value: OptionValue | undefined): value is readonly OptionValue[] {
  return Array.isArray(value);
}

/** What an entry is that null stands for. */
function zeroOf(type: OptionType): OptionValue {
  switch (type.kind) {
    case 'string':
      return '';
    case 'bool':
      return false;
    case 'integer':
      return type.bits === 32 ? 0 : 0n;
    case 'duration':
      return 0n;
    case 'object':
      return {};
    case 'list':
      return [];
    case 'map':
      return new Map<string, OptionValue>();
  }
}

/** What an option's value is read into: int32 is a number, int64 and nanoseconds of durations are bigints. */
export type OptionValue =
  string | boolean | number | bigint | readonly OptionValue[] | OptionRecord | ReadonlyMap<string, OptionValue>;

/** The options of one object under the names of the description; absent ones, and null, are left out. */
export interface OptionRecord {
  readonly [name: string]: OptionValue | undefined;
}
