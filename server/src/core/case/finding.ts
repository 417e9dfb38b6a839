import type { Analysis } from '../analysis.js';
import type { DocumentKind } from '../document/kinds.js';
import type { LogSteps } from '../failure/bootLog/step.js';
import { stepsOf } from '../failure/bootLog/timeline.js';
import { evidenceIn } from '../failure/evidence.js';
import {
  explainFailure,
  explainFailures,
  explainInstances,
  type ExplainOptions,
  type Explanation,
} from '../failure/explain.js';
import { flattened } from '../failure/message.js';
import type { FailureText } from '../failure/failures.js';
import { isoTime, readMoment } from '../failure/times.js';
import { latestDate } from '../failure/when.js';
import { limits } from '../limits.js';
import type { Masked, Masking } from '../secrets/masking.js';
import type { LineIndex, Position, Span } from '../text/span.js';
import { causeIn, type Cause } from './cause.js';
import { vmInText } from './vms.js';

/** A line of a file that shows a cause. */
export interface FoundLine extends Position {
  readonly text: Masked;
  readonly cause: Cause | undefined;
}

/** What a file says about the end of one boot. */
export interface Outcome {
  /** The VM that the text names for it. */
  readonly vm: string | undefined;
  readonly explanation: Explanation;
  /** How much it counts against other reports about the same VM; 0 for a success. */
  readonly strength: number;
  /** ISO 8601 in UTC. */
  readonly at: string | undefined;
  readonly line: FoundLine | undefined;
}

/** What one file contributes to a case. It doesn't hold on to the text of the file. */
export interface Finding {
  readonly file: string;
  /** The VM that the text names. */
  readonly vm: string | undefined;
  readonly outcomes: readonly Outcome[];
  /** The most telling line of a log, whether or not it reports an end. */
  readonly line: FoundLine | undefined;
  readonly steps: LogSteps | undefined;
}

/** Kinds of documents that say how a node is set up, not how it went. */
const setups: ReadonlySet<DocumentKind> = new Set<DocumentKind>([
  'node-config',
  'cloud-config',
  'user-data',
  'ignition',
  'mime',
  'custom-data',
  'cse-settings',
  'cse-command',
  'arm-template',
  'karpenter-options',
  'kubernetes',
  'terraform',
]);

