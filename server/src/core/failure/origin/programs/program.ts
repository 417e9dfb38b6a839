import type { Advice, Audience, Scope, StepsText } from '../../errors/error.js';

/** What a program on the node writes when it fails, and what that means. */
export interface ProgramRow {
  /** The words of the program, in a text without escapes. A group `cause` is the line that shows the cause, without more. */
  readonly pattern: RegExp;
  readonly text: StepsText | ((match: RegExpExecArray) => StepsText);
  /** The field of the node config that leads to the failure; undefined if the match shows none. */
  readonly field?: string | ((match: RegExpExecArray) => string | undefined);
  /** The operating system did not get as far as provisioning. */
  readonly beforeProvisioning?: true;
  /** The words only repeat that something failed; the cause is in another line. */
  readonly isSummary?: true;
  /** Words further down in the text which mean that the program succeeded after all. */
  readonly settledBy?: RegExp;
}

/** The rows of a program. */
export interface ProgramRows {
  readonly rows: readonly ProgramRow[];
  /** Whose nodes have the program; null if the text has to show it. */
  readonly audience: Audience;
  /** Whom the lines of the rows are for, if they don't say so. */
  readonly scope: Scope;
  /** Steps for everybody else. */
  readonly others?: readonly Advice[];
}
