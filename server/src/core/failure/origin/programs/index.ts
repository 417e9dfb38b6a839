import { type Audience, described, type ErrorDescription } from '../../errors/error.js';
import type { Span } from '../../../text/span.js';
import { cloudInitRows, kubeadmRows } from './cloudInit.js';
import { kubeletLogs, kubeletRows } from './kubelet.js';
import {
  controllerUnitRow,
  nodeControllerRows,
  partialConfigRow,
  reportedErrorRow,
  stoppedWaitingRow,
  unreadField,
} from './nodeController.js';
import { endOfSigns, matchBehind, type ProgramRow, type ProgramRows, readyNode, registered } from './program.js';
import { containerdConfigRow, containerdRows, systemRows, windowsRows } from './system.js';

/** What a program on the node logged when it gave up, without an exit code of the scripts. */
export interface ProgramFailure extends ErrorDescription {
  readonly span: Span;
  /** The field of the node config that leads to it. */
  readonly field: string | undefined;
  /** Whose nodes have the program; null if the text has to show it. */
  readonly audience: Audience;
  /** Whether the operating system did not get as far as provisioning. */
  readonly beforeProvisioning: boolean;
  /** Whether the range is all that shows the cause; otherwise the message around it does. */
  readonly isWhole: boolean;
  /** Whether the words only repeat that something failed. */
  readonly isSummary: boolean;
}

/** In the order of a boot, except that the end of a program says more than warnings before it. */
export const programs: readonly ProgramRows[] = [
  { rows: nodeControllerRows, audience: 'linux-agentbaker', scope: 'agentbaker' },
  // Without a runtime, kubelet only says that there is none.
  { rows: [containerdConfigRow], audience: 'linux-agentbaker', scope: 'linux', settledBy: registered },
  { rows: kubeletRows, audience: null, scope: 'agentbaker', settledBy: registered, others: kubeletLogs },
  { rows: containerdRows, audience: 'linux-agentbaker', scope: 'linux', settledBy: registered },
  { rows: kubeadmRows, audience: 'linux-agentbaker', scope: 'linux' },
  { rows: cloudInitRows, audience: 'linux-agentbaker', scope: 'linux' },
  { rows: windowsRows, audience: 'windows', scope: 'windows' },
  {
    rows: [stoppedWaitingRow, partialConfigRow, reportedErrorRow, controllerUnitRow],
    audience: 'linux-agentbaker',
    scope: 'agentbaker',
  },
  { rows: systemRows, audience: 'linux-agentbaker', scope: 'linux' },
];

/** What a program on the node reports in a text without escapes. */
export function programFailure(text: string): ProgramFailure | undefined {
  for (const program of programs) {
    const settled = endOfSigns(text, program.settledBy);
    for (const row of program.rows) {
      const from = row.settledBy === undefined ? settled : endOfSigns(text, row.settledBy);
      const match = matchBehind(text, row.pattern, from);
      if (match === null) continue;
      if (row.isBeforeReady === true && readyNode.test(text.slice(0, match.index))) continue;
      const cause = match.groups?.cause;
      const start = match.index + match[0].lastIndexOf(cause ?? match[0]);
      return {
        ...describedRow(program, row, match),
        span: { start, end: start + (cause ?? match[0]).length },
        isWhole: cause !== undefined,
        field: (typeof row.field === 'function' ? row.field(match) : row.field) ?? unreadField(text),
        audience: program.audience,
        beforeProvisioning: row.beforeProvisioning ?? false,
        isSummary: row.isSummary ?? false,
      };
    }
  }
  return undefined;
}

/** What a row means for its match. */
export function describedRow(
  { scope, others = [] }: ProgramRows,
  { text }: ProgramRow,
  match: RegExpExecArray,
): ErrorDescription {
  const { meaning, causes, next } = described(typeof text === 'string' ? text : text(match), scope);
  return { meaning, causes, next: [...next, ...others] };
}
