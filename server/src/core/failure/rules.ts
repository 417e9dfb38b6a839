import type { DocumentKind } from '../document/kinds.js';
import { problem } from '../problems/problem.js';
import type { Rule } from '../problems/rules.js';
import { type Milestone, milestonesOf } from './bootLog/steps.js';
import type { Explanation } from './explain.js';
import { codeTables } from './tables/index.js';

/** A failure that states no code, with the reason. */
const codelessFailures: Rule<FailureInput> = {
  name: 'failure/codeless-failures',
  *check({ failures }) {
    for (const { silence, span } of failures) {
      if (silence === null || silence.kind === 'succeeded' || silence.kind === 'unrelated') continue;
      const code = silence.kind === 'platform-timeout' ? 'cse/timed-out' : 'status/no-exit-code';
      yield problem(code, span ?? { start: 0, end: 0 }, silence.reason);
    }
  },
};

/** A code other than 0, with its meaning; one that the table does not have is said to be unknown. */
const failedProvisioning: Rule<FailureInput> = {
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

/** Steps of a boot that a log says to have failed; those whose line states an exit code are told by that code. */
const failedSteps: Rule<FailureInput> = {
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

/** A status of which a part is missing, or which the extension around it contradicts. */
const incompleteStatus: Rule<FailureInput> = {
  name: 'failure/incomplete-status',
  *check({ failures }) {
    for (const { truncated, hasCseStatusJson, exitCode, outerExitCode, status, span } of failures) {
      if (span === undefined || status === null) continue;
      if (truncated) {
        const part = hasCseStatusJson ? 'The end' : 'The beginning';
        const message = `${part} of the provision status was cut off. The whole of it is in /var/log/azure/aks/provision.json on the node.`;
        yield problem('status/truncated', span, message);
      }
      if (outerExitCode === null || exitCode === null || outerExitCode === exitCode) continue;
      const message = `The extension reports ${outerExitCode}, the provision status ${exitCode}. The status counts: the extension only knows how its own command ended.`;
      yield problem('status/codes-differ', span, message);
    }
  },
};

/** The rules about documents that tell how provisioning ended. A new one is a file beside this and a line here. */
export const failureRules: readonly Rule<FailureInput>[] = [
  failedProvisioning,
  incompleteStatus,
  codelessFailures,
  failedSteps,
];

/** What a rule about failures sees: all that a document tells of. */
interface FailureInput {
  /** The steps of a boot that a log says to have failed. */
  readonly failedSteps: readonly Milestone[];
  readonly failures: readonly Explanation[];
}

/** Everything that a document of a kind tells about how a boot went; its failures are told by whoever read them. */
export function failureInput(kind: DocumentKind, text: string, failures: readonly Explanation[]): FailureInput {
  const failedSteps = kind === 'provision-log' ? milestonesOf(text).filter(({ failed }) => failed) : [];
  return { failures, failedSteps };
}
