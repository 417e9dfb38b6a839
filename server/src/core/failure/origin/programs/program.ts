import type { Advice, Audience, Scope, StepsText } from '../../errors/error.js';
import { copyOf } from '../../../text/strings.js';

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

/**
 * What the journal, `systemctl status` and `systemctl --failed` show of a unit that failed, or is started again because it did,
 * as a pattern.
 */
export function failedUnit(name: string): string {
  return String.raw`\b${name}\.service(?:: (?:Main process exited|Failed with result|Start request repeated too quickly)[^\n]{0,120}| - [^]{1,600}?\bActive: (?:activating \(auto-restart\)|failed) \(Result: [\w-]{1,40}\)|\s{1,40}loaded\s{1,10}failed\s{1,10}failed)`;
}

/**
 * The first match of a pattern behind the last sign that a failure was got over, whose offset is `from`. Its index is in the
 * whole text.
 */
export function matchBehind(text: string, pattern: RegExp, from: number): RegExpExecArray | null {
  const match = pattern.exec(from === 0 ? text : text.slice(from));
  if (match !== null) match.index += from;
  return match;
}

/** Behind the last sign that a failure was got over; 0 if there is none. */
export function endOfSigns(text: string, signs: RegExp | undefined): number {
  if (signs?.test(text) !== true) return 0;
  let end = 0;
  for (const match of text.matchAll(copyOf(signs, 'g'))) end = match.index + match[0].length;
  return end;
}

/** A node that accepts pods: of kubelet, and of the events of a node. */
export const readyNode = /just became ready|status is now: NodeReady/;

/** kubelet has registered its node, now or at an earlier start. */
export const registered = new RegExp(`Successfully registered node|Node was previously registered|${readyNode.source}`);

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
