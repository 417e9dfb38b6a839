import type { FoldableRegion, HoverInfo, Lens, LazyEntry } from '../document/editing.js';
import { failureSummary } from './report.js';
import { movedSpan, type Span, touches } from '../text/span.js';
import type { Explanation } from './explain.js';
import type { FailureView } from './view.js';
import { limits } from '../limits.js';
import type { Masking } from '../secrets/masking.js';
import { blocks, inlineCode, type Markdown, markup, prose, sequence } from '../text/markdown.js';
import { logLine, type LogLine, logLines, type LogSource } from './bootLog/line.js';
import { aboutStep, stepOf } from './bootLog/steps.js';
import type { LogPhase } from './bootLog/structure.js';
import { type DeclaredCodes, declaredEntry } from './exitCodes/declared.js';
import { entryOf } from './exitCodes/index.js';
import { isFailure } from './noExitCode.js';
import { isoTime, yearlessTime } from './times.js';

/** A line of a log explained: the program that wrote it, its time in the boot, and its phase. */
export function logHover(
  { text, lines, structure, masking, exitCodes }: FailureView,
  offset: number,
): HoverInfo | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const next = text.indexOf('\n', offset);
  const span = { start, end: next < 0 ? text.length : next };
  const line = logLine(text.slice(span.start, span.end).trimEnd(), span);
  if (line === undefined) return undefined;
  const phase = structure.phases.findLast((one) => one.span.start <= start);
  const shown = blocks([
    markup`**${titleOf(line, masking)}**`,
    prose(writers[line.source]),
    stepText(line, masking),
    exitText(line, exitCodes),
    prose(timeOf(text, line)),
    phase === undefined
      ? ''
      : markup`Phase: ${inlineCode(masking.text(phase.name))}, from line ${lines.positionAt(phase.head.start).line + 1} on`,
  ]);
  return { markdown: shown, span };
}

const writers: Readonly<Record<LogSource, string>> = {
  'cloud-init': 'cloud-init reads the custom data at boot, writes its files and runs its commands.',
  'guest agent': "Azure's agent on the node, which fetches extensions and runs them.",
  'custom script extension': "The extension that runs the scale set's command and reports how it ended.",
  'aks-node-controller': 'Reads aks-node-controller-config.json, starts the provisioning scripts and waits for them.',
  'provisioning script': 'A mark that the provisioning script sets where it begins and ends.',
  'shell trace': 'The shell prints a command before it runs it, with one more + inside each expansion.',
  'windows script': 'The script that provisions a Windows node (CustomDataSetupScript.ps1).',
  'system log': 'A program of the node wrote this to the system log.',
};

function titleOf({ source, part, level, depth, message }: LogLine, masking: Masking): Markdown {
  if (depth > 0) return markup`${prose(source)}: ${inlineCode(masking.text(message).slice(0, shownCommand))}`;
  return sequence([prose(source), part === '' ? '' : inlineCode(masking.text(part)), prose(level)], ' ');
}

/** Characters of a command that are repeated. */
const shownCommand = 120;

/** The step of the boot that a line reports; empty for most lines. */
function stepText(line: LogLine, masking: Masking): Markdown | '' {
  const step = stepOf(line);
  return step === undefined
    ? ''
    : markup`Step: ${inlineCode(masking.text(step.name))}. ${prose(aboutStep(step.name).about)}`;
}

/** The meaning of the number that a script ends with. It is not a failure: the caller may handle it. */
function exitText({ depth, message }: LogLine, exitCodes: DeclaredCodes | undefined): Markdown | '' {
  const number = depth === 1 ? /^(?:exit|return) (\d{1,3})$/.exec(message)?.[1] : undefined;
  const family = 'linux-agentbaker';
  const code = Number(number);
  const entry = number && (declaredEntry(exitCodes, family, code) ?? entryOf(family, code));
  return !entry ? '' : markup`${entry.code} is ${inlineCode(entry.name)}: ${prose(entry.meaning)}`;
}

