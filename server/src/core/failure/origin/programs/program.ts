import type { StepsText } from '../../errors/error.js';

/** What a program on the node writes when it fails, and what that means. */
export interface ProgramRow {
  /** The words of the program, in a text without escapes. */
  readonly pattern: RegExp;
  readonly text: StepsText | ((match: RegExpExecArray) => StepsText);
  /** The field of the node config that leads to the failure; undefined if the match shows none. */
  readonly field?: string | ((match: RegExpExecArray) => string | undefined);
  /** Whose programs these are; nodes of AKS with Linux if absent. */
  readonly audience?: 'windows';
  /** The operating system did not get as far as provisioning. */
  readonly beforeProvisioning?: true;
  /** The words only repeat that something failed; the cause is in another line. */
  readonly isSummary?: true;
  /** Words further down in the text which mean that the program succeeded after all. */
  readonly settledBy?: RegExp;
}
