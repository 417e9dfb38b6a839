import { rangeText } from '../../../contract/markdown.js';
import { replacements } from '../../../contract/replacements.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

/** Numbers that a reader on the node refuses, cuts or takes for something else; the ranges are the contract's. */
export const ranges: Rule<NodeConfigInput> = {
  name: 'node-config/ranges',
  *check({ fields }): Generator<Problem> {
    for (const { field, value, member, path, steps } of fields) {
      const { range } = field;
      if (range === undefined || typeof value !== 'number') continue;
      // These are replaced rather than refused, which is said elsewhere.
      if (replacements.some((replacement) => replacement.field === path)) continue;
      if (value >= (range.min ?? -Infinity) && value <= (range.max ?? Infinity)) continue;
      yield problem(
        'contract/value-out-of-range',
        member.value?.span ?? member.span,
        `${field.name} takes ${rangeText(range)}${field.unit === undefined ? '' : ` ${field.unit}`}, not ${value}.`,
        { pointer: pointerOf(steps) },
      );
    }
  },
};
