import type { Analysis } from '../analysis.js';
import type { HoverInfo } from '../document/editing.js';
import { limits } from '../limits.js';
import { maskSecrets } from '../secrets/mask.js';
import { inlineCode } from '../text/markdown.js';
import type { Span } from '../text/span.js';
import { logLine, type LogLine, logLines, type LogSource } from './bootLog/line.js';
import { aboutStep, stepOf } from './bootLog/steps.js';
import { type LogPhase, structureOf } from './bootLog/structure.js';
import { entryOf } from './tables/index.js';
import { isoTime, yearlessTime } from './times.js';

/** What a line of a log says: who wrote it, when in the boot, and in which phase. */
export function logHover({ text, lines }: Analysis, offset: number): HoverInfo | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const next = text.indexOf('\n', offset);
  const span = { start, end: next < 0 ? text.length : next };
  const line = logLine(text.slice(span.start, span.end).trimEnd(), span);
  if (line === undefined) return undefined;
  const phase = structureOf(text).phases.findLast(({ span: whole }) => whole.start <= start);
  const blocks = [
    `**${titleOf(line)}**`,
    writers[line.source],
    stepText(line),
    exitText(line),
    timeOf(text, line),
    phase === undefined
      ? ''
      : `Phase: ${code(phase.name)}, from line ${lines.positionAt(phase.head.start).line + 1} on`,
  ];
  return { markdown: blocks.filter((block) => block !== '').join('\n\n'), span };
}

const writers: Readonly<Record<LogSource, string>> = {
  'cloud-init': 'cloud-init reads the custom data at boot, writes its files and runs its commands.',
  'guest agent': "Azure's agent on the node, which fetches extensions and runs them.",
  'custom script extension': "The extension that runs the scale set's command and reports how it ended.",
  'aks-node-controller': 'Reads aks-node-controller-config.json, starts the provisioning scripts and waits for them.',
  'provisioning script': 'A mark that the provisioning script sets where it begins and ends.',
  'shell trace': 'The shell prints a command before it runs it, with one more + inside each expansion.',
  'system log': 'A program of the node wrote this to the system log.',
};

function titleOf({ source, part, level, depth, message }: LogLine): string {
  if (depth > 0) return `${source}: ${code(message.slice(0, shownCommand))}`;
  return [source, ...(part === '' ? [] : [code(part)]), level].filter((piece) => piece !== '').join(' ');
}

/** Characters of a command that are repeated. */
const shownCommand = 120;

/** What a line tells of the boot, where it is one of the few that do. */
function stepText(line: LogLine): string {
  const step = line.source === 'shell trace' ? undefined : stepOf(line);
  return step === undefined ? '' : `Step: ${code(step.name)}. ${aboutStep(step.name).about}`;
}

/** What the number means with which a script ends; it may still be caught, so that no failure is taken from it. */
function exitText({ depth, message }: LogLine): string {
  const number = depth === 1 ? /^(?:exit|return) (\d{1,3})$/.exec(message)?.[1] : undefined;
  const entry = number === undefined ? undefined : entryOf('linux-agentbaker', Number(number));
  return entry === undefined ? '' : `${entry.code} is ${code(entry.name)}: ${entry.meaning}`;
}

function timeOf(text: string, { moment }: LogLine): string {
  if (moment === undefined) return '';
  const zone = moment.zoned ? '' : ', taken for UTC: the line names no zone';
  const first = firstTime(text);
  const since = first === undefined ? '' : `, ${Math.round(moment.time - first) / 1000} s after the first line`;
  if (moment.yearless === true) return `${yearlessTime(moment.time)}${since}; the line names neither year nor zone`;
  return `${isoTime(moment.time)}${since}${zone}`;
}

function firstTime(text: string): number | undefined {
  for (const { moment } of logLines(text)) if (moment !== undefined) return moment.time;
  return undefined;
}

/** A text of a log as code; secrets in it stay hidden. */
function code(text: string): string {
  return inlineCode(maskSecrets(text).text);
}

/** The phase of a log that a place is in: all of it, and the line with which it begins. */
export function phaseAt({ text }: Analysis, offset: number): { readonly span: Span; readonly name: Span }[] {
  const phase = phaseAround(text, offset);
  return phase === undefined ? [] : [{ span: phase.span, name: phase.head }];
}

/** What the script itself ran in the phase around a place, without what its expansions did. */
export function commandsAround({ text }: Analysis, offset: number, withHead: boolean): Span[] {
  const phase = phaseAround(text, offset);
  if (phase === undefined) return [];
  const within = text.slice(phase.span.start, phase.span.end);
  const commands: Span[] = [];
  for (const { depth, span } of logLines(within)) {
    if (commands.length >= limits.phaseCommands) break;
    const place = { start: span.start + phase.span.start, end: span.end + phase.span.start };
    if (depth === 1 && place.start !== phase.head.start) commands.push(place);
  }
  return withHead ? [phase.head, ...commands] : commands;
}

function phaseAround(text: string, offset: number): LogPhase | undefined {
  return structureOf(text).phases.findLast(({ span }) => span.start <= offset && offset <= span.end);
}