function timeOf(text: string, { moment }: LogLine): string {
  if (moment === undefined) return '';
  const zone = moment.zoned ? '' : ', read as UTC: the line has no time zone';
  const first = firstTime(text);
  const since = first === undefined ? '' : `, ${Math.round(moment.time - first) / 1000} s after the first line`;
  if (moment.yearless === true) return `${yearlessTime(moment.time)}${since}; the line has neither year nor time zone`;
  return `${isoTime(moment.time)}${since}${zone}`;
}

/** The time of the first line that has one; logs begin with such a line. */
function firstTime(text: string): number | undefined {
  for (const { moment } of logLines(text.slice(0, firstLines))) if (moment !== undefined) return moment.time;
  return undefined;
}

/** Characters at the beginning of a log in which its first time is. */
const firstLines = 64 * 1024;

/** The phase of a log at an offset: its range, and its first line. */
export function phaseAt(view: FailureView, offset: number): { readonly span: Span; readonly name: Span }[] {
  const phase = phaseAround(view, offset);
  return phase === undefined ? [] : [{ span: phase.span, name: phase.head }];
}

/** The commands of the script in the phase around an offset, without those inside expansions. */
export function commandsAround(view: FailureView, offset: number, withHead: boolean): Span[] {
  const { text } = view;
  const phase = phaseAround(view, offset);
  if (phase === undefined) return [];
  const within = text.slice(phase.span.start, phase.span.end);
  const commands: Span[] = [];
  for (const { depth, span } of logLines(within)) {
    if (commands.length >= limits.phaseCommands) break;
    const line = movedSpan(span, phase.span.start);
    if (depth === 1 && line.start !== phase.head.start) commands.push(line);
  }
  return withHead ? [phase.head, ...commands] : commands;
}

function phaseAround({ structure }: FailureView, offset: number): LogPhase | undefined {
  return structure.phases.findLast(({ span }) => span.start <= offset && offset <= span.end);
}

/** The meaning of an exit code, on the number and on the message around it. */
export function failureHover({ failures }: Pick<FailureView, 'failures'>, offset: number): HoverInfo | undefined {
  const found =
    failures.find(({ span }) => span !== undefined && touches(span, offset)) ??
    failures.find(({ extent }) => extent !== undefined && touches(extent, offset));
  const span = found?.span !== undefined && touches(found.span, offset) ? found.span : found?.extent;
  return found === undefined || span === undefined ? undefined : { markdown: failureSummary(found), span };
}

/** The phases of a log. */
export function logOutline({ structure }: FailureView): LazyEntry[] {
  return structure.phases.map(({ name, span, head, failed }) => ({
    name,
    detail: failed ? 'failed' : '',
    kind: 'module',
    span,
    nameSpan: head,
    deprecated: false,
    children: [],
  }));
}

/** The phases of a log, and the commands inside expansions of a trace. */
export function logFoldings({ structure: { phases, runs } }: FailureView): FoldableRegion[] {
  return [
    ...phases.map(({ span }) => ({ span, form: 'lines', depth: 0 }) as const),
    ...runs.map((span) => ({ span, form: 'lines', depth: 1 }) as const),
  ];
}

/** A timeline for a log that reports steps, and an explanation of each failure. */
export function failureLenses(view: Pick<FailureView, 'failures' | 'milestones'>): Lens[] {
  const boot: Lens[] =
    view.milestones.length === 0
      ? []
      : [{ span: { start: 0, end: 0 }, title: timelineTitle, action: { is: 'timeline' } }];
  return [...boot, ...view.failures.flatMap(lensesOf)];
}

/** An explanation of a failure, and of the boot if its status contains times; a success needs no explanation. */
function lensesOf({ exitCode, errorName, silence, span, timeline }: Explanation, failure: number): Lens[] {
  const at = span ?? { start: 0, end: 0 };
  const boot: Lens[] =
    timeline.length === 0 ? [] : [{ span: at, title: timelineTitle, action: { is: 'timeline', failure } }];
  if (exitCode === 0 || (silence !== null && !isFailure(silence))) return boot;
  const code = exitCode === null ? '' : ` ${exitCode}${errorName === null ? '' : ` (${errorName})`}`;
  return [{ span: at, title: `Explain failure${code}`, action: { is: 'explain', failure } }, ...boot];
}

const timelineTitle = 'Boot timeline';
