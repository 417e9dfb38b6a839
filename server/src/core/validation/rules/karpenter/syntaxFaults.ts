import type { Rule } from '../../rule.js';
import type { KarpenterInput } from './input.js';

/** What the parser could not make sense of. */
export const syntaxFaults: Rule<KarpenterInput> = {
  name: 'karpenter/syntax-faults',
  check: ({ tree }) => tree.problems,
};
