import type { FailedPart } from '../failure/origin/origin.js';
import type { BootTimeline } from '../failure/bootLog/timeline.js';
import type { Masked } from '../secrets/masking.js';
import type { Position } from '../text/span.js';
import type { CaseConfig, CaseField } from './configs.js';

/** What the files of a case report together: the logs, errors and configs of one or several nodes. */
export interface Case {
  /** One sentence: who failed, how, and why as far as the files show it. */
  readonly verdict: Masked;
  /** The number of files, without those that are left out. */
  readonly files: number;
  /** The failed ones first. One node without a name has the name null. */
  readonly instances: readonly CaseInstance[];
  /** Each distinct failure once, the most frequent first. */
  readonly failures: readonly CaseFailure[];
  readonly configs: readonly CaseConfig[];
  /** A timeline of one instance for each failure. */
  readonly timelines: readonly CaseTimeline[];
  /** Files that nothing was found in, and why, as a sentence. */
  readonly notUnderstood: readonly CaseGap[];
}

export interface CaseInstance {
  readonly name: Masked | null;
  readonly outcome: 'failed' | 'succeeded' | 'unknown';
  readonly exitCode: number | null;
  readonly errorName: string | null;
  /** ISO 8601 in UTC, when the scripts ended or the failure was reported; null if no file says. */
  readonly at: string | null;
  /** The index of its failure; null if it didn't fail. */
  readonly failure: number | null;
  readonly files: readonly Masked[];
}

export interface CaseFailure {
  readonly failed: FailedPart;
  readonly exitCode: number | null;
  readonly errorName: string | null;
  readonly azureCode: Masked | null;
  readonly extension: Masked | null;
  /** `exit code 50 (ERR_OUTBOUND_CONN_FAIL)`. */
  readonly title: Masked;
  /** What the evidence shows, in a few words; null if no line names a cause. */
  readonly cause: Masked | null;
  readonly meaning: Masked | null;
  readonly causes: readonly Masked[];
  readonly nextSteps: readonly Masked[];
  readonly documentation: Masked | null;
  /** Names of the instances that it is the failure of; a node without a name counts as null. */
  readonly instances: readonly (Masked | null)[];
  /** Lines that show it, the most telling first. */
  readonly evidence: readonly CaseEvidence[];
  /** The fields of the node configs that may lead to it. */
  readonly fields: readonly CaseField[];
}

/** A line of a file, zero-based. */
export interface CaseEvidence extends Position {
  readonly file: Masked;
  readonly instance: Masked | null;
  readonly text: Masked;
  /** Further files with the same line. */
  readonly repeated: number;
}

export interface CaseTimeline {
  readonly instance: Masked | null;
  readonly timeline: BootTimeline;
}

/** A file, or a part of it, that isn't in the verdict. */
export interface CaseGap {
  readonly file: Masked;
  readonly reason: Masked;
}
