import { problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { FailureInput } from './input.js';

/** A failure that states no code, with the reason. */
export const codelessFailures: Rule<FailureInput> = {
  name: 'failure/codeless-failures',
  *check({ failures }) {
    for (const { silence, span } of failures) {
      if (silence === null || silence.kind === 'succeeded' || silence.kind === 'unrelated') continue;
      const code = silence.kind === 'platform-timeout' ? 'cse/timed-out' : 'status/no-exit-code';
      yield problem(code, span ?? { start: 0, end: 0 }, silence.reason);
    }
  },
};
