import { enumerated } from '../../../contract/explain.js';
import { bootstrapOptions } from '../../../karpenter/description/index.js';
import type { BootstrapOptions } from '../../../karpenter/options.generated.js';
import { problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { KarpenterInput } from './input.js';

/**
 * Options without which there is no script, because Karpenter panics, or no node, because the script lacks what a node
 * needs to find its cluster. A version that is given and wrong is the business of `version`.
 */
export const neededOptions: Rule<KarpenterInput> = {
  name: 'karpenter/needed-options',
  *check({ tree, reading, at }): Generator<Problem> {
    // What resources do not say is asked for where somebody wants the script.
    if (tree.root?.kind !== 'object' || reading.computed !== undefined) return;
    const missing = bootstrapOptions.options.filter(({ name, needed }) => {
      if (needed === undefined) return false;
      return needed === 'panic' ? at(name) === undefined : isEmpty(reading.value, name);
    });
    if (missing.length === 0) return;
    const panics = missing.filter(({ needed }) => needed === 'panic').map(({ name }) => name);
    const { start } = tree.root.span;
    const names = missing.map(({ name }) => name);
    const consequence =
      panics.length === 0
        ? 'the node cannot join its cluster'
        : `Karpenter panics without ${enumerated(panics, 'and')}`;
    yield problem(
      'karpenter/missing-option',
      { start, end: start + 1 },
      `The options lack ${enumerated(names, 'and')}; ${consequence}.`,
    );
  },
};

function isEmpty(options: BootstrapOptions, name: string): boolean {
  const value = options[name as keyof BootstrapOptions];
  return value === undefined || value === '';
}
