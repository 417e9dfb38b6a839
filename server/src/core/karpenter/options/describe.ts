import {
  DescribedRecord,
  type Field,
  type FieldFacts,
  type FieldLabel,
  type RecordType,
  type ScalarType,
  type ValueType,
} from '../../record/model.js';

/**
 * The vocabulary in which the options of Karpenter's bootstrap script are described (Azure/karpenter-provider-azure
 * 352646f5, `pkg/providers/imagefamily/bootstrap`): the Go structs `AKS`, `Options` and `KubeletConfiguration`, each
 * field once.
 */
interface ObjectDescription {
  readonly name: string;
  readonly doc: string;
  readonly options: readonly Field[];
}

/** What Go's encoding/json reads an option into. */
interface OptionType {
  readonly label: FieldLabel;
  readonly type: ValueType;
}

/** What a description may contain beyond name, type, sentence and origin. */
export interface OptionFacts extends Omit<FieldFacts, 'examples' | 'origin' | 'required'> {
  /** The setting, variable or resource field that the value is taken from. */
  readonly setting?: string;
  readonly example?: unknown;
  readonly needed?: keyof typeof consequences;
}

/** What happens without an option. */
export const consequences = {
  panic: 'Without it Karpenter panics.',
  join: 'The node needs it.',
} as const;

/** Where Karpenter takes the value of an option from. */
const origins = {
  hardcoded: 'Karpenter has it in its code',
  unset: 'Nothing in Karpenter sets it',
  environment: 'Karpenter takes it from its own environment',
  'global-settings': 'Karpenter takes it from its settings for the whole cluster',
  'node-pool': 'Karpenter takes it from the NodePool',
  'aks-node-class': 'Karpenter takes it from the AKSNodeClass',
  detected: 'Karpenter finds it out in Azure or in the cluster',
  computed: 'Karpenter computes it',
} as const;
export type OptionOrigin = keyof typeof origins;

/** The same as a sentence in Markdown. */
export function originText(origin: OptionOrigin, setting?: string): string {
  return `${origins[origin]}${setting === undefined ? '' : ` (\`${setting}\`)`}.`;
}

export const string = scalar('string');
export const bool = scalar('bool');
export const int32 = scalar('int32');
export const int64 = scalar('int64');
export const duration = scalar('duration');

function scalar(name: ScalarType): OptionType {
  return { label: 'single', type: { kind: 'scalar', scalar: name } };
}

export function listOf({ type }: OptionType): OptionType {
  return { label: 'list', type };
}

export function mapOf({ type }: OptionType): OptionType {
  return { label: 'map', type };
}

export function objectOf(of: RecordType): OptionType {
  return { label: 'single', type: { kind: 'object', of } };
}

export function object({ name, doc, options }: ObjectDescription): RecordType {
  return new DescribedRecord(name, doc, [], foldedAscii).add(options);
}

export function option(
  name: string,
  { label, type }: OptionType,
  origin: OptionOrigin,
  doc: string,
  { setting, example, needed, ...facts }: OptionFacts = {},
): Field {
  return {
    ...facts,
    name,
    jsonName: name,
    label,
    type,
    doc,
    origin: originText(origin, setting),
    ...(example === undefined ? {} : { examples: [example] }),
    ...(needed === undefined ? {} : { required: consequences[needed] }),
  };
}

/**
 * One string for all spellings of an ASCII string that Go treats alike (`strings.EqualFold`, and the names of
 * `encoding/json`; Go 1.19): any casing, and the two letters outside of ASCII that fold to one in it, the Kelvin sign
 * and the long s.
 */
export function foldedAscii(text: string): string {
  return text.toLowerCase().replaceAll('\u017f', 's');
}
