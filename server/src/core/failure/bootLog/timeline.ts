import { limits } from '../../limits.js';
import type { Masked, Masking } from '../../secrets/masking.js';
import type { Budget } from '../../text/budget.js';
import { createLineIndex } from '../../text/span.js';
import { append } from '../../text/strings.js';
import { type Failure, failuresIn, type FailureText } from '../failures.js';
import type { StatusMembers } from '../provisionStatus.js';
import { entryOf } from '../exitCodes/index.js';
import { isoTime, type Moment, nearestYear, readMoment, yearlessTime } from '../times.js';
import { timelineOf, traceExit } from '../trace.js';
import { barsOf, gapsOf, rounded, secondsText, slowestOf } from './bars.js';
import { type ClockChange, clockChanges, zoneOffset } from './clock.js';
import { logLines } from './line.js';
import type { BootPosition, BootStep, LogStep, LogSteps, UntimedStep } from './step.js';
import { milestonesOf } from './steps.js';
import { traceCalls } from './structure.js';

/** Steps further apart than this, in milliseconds, may be from different boots. */
const oneBoot = 24 * 60 * 60_000;

/** Sentences about time zones, years and clocks in a timeline. */
function remarksOn(
  sources: readonly LogSteps[],
  changes: readonly (ClockChange & { readonly file: string; readonly line: number })[],
  near: number | undefined,
  cut: boolean,
): string[] {
  const filesWith = (has: (text: LogSteps) => boolean): string => listed(sources.filter(has).map(({ name }) => name));
  const bare = filesWith(({ steps, ahead }) => ahead === undefined && steps.some(isBare));
  const yearless = filesWith(({ steps }) => steps.some(({ moment }) => moment.yearless === true));
  const remarks: string[] = [];
  if (bare !== '') remarks.push(`Times without a time zone are read as UTC, the time zone of nodes: ${bare}.`);
  for (const { name, ahead = 0, steps } of sources) {
    if (ahead === 0 || !steps.some(isBare)) continue;
    const apart = `${secondsText(Math.abs(ahead) / 1000)} ${ahead > 0 ? 'ahead of' : 'behind'}`;
    remarks.push(`Times without a time zone in ${name} are ${apart} UTC, as other lines show, and are corrected.`);
  }
  if (yearless !== '') {
    const year =
      near === undefined ? 'only the time between steps is known' : 'the year nearest to the other times is assumed';
    remarks.push(`The times in ${yearless} have no year; ${year}.`);
  }
  append(remarks, changes.map(clockRemark));
  for (const { name, restarts } of sources) {
    const lines = listed(restarts.map((line) => String(line + 1)));
    if (lines !== '') remarks.push(`The node restarted: ${name} contains another boot from line ${lines} on.`);
  }
  for (const { name, statuses } of sources)
    if (statuses > 1) remarks.push(`${name} contains ${statuses} provision statuses, possibly of different machines.`);
  append(remarks, [...farApart(sources), ...new Set(sources.flatMap((source) => source.remarks))]);
  if (cut) remarks.push('There are too many steps to show; the last ones are omitted.');
  return remarks;
}

function isBare({ moment }: LogSteps['steps'][number]): boolean {
  return !moment.zoned;
}

function clockRemark({
  file,
  line,
  shift,
  exact,
  before,
  after,
}: ClockChange & { file: string; line: number }): string {
  const size = `${exact ? '' : 'at least '}${secondsText(Math.abs(shift) / 1000)}`;
  const where = `The clock was set ${shift < 0 ? 'back' : 'forward'} by ${size} before line ${line + 1} of ${file}`;
  const elsewhere =
    shift < 0 && before > after ? ' In other sources, times that the clock passed twice are shown as written.' : '';
  return `${where}; earlier steps are moved accordingly.${elsewhere}`;
}

function farApart(sources: readonly LogSteps[]): string[] {
  const times = sources.flatMap(({ steps }) =>
    steps.flatMap(({ moment }) => (moment.yearless === true ? [] : [moment.time])),
  );
  const span =
    times.reduce((most, time) => Math.max(most, time), -Infinity) -
    times.reduce((least, time) => Math.min(least, time), Infinity);
  return span > oneBoot
    ? [`The steps are ${secondsText(span / 1000)} apart: the sources may be from different boots.`]
    : [];
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].join(', ');
}

/** A source about a boot: a log, a provision status, events. */
export interface BootText {
  readonly name: string;
  readonly text: string;
  /** The index of the failure to show; all failures if absent. */
  readonly failure?: number | undefined;
  /** Its failures, if they have been read. */
  readonly read?: FailureText | undefined;
  /** The time for reading it. */
  readonly budget?: Budget | undefined;
}

/** The timeline of several sources. */
export interface BootTimeline {
  /** In chronological order. */
  readonly steps: readonly BootStep[];
  readonly untimed: readonly (UntimedStep & { readonly written: Masked })[];
  /** The longest time without a running step; null if there is none. */
  readonly longestGap: { readonly after: string; readonly before: string; readonly seconds: number } | null;
  /** The slowest step; null if no duration is known. */
  readonly slowest: { readonly name: string; readonly seconds: number } | null;
  /** Sources without steps. */
  readonly silent: readonly string[];
  /** Sentences about time zones, clocks and years. */
  readonly remarks: readonly string[];
}

