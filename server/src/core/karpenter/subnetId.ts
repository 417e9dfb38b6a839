import { foldedAscii } from './go/fold.js';

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
