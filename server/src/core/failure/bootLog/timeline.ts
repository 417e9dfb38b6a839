import { limits } from '../../limits.js';
import { maskSecrets } from '../../secrets/mask.js';
import { createLineIndex } from '../../text/span.js';
import { type Failure, failuresIn } from '../failures.js';
import type { StatusMembers } from '../provisionStatus.js';
import { entryOf } from '../tables/index.js';
import { isoTime, type Moment, nearestYear, readMoment, yearlessTime } from '../times.js';
import { timelineOf } from '../trace.js';
import { barsOf, gapsOf, rounded, secondsText, slowestOf } from './bars.js';
import { type ClockChange, clockStory, zoneOffset } from './clock.js';
import { logLines } from './line.js';
import type { BootPlace, BootStep, LogStep, LogSteps, UntimedStep } from './step.js';
import { milestonesOf } from './steps.js';
import { traceCalls } from './structure.js';

/** Steps that lie further apart than this, in milliseconds, may be of different boots. */
const oneBoot = 24 * 60 * 60_000;

/** What has to be known to read the times of a timeline: sentences, one for each matter. */
function remarksOn(
  told: readonly LogSteps[],
  changes: readonly (ClockChange & { readonly file: string; readonly line: number })[],
  near: number | undefined,
  cut: boolean,
): string[] {
  const filesWith = (has: (text: LogSteps) => boolean): string => listed(told.filter(has).map(({ name }) => name));
  const bare = filesWith(({ steps, ahead }) => ahead === undefined && steps.some(isBare));
  const yearless = filesWith(({ steps }) => steps.some(({ moment }) => moment.yearless === true));
  return [
    ...(bare === '' ? [] : [`Times without a zone are taken for UTC, in which nodes run: ${bare}.`]),
    ...told.flatMap(({ name, ahead, steps }) =>
      ahead === undefined || ahead === 0 || !steps.some(isBare)
        ? []
        : [
            `The bare times in ${name} are ${secondsText(Math.abs(ahead) / 1000)} ${ahead > 0 ? 'ahead of' : 'behind'} UTC, as its own lines show; this is taken out.`,
          ],
    ),
    ...(yearless === ''
      ? []
      : [
          near === undefined
            ? `No time in ${yearless} names a year, and no other text tells it; how far steps are apart is right all the same.`
            : `The year of the times in ${yearless} is not written there; it is the one that brings them nearest to the other times.`,
        ]),
    ...changes.map(clockRemark),
    ...told.flatMap(({ name, restarts }) =>
      restarts.length === 0
        ? []
        : [
            `The node started again in between: ${name} tells of another boot from line ${listed(restarts.map((line) => String(line + 1)))} on.`,
          ],
    ),
    ...told.flatMap(({ name, statuses }) =>
      statuses > 1 ? [`${name} holds ${statuses} provision statuses, which may be of different machines.`] : [],
    ),
    ...farApart(told),
    ...new Set(told.flatMap(({ remarks }) => remarks)),
    ...(cut ? ['There are more steps than can be shown; the last ones are left out.'] : []),
  ];
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
  const where = `The clock was put ${shift < 0 ? 'back' : 'forward'} by ${size} in front of line ${line + 1} of ${file}`;
  const elsewhere =
    shift < 0 && before > after
      ? ' In other texts, times that the clock passed twice are shown as they are written.'
      : '';
  return `${where}; earlier steps are moved by as much.${elsewhere}`;
}

function farApart(told: readonly LogSteps[]): string[] {
  const times = told.flatMap(({ steps }) =>
    steps.flatMap(({ moment }) => (moment.yearless === true ? [] : [moment.time])),
  );
  const span =
    times.reduce((most, time) => Math.max(most, time), -Infinity) -
    times.reduce((least, time) => Math.min(least, time), Infinity);
  return span > oneBoot
    ? [`The steps lie ${secondsText(span / 1000)} apart: the texts may be of different boots.`]
    : [];
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].join(', ');
}

/** A text of a boot: a log, a provision status, events. */
export interface BootText {
  readonly name: string;
  readonly text: string;
  /** Which of the failures that it tells of is meant, by its place among them; all of them where it is absent. */
  readonly failure?: number | undefined;
}

/** One timeline of several texts. */
export interface BootTimeline {
  /** In the order in which they happened. */
  readonly steps: readonly BootStep[];
  readonly untimed: readonly UntimedStep[];
  /** The longest time in which no step is known to run; null where there is none. */
  readonly longestGap: { readonly after: string; readonly before: string; readonly seconds: number } | null;
  /** The step that took longest by itself; null where none says how long it took. */
  readonly slowest: { readonly name: string; readonly seconds: number } | null;
  /** Texts that tell of no step. */
  readonly silent: readonly string[];
  /** Sentences about zones, clocks and years that have to be known to read the times. */
  readonly remarks: readonly string[];
}

