import { described, type ErrorDescription } from '../../errors/error.js';
import { type Span, spanOfMatch } from '../../../text/span.js';
import { cloudInitRows } from './cloudInit.js';
import { kubeletRows } from './kubelet.js';
import { nodeControllerRows, partialConfigRow, unreadField } from './nodeController.js';
import type { ProgramRow } from './program.js';
import { containerdRows, systemRows, windowsRows } from './system.js';

/** What a program on the node logged when it gave up, without an exit code of the scripts. */
export interface ProgramFailure extends ErrorDescription {
  readonly span: Span;
  /** The field of the node config that leads to it. */
  readonly field: string | undefined;
  /** Whose programs these are. */
  readonly audience: 'linux-agentbaker' | 'windows';
  /** Whether the operating system did not get as far as provisioning. */
  readonly beforeProvisioning: boolean;
  /** Whether the words only repeat that something failed. */
  readonly isSummary: boolean;
}

/** In the order of a boot, except that the end of a program says more than warnings before it. */
const rows: readonly ProgramRow[] = [
  ...nodeControllerRows,
  ...kubeletRows,
  ...containerdRows,
  ...cloudInitRows,
  ...windowsRows,
  partialConfigRow,
  ...systemRows,
];

/** What a program on the node reports in a text without escapes. */
export function programFailure(text: string): ProgramFailure | undefined {
  for (const row of rows) {
    const { pattern, text: words, field, settledBy, beforeProvisioning = false, isSummary = false } = row;
    const match = pattern.exec(text);
    if (match === null || settledBy?.test(text.slice(match.index)) === true) continue;
    return {
      ...described(typeof words === 'string' ? words : words(match)),
      span: spanOfMatch(match),
      field: (typeof field === 'function' ? field(match) : field) ?? unreadField(text),
      audience: row.audience ?? 'linux-agentbaker',
      beforeProvisioning,
      isSummary,
    };
  }
  return undefined;
}