/** Merges the steps of several texts in chronological order. */
export function bootTimeline(texts: readonly BootText[], masking: Masking): BootTimeline {
  return mergedTimeline(texts.map(stepsOf), masking);
}

/** Merges the steps of several sources in chronological order. */
export function mergedTimeline(sources: readonly LogSteps[], masking: Masking): BootTimeline {
  const shown = (text: string): Masked => masking.text(text);
  const near = sources
    .flatMap(({ steps }) => steps)
    .reduce<number | undefined>(
      (least, { moment }) => (moment.yearless === true ? least : Math.min(least ?? Infinity, moment.time)),
      undefined,
    );
  const changes = distinctChanges(
    sources.flatMap((one) => one.changes.map((change) => ({ ...change, file: one.name }))),
    near,
  );
  const timed = sources.flatMap((one) =>
    one.steps.map((step): TimedStep => {
      const time = inUtc(step.moment, one.ahead, near);
      const off = changes
        .filter((change) => isByOldClock(step, time, change))
        .reduce((sum, { shift }) => sum + shift, 0);
      return { ...step, time, real: time + off, off };
    }),
  );
  const single = mergedSteps(timed.sort((a, b) => a.real - b.real)).slice(0, limits.bootSteps);
  const first = single[0]?.real ?? 0;
  const steps = single.map(({ name, time, real, off, duration, failed, note, place, moment, others }): BootStep => ({
    name: shown(name),
    at: moment.yearless === true && near === undefined ? yearlessTime(time) : isoTime(time),
    sinceStart: rounded((real - first) / 1000),
    duration,
    failed,
    note: note === null ? null : shown(note),
    file: place.file,
    line: place.line,
    character: place.character,
    others: [...others, ...sources.flatMap(({ calls }) => calls.get(name) ?? [])],
    clockOff: rounded(off / 1000),
  }));
  const bars = barsOf(steps);
  const [gap] = gapsOf(bars);
  const slowest = slowestOf(bars);
  return {
    steps,
    untimed: sources
      .flatMap(({ untimed }) => untimed)
      // Another source may have its time.
      .filter(({ name }) => !single.some((step) => step.name === name))
      .map((one) => ({ ...one, written: shown(one.written) })),
    longestGap:
      gap === undefined ? null : { after: gap.after, before: gap.before, seconds: rounded(gap.to - gap.from) },
    slowest: slowest === undefined ? null : { name: slowest.name, seconds: slowest.duration ?? 0 },
    silent: sources.filter((one) => one.steps.length + one.untimed.length === 0).map(({ name }) => name),
    remarks: remarksOn(sources, changes, near, timed.length > limits.bootSteps),
  };
}

interface TimedStep extends LogStep {
  /** By the clock at that time. */
  readonly time: number;
  /** By the clock after all changes. */
  readonly real: number;
  readonly off: number;
}

/** Steps with the same name closer than this, in milliseconds, are the same step: logs round to seconds. */
const sameStep = 1_500;

type MergedStep = TimedStep & { readonly others: readonly BootPosition[] };

/** Merges the same step from several sources; `steps` are in chronological order. */
function mergedSteps(steps: readonly TimedStep[]): MergedStep[] {
  const kept: MergedStep[] = [];
  const last = new Map<string, number>();
  for (const step of steps) {
    const index = last.get(step.name) ?? -1;
    const same = kept[index];
    if (same === undefined || step.real - same.real >= sameStep) {
      last.set(step.name, kept.length);
      kept.push({ ...step, others: [] });
      continue;
    }
    kept[index] = {
      ...same,
      duration: same.duration ?? step.duration,
      failed: same.failed || step.failed,
      note: same.note ?? step.note,
      others: same.place.file === step.place.file ? same.others : [...same.others, step.place],
    };
  }
  return kept;
}

function inUtc({ time, zoned, yearless }: Moment, ahead: number | undefined, near: number | undefined): number {
  const dated = yearless === true && near !== undefined ? nearestYear(time, near) : time;
  return zoned ? dated : dated - (ahead ?? 0);
}

/**
 * Whether a step has its time from the clock before a change. In the log with the change, the
 * position decides; in other sources the time, which is ambiguous between the two times of a clock that was set back.
 */
function isByOldClock(step: LogStep, time: number, change: ClockChange & { readonly file: string }): boolean {
  if (step.inOrder && step.place.file === change.file) return step.offset < change.offset;
  return time <= Math.min(change.before, change.after - 1);
}

