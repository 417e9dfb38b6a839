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
  /** Words which mean that the program succeeded after all: what is before the last of them doesn't count. */
  readonly settledBy?: RegExp;
  /** Once the node is ready, the words are about what runs on it. */
  readonly isBeforeReady?: true;
}

/** What `systemctl status` and `systemctl --failed` show of a unit that failed, or is started again because it did. */
export function failedUnit(name: string): string {
  return String.raw`\b${name}\.service(?: - [^]{1,600}?\bActive: (?:activating \(auto-restart\)|failed) \(Result: [\w-]{1,40}\)|\s{1,40}loaded\s{1,10}failed\s{1,10}failed)`;
}

/** A node that takes pods: of kubelet, and of the events of a node. */
export const readyNode = /just became ready|status is now: NodeReady/;

/** kubelet has registered its node, now or at an earlier start. */
export const registered =
  /Successfully registered node|Node was previously registered|just became ready|status is now: NodeReady/;

/** The rows of a program. */
export interface ProgramRows {
  readonly rows: readonly ProgramRow[];
  /** Whose nodes have the program; null if the text has to show it. */
  readonly audience: Audience;
  /** Whom the lines of the rows are for, if they don't say so. */
  readonly scope: Scope;
  /** What settles each of its rows that doesn't say so itself. */
  readonly settledBy?: RegExp;
  /** Steps for everybody else. */
  readonly others?: readonly Advice[];
}
