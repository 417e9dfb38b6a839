import type { FieldFacts } from '../../record/model.js';

/**
 * How the contract is described (`description/*.ts`): each field is its protobuf declaration plus a sentence, so that a
 * description reads like the `.proto` file that it was made from. The history of a field is in its declaration: the
 * releases of AgentBaker that first knew it (`since`) and first no longer knew it (`until`), with the numbers of their pull
 * requests if they are known.
 */
export type TypeDescriptions = Readonly<Record<string, MessageDescription | EnumDescription>>;

interface TypeDescription {
  readonly doc: string;
  /**
   * Hints for fields or values that are gone, by name (`taints until v0.20250226.0`), or by declaration if releases that
   * are rendered for read them (`TeleportConfig teleport_config = 10 until v0.20260324.0 #8052`).
   */
  readonly removed?: Readonly<Record<string, string>>;
}

export interface MessageDescription extends TypeDescription {
  /** The first release that knows the fields without a `since` of their own; absent if the first release did. */
  readonly since?: string;
  /** The first release without the message; only earlier releases use it. */
  readonly until?: string;
  /** By declaration: `optional int32 cse_timeout = 44`, `map<string, string> enabled_features = 45 since v0.20260717.0 #8917`. */
  readonly fields: Readonly<Record<string, string | readonly [doc: string, facts: ContractFacts]>>;
}

interface EnumDescription extends TypeDescription {
  /** By declaration: `NAME = number`. */
  readonly values: Readonly<Record<string, string>>;
}

interface ContractFacts extends Omit<FieldFacts, 'since' | 'availability' | 'formerly'> {
  /** The JSON name, if it isn't the lowerCamelCase of the proto name. */
  readonly json?: string;
  /** Another type in some releases: `int64 since v0.20260607.0 until v0.20260608.1`. */
  readonly formerly?: string;
}
