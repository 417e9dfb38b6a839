import type { Moment } from '../failure/times.js';
import type { Span } from '../text/span.js';

/** A step of a boot that a log tells of. */
export interface Milestone {
  readonly name: string;
  readonly moment: Moment;
  /** Seconds that the step took, where the log says it. */
  readonly duration: number | undefined;
  readonly failed: boolean;
  /** What the log says of a failure; empty for all else. */
  readonly words: string;
  /** Where the log says so. */
  readonly span: Span;
  /** Whether the lines around it are in the order of what happened; events are not. */
  readonly inOrder: boolean;
}
