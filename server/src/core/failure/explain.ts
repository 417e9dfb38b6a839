import type { PlainValue } from '../formats/tree/expand.js';
import type { Masked, Masking } from '../secrets/masking.js';
import type { Span } from '../text/span.js';
import { described, type ErrorDescription } from './errors/error.js';
import { shellCode } from './errors/shell.js';
import { type Failure, failuresIn, type FailureText, messageTextOf } from './failures.js';
import { familyOf, type FamilyVerdict } from './family.js';
import { numberMember } from './provisionStatus.js';
import { type NoExitCode, noExitCode, reasonWithoutCode } from './noExitCode.js';
import { codeTables, entryByName, entryOf, type TableEntry } from './exitCodes/index.js';
import type { FailureFamily } from './exitCodes/table.js';
import {
  durationOf,
  lastCommands,
  looksLikeTrace,
  type TimelineEntry,
  timelineOf,
  type TraceCommand,
} from './trace.js';

/** What a failure text reports, explained. Fields are null if the text doesn't contain them. */
export interface Explanation {
  readonly exitCode: number | null;
  /** As upstream spells it; null for success, for codes of the shell and for codes missing from the table. */
  readonly errorName: string | null;
  readonly family: FailureFamily | null;
  /** Sentences that say why this family was chosen. */
  readonly familyReasons: readonly string[];
  readonly phase: string | null;
  /** The last lines of the message that came with the code. */
  readonly detail: Masked | null;
  readonly meaning: string | null;
  readonly causes: readonly string[];
  readonly nextSteps: readonly string[];
  /** Whether the text contains the beginning of a provision status. */
  readonly hasCseStatusJson: boolean;
  /** Whether a part of the provision status was cut off. */
  readonly truncated: boolean;
  /** The code that the extension itself reports. */
  readonly outerExitCode: number | null;
  readonly status: PlainValue;
  readonly timeline: readonly (TimelineEntry & { readonly at: Masked })[];
  /** How long the scripts ran, in seconds. */
  readonly duration: number | null;
  readonly lastCommands: readonly (TraceCommand & { readonly command: Masked })[];
  readonly table: { readonly family: FailureFamily; readonly source: string } | null;
  /** Why there is no exit code; null if there is one. */
  readonly silence: NoExitCode | null;
  /** Sentences about missing parts, contradictions and background. */
  readonly notes: readonly string[];
  /** Codes of the other failures in the text, in their order. */
  readonly others: readonly { readonly exitCode: number; readonly errorName: string | null }[];
  /** The range that states the code or the failure. */
  readonly span: Span | undefined;
  /** The message that contains `span`. */
  readonly extent: Span | undefined;
}

export interface ExplainOptions {
  /** The table that the user chose; inferred if absent. */
  readonly family?: FailureFamily | undefined;
  readonly masking: Masking;
}

/**
 * Explains the first failure in a text, or the first success if there is none. The text may be an error of the portal,
 * a status of the extension, a log or anything that quotes them. Never fails.
 */
export function explainFailure(source: string, options: ExplainOptions): Explanation {
  const read = failuresIn(source);
  const { failures } = read;
  const main =
    failures.find(({ code }) => code !== undefined && code !== 0) ??
    failures.find(({ code }) => code !== undefined) ??
    failures[0];
  return explained(read, main, options);
}

/** Explains every failure in a text. */
export function explainFailures(source: string, options: ExplainOptions): Explanation[] {
  const read = failuresIn(source);
  return read.failures.map((failure) => explained(read, failure, options));
}

/** Explains a code by its number alone; undefined if the table doesn't have it. */
export function explainCode(family: FailureFamily, code: number): (ErrorDescription & Partial<TableEntry>) | undefined {
  return entryOf(family, code) ?? (code === 0 ? success : shellCode(code));
}

