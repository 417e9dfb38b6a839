import { problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { FailureInput } from './input.js';

/** Steps of a boot that a log says to have failed; those whose line states an exit code are told by that code. */
export const failedSteps: Rule<FailureInput> = {
  name: 'failure/failed-steps',
  *check({ failedSteps: steps, failures }) {
    for (const { name, span } of steps) {
      const stated = failures.some(
        (one) => one.span !== undefined && one.span.start >= span.start && one.span.end <= span.end,
      );
      if (!stated) yield problem('status/failed-step', span, `This line tells of a failure: ${name}.`);
    }
  },
};
