import type { FormatName } from '../values/check.js';
import type { Lifetime } from '../values/known/releases.js';
import type { VocabularyName } from '../values/known/vocabulary.js';

/**
 * The model of described records: JSON documents whose fields are known, each with a type, a sentence and facts. What
 * a reader, an editor or a rule knows about such a document follows from its description.
 */
export interface RecordType {
  readonly name: string;
  readonly doc: string;
  /** In declaration order, which is the order of written documents. */
  readonly fields: readonly Field[];
  /** The same with the fields of earlier releases whose types are known. */
  readonly allFields: readonly Field[];
  readonly removed: readonly RemovedName[];
  /** The field that a key of a document names. */
  fieldByKey(key: string): Field | undefined;
  removedByKey(key: string): RemovedName | undefined;
}

export interface Field extends FieldFacts {
  readonly name: string;
  /** The other name that documents may use; the same as `name` for fields with only one. */
  readonly jsonName: string;
  /** The number that stands for the field in binary formats, if the record has one. */
  readonly number?: number;
  /** The releases that know the field, if not all do. */
  readonly lifetime?: Lifetime;
  readonly label: FieldLabel;
  /** The type of the value; for lists and maps, of one entry. */
  readonly type: ValueType;
  readonly doc: string;
}

/** `optional` fields distinguish absence from the zero value, `single` ones don't. */
export type FieldLabel = 'single' | 'optional' | 'list' | 'map';

export type ValueType =
  | { readonly kind: 'scalar'; readonly scalar: ScalarType }
  | { readonly kind: 'enum'; readonly of: EnumType }
  | { readonly kind: 'object'; readonly of: RecordType };

/**
 * A `duration` is a string in the format of Go's `time.ParseDuration`, `bytes` base64. The values of an `undeclared` type
 * can't be checked.
 */
export type ScalarType =
  | 'string'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'uint32'
  | 'uint64'
  | 'float'
  | 'double'
  | 'bytes'
  | 'duration'
  | 'undeclared';

export interface EnumType {
  readonly name: string;
  readonly doc: string;
  readonly values: readonly EnumValue[];
  readonly removed: readonly RemovedName[];
}

export interface EnumValue {
  readonly name: string;
  readonly number: number;
  readonly doc: string;
  /** The first release that knows the value; absent if the first one did. */
  readonly since?: string;
  readonly lifetime?: Lifetime;
}

/** A field or enum value of an earlier release. */
export interface RemovedName {
  readonly name: string;
  readonly jsonName?: string;
  /** The release that dropped it, if known. */
  readonly removedIn?: string;
  /** Whether no release dropped it, but the checkout that a config is checked with. */
  readonly undeclared?: true;
  /** The field as earlier releases read it, if that is known. */
  readonly field?: Field;
  readonly hint: string;
}

/** What a description may contain beyond name, type and sentence. */
export interface FieldFacts {
  /** The first release that knows the field; absent if the first one did. */
  readonly since?: string;
  /** Another type of its numbers in some releases. */
  readonly formerly?: Lifetime & { readonly scalar: ScalarType };
  readonly deprecated?: true;
  /** Whether the value must not be shown. */
  readonly secret?: true;
  /** Whether the field must be given; a string is the consequence of leaving it out, as a sentence. */
  readonly required?: true | string;
  /** Whether null means that the field is absent; otherwise null keeps what was read before. */
  readonly nullable?: true;
  readonly examples?: readonly unknown[];
  /** Format of the string; of each entry for lists, of each value for maps. */
  readonly format?: FormatName;
  /** What the reader removes from a string before using it. */
  readonly strips?: 'spaces-around' | 'line-endings';
  /** Format of a map's keys. */
  readonly keyFormat?: FormatName;
  /** The only strings that have a meaning, in the spelling that the reader compares with. */
  readonly oneOf?: readonly string[];
  /** Known strings; others are possible. For lists, of each entry. */
  readonly known?: VocabularyName;
  /** Known keys of a map; others are possible. */
  readonly knownKeys?: VocabularyName;
  /** The numbers that have a meaning. */
  readonly range?: NumberRange;
  /** What an absent field means, unless that is the zero value. */
  readonly default?: string | number | boolean;
  /** What a number counts, such as `seconds` or `bytes`. */
  readonly unit?: string;
  /** Which releases know the field, as a sentence. */
  readonly availability?: string;
  /** Where the value comes from, as a sentence in Markdown. */
  readonly origin?: string;
}

