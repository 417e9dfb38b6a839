import { problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';
import { replaceFix, textsOf } from './texts.js';

/** The sizes with SGX, which aks-node-controller compares exactly (AgentBaker 06836ee230, `helpers`). */
const sgxSizes = ['Standard_DC2s', 'Standard_DC4s'];

/** Sizes with SGX in another casing: Azure takes them, but the node does not see that they have SGX. */
export const sgxSize: Rule<NodeConfigInput> = {
  name: 'node-config/sgx-size',
  *check({ at }): Generator<Problem> {
    const given = at('vm_size');
    for (const { text, node, pointer } of given === undefined ? [] : textsOf(given)) {
      const meant = sgxSizes.find((size) => size !== text && size.toLowerCase() === text.toLowerCase());
      if (meant === undefined) continue;
      yield problem(
        'contract/unknown-value',
        node.span,
        `The node knows the SGX size ${meant} in this casing only, and sets up a node without SGX for ${text}.`,
        { pointer, fixes: [replaceFix(node.span, meant)] },
      );
    }
  },
};
