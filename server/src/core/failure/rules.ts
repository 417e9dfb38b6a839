import { problem } from '../problems/problem.js';
import type { Rule } from '../problems/rules.js';
import type { Milestone } from './bootLog/step.js';
import type { Explanation } from './explain.js';
import { isTimeout } from './origin/azureErrors.js';
import { isFailure } from './noExitCode.js';
import { codeTables } from './exitCodes/index.js';

/** A failure without an exit code, with the reason. */
const codelessFailures: Rule<FailureInput> = {
  name: 'failure/codeless-failures',
  *check({ failures }) {
    for (const { failed, exitCode, azureCode, meaning, silence, span } of failures) {
      const at = span ?? { start: 0, end: 0 };
      if (failed !== null && exitCode === null && meaning !== null) {
        const code = isTimeout(azureCode ?? '') ? 'cse/timed-out' : 'status/no-exit-code';
        yield problem(code, at, meaning);
      } else if (silence !== null && isFailure(silence)) yield problem('status/no-exit-code', at, silence.reason);
    }
  },
};

/** An exit code other than 0 with its meaning, or with a warning that the table doesn't have it. */
const failedProvisioning: Rule<FailureInput> = {
  name: 'failure/failed-provisioning',
  *check({ failures }) {
    for (const { failed, exitCode, errorName, extension, family, meaning, span } of failures) {
      if (exitCode === null || exitCode === 0 || span === undefined) continue;
      const named = errorName === null ? String(exitCode) : `${exitCode} (${errorName})`;
      if (family === null) {
        const what =
          failed === 'extension-handler' ? 'The custom script extension' : `The extension ${extension ?? ''}`.trim();
        yield problem('cse/command-failed', span, `${what} failed with ${named}. ${meaning ?? ''}`.trim());
        continue;
      }
      yield problem('status/provisioning-failed', span, `Provisioning failed with ${named}. ${meaning ?? ''}`.trim());
      if (errorName !== null || exitCode === 1 || isOfShell(exitCode)) continue;
      const message = `The table of ${codeTables[family].title} (${codeTables[family].source}) has no code ${exitCode}: the node runs another version of the scripts, or a program that they call returned it.`;
      yield problem('status/unknown-exit-code', span, message);
    }
  },
};

/** Shells return these for commands that can't run or were ended by a signal; `timeout` returns 124. */
function isOfShell(code: number): boolean {
  return code >= 124 && code <= 165;
}

/** Failed steps of a boot in a log. A line with an exit code is reported by `failedProvisioning` instead. */
const failedSteps: Rule<FailureInput> = {
  name: 'failure/failed-steps',
  *check({ failedSteps: steps, failures }) {
    for (const { name, span } of steps) {
      const stated = failures.some(
        (one) => one.span !== undefined && one.span.start >= span.start && one.span.end <= span.end,
      );
      if (!stated) yield problem('status/failed-step', span, `A step of the boot failed: ${name}.`);
    }
  },
};

/** A status that is incomplete, or that the extension contradicts. */
const incompleteStatus: Rule<FailureInput> = {
  name: 'failure/incomplete-status',
  *check({ failures }) {
    for (const { truncated, hasCseStatusJson, exitCode, outerExitCode, status, span } of failures) {
      if (span === undefined || status === null) continue;
      if (truncated) {
        const part = hasCseStatusJson ? 'The end' : 'The beginning';
        const message = `${part} of the provision status was cut off. Read the complete status in /var/log/azure/aks/provision.json on the node.`;
        yield problem('status/truncated', span, message);
      }
      if (outerExitCode === null || exitCode === null || outerExitCode === exitCode) continue;
      const message = `The extension reports ${outerExitCode}, the provision status ${exitCode}. The status counts: the extension only knows how its own command ended.`;
      yield problem('status/codes-differ', span, message);
    }
  },
};

/** The rules for documents that report how provisioning ended. */
export const failureRules: readonly Rule<FailureInput>[] = [
  failedProvisioning,
  incompleteStatus,
  codelessFailures,
  failedSteps,
];

/** The input of the failure rules. */
interface FailureInput {
  /** The steps of a boot that a log reports as failed. */
  readonly failedSteps: readonly Milestone[];
  readonly failures: readonly Explanation[];
}
