import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

/** What the parser could not make sense of; aks-node-controller refuses such a text as a whole. */
export const syntaxFaults: Rule<NodeConfigInput> = {
  name: 'node-config/syntax-faults',
  check: ({ tree }) => tree.problems,
};