function explained(read: FailureText, failure: Failure | undefined, options: ExplainOptions): Explanation {
  const evidence = { around: surroundings(read, failure), failure };
  const verdict: FamilyVerdict =
    options.family === undefined ? familyOf(evidence) : { family: options.family, reasons: ['You chose this table.'] };
  const isUnrelated = failure === undefined && options.family === undefined && whyNoCode(read).kind === 'unrelated';
  const { family, reasons } = isUnrelated ? { family: null, reasons: [] } : verdict;
  const named = nameIn(failure, family, evidence.around);
  const code = failure?.code ?? named?.code;
  const entry = named ?? knownEntry(failure, family, code);
  const text: ErrorDescription | undefined = entry ?? (code === undefined ? undefined : unknownCode(family, code));
  const silence = code === undefined ? noExitCodeOf(read, failure) : null;
  const silenceSpan = silence?.span && read.cleaned.map.toOuter(silence.span);
  const members = failure?.status?.members;
  const timeline = members === undefined ? { entries: [], remarks: [] } : timelineOf(members);
  const output = traceText(read, failure);
  const { masking } = options;
  const detail = failure && messageTextOf(failure.message, failure.status, failure.outputs.errors);
  return {
    exitCode: code ?? null,
    errorName: entry?.name ?? null,
    family,
    familyReasons: reasons,
    phase: entry?.phase ?? null,
    detail: detail === undefined ? null : masking.text(detail),
    meaning: text?.meaning ?? null,
    causes: text?.causes ?? [],
    nextSteps: silence === null ? (text?.next ?? []) : silence.next,
    hasCseStatusJson: failure?.status?.begins === true,
    truncated: failure?.status !== undefined && !(failure.status.begins && failure.status.ends),
    outerExitCode: failure?.outerCode ?? null,
    status: members === undefined ? null : masking.value(members),
    timeline: timeline.entries.map((one) => ({ ...one, at: masking.text(one.at) })),
    duration: members === undefined ? null : durationOf(members),
    lastCommands: lastCommands(output, code).map((one) => ({ ...one, command: masking.text(one.command) })),
    table: family === null ? null : { family, source: codeTables[family].source },
    silence,
    notes: [...notesOn(failure, code, entry), ...timeline.remarks],
    others: otherCodes(read, failure, family),
    span: failure?.span ?? silenceSpan,
    extent: failure?.extent ?? silenceSpan,
  };
}

/** Characters on each side of a failure that are searched for its family. */
const surroundingLength = 8_000;

function surroundings({ cleaned, failures }: FailureText, failure: Failure | undefined): string {
  if (failure === undefined || failures.length < 2) return cleaned.text.slice(0, 200_000);
  const { start, end } = failure.span;
  return cleaned.text.slice(Math.max(0, start - surroundingLength), end + surroundingLength);
}

/** The Windows scripts write the name next to the code; it counts if the code changed since. */
function nameIn(failure: Failure | undefined, family: FailureFamily | null, around: string): TableEntry | undefined {
  if (family !== 'windows' || failure?.source === 'status') return undefined;
  const name = /(?:Output\s{0,4}:\s{0,4}\||CSE Error:\s{0,4})\s{0,4}(WINDOWS_CSE_[A-Z0-9_]{1,120})/.exec(
    failure?.message ?? around,
  )?.[1];
  return name === undefined ? undefined : entryByName('windows', name);
}

/** A wrapper's 1 is no error of the scripts, even if their table has a 1. */
function knownEntry(
  failure: Failure | undefined,
  family: FailureFamily | null,
  code: number | undefined,
): TableEntry | undefined {
  if (family === null || code === undefined) return undefined;
  return code === 1 && failure?.source === 'extension' ? undefined : entryOf(family, code);
}

const success = described(`Provisioning finished without an error.
  > If the node did not join the cluster, run \`journalctl -u kubelet --no-pager | tail -100\` on it.`);

