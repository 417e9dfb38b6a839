import type { FieldFacts } from '../../record/model.js';

/**
 * How the contract is described (`description/*.ts`): each field is its protobuf declaration plus a sentence, so that a
 * description reads like the `.proto` file that it was made from.
 */
export type TypeDescriptions = Readonly<Record<string, MessageDescription | EnumDescription>>;

interface TypeDescription {
  readonly doc: string;
  /** Hints for fields or values that are gone, such as `taints until v0.20250226.0`: the release is the first without. */
  readonly removed?: Readonly<Record<string, string>>;
}

export interface MessageDescription extends TypeDescription {
  /** The first release that knows the fields without a `since` of their own; absent if the first release did. */
  readonly since?: string;
  /** By declaration: `optional int32 cse_timeout = 44`, `map<string, string> enabled_features = 45 since v0.20260717.0`. */
  readonly fields: Readonly<Record<string, string | readonly [doc: string, facts: ContractFacts]>>;
}

interface EnumDescription extends TypeDescription {
  /** By declaration: `NAME = number`. */
  readonly values: Readonly<Record<string, string>>;
}

interface ContractFacts extends Omit<FieldFacts, 'since' | 'availability'> {
  /** The JSON name, if it isn't the lowerCamelCase of the proto name. */
  readonly json?: string;
}
