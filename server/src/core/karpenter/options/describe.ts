import { DescribedRecord, type Field, type FieldFacts, type RecordType, type ScalarType } from '../../record/model.js';
import type { FormatName } from '../../values/check.js';

/**
 * How the options of Karpenter's bootstrap script are described (Azure/karpenter-provider-azure 352646f5,
 * `pkg/providers/imagefamily/bootstrap`): the Go structs `AKS`, `Options` and `KubeletConfiguration`, each field once.
 */
export function object(name: string, doc: string, options: readonly Field[]): RecordType {
  return new DescribedRecord(name, doc, foldedAscii).add(options);
}

type TypeWord = Exclude<ScalarType, 'double'> | FormatName | 'object';

/** Type and name: a format stands for a string of that format, `?` for a pointer in Go, `[]` for a list. */
type Declaration = `${TypeWord | `map<${TypeWord}>`}${'' | '?' | '[]'} ${string}`;

const scalars: readonly string[] = ['string', 'bool', 'int32', 'int64', 'duration'] satisfies ScalarType[];

/** What a description may contain beyond declaration and sentence. */
export interface OptionFacts extends Omit<FieldFacts, 'examples' | 'nullable' | 'origin' | 'required'> {
  /** Where Karpenter takes the value from, and the setting, variable or resource field there. */
  readonly from?: OptionOrigin | `${OptionOrigin} ${string}`;
  readonly example?: unknown;
  /** What happens without it; true if the API server refuses a resource without it. */
  readonly needed?: keyof typeof consequences | true;
  /** The type of an object. */
  readonly of?: RecordType;
}

export function option(
  declaration: Declaration,
  doc: string,
  { from, example, needed, of, ...facts }: OptionFacts = {},
): Field {
  const [, map, word = '', suffix, name = ''] = /^(map<)?([\w-]+)>?(\?|\[\])? (\w+)$/.exec(declaration) ?? [];
  const [origin, setting] = (from ?? '').split(' ');
  const isScalar = scalars.includes(word);
  const format = word === 'duration' || (of === undefined && !isScalar) ? (word as FormatName) : undefined;
  return {
    name,
    jsonName: name,
    label: map !== undefined ? 'map' : suffix === '[]' ? 'list' : 'single',
    type: of ? { kind: 'object', of } : { kind: 'scalar', scalar: isScalar ? (word as ScalarType) : 'string' },
    doc,
    ...(suffix === '?' && { nullable: true }),
    ...(format && { format }),
    ...(from && { origin: originText(origin as OptionOrigin, setting) }),
    ...(example !== undefined && { examples: [example] }),
    ...(needed && { required: needed === true ? needed : consequences[needed] }),
    ...facts,
  };
}

/** What happens without an option. */
export const consequences = {
  panic: 'Karpenter panics without it.',
  join: 'The node needs it.',
} as const;

/** Where Karpenter takes the value of an option from. */
const origins = {
  hardcoded: 'Karpenter hardcodes it',
  unset: 'Karpenter never sets it',
  environment: 'Karpenter reads it from its own environment',
  'global-settings': 'Karpenter reads it from its settings for the whole cluster',
  'node-pool': 'Karpenter reads it from the NodePool',
  'aks-node-class': 'Karpenter reads it from the AKSNodeClass',
  detected: 'Karpenter looks it up in Azure or in the cluster',
  computed: 'Karpenter computes it',
} as const;
export type OptionOrigin = keyof typeof origins;

/** The same as a sentence in Markdown. */
export function originText(origin: OptionOrigin, setting?: string): string {
  return `${origins[origin]}${setting === undefined ? '' : ` (\`${setting}\`)`}.`;
}

/**
 * One string for all spellings of an ASCII string that Go treats alike (`strings.EqualFold`, and the names of
 * `encoding/json`; Go 1.19): any casing, and the two letters outside of ASCII that fold to one in it, the Kelvin sign
 * and the long s.
 */
export function foldedAscii(text: string): string {
  return text.toLowerCase().replaceAll('\u017f', 's');
}