function unknownCode(family: FailureFamily | null, code: number): ErrorDescription {
  if (code === 0) return success;
  const known = shellCode(code);
  if (known !== undefined) return known;
  const meaning =
    family === null
      ? `The script of the extension ended with ${code}. The author of the script defines what that means.`
      : `The table of ${codeTables[family].title} has no code ${code}: it comes from another version of the scripts or from a program that they call.`;
  return described(`${meaning}
    > Read the end of the script output: the last commands and messages show what failed.`);
}

function whyNoCode({ cleaned: { text } }: FailureText): NoExitCode {
  return reasonWithoutCode(text, looksLikeTrace(text));
}

function noExitCodeOf(read: FailureText, failure: Failure | undefined): NoExitCode {
  const found = whyNoCode(read);
  if (failure === undefined || found.kind !== 'unrelated') return found;
  return noExitCode(
    'cut',
    `The part of the provision status with the exit code was cut off.
      > Read the complete status in /var/log/azure/aks/provision.json on the node.`,
  );
}

/** The trace of a failure; the whole text if it reports only this failure and the message has no trace. */
function traceText({ cleaned, failures }: FailureText, failure: Failure | undefined): string {
  const own = failure?.outputs.output ?? failure?.message ?? '';
  if (looksLikeTrace(own) || failures.length > 1) return own;
  const outer = cleaned.text;
  return looksLikeTrace(outer) ? outer : own;
}

function notesOn(failure: Failure | undefined, code: number | undefined, entry: TableEntry | undefined): string[] {
  const notes: string[] = [];
  if (failure === undefined) return notes;
  const { status, outerCode, source, levels } = failure;
  if (status?.begins === false)
    notes.push('The beginning of the provision status is missing: the extension keeps only the last 4 KiB of output.');
  if (status !== undefined && !status.ends) notes.push('The end of the provision status is missing: the text was cut.');
  const output = failure.outputs.output;
  if (status?.begins === true && output !== undefined && output.length >= outputLimit)
    notes.push('The beginning of the output is missing: the scripts keep only the last 3,000 bytes of their log.');
  if (outerCode !== undefined && code !== undefined && outerCode !== code && source !== 'extension')
    notes.push(
      `The extension reports ${outerCode}, but the code from the node counts: it comes from the scripts themselves.`,
    );
  if (status !== undefined && code !== undefined && numberMember(status.members, 'ExitCode') === undefined)
    notes.push('The provision status lost its exit code; this is the code that the extension reports.');
  if (entry !== undefined && code !== undefined && entry.code !== code)
    notes.push(
      `The text names ${entry.name}, which is ${entry.code} in the table: the node runs another version of the scripts.`,
    );
  if (entry?.deprecated === true) notes.push(`${entry.name} is deprecated: current scripts don't use it.`);
  if (levels > 0)
    notes.push(`${levels === 1 ? 'One level of escapes was' : `${levels} levels of escapes were`} decoded.`);
  return notes;
}

/** Output of this length was most likely cut at its beginning. */
const outputLimit = 2_900;

function otherCodes(
  { failures }: FailureText,
  main: Failure | undefined,
  family: FailureFamily | null,
): Explanation['others'] {
  const codes = new Set(
    failures.flatMap((one) => (one === main || one.code === undefined || one.code === main?.code ? [] : [one.code])),
  );
  return [...codes].map((exitCode) => ({
    exitCode,
    errorName: (family === null ? undefined : entryOf(family, exitCode)?.name) ?? null,
  }));
}

/**
 * The failures that a document reports, in order. For a failure message without an exit code, the
 * explanation says why it has none.
 */
export function failuresOf(text: string, isAboutFailure: boolean, masking: Masking): readonly Explanation[] {
  const found = codeWords.test(text) ? explainFailures(text, { masking }) : [];
  return found.length === 0 && isAboutFailure ? [explainFailure(text, { masking })] : found;
}

/** Words that every statement of an exit code contains; a fast check that rules out most documents. */
const codeWords = /exit(?:code|\s{1,4}(?:status|code))|ExecDuration|BootDatapoints/i;
