import type { Position } from '../text/lineIndex.js';

/** Where a text tells something. */
export interface BootPlace extends Position {
  /** The name of the text. */
  readonly file: string;
}

/** A step of a boot, put together from several texts. */
export interface BootStep {
  readonly name: string;
  /** ISO 8601 in UTC, by the clock of that time; without a year where no text names one. */
  readonly at: string;
  /** Seconds since the first step, with changes of the clock taken out. */
  readonly sinceStart: number;
  /** Seconds that the step itself took, where a text says it; null otherwise. */
  readonly duration: number | null;
  readonly failed: boolean;
  /** What a text says of its failure; null where there is nothing to say. */
  readonly note: string | null;
  /** Which text tells it, and on which line, from 0. */
  readonly file: string;
  readonly line: number;
  readonly character: number;
  /** Further places that tell of the same step, such as the call in a trace. */
  readonly others: readonly BootPlace[];
  /** Seconds by which the clock was set afterwards; 0 for most. */
  readonly clockOff: number;
}

/** A step that a text names without a time. */
export interface UntimedStep extends BootPlace {
  readonly name: string;
  /** What the text has in the place of a time, such as `n/a`. */
  readonly written: string;
}
