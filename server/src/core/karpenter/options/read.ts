import type { KeyNode, Member, SyntaxNode, SyntaxTree } from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import type { GivenField } from '../../record/given.js';
import type { RecordValue } from '../../record/mask.js';
import type { Field, RecordType, ScalarType, ValueType } from '../../record/model.js';
import type { Span } from '../../text/span.js';
import { parseDuration } from '../../values/durations.js';
import { bootstrapOptions } from './description.js';
import type { BootstrapOptions } from './options.generated.js';

/** How a text departs from what the reader takes; the first two are tolerated. */
type OptionError = 'unknown-option' | 'duplicate-option' | 'wrong-type' | 'number-out-of-range' | 'invalid-duration';

/** A departure with its position. */
export interface OptionNote {
  readonly departure: OptionError;
  readonly span: Span;
  /** As the document spells it. */
  readonly steps: NodePath;
  readonly node: SyntaxNode | undefined;
  readonly key: KeyNode | undefined;
  /** The object that the name is in. */
  readonly owner: RecordType;
  /** Undefined for unknown names and for the document itself. */
  readonly field: Field | undefined;
  /** Whether it is about one entry of a list or map. */
  readonly element: boolean;
}

/** An option that the document gives. */
export interface GivenOption extends GivenField {
  /** The same as `steps` in names of the description. */
  readonly names: NodePath;
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
  /** What neither the resources nor the settings contain. */
  readonly missingInputs: readonly MissingInput[];
  /** How an option was computed, as a sentence, by JSON Pointer in the names of the description. */
  readonly explanations: ReadonlyMap<string, string>;
  readonly ignoredValues: readonly IgnoredValue[];
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

/** A setting that is needed, but not given. */
export interface MissingInput {
  /** The setting that answers it. */
  readonly name: string;
  /** What it is and where to find it, as a sentence. */
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
  const { value, notes, given } = readPart(tree.root, { owner: bootstrapOptions, steps: [], names: [] }, fieldByKey);
  return {
    ok: !isRefused(notes) && !tree.problems.some(({ severity }) => severity === 'error'),
    // The description, which the reader follows, is what the interface is generated from.
    value: (typeof value === 'object' ? value : {}) as BootstrapOptions,
    notes,
    given,
  };
}

/** A part of a document of another kind that has options in it. */
interface OptionsPart {
  /** The option that the part is; without one it is an object of the owner's type. */
  readonly field?: Field;
  readonly owner: RecordType;
  /** Its path in its document. */
  readonly steps: NodePath;
  /** Its path in a document of options, in names of the description. */
  readonly names: NodePath;
}

/** What was read of a part. */
interface PartReading extends Pick<OptionsReading, 'notes' | 'given'> {
  readonly value: OptionValue | undefined;
}

/** Reads a part of a Kubernetes resource, whose names have one casing. */
export function readPart(node: SyntaxNode | undefined, part: OptionsPart, named: Naming = fieldNamed): PartReading {
  const reader = new OptionsReader(named);
  const value = reader.read(node, { ...part, element: false }, undefined);
  return { value, notes: reader.notes, given: reader.given };
}

/** Whether notes keep the document from being read. */
export function isRefused(notes: readonly OptionNote[]): boolean {
  return notes.some(({ departure }) => !tolerated.has(departure));
}

const tolerated: ReadonlySet<OptionError> = new Set<OptionError>(['unknown-option', 'duplicate-option']);

/** A value that is read, by its field. */
interface ReaderPosition extends OptionsPart {
  readonly element: boolean;
  readonly key?: KeyNode;
}

/** Finds the field that a name stands for. */
type Naming = (of: RecordType, name: string) => Field | undefined;

function fieldByKey(of: RecordType, name: string): Field | undefined {
  return of.fieldByKey(name);
}

function fieldNamed({ fields }: RecordType, name: string): Field | undefined {
  return fields.find((field) => field.name === name);
}

class OptionsReader {
  readonly notes: OptionNote[] = [];
  readonly given: GivenOption[] = [];
  readonly #named: Naming;

  constructor(named: Naming) {
    this.#named = named;
  }

  /** The value of a node; `earlier` is what was read for the same field before, undefined the zero value or nil. */
  read(node: SyntaxNode | undefined, at: ReaderPosition, earlier: OptionValue | undefined): OptionValue | undefined {
    const { field, owner } = at;
    if (node === undefined) return earlier;
    const type: ValueType = field?.type ?? { kind: 'object', of: owner };
    const label = field === undefined || at.element ? 'single' : field.label;
    const hasEntries = label === 'list' || label === 'map';
    if (node.kind === 'null' && (hasEntries || !isDuration(type))) {
      if (at.steps.length === 0) this.#note('wrong-type', node.span, node, at);
      // Pointers, lists and maps become nil; everything else keeps its value.
      return field?.nullable === true || hasEntries ? undefined : earlier;
    }
    if (label === 'list' && node.kind === 'array') return this.#list(node.items, type, at, earlier);
    if (label === 'map' && node.kind === 'object') return this.#map(node.members, type, at, earlier);
    if (hasEntries) return this.#refused('wrong-type', node, at, earlier);
    if (type.kind === 'object' && node.kind === 'object') return this.#object(node.members, type.of, at, earlier);
    if (type.kind !== 'scalar') return this.#refused('wrong-type', node, at, earlier);
    return this.#scalar(node, type.scalar, at, earlier);
  }

