import { limits } from '../limits.js';
import type { Span } from '../text/span.js';
import { numberMember, type StatusMembers, textMember } from './provisionStatus.js';
import { isoTime, readMoment } from './times.js';

/** A command in a shell trace (`set -x`). */
export interface TraceCommand {
  readonly command: string;
  /** The number of `+` before it: 1 for the script itself, more inside expansions. */
  readonly depth: number;
  /** Whether the script ended because of this command. */
  readonly failed: boolean;
}

/**
 * The last commands of a trace. The failing command is marked if the trace shows it, which is the case before an `exit`
 * with the known code. The code itself never comes from the trace.
 */
export function lastCommands(output: string, code: number | undefined): TraceCommand[] {
  const commands = commandsOf(output);
  const exit = code === undefined || code === 0 ? -1 : commands.findLastIndex(({ command }) => isExit(command, code));
  // Commands after the exit, such as background jobs, aren't related to the failure.
  const end = exit < 0 ? commands.length : exit + 1;
  const failed = exit < 0 ? -1 : failingCommand(commands, exit);
  const from = Math.max(0, Math.min(end - limits.traceCommands, failed < 0 ? end : failed));
  return commands.slice(from, end).map((one, index) => ({ ...one, failed: from + index === failed }));
}

interface Command {
  readonly command: string;
  readonly depth: number;
}

/** Whether a text is the trace of a shell script. */
export function looksLikeTrace(text: string): boolean {
  return (text.slice(0, 20_000).match(/(?:^|\n)\+{1,4} \S/g)?.length ?? 0) >= 3;
}

/**
 * The number of the `exit` with which a trace of the scripts ends: its last command, outside of expansions, with a code
 * other than 0. Output and prompts may follow. Undefined for other texts, such as the lines that a patch adds.
 */
export function traceExit(text: string): Span | undefined {
  const last = text.lastIndexOf('\n+') + 1;
  const match = /^\+ exit ([1-9]\d{0,2})[ \t]*(?:\r?\n|$)/.exec(text.slice(last, last + 40));
  const before = text.slice(Math.max(0, last - 20_000), last);
  if (match === null || /^(?:@@|---|\+\+\+|diff) /m.test(before)) return undefined;
  const start = last + '+ exit '.length;
  return { start, end: start + (match[1] ?? '').length };
}

function commandsOf(output: string): Command[] {
  const commands: Command[] = [];
  for (const line of output.split(/\r\n|\r|\n/)) {
    const match = /^(\+{1,8}) (.*)$/.exec(line);
    if (match !== null) commands.push({ command: (match[2] ?? '').trim(), depth: match[1]?.length ?? 1 });
  }
  return commands;
}

function isExit(command: string, code: number): boolean {
  return command === `exit ${code}` || command === `return ${code}`;
}

/** The last command before the exit that can have failed; -1 if there is none, for example after a stored result. */
function failingCommand(commands: readonly Command[], exit: number): number {
  for (let at = exit - 1; at >= Math.max(0, exit - maxSteps); at--) {
    const { command, depth } = commands[at] ?? { command: '', depth: 0 };
    if (depth > 1 || isBookkeeping.test(command)) continue;
    return /^(?:touch|mkdir|rm|set|true|:)\b/.test(command) ? -1 : at;
  }
  return -1;
}

/** Commands before an exit that are searched for its cause. */
const maxSteps = 40;

