import type { MissingInput } from '../../document/rendered.js';
import type { KeyNode, Member, ObjectNode, SyntaxNode, SyntaxTree } from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import type { Holder } from '../../record/fixes.js';
import type { GivenField } from '../../record/given.js';
import type { RecordValue } from '../../record/maskFields.js';
import type { ProblemCode } from '../../problems/codes.js';
import type { Field, RecordType, ScalarType, ValueType } from '../../record/model.js';
import type { Span } from '../../text/span.js';
import { parseDuration } from '../../values/durations.js';
import { bootstrapOptions } from './description.js';
import type { ProviderRelease } from '../resources/release.js';
import type { GivenSettings } from '../resources/settings.js';
import type { BootstrapOptions } from './options.generated.js';

/** What is wrong with an option; the first two are tolerated. */
type OptionError = 'unknown-option' | 'duplicate-option' | 'wrong-type' | 'number-out-of-range' | 'invalid-duration';

/** An error with its position. */
export interface OptionNote {
  readonly error: OptionError;
  readonly span: Span;
  /** As the document spells it. */
  readonly steps: NodePath;
  readonly node: SyntaxNode | undefined;
  readonly key: KeyNode | undefined;
  /** The object that has the key, and the key's index in it. */
  readonly holder: Holder | undefined;
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
  /** Whether the document is read without an error; errors that are tolerated do not count. */
  readonly ok: boolean;
  readonly value: BootstrapOptions;
  readonly notes: readonly OptionNote[];
  /** Every option that is given, outer ones first; of one given twice both. */
  readonly given: readonly GivenOption[];
  /** About options that were computed from Kubernetes resources; undefined for a document of options. */
  readonly computed?: ComputedOptions;
  /** The release of Karpenter's provider whose rules count; undefined for the newest. */
  readonly release?: ProviderRelease | undefined;
}

/** How the options were computed. */
export interface ComputedOptions {
  /** Inputs that neither the resources nor the settings contain. */
  readonly missingInputs: readonly MissingInput[];
  /** How an option was computed, as a sentence, by JSON Pointer in the names of the description. */
  readonly explanations: ReadonlyMap<string, string>;
  readonly ignoredValues: readonly IgnoredValue[];
  readonly refusals: readonly Refusal[];
  readonly settings: GivenSettings;
}

/** Why the provider or the API server would refuse an input, so that there is no such node. */
export interface Refusal {
  readonly code: ProblemCode;
  /** What is wrong and what to do, as sentences. */
  readonly message: string;
  /** The file and lines of the rule. */
  readonly upstream: string;
  /** What is refused; undefined if it is outside of the file. */
  readonly member: Member | undefined;
  readonly path: NodePath;
  /** If it is an unknown name: the name, and the one that was probably meant. */
  readonly unknown?: { readonly note: OptionNote; readonly meant: string | undefined } | undefined;
}

/** A field of a resource that has no effect on the script. */
export interface IgnoredValue {
  /** A label that no kubelet may set, or settings of the kubelet in a resource that no longer has them. */
  readonly kind: 'kept-label' | 'dropped-kubelet';
  readonly name: string;
  readonly member: Member;
  readonly path: NodePath;
  readonly resource: string;
}

/**
 * Reads a document of bootstrap options as `encoding/json` (Go 1.19) reads it into Karpenter's structs: names in any
 * casing, unknown ones ignored, null as if absent, of two equal names the later one, except that objects and maps are
 * merged. After a value of the wrong type it continues with the rest.
 */
export function readOptions(tree: SyntaxTree): OptionsReading {
  const part = { owner: bootstrapOptions, steps: [], names: [] };
  const { value, notes, given } = readPart(tree.root, part, (of, name) => of.fieldByKey(name));
  return {
    ok: !isRefused(notes) && !tree.problems.some(({ severity }) => severity === 'error'),
    // The description, which the reader follows, is what the interface is generated from.
    value: (typeof value === 'object' ? value : {}) as BootstrapOptions,
    notes,
    given,
  };
}

/**
 * Whether an object is a document of bootstrap options, by the names that the other record doesn't have. One such name
 * may be in any JSON file, so there must be two.
 */