  #scalar(
    node: SyntaxNode,
    scalar: ScalarType,
    at: ReaderPosition,
    earlier: OptionValue | undefined,
  ): OptionValue | undefined {
    switch (node.kind) {
      case 'string':
        if (scalar === 'string') return node.value;
        if (scalar === 'duration')
          return parseDuration(node.value) ?? this.#refused('invalid-duration', node, at, earlier);
        break;
      case 'boolean':
        if (scalar === 'bool') return node.value;
        break;
      case 'number':
        if (scalar === 'int32' || scalar === 'int64') {
          // A point or an exponent is refused even in a whole number. Twenty characters hold 64 bits.
          const value = /^-?\d+$/.test(node.raw) && node.raw.length <= 20 ? BigInt(node.raw) : undefined;
          if (value === undefined || BigInt.asIntN(scalar === 'int32' ? 32 : 64, value) !== value)
            return this.#refused('number-out-of-range', node, at, earlier);
          return scalar === 'int32' ? Number(value) : value;
        }
    }
    return this.#refused('wrong-type', node, at, earlier);
  }

  #object(
    members: readonly Member[],
    of: RecordType,
    at: ReaderPosition,
    earlier: OptionValue | undefined,
  ): OptionValue {
    const record: Record<string, OptionValue | undefined> = isRecord(earlier) ? { ...earlier } : {};
    const seen = new Set<Field>();
    for (const member of members) {
      const { key, value } = member;
      const steps = [...at.steps, key.name];
      const field = this.#named(of, key.name);
      if (field === undefined) {
        const unknown = { owner: of, steps, names: at.names, key, element: false };
        this.#note('unknown-option', key.span, value, unknown);
        continue;
      }
      const names = [...at.names, field.name];
      const inner = { field, owner: of, steps, names, key, element: false };
      if (seen.has(field)) this.#note('duplicate-option', key.span, value, inner);
      seen.add(field);
      this.given.push({ field, owner: of, member, steps, names });
      record[field.name] = this.read(value, inner, record[field.name]);
    }
    return record;
  }

  /** A later list is read into the entries of an earlier one. */
  #list(
    items: readonly SyntaxNode[],
    type: ValueType,
    at: ReaderPosition,
    earlier: OptionValue | undefined,
  ): OptionValue {
    const before = isList(earlier) ? earlier : [];
    return items.map((item, index) => this.read(item, entryOf(at, index, undefined), before[index]) ?? zeroOf(type));
  }

  #map(members: readonly Member[], type: ValueType, at: ReaderPosition, earlier: OptionValue | undefined): OptionValue {
    const map = new Map<string, OptionValue>(
      earlier instanceof Map ? (earlier as ReadonlyMap<string, OptionValue>) : [],
    );
    const seen = new Set<string>();
    for (const { key, value } of members) {
      const inner = entryOf(at, key.name, key);
      if (seen.has(key.name)) this.#note('duplicate-option', key.span, value, inner);
      seen.add(key.name);
      map.set(key.name, this.read(value, inner, undefined) ?? zeroOf(type));
    }
    return map;
  }

  /** Notes why a value isn't read, and keeps the one from before. */
  #refused(
    departure: OptionError,
    node: SyntaxNode,
    at: ReaderPosition,
    earlier: OptionValue | undefined,
  ): OptionValue | undefined {
    this.#note(departure, node.span, node, at);
    return earlier;
  }

  #note(departure: OptionError, span: Span, node: SyntaxNode | undefined, at: ReaderPosition): void {
    const { steps, owner, field, element, key } = at;
    this.notes.push({ departure, span, steps, node, key, owner, field, element });
  }
}

function entryOf(at: ReaderPosition, step: string | number, key: KeyNode | undefined): ReaderPosition {
  const { steps, names } = at;
  const entry = { ...at, element: true, steps: [...steps, step], names: [...names, step] };
  return key === undefined ? entry : { ...entry, key };
}

function isDuration(type: ValueType): boolean {
  return type.kind === 'scalar' && type.scalar === 'duration';
}

function isRecord(value: OptionValue | undefined): value is OptionRecord {
  return typeof value === 'object' && !isList(value) && !(value instanceof Map);
}

function isList(value: OptionValue | undefined): value is readonly OptionValue[] {
  return Array.isArray(value);
}

/** What null means as an entry. */
function zeroOf(type: ValueType): OptionValue {
  if (type.kind !== 'scalar') return {};
  switch (type.scalar) {
    case 'string':
      return '';
    case 'bool':
      return false;
    case 'int64':
    case 'duration':
      return 0n;
    default:
      return 0;
  }
}

/** What an option's value is read into: int32 is a number, int64 and nanoseconds of durations are bigints. */
export type OptionValue = RecordValue<OptionRecord>;

/** The options of one object under the names of the description; absent ones, and null, are left out. */
export interface OptionRecord {
  readonly [name: string]: OptionValue | undefined;
}
