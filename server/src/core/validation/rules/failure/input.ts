import type { Milestone } from '../../../bootLog/milestone.js';
import { milestonesOf } from '../../../bootLog/milestones.js';
import type { DocumentKind } from '../../../document/kinds.js';
import type { Explanation } from '../../../failure/explain.js';

/** What a rule about failures sees: all that a document tells of. */
export interface FailureInput {
  /** The steps of a boot that a log says to have failed. */
  readonly failedSteps: readonly Milestone[];
  readonly failures: readonly Explanation[];
}

/** Everything that a document of a kind tells about how a boot went; its failures are told by whoever read them. */
export function failureInput(kind: DocumentKind, text: string, failures: readonly Explanation[]): FailureInput {
  const failedSteps = kind === 'provision-log' ? milestonesOf(text).filter(({ failed }) => failed) : [];
  return { failures, failedSteps };
}
