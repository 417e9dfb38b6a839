import { problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { FailureInput } from './input.js';

/** A status of which a part is missing, or which the extension around it contradicts. */
export const incompleteStatus: Rule<FailureInput> = {
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
