import type { EnumType, EnumValue, FieldFacts, RemovedName } from '../../record/model.js';

/**
 * The vocabulary in which the contract is described (`description/*.ts`). Each field is one protobuf declaration plus a
 * sentence, so that a description reads like the `.proto` file that it was made from.
 */
export interface MessageDescription {
  readonly name: string;
  readonly doc: string;
  readonly fields: readonly FieldDescription[];
  readonly removed: readonly RemovedName[];
}

export interface FieldDescription extends ContractFacts {
  /** Such as `optional int32 cse_timeout = 44` or `map<string, string> enabled_features = 45`. */
  readonly declaration: string;
  readonly doc: string;
}

interface ContractFacts extends FieldFacts {
  /** The JSON name, if it isn't the lowerCamelCase of the proto name. */
  readonly json?: string;
}

export function message(
  name: string,
  doc: string,
  fields: readonly FieldDescription[],
  removed: readonly RemovedName[] = [],
): MessageDescription {
  return { name, doc, fields, removed };
}

export function field(declaration: string, doc: string, facts: ContractFacts = {}): FieldDescription {
  return { declaration, doc, ...facts };
}

export function enumeration(
  name: string,
  doc: string,
  values: readonly EnumValue[],
  removed: readonly RemovedName[] = [],
): EnumType {
  return { name, doc, values, removed };
}

/** One enum value: `NAME = number`. */
export function value(declaration: string, doc: string, since?: string): EnumValue {
  const match = /^(\w+) = (\d+)$/.exec(declaration);
  if (match?.[1] === undefined || match[2] === undefined) throw new Error(`not an enum value: ${declaration}`);
  return { name: match[1], number: Number(match[2]), doc, ...(since === undefined ? {} : { since }) };
}
