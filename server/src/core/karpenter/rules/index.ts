import type { Rule } from '../../problems/rules.js';
import { contradictions, noEffect, size, unsafe } from './combinations.js';
import { examples } from './examples.js';
import type { KarpenterInput } from './input.js';
import { neededOptions, readingFaults, ignoredValues, refusals } from './reading.js';
import { subnetId, taints, values, version } from './values.js';

/** The rules about Karpenter's bootstrap options. A new one is a file beside these and a line here. */
export const karpenterRules: readonly Rule<KarpenterInput>[] = [
  // What Karpenter can read.
  { name: 'karpenter/syntax-faults', check: ({ tree }) => tree.problems },
  readingFaults,
  neededOptions,
  ignoredValues,
  refusals,
  version,
  subnetId,
  // What happens in the script and on the node.
  unsafe,
  values,
  taints,
  noEffect,
  contradictions,
  size,
  // What is still to be filled in.
  examples,
];