/** Puts the steps of several texts into one order, with secrets masked. What two texts tell alike stands there once. */
export function bootTimeline(texts: readonly BootText[], { showSecrets = false } = {}): BootTimeline {
  const shown = (text: string): string => (showSecrets ? text : maskSecrets(text).text);
  const told = texts.map(toldBy);
  const near = told
    .flatMap(({ steps }) => steps)
    .reduce<number | undefined>(
      (least, { moment }) => (moment.yearless === true ? least : Math.min(least ?? Infinity, moment.time)),
      undefined,
    );
  const changes = distinct(
    told.flatMap((one) => one.changes.map((change) => ({ ...change, file: one.name }))),
    near,
  );
  const timed = told.flatMap((one) =>
    one.steps.map((step): TimedStep => {
      const time = inUtc(step.moment, one.ahead, near);
      const off = changes
        .filter((change) => isByOldClock(step, time, change))
        .reduce((sum, { shift }) => sum + shift, 0);
      return { ...step, time, real: time + off, off };
    }),
  );
  const single = once(timed.sort((a, b) => a.real - b.real)).slice(0, limits.bootSteps);
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
    others: [...others, ...callsOf(name, told)],
    clockOff: rounded(off / 1000),
  }));
  const bars = barsOf(steps);
  const [gap] = gapsOf(bars);
  const slowest = slowestOf(bars);
  return {
    steps,
    untimed: told
      .flatMap(({ untimed }) => untimed)
      // Another text may know when it was.
      .filter(({ name }) => !single.some((step) => step.name === name))
      .map((one) => ({ ...one, written: shown(one.written) })),
    longestGap:
      gap === undefined ? null : { after: gap.after, before: gap.before, seconds: rounded(gap.to - gap.from) },
    slowest: slowest === undefined ? null : { name: slowest.name, seconds: slowest.duration ?? 0 },
    silent: told.filter((one) => one.steps.length + one.untimed.length === 0).map(({ name }) => name),
    remarks: remarksOn(told, changes, near, timed.length > limits.bootSteps),
  };
}

interface TimedStep extends LogStep {
  /** By the clock of that time. */
  readonly time: number;
  /** By the clock as it was set last. */
  readonly real: number;
  readonly off: number;
}

/** Steps of one name that lie closer than this, in milliseconds, are one: logs round times to seconds. */
const sameStep = 1_500;

type MergedStep = TimedStep & { readonly others: readonly BootPlace[] };

/** Steps in the order of their times; those that several texts tell once, with all that any of them says. */
function once(steps: readonly TimedStep[]): MergedStep[] {
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

function callsOf(name: string, told: readonly LogSteps[]): BootPlace[] {
  return told.flatMap(({ calls }) => calls.get(name) ?? []);
}

function inUtc({ time, zoned, yearless }: Moment, ahead: number | undefined, near: number | undefined): number {
  const dated = yearless === true && near !== undefined ? nearestYear(time, near) : time;
  return zoned ? dated : dated - (ahead ?? 0);
}

/**
 * Whether a step has its time from the clock as it was before a change. In the log that shows the change its place says
 * so. Elsewhere the time does, as far as it can: what lies between the two times of a clock that was put back may be either.
 */
function isByOldClock(step: LogStep, time: number, change: ClockChange & { readonly file: string }): boolean {
  if (step.inOrder && step.place.file === change.file) return step.offset < change.offset;
  return time <= Math.min(change.before, change.after - 1);
}

/** One change of the clock shows in several logs. */
function distinct<Change extends ClockChange>(changes: readonly Change[], near: number | undefined): Change[] {
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

/** Times of less than some years since 1970 are of no year. */
const yearLength = 365 * 24 * 60 * 60_000;

function toldBy({ name: file, text, failure }: BootText): LogSteps {
  const index = createLineIndex(text);
  const placeOf = (offset: number): BootPlace => ({ file, ...index.positionAt(offset) });
  const all = statusesOf(text, placeOf);
  // Statuses of several machines in one text: the one that was chosen is not mixed with what is around it.
  const chosen = failure === undefined || all.length < 2 ? undefined : all.filter((one) => one.index === failure);
  const statuses = chosen ?? all;
  const lines = chosen === undefined ? [...logLines(text)] : [];
  const { changes, restarts } = clockStory(lines);
  const logged = (chosen === undefined ? milestonesOf(text, lines) : []).map(
    ({ name, moment, duration, failed, words, span, inOrder }): LogStep => ({
      name,
      moment,
      duration: duration ?? null,
      failed,
      note: words === '' ? null : words,
      place: placeOf(span.start),
      offset: span.start,
      inOrder,
    }),
  );
  const calls = new Map<string, BootPlace>();
  for (const { name, span } of traceCalls(lines)) if (!calls.has(name)) calls.set(name, placeOf(span.start));
  return {
    name: file,
    steps: [...logged, ...statuses.flatMap(({ steps }) => steps)],
    untimed: statuses.flatMap(({ untimed }) => untimed),
    changes: changes.map((change) => ({ ...change, line: placeOf(change.offset).line })),
    restarts: restarts.map((offset) => placeOf(offset).line),
    ahead: zoneOffset(lines),
    remarks: [...new Set(statuses.flatMap(({ remarks }) => remarks))],
    calls,
    statuses: statuses.filter(({ steps }) => steps.length > 0).length,
  };
}

interface ToldStatus {
  /** Its place among the failures of the text. */
  readonly index: number;
  readonly steps: readonly LogStep[];
  readonly untimed: readonly UntimedStep[];
  readonly remarks: readonly string[];
}

/** What provision statuses in the text tell of the boot. */
function statusesOf(text: string, placeOf: (offset: number) => BootPlace): ToldStatus[] {
  return failuresIn(text).failures.flatMap((failure, index) =>
    failure.status === undefined ? [] : [{ index, ...statusSteps(failure, failure.status.members, placeOf) }],
  );
}

function statusSteps(
  { span, code }: Failure,
  members: StatusMembers,
  placeOf: (offset: number) => BootPlace,
): Omit<ToldStatus, 'index'> {
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

/** Only the scripts of AKS for Linux print a status. */
function codeNote(code: number): string {
  const name = entryOf('linux-agentbaker', code)?.name;
  return `Exit code ${code}${name === undefined ? '' : `: ${name}`}`;
}
