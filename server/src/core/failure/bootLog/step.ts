import type { Masked } from '../../secrets/masking.js';
import type { Position, Span } from '../../text/span.js';
import type { Moment } from '../times.js';
import type { ClockChange } from './clock.js';

/** A position in a source. */
export interface BootPosition extends Position {
  /** The name of the source. */
  readonly file: string;
}

/** A step of a boot that a log reports. */
export interface Milestone {
  readonly name: string;
  /** Undefined if the line has no time. */
  readonly moment: Moment | undefined;
  /** Seconds since the kernel started, on a console. */
  readonly uptime?: number | undefined;
  /** Duration in seconds, if the log has it. */
  readonly duration: number | undefined;
  readonly failed: boolean;
  /** The error message; empty if the step did not fail. */
  readonly words: string;
  /** The range of the line. */
  readonly span: Span;
  /** Whether the lines around it are in chronological order; events aren't. */
  readonly inOrder: boolean;
}

/** A step of a boot, merged from several sources. */
export interface BootStep {
  readonly name: Masked;
  /** ISO 8601 in UTC, by the clock at that time; without a year if no source has one. */
  readonly at: string;
  /** Seconds since the first step, corrected for changes of the clock. */
  readonly sinceStart: number;
  /** Duration of the step in seconds; null if unknown. */
  readonly duration: number | null;
  readonly failed: boolean;
  /** The error message; null if there is none. */
  readonly note: Masked | null;
  /** The source that reports it, with the zero-based line. */
  readonly file: string;
  readonly line: number;
  readonly character: number;
  /** Other positions that report the step, such as the call in a trace. */
  readonly others: readonly BootPosition[];
  /** Seconds by which the clock was set later; usually 0. */
  readonly clockOff: number;
}

/** A step without a time. */
export interface UntimedStep extends BootPosition {
  readonly name: string;
  /** The text instead of a time, such as `n/a`. */
  readonly written: string;
}

/** The steps of one source. */
export interface LogSteps {
  readonly name: string;
  readonly steps: readonly LogStep[];
  readonly untimed: readonly UntimedStep[];
  readonly changes: readonly (ClockChange & { readonly line: number })[];
  /** Lines that begin another boot. */
  readonly restarts: readonly number[];
  /** Milliseconds by which times without a zone are ahead of UTC, if known. */
  readonly ahead: number | undefined;
  /** Remarks about the times in a status. */
  readonly remarks: readonly string[];
  /** The calls in the trace, by name. */
  readonly calls: ReadonlyMap<string, BootPosition>;
  /** The number of statuses that report a boot. */
  readonly statuses: number;
}

/** A step in one source; its time may have no year or zone. */
export interface LogStep {
  readonly name: string;
  readonly moment: Moment;
  readonly place: BootPosition;
  readonly offset: number;
  readonly inOrder: boolean;
  readonly duration: number | null;
  readonly failed: boolean;
  readonly note: string | null;
}
