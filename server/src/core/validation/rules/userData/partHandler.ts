import { problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { UserDataInput } from './input.js';

/** A part handler is a Python module of which cloud-init 26.2 calls two functions. */
export const partHandler: Rule<UserDataInput> = {
  name: 'user-data/part-handler',
  *check({ text, contentType }): Generator<Problem> {
    if (contentType !== 'text/part-handler') return;
    const missing = ['list_types', 'handle_part'].filter(
      (name) => !new RegExp(`^[^#\\n]*\\b${name}\\b`, 'm').test(text),
    );
    if (missing.length === 0) return;
    yield problem(
      'user-data/part-handler-functions',
      { start: 0, end: /^[^\r\n]*/.exec(text)?.[0].length ?? 0 },
      `A part handler has to define list_types() and handle_part(); here ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing, so that it takes no part.`,
    );
  },
};
