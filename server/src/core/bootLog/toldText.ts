import type { Moment } from '../failure/times.js';
import type { BootPlace, UntimedStep } from './bootStep.js';
import type { ClockChange } from './clock.js';

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