export function looksLikeBootstrapOptions({ members }: ObjectNode, other: RecordType): boolean {
  let own = 0;
  let others = 0;
  for (const { key } of members) {
    const isOption = bootstrapOptions.fieldByKey(key.name) !== undefined;
    const isField = other.fieldByKey(key.name) !== undefined;
    if (isOption && !isField) own++;
    if (isField && !isOption) others++;
  }
  return own >= 2 && own > others;
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
export function readPart(
  node: SyntaxNode | undefined,
  part: OptionsPart,
  named: Naming = ({ fields }, name) => fields.find((field) => field.name === name),
): PartReading {
  const reader = new OptionsReader(named);
  const value = reader.read(node, { ...part, element: false }, undefined);
  return { value, notes: reader.notes, given: reader.given };
}

/** Whether notes keep the document from being read. */
export function isRefused(notes: readonly OptionNote[]): boolean {
  return notes.some(({ error }) => error !== 'unknown-option' && error !== 'duplicate-option');
}

/** A value that is read, by its field. */
interface ReaderPosition extends OptionsPart {
  readonly element: boolean;
  readonly key?: KeyNode | undefined;
  readonly holder?: Holder;
}

/** Finds the field of a name. */
type Naming = (of: RecordType, name: string) => Field | undefined;

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
    if (node.kind === 'null' && (hasEntries || type.kind !== 'scalar' || type.scalar !== 'duration')) {
      if (at.steps.length === 0) this.#note('wrong-type', node.span, node, at);
      // Pointers, lists and maps become nil; everything else keeps its value.
      return field?.nullable === true || hasEntries ? undefined : earlier;
    }
    if (label === 'list' && node.kind === 'array') return this.#list(node.items, type, at, earlier);
    if (label === 'map' && node.kind === 'object') return this.#map(node, type, at, earlier);
    if (!hasEntries && type.kind === 'object' && node.kind === 'object')
      return this.#object(node, type.of, at, earlier);
    const read = !hasEntries && type.kind === 'scalar' ? scalarOf(node, type.scalar) : { error: 'wrong-type' as const };
    if ('value' in read) return read.value;
    this.#note(read.error, node.span, node, at);
    return earlier;
  }

  #object(node: ObjectNode, of: RecordType, at: ReaderPosition, earlier: OptionValue | undefined): OptionValue {
    const isRecord = typeof earlier === 'object' && !Array.isArray(earlier) && !(earlier instanceof Map);
    const record: Record<string, OptionValue | undefined> = isRecord ? { ...(earlier as OptionRecord) } : {};
    const seen = new Set<Field>();
    for (const [index, member] of node.members.entries()) {
      const { key, value } = member;
      const holder = { node, index };
      const steps = [...at.steps, key.name];
      const field = this.#named(of, key.name);
      if (field === undefined) {
        this.#note('unknown-option', key.span, value, {
          owner: of,
          steps,
          names: at.names,
          key,
          holder,
          element: false,
        });
        continue;
      }
      const names = [...at.names, field.name];
      const inner = { field, owner: of, steps, names, key, holder, element: false };
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
    const before = Array.isArray(earlier) ? (earlier as readonly OptionValue[]) : [];
    return items.map((item, index) => this.read(item, entryOf(at, index), before[index]) ?? zeroOf(type));
  }

  #map(node: ObjectNode, type: ValueType, at: ReaderPosition, earlier: OptionValue | undefined): OptionValue {
    const map = new Map(earlier instanceof Map ? (earlier as ReadonlyMap<string, OptionValue>) : []);
    const seen = new Set<string>();
    for (const [index, { key, value }] of node.members.entries()) {
      const inner = { ...entryOf(at, key.name, key), holder: { node, index } };
      if (seen.has(key.name)) this.#note('duplicate-option', key.span, value, inner);
      seen.add(key.name);
      map.set(key.name, this.read(value, inner, undefined) ?? zeroOf(type));
    }
    return map;
  }

  #note(error: OptionError, span: Span, node: SyntaxNode | undefined, at: ReaderPosition): void {
    const { steps, owner, field, element, key, holder } = at;
    this.notes.push({ error, span, steps, node, key, holder, owner, field, element });
  }
}

/** The value of a scalar, or why it isn't read. */
function scalarOf(node: SyntaxNode, scalar: ScalarType): { value: OptionValue } | { error: OptionError } {
  if (node.kind === 'string' && scalar === 'string') return { value: node.value };
  if (node.kind === 'boolean' && scalar === 'bool') return { value: node.value };
  if (node.kind === 'string' && scalar === 'duration') {
    const value = parseDuration(node.value);
    return value === undefined ? { error: 'invalid-duration' } : { value };
  }
  if (node.kind !== 'number' || (scalar !== 'int32' && scalar !== 'int64')) return { error: 'wrong-type' };
  // A point or an exponent is refused even in a whole number. Twenty characters hold 64 bits.
  const value = /^-?\d+$/.test(node.raw) && node.raw.length <= 20 ? BigInt(node.raw) : undefined;
  if (value === undefined || BigInt.asIntN(scalar === 'int32' ? 32 : 64, value) !== value)
    return { error: 'number-out-of-range' };
  return { value: scalar === 'int32' ? Number(value) : value };
}

function entryOf(at: ReaderPosition, step: string | number, key = at.key): ReaderPosition {
  return { ...at, key, element: true, steps: [...at.steps, step], names: [...at.names, step] };
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
