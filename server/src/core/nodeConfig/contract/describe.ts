import type { VocabularyName } from '../../values/known/vocabulary.js';
import type { FormatName } from '../../values/format.js';

/**
 * The words in which the contract is described (`description/*.ts`). Each field is one protobuf
 * declaration plus a sentence, so that a description reads like the `.proto` file that it stands for.
 */
export interface MessageDescription {
  readonly name: string;
  readonly doc: string;
  readonly fields: readonly FieldDescription[];
  readonly removed: readonly RemovedField[];
}

export interface FieldDescription extends FieldFacts {
  /** Such as `optional int32 cse_timeout = 44` or `map<string, string> enabled_features = 45`. */
  readonly declaration: string;
  readonly doc: string;
}

/** What a description may say beyond the declaration and the sentence. */
export interface FieldFacts {
  /** The JSON name, where it is not the lowerCamelCase of the proto name. */
  readonly json?: string;
  /** First AgentBaker release that knows the field; absent for the ones that were there from the start. */
  readonly since?: string;
  readonly deprecated?: true;
  /** Whether the value must not be shown. */
  readonly secret?: true;
  /** Whether `Validate` of aks-node-controller wants it to be non-empty. */
  readonly required?: true;
  readonly examples?: readonly unknown[];
  /** The form of the text; of each entry for lists, of each value for maps. */
  readonly format?: FormatName;
  /** What the node takes off a text before it reads it. */
  readonly strips?: 'blanks-around' | 'line-ends';
  /** The form of a map's keys. */
  readonly keyFormat?: FormatName;
  /** The only texts that mean something on the node, in the spelling that it compares with. */
  readonly oneOf?: readonly string[];
  /** Known texts, of which there may be others; of each entry for lists. */
  readonly known?: VocabularyName;
  /** Known keys of a map, of which there may be others. */
  readonly knownKeys?: VocabularyName;
  /** The numbers that mean something, both ends included. */
  readonly range?: NumberRange;
  /** What the node takes where the field is absent, when that is not the zero value. */
  readonly default?: string | number | boolean;
  /** What a number counts, such as `seconds` or `bytes`. */
  readonly unit?: string;
}

/** A range of numbers; a missing end is open. */
export interface NumberRange {
  readonly min?: number;
  readonly max?: number;
}

/** A field or an enum value that the contract had once. */
export interface RemovedField {
  readonly name: string;
  /** AgentBaker release that dropped it, where the history tells. */
  readonly removedIn?: string;
  readonly hint: string;
}

export interface EnumDescription {
  readonly name: string;
  readonly doc: string;
  readonly values: readonly EnumValueDescription[];
  readonly removed: readonly RemovedField[];
}

export interface EnumValueDescription {
  readonly name: string;
  readonly number: number;
  readonly doc: string;
  readonly since?: string;
}

export function message(
  name: string,
  doc: string,
  fields: readonly FieldDescription[],
  removed: readonly RemovedField[] = [],
): MessageDescription {
  return { name, doc, fields, removed };
}

export function field(declaration: string, doc: string, facts: FieldFacts = {}): FieldDescription {
  return { declaration, doc, ...facts };
}

export function enumeration(
  name: string,
  doc: string,
  values: readonly EnumValueDescription[],
  removed: readonly RemovedField[] = [],
): EnumDescription {
  return { name, doc, values, removed };
}

/** One enum value: `NAME = number`. */
export function value(declaration: string, doc: string, since?: string): EnumValueDescription {
  const match = /^(\w+) = (\d+)$/.exec(declaration);
  if (match?.[1] === undefined || match[2] === undefined) throw new Error(`not an enum value: ${declaration}`);
  return { name: match[1], number: Number(match[2]), doc, ...(since === undefined ? {} : { since }) };
}