/** Commands of retry loops and messages, which don't end a script. */
const isBookkeeping =
  /^(?:echo|printf|cat|tee|date|sleep|shift|break|continue|return|exit|local|seq|for|while|wait|kill)\b|^[A-Za-z_]\w*=|^\[\[? |^'\[' |^\(\(|^'/;

/** A step of a node's boot. */
export interface TimelineEntry {
  readonly name: string;
  /** ISO 8601 in UTC; as written if it isn't a time (`n/a`: the step did not happen). */
  readonly at: string;
  /** Seconds since the first step; null if the time is unknown. */
  readonly sinceStart: number | null;
}

/** A timeline and remarks about its times. */
interface Timeline {
  /** In the order of their times; steps without a time are last. */
  readonly entries: readonly TimelineEntry[];
  /** Sentences about times that contradict each other or have no time zone. */
  readonly remarks: readonly string[];
}

/** The boot that a provision status reports. */
export function timelineOf(members: StatusMembers): Timeline {
  const inner = members.BootDatapoints;
  const group: StatusMembers = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
  const steps: Step[] = [];
  const remarks: string[] = [];
  for (const [member, name] of stepNames) {
    const own = textMember(members, member);
    const grouped = textMember(group, member);
    const written = own ?? grouped;
    if (written === undefined || written.trim() === '') continue;
    if (own !== undefined && grouped !== undefined && differ(own, grouped))
      remarks.push(`${member} has two different times; the first one is shown.`);
    steps.push({ name, written, moment: readMoment(written) });
  }
  const end = endOfScripts(members);
  if (end !== undefined) steps.push(end);
  if (steps.some(({ moment }) => moment?.zoned === false))
    remarks.push('Some times have no time zone; they are read as UTC, the time zone of nodes.');
  return { entries: entriesOf(steps), remarks: [...remarks, ...disorder(steps)] };
}

interface Step {
  readonly name: string;
  readonly written: string;
  readonly moment: { readonly time: number; readonly zoned: boolean } | undefined;
}

/** Members of a status in the order of a boot, with the names of the steps. */
const stepNames: readonly (readonly [string, string])[] = [
  ['KernelStartTime', 'kernel'],
  ['CloudInitLocalStartTime', 'cloud-init, local stage'],
  ['NetworkdStartTime', 'network'],
  ['CloudInitStartTime', 'cloud-init, network stage'],
  ['GuestAgentStartTime', 'guest agent'],
  ['CloudFinalStartTime', 'cloud-init, final stage'],
  ['CSEStartTime', 'provisioning script'],
  ['KubeletStartTime', 'kubelet'],
  ['KubeletReadyTime', 'node ready'],
];

/** How long the scripts ran, in seconds; null if unknown. */
export function durationOf(members: StatusMembers): number | null {
  return numberMember(members, 'ExecDuration') ?? numberMember(members, 'E2E') ?? null;
}

function endOfScripts(members: StatusMembers): Step | undefined {
  const start = readMoment(textMember(members, 'CSEStartTime') ?? '');
  const duration = durationOf(members);
  if (start === undefined || duration === null) return undefined;
  const time = start.time + duration * 1000;
  return { name: 'provisioning script ended', written: isoTime(time), moment: { ...start, time } };
}

function differ(a: string, b: string): boolean {
  const first = readMoment(a);
  const second = readMoment(b);
  return first === undefined || second === undefined ? a.trim() !== b.trim() : first.time !== second.time;
}

function entriesOf(steps: readonly Step[]): TimelineEntry[] {
  const known = steps.flatMap(({ name, moment }) => (moment === undefined ? [] : [{ name, time: moment.time }]));
  known.sort((a, b) => a.time - b.time);
  const first = known[0]?.time ?? 0;
  return [
    ...known.map(({ name, time }) => ({ name, at: isoTime(time), sinceStart: (time - first) / 1000 })),
    ...steps.filter(({ moment }) => !moment).map(({ name, written }) => ({ name, at: written, sinceStart: null })),
  ];
}

/** The clock is set during the boot, so the kernel may have a later time than what follows it. */
function disorder(steps: readonly Step[]): string[] {
  const kernel = steps.find(({ name }) => name === 'kernel')?.moment?.time;
  const early = steps.filter(({ moment }) => kernel !== undefined && moment !== undefined && moment.time < kernel);
  if (early.length === 0) return [];
  const names = early.map(({ name }) => name).join(', ');
  return [`These steps have earlier times than the kernel: ${names}. The clock was set during the boot.`];
}
