import type { Position } from '../../text/span.js';
import type { Moment } from '../times.js';
import type { ClockChange } from './clock.js';

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

/** What was found in one text. */
export interface LogSteps {
  readonly name: string;
  readonly steps: readonly LogStep[];
  readonly untimed: readonly UntimedStep[];
  readonly changes: readonly (ClockChange & { readonly line: number })[];
  /** Lines with which another boot begins. */
  readonly restarts: readonly number[];
  /** Milliseconds by which bare times are ahead of UTC, where lines tell it. */
  readonly ahead: number | undefined;
  /** Sentences that a status brings with it. */
  readonly remarks: readonly string[];
  /** The calls in its trace, by name. */
  readonly calls: ReadonlyMap<string, BootPlace>;
  /** How many statuses tell of a boot of their own. */
  readonly statuses: number;
}

/** A step as one text tells it; its time may still lack a year or a zone. */
export interface LogStep {
  readonly name: string;
  readonly moment: Moment;
  readonly place: BootPlace;
  readonly offset: number;
  readonly inOrder: boolean;
  readonly duration: number | null;
  readonly failed: boolean;
  readonly note: string | null;
}