/** Removes changes of the clock that another log also shows. */
function distinctChanges<Change extends ClockChange>(changes: readonly Change[], near: number | undefined): Change[] {
  const kept: Change[] = [];
  const dated = changes.map((change) =>
    near === undefined || change.after > 10 * yearLength
      ? change
      : { ...change, before: nearestYear(change.before, near), after: nearestYear(change.after, near) },
  );
  for (const change of [...dated].sort((a, b) => Number(b.exact) - Number(a.exact))) {
    const known = kept.some((one) => one.shift < 0 === change.shift < 0 && Math.abs(one.after - change.after) < 60_000);
    if (!known) kept.push(change);
  }
  return kept;
}

/** Times within a few years of 1970 are times without a year. */
const yearLength = 365 * 24 * 60 * 60_000;

/** The steps that one text reports. */
export function stepsOf(source: BootText): LogSteps {
  const { budget } = source;
  if (budget === undefined) return readSteps(source);
  const steps = budget.timed(() => readSteps(source));
  const remark = `There was no time to read all of ${source.name}; steps may be missing.`;
  return budget.isSpent || source.read?.isPartial === true ? { ...steps, remarks: [...steps.remarks, remark] } : steps;
}

function readSteps({ name: file, text, failure, read, budget }: BootText): LogSteps {
  const index = createLineIndex(text);
  const placeOf = (offset: number): BootPosition => ({ file, ...index.positionAt(offset) });
  const all = statusesOf(read ?? failuresIn(text, budget), placeOf);
  // With the statuses of several machines in one source, only the chosen one is used.
  const chosen = failure === undefined || all.length < 2 ? undefined : all.filter((one) => one.index === failure);
  const statuses = chosen ?? all;
  const lines = chosen === undefined ? [...logLines(text, budget)] : [];
  const { changes, restarts } = clockChanges(lines);
  const logged = chosen === undefined ? milestonesOf(text, budget, lines) : [];
  const steps = logged.flatMap(({ name, moment, duration, failed, words, span, inOrder }): LogStep[] =>
    moment === undefined
      ? []
      : [
          {
            name,
            moment,
            duration: duration ?? null,
            failed,
            note: words === '' ? null : words,
            place: placeOf(span.start),
            offset: span.start,
            inOrder,
          },
        ],
  );
  const undated = logged.flatMap(({ name, moment, uptime, span }) =>
    moment === undefined ? [{ name, written: uptimeText(uptime), ...placeOf(span.start) }] : [],
  );
  const exit = chosen === undefined ? traceExit(text) : undefined;
  const ended = exit === undefined ? [] : [{ name: scriptEnded, written: '', ...placeOf(exit.start) }];
  const calls = new Map<string, BootPosition>();
  for (const { name, span } of traceCalls(lines)) if (!calls.has(name)) calls.set(name, placeOf(span.start));
  return {
    name: file,
    steps: [...steps, ...statuses.flatMap((one) => one.steps)],
    untimed: [...undated, ...ended, ...statuses.flatMap(({ untimed }) => untimed)],
    changes: changes.map((change) => ({ ...change, line: placeOf(change.offset).line })),
    restarts: restarts.map((offset) => placeOf(offset).line),
    ahead: zoneOffset(lines),
    remarks: [...new Set(statuses.flatMap(({ remarks }) => remarks))],
    calls,
    statuses: statuses.filter(({ steps }) => steps.length > 0).length,
  };
}

/** The time of a step on a console that shows no date; empty if there is none. */
function uptimeText(uptime: number | undefined): string {
  return uptime === undefined ? '' : `${uptime} s after the kernel started`;
}

interface StatusSteps {
  /** Its index among the failures of the source. */
  readonly index: number;
  readonly steps: readonly LogStep[];
  readonly untimed: readonly UntimedStep[];
  readonly remarks: readonly string[];
}

/** The steps in the provision statuses of a source. */
function statusesOf({ failures }: FailureText, placeOf: (offset: number) => BootPosition): StatusSteps[] {
  return failures.flatMap((failure, index) =>
    failure.status === undefined ? [] : [{ index, ...statusSteps(failure, failure.status.members, placeOf) }],
  );
}

function statusSteps(
  { span, code }: Failure,
  members: StatusMembers,
  placeOf: (offset: number) => BootPosition,
): Omit<StatusSteps, 'index'> {
  const { entries, remarks } = timelineOf(members);
  const place = placeOf(span.start);
  const ended = entries.some(({ name }) => name === scriptEnded);
  const steps: LogStep[] = [];
  const untimed: UntimedStep[] = [];
  for (const { name, at } of entries) {
    const moment = readMoment(at);
    if (moment === undefined) {
      untimed.push({ name, written: at, ...place });
      continue;
    }
    const failed = code !== undefined && code !== 0 && name === (ended ? scriptEnded : scriptStarted);
    const note = failed ? codeNote(code) : null;
    steps.push({ name, moment, duration: null, failed, note, place, offset: span.start, inOrder: false });
  }
  return { steps, untimed, remarks };
}

const scriptEnded = 'provisioning script ended';
const scriptStarted = 'provisioning script';

/** The note of a status, which only AKS for Linux nodes prints. */
function codeNote(code: number): string {
  const name = entryOf('linux-agentbaker', code)?.name;
  return `Exit code ${code}${name === undefined ? '' : `: ${name}`}`;
}
