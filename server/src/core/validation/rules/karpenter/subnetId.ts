import { subnetParts } from '../../../karpenter/subnetId.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { KarpenterInput } from './input.js';
import { textsOf } from './texts.js';

/** A subnet that the script does not name, because its ID is not of the form that Karpenter takes apart. */
export const subnetId: Rule<KarpenterInput> = {
  name: 'karpenter/subnet-id',
  *check({ at }): Generator<Problem> {
    const given = at('subnetID');
    for (const { node, text } of given === undefined ? [] : textsOf(given)) {
      if (subnetParts(text) !== undefined) continue;
      yield problem(
        'karpenter/invalid-subnet-id',
        node.span,
        'subnetID is not of the form /subscriptions/…/resourceGroups/…/providers/Microsoft.Network/virtualNetworks/…/subnets/…; Karpenter ignores it and leaves the subnet, the virtual network and their resource group empty in the script.',
        { pointer: pointerOf(given?.path ?? []) },
      );
    }
  },
};
