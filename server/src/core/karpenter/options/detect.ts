import type { ObjectNode } from '../../formats/tree/node.js';
import type { RecordType } from '../../record/model.js';
import { bootstrapOptions } from './description.js';
import { foldedAscii } from './describe.js';

/** How many names there must be that only bootstrap options have; one may be in any JSON file. */
const fewest = 2;

/**
 * Whether an object is a document of bootstrap options by its names. Some of them are names of another record, too:
 * those that only one of both has decide.
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
  return own >= fewest && own > others;
}

/** What the script takes from the Azure ID of a subnet. */
export interface SubnetParts {
  readonly resourceGroup: string;
  readonly virtualNetwork: string;
  readonly subnet: string;
}

/** The segments of an ID between its slashes; `null` stands for a name. */
const form = [
  '',
  'subscriptions',
  null,
  'resourcegroups',
  null,
  'providers',
  'microsoft.network',
  'virtualnetworks',
  null,
  'subnets',
  null,
];

/**
 * Takes a subnet's ID apart as Karpenter does (`GetVnetSubnetIDComponents`): eleven segments, fixed words in any
 * casing, names that may be empty. Undefined for anything else, which Karpenter ignores without a word.
 */
export function subnetParts(id: string): SubnetParts | undefined {
  const segments = id.split('/');
  const fits =
    segments.length === form.length &&
    form.every((word, at) => word === null || foldedAscii(segments[at] ?? '') === word);
  if (!fits) return undefined;
  return { resourceGroup: segments[4] ?? '', virtualNetwork: segments[8] ?? '', subnet: segments[10] ?? '' };
}
