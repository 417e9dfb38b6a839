import { problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';
import { GivenText, visitTexts } from './texts.js';

/** Features whose value has a line break are left out of the shell file (AgentBaker 06836ee230, `nodeconfigutils`). */
export const features: Rule<NodeConfigInput> = {
  name: 'node-config/features',
  check({ at, text }): Problem[] {
    const problems: Problem[] = [];
    const given = at('enabled_features');
    // Only an escape puts a line break into a JSON text.
    if (given === undefined || !text.includes('\\')) return problems;
    visitTexts(given, (node, step) => {
      if (!/[\r\n]/.test(node.value)) return;
      const value = new GivenText(node, node.value, given, step);
      if (value.isUnfinished) return;
      const message = `The value of ${value.key ?? ''} holds a line break, so the feature is left out of the node's file.`;
      problems.push(problem('contract/dropped-feature', node.span, message, { pointer: value.pointer }));
    });
    return problems;
  },
};
