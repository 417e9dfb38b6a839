import type { NumberRange } from '../../record/model.js';
import type { VocabularyName } from '../../values/known/vocabulary.js';
import type { FormatName } from '../../values/format.js';

/**
 * The words in which the options of Karpenter's bootstrap script are described (Azure/karpenter-provider-azure
 * 352646f5, `pkg/providers/imagefamily/bootstrap`): the Go structs `AKS`, `Options` and `KubeletConfiguration`, each
 * field once.
 */
export interface ObjectDescription {
  readonly name: string;
  readonly doc: string;
  readonly options: readonly OptionDescription[];
}

/** Where Karpenter takes the value of an option from. */
export type OptionOrigin =
  'hardcoded' | 'unset' | 'environment' | 'global-settings' | 'node-pool' | 'aks-node-class' | 'detected' | 'computed';

/** What Go's encoding/json reads an option into. */
export type OptionType =
  | { readonly kind: 'string' }
  | { readonly kind: 'bool' }
  | { readonly kind: 'integer'; readonly bits: 32 | 64 }
  /** Text that `time.ParseDuration` reads (`metav1.Duration`). */
  | { readonly kind: 'duration' }
  | { readonly kind: 'object'; readonly of: ObjectDescription }
  | { readonly kind: 'list'; readonly of: OptionType }
  | { readonly kind: 'map'; readonly of: OptionType };

export interface OptionDescription extends OptionFacts {
  /** As in bootstrap-options documents; a reader takes it in any casing. */
  readonly name: string;
  readonly type: OptionType;
  readonly doc: string;
  readonly origin: OptionOrigin;
}

/** What a description may say beyond name, type, sentence and origin. */
export interface OptionFacts {
  /** The setting, variable or resource field that the value is taken from. */
  readonly setting?: string;
  readonly example?: unknown;
  /** The form of the text; of each entry for lists, of each value for maps. */
  readonly format?: FormatName;
  /** The form of a map's keys. */
  readonly keyFormat?: FormatName;
  /** The only texts that mean something on the node. */
  readonly oneOf?: readonly string[];
  readonly known?: VocabularyName;
  readonly knownKeys?: VocabularyName;
  readonly range?: NumberRange;
  /** What stands in the script where the option is absent, if that is not the zero value. */
  readonly default?: string;
  /** Whether the value must not be shown. */
  readonly secret?: true;
  /** Without it Karpenter panics (`panic`), or the node cannot join (`join`). */
  readonly needed?: 'panic' | 'join';
  /** Whether null and absence are told apart from the zero value. */
  readonly nullable?: true;
}

export const string: OptionType = { kind: 'string' };
export const bool: OptionType = { kind: 'bool' };
export const int32: OptionType = { kind: 'integer', bits: 32 };
export const int64: OptionType = { kind: 'integer', bits: 64 };
export const duration: OptionType = { kind: 'duration' };

export function listOf(of: OptionType): OptionType {
  return { kind: 'list', of };
}

export function mapOf(of: OptionType): OptionType {
  return { kind: 'map', of };
}

export function objectOf(of: ObjectDescription): OptionType {
  return { kind: 'object', of };
}

export function option(
  name: string,
  type: OptionType,
  origin: OptionOrigin,
  doc: string,
  facts: OptionFacts = {},
): OptionDescription {
  return { name, type, origin, doc, ...facts };
}
