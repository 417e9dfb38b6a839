import { isSettableByKubelet } from '../../../knowledge/index.js';
import { problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';
import { givenKey, keysOf } from './texts.js';

/** Labels that kubelet may not give its own node; with one of them in `--node-labels` it does not start. */
export const nodeLabels: Rule<NodeConfigInput> = {
  name: 'node-config/node-labels',
  *check({ at }): Generator<Problem> {
    const given = at('kubelet_config.kubelet_node_labels');
    if (given === undefined) return;
    for (const key of keysOf(given)) {
      if (isSettableByKubelet(key.name)) continue;
      yield problem(
        'contract/forbidden-label',
        key.span,
        `kubelet may not set the label ${key.name} on its own node, and does not start when it is told to.`,
        { pointer: givenKey(key, given).pointer },
      );
    }
  },
};