/** Reads what a file says about the end of a boot. */
export function findingOf(file: string, analysis: Analysis, options: ExplainOptions): Finding {
  const { text, lines, kind } = analysis;
  const vm = vmInText(text);
  if (text === '' || setups.has(kind)) return { file, vm, outcomes: [], line: undefined, steps: undefined };
  const read = analysis.failureText;
  const outcomes = outcomesOf(read, lines, { ...options, budget: analysis.newBudget() });
  const steps = stepsOf({ name: file, text, read, budget: analysis.newBudget() });
  const isLog = kind === 'provision-log' || !/^\s*[[{]/.test(text);
  return structuredClone({
    file,
    vm,
    outcomes,
    line: isLog ? telling(text, lines, options.masking) : undefined,
    steps: hasSteps(steps) ? { ...steps, steps: steps.steps.slice(0, limits.caseSteps) } : undefined,
  });
}

/** Whether a file says something about a boot. */
export function isTelling({ outcomes, line, steps }: Finding): boolean {
  return outcomes.length > 0 || line !== undefined || steps !== undefined;
}

function hasSteps({ steps, untimed }: LogSteps): boolean {
  return steps.length + untimed.length > 0;
}

function outcomesOf(read: FailureText, lines: LineIndex, options: ExplainOptions): Outcome[] {
  const { source: text } = read;
  const listed = explainInstances(read, options);
  if (listed.length > 0)
    return listed.map(({ name, part, explanation }) => ({
      ...outcomeOf(explanation, text.slice(part.start, part.end), part.start, lines, options.masking),
      vm: name,
    }));
  const all = explainFailures(read, options);
  const distinct = new Map<string, Explanation>();
  for (const one of all.length > 0 ? all : [explainFailure(read, options)]) {
    const { key } = describedFailure(one);
    if (saysEnd(one) && !distinct.has(key)) distinct.set(key, one);
  }
  return [...distinct.values()].map((one) => outcomeOf(one, text, 0, lines, options.masking));
}

/** Whether an explanation says that a boot failed or succeeded. */
function saysEnd({ failed, exitCode, silence }: Explanation): boolean {
  return failed !== null || exitCode !== null || silence?.kind === 'succeeded';
}

function outcomeOf(explanation: Explanation, text: string, start: number, lines: LineIndex, masking: Masking): Outcome {
  const { evidence, span, detail, lastCommands } = explanation;
  const command = lastCommands.findLast(({ failed }) => failed)?.command;
  const nearby = [command, detail].filter(Boolean).join('\n');
  const shown = evidence?.span ?? span;
  const quoted = (at: Span): Masked =>
    evidence?.text ?? shortLine(text, at, masking) ?? command ?? part(text, at, masking);
  return {
    vm: undefined,
    explanation,
    strength: strengthOf(explanation),
    at: timeOf(explanation, text),
    line:
      shown === undefined || strengthOf(explanation) === 0
        ? undefined
        : foundLine(quoted(shown), shown.start + start, lines, nearby),
  };
}

function foundLine(text: Masked, offset: number, lines: LineIndex, nearby: string): FoundLine {
  return { text, ...lines.positionAt(offset), cause: causeIn(text, nearby) };
}

/** Characters of a line that are quoted. */
const longestLine = 200;

/** The line around a range; undefined for a long one, such as a status of the scripts. */
function shortLine(text: string, { start }: Span, masking: Masking): Masked | undefined {
  const begin = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', start);
  const end = next < 0 ? text.length : next;
  return end - begin > longestLine ? undefined : masking.text(text.slice(begin, end).trim());
}

/** What is around a range of a long line. */
function part(text: string, { start, end }: Span, masking: Masking): Masked {
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - longestLine / 2);
  const [shown = ''] = text.slice(from, end + longestLine / 2).split('\n', 1);
  return masking.text(shown.trim());
}

/** The last of the most telling lines of a log; undefined if none names a cause. */
function telling(text: string, lines: LineIndex, masking: Masking): FoundLine | undefined {
  const flat = flattened(text.slice(0, limits.failureText));
  const span = evidenceIn(flat.text);
  if (span === undefined) return undefined;
  const nearby = flat.text.slice(Math.max(0, span.start - longestLine), span.end + longestLine);
  const written = masking.text(flat.text.slice(span.start, span.end));
  const found = foundLine(written, flat.map.toOuter(span).start, lines, nearby);
  return found.cause === undefined ? undefined : found;
}

/**
 * What counts most about one VM: the status that the scripts wrote, their codes elsewhere, what else failed on the node, and
 * the code of a wrapper, before what only waited for the node.
 */
function strengthOf({ failed, exitCode, errorName, hasCseStatusJson }: Explanation): number {
  if (failed === null) return exitCode === null || exitCode === 0 ? 0 : wrapperStrength;
  if (failed === 'azure' || failed === 'cluster') return 1;
  if (failed !== 'node-scripts') return 3;
  if (exitCode === null) return 3;
  if (hasCseStatusJson) return 5;
  return errorName === null ? wrapperStrength : 4;
}

/** Of a code that is in no table, such as the 1 of a wrapper. */
export const wrapperStrength = 2;

/** When the scripts ended, else the latest time near the report. */
function timeOf({ timeline, span, extent }: Explanation, text: string): string | undefined {
  const ends = timeline.flatMap(({ name, at }) => {
    const time = readMoment(at)?.time;
    return time === undefined || !name.startsWith('provisioning script') ? [] : [time];
  });
  const [end] = ends.sort((a, b) => b - a);
  if (end !== undefined) return isoTime(end);
  const start = (extent ?? span)?.start ?? 0;
  const stop = (extent ?? span)?.end ?? 0;
  const near = latestDate(text.slice(Math.max(0, start - searchedAround), stop + searchedAround));
  return near === undefined ? undefined : isoTime(near.time);
}

/** Characters on each side of a report in which its time is looked for. */
const searchedAround = 2_000;

/** A failure in words, and what is equal for equal failures. */
export function describedFailure({ failed, exitCode, errorName, azureCode, extension, meaning }: Explanation): {
  readonly key: string;
  readonly title: string;
} {
  const code = exitCode === null ? '' : `exit code ${exitCode}`;
  const named = errorName === null ? code : `${code} (${errorName})`;
  const withCode = exitCode === null ? '' : ` with ${code}`;
  switch (failed) {
    case 'azure':
    case 'cluster': {
      const who = failed === 'azure' ? 'Azure' : 'the cluster waits for a node';
      return { key: `${failed} ${azureCode ?? ''}`, title: azureCode === null ? who : `${who} (${azureCode})` };
    }
    case 'extension':
      return {
        key: `extension ${extension ?? ''} ${exitCode ?? ''}`,
        title: `the extension ${extension ?? 'of another kind'} failed${withCode}`,
      };
    case 'extension-handler':
      return { key: `handler ${exitCode ?? ''}`, title: `the custom script extension itself failed${withCode}` };
    default:
      return exitCode === null
        ? { key: `program ${meaning ?? ''}`, title: 'provisioning failed without an exit code' }
        : { key: `code ${exitCode} ${errorName ?? ''}`, title: named };
  }
}
