import { problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';
import { textsOf } from './texts.js';

/** Features whose value has a line break are left out of the shell file (AgentBaker 06836ee230, `nodeconfigutils`). */
export const features: Rule<NodeConfigInput> = {
  name: 'node-config/features',
  *check({ fields }): Generator<Problem> {
    const given = fields.find(({ path }) => path === 'enabled_features');
    for (const value of given === undefined ? [] : textsOf(given)) {
      if (!/[\r\n]/.test(value.text)) continue;
      yield problem(
        'contract/dropped-feature',
        value.node.span,
        `The value of ${value.key ?? ''} holds a line break, so the feature is left out of the node's file.`,
        { pointer: value.pointer },
      );
    }
  },
};