/** Both ends are included; a missing end is open. */
export interface NumberRange {
  readonly min?: number;
  readonly max?: number;
}

/**
 * A record type by its parts. Fields are added once all types exist, since they refer to each other. `keyOf` gives one
 * key for all spellings of a name that the reader treats alike. Throws on names and numbers that are given twice: that
 * is a programmer's error, found by the first test that loads the description.
 */
export class DescribedRecord implements RecordType {
  readonly name: string;
  readonly doc: string;
  readonly fields: Field[] = [];
  readonly #removed: RemovedName[] = [];
  #allFields: readonly Field[] | undefined;
  readonly #keyOf: (name: string) => string;
  readonly #byKey = new Map<string, Field>();
  readonly #removedByKey = new Map<string, RemovedName>();

  constructor(name: string, doc: string, keyOf: (name: string) => string = (key) => key) {
    this.name = name;
    this.doc = doc;
    this.#keyOf = keyOf;
  }

  get removed(): readonly RemovedName[] {
    return this.#removed;
  }

  get allFields(): readonly Field[] {
    return (this.#allFields ??= this.#withRemoved());
  }

  add(fields: readonly Field[]): this {
    for (const field of fields) {
      if (field.number !== undefined && this.fields.some(({ number }) => number === field.number))
        throw new Error(`${this.name} repeats a field number`);
      for (const name of keysOf(field)) {
        const key = this.#keyOf(name);
        if (this.#byKey.has(key)) throw new Error(`${this.name} repeats the name ${name}`);
        this.#byKey.set(key, field);
      }
      this.fields.push(field);
    }
    return this;
  }

  addRemoved(removed: readonly RemovedName[]): this {
    for (const gone of removed) {
      this.#removed.push(gone);
      for (const key of keysOf(gone)) this.#removedByKey.set(key, gone);
    }
    return this;
  }

  fieldByKey(key: string): Field | undefined {
    return this.#byKey.get(this.#keyOf(key));
  }

  removedByKey(key: string): RemovedName | undefined {
    return this.#removedByKey.get(key);
  }

  /** Earlier releases declared a field before the next larger number. */
  #withRemoved(): readonly Field[] {
    const all = [...this.fields];
    for (const { field } of this.#removed) {
      if (field === undefined) continue;
      const next = all.findIndex(({ number = 0 }) => number > (field.number ?? 0));
      all.splice(next === -1 ? all.length : next, 0, field);
    }
    return all;
  }
}

function keysOf({ name, jsonName = name }: Pick<RemovedName, 'name' | 'jsonName'>): Set<string> {
  return new Set([name, jsonName]);
}

/** A field's type in words: `map of string to bool`, `VmType`. */
export function typeName(field: Field): string {
  const element = elementTypeName(field);
  if (field.label === 'list') return `list of ${element}`;
  return field.label === 'map' ? `map of string to ${element}` : element;
}

/** The type of a field's value; for lists and maps, of one entry. */
export function elementTypeName({ type }: Field): string {
  return type.kind === 'scalar' ? type.scalar : type.of.name;
}

/** Whether a field's value consists of entries. */
export function hasEntries({ label }: Field): boolean {
  return label === 'list' || label === 'map';
}

/** Whether a field is an object with required fields, at any depth. */
export function holdsRequired(field: Field, seen = new Set<RecordType>()): boolean {
  if (field.type.kind !== 'object' || hasEntries(field) || seen.has(field.type.of)) return false;
  seen.add(field.type.of);
  return field.type.of.fields.some((inner) => inner.required !== undefined || holdsRequired(inner, seen));
}

/** The field at a path of names, for tables in code: throws for a path that the description doesn't have. */
export function fieldAt(root: RecordType, path: string): Field {
  let record: RecordType | undefined = root;
  let field: Field | undefined;
  for (const name of path.split('.')) {
    field = record?.allFields.find((candidate) => candidate.name === name);
    if (field === undefined) throw new Error(`${root.name} has no field ${path}`);
    record = !hasEntries(field) && field.type.kind === 'object' ? field.type.of : undefined;
  }
  if (field === undefined) throw new Error('a field needs a path');
  return field;
}
