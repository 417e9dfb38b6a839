import { codeTables } from '../../../failure/tables/index.js';
import { problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { FailureInput } from './input.js';

/** A code other than 0, with its meaning; one that the table does not have is said to be unknown. */
export const failedProvisioning: Rule<FailureInput> = {
  name: 'failure/failed-provisioning',
  *check({ failures }) {
    for (const { exitCode, errorName, family, meaning, span } of failures) {
      if (exitCode === null || exitCode === 0 || span === undefined) continue;
      const named = errorName === null ? String(exitCode) : `${exitCode} (${errorName})`;
      if (family === null) {
        yield problem(
          'cse/command-failed',
          span,
          `The command of the extension ended with ${named}. ${meaning ?? ''}`.trim(),
        );
        continue;
      }
      yield problem('status/provisioning-failed', span, `Provisioning failed with ${named}. ${meaning ?? ''}`.trim());
      if (errorName !== null || exitCode === 1 || isOfShell(exitCode)) continue;
      const message = `The table of ${codeTables[family].title} (${codeTables[family].source}) has no code ${exitCode}; the node runs scripts of another version, or a program that they call ended with it.`;
      yield problem('status/unknown-exit-code', span, message);
    }
  },
};

/** Shells answer with these for commands that they could not run, or that a signal ended; `timeout` with 124. */
function isOfShell(code: number): boolean {
  return code >= 124 && code <= 165;
}
