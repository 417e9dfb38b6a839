import type { IgnoredValue } from '../../../karpenter/read.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { KarpenterInput } from './input.js';

/** Fields of NodePool and NodeClaim that do not get to the node. */
export const surprises: Rule<KarpenterInput> = {
  name: 'karpenter/surprises',
  *check({ reading }): Generator<Problem> {
    for (const surprise of reading.computed?.surprises ?? []) yield problemOf(surprise);
  },
};

function problemOf({ kind, name, member, path, resource }: IgnoredValue): Problem {
  const pointer = pointerOf(path);
  switch (kind) {
    case 'kept-label':
      return problem(
        'karpenter/label-not-passed',
        member.key.span,
        `${name} is a label that a kubelet may not set, so Karpenter does not put it into the script; the node gets it when it has joined.`,
        { pointer },
      );
    case 'dropped-kubelet':
      return problem(
        'karpenter/dropped-setting',
        member.key.span,
        `The kubelet of ${resource} does nothing: since karpenter.sh/v1 these settings are in spec.kubelet and spec.maxPods of the AKSNodeClass.`,
        { pointer },
      );
  }
}
