import { replacements } from '../../../contract/replacements.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

/** Values that the node replaces without a word. */
export const replacedValues: Rule<NodeConfigInput> = {
  name: 'node-config/replaced-values',
  *check({ fields }): Generator<Problem> {
    for (const { field, path, value, member, steps } of fields) {
      const replacement = replacements.find((candidate) => candidate.field === path);
      const taken = replacement?.taken(value);
      if (replacement === undefined || taken === undefined) continue;
      yield problem(
        'contract/value-replaced',
        member.value?.span ?? member.span,
        `The node silently takes ${taken} for ${field.name} here. ${replacement.accepted}.`,
        { pointer: pointerOf(steps) },
      );
    }
  },
};
