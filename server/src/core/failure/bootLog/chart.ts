import { limits } from '../../limits.js';
import { barsOf, type BootBar, gapsOf, secondsText, slowestOf } from './bars.js';
import type { BootPosition, UntimedStep } from './step.js';
import { aboutStep, type Lane } from './steps.js';
import type { BootTimeline } from './timeline.js';

/** A division of a time axis. */
interface AxisTick {
  /** Position from 0 at the beginning of the axis to 1 at its end. */
  readonly at: number;
  readonly label: string;
}

/** Round numbers of seconds between two divisions. */
const steps: readonly number[] = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600,
  7_200, 14_400, 21_600, 43_200, 86_400,
];

/** Divisions of an axis at round times, at most `most` besides the first. */
export function axisTicks(seconds: number, most: number): AxisTick[] {
  const room = Math.max(1, Math.min(limits.axisTicks, most));
  if (seconds <= 0) return [{ at: 0, label: '0 s' }];
  const day = steps.at(-1) ?? 1;
  const step = steps.find((one) => seconds / one <= room) ?? Math.ceil(seconds / room / day) * day;
  // The tolerance keeps a division at the very end despite rounding.
  const count = Math.floor(seconds / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => ({
    at: Math.min(1, (index * step) / seconds),
    label: index === 0 ? '0 s' : tickText(Math.round(index * step * 1000) / 1000, step),
  }));
}

/** As precise as the step, so all labels differ: `0.25 s`, `1 min 05.5 s`, `1:02:15`. */
function tickText(seconds: number, step: number): string {
  const part = Math.round((seconds % 60) * 1000) / 1000;
  const minutes = Math.floor(seconds / 60);
  const padded = (value: number): string => (value < 10 ? `0${value}` : String(value));
  if (step < 60 && seconds >= 3_600) return `${Math.floor(minutes / 60)}:${padded(minutes % 60)}:${padded(part)}`;
  if (step < 1) return minutes === 0 ? `${part} s` : `${minutes} min ${padded(part)} s`;
  if (step < 3_600 && seconds >= 86_400) return `${Math.floor(minutes / 60)} h ${padded(minutes % 60)} min`;
  return secondsText(seconds);
}

/**
 * The layout of a timeline for the webview, the image and the text. Positions on the time axis are from 0 to 1.
 */
export interface BootChart {
  /** `Boot timeline from 3 sources`, or with the name of the only source. */
  readonly title: string;
  /** The length of the axis in seconds. */
  readonly seconds: number;
  /** In the order of their beginnings; steps without a time are last. */
  readonly rows: readonly ChartRow[];
  /** The index of the failed step in which no other one failed; null if none failed. */
  readonly cause: number | null;
  readonly ticks: readonly AxisTick[];
  /** The longest time without a running step. */
  readonly gap: ChartGap | null;
  /** The summary, as names and values. */
  readonly facts: readonly (readonly [string, string])[];
  readonly remarks: readonly string[];
  /** The message to show if there are no rows; otherwise empty. */
  readonly empty: string;
  /** The width of the axis in multiples of the window. */
  readonly zoom: number;
  readonly mostZoom: number;
}

/** One step. */
export interface ChartRow {
  readonly name: string;
  /** The name without the prefix `AKS.CSE.` of most script events. */
  readonly short: string;
  readonly lane: Lane;
  /** What the step does, and its error message. */
  readonly about: string;
  readonly note: string;
  /** Beginning and end; null without a time, equal if the duration is unknown. */
  readonly extent: readonly [number, number] | null;
  /** ISO 8601, or the text instead of a time. */
  readonly at: string;
  /** `+12.3 s` since the first step; empty without a time. */
  readonly since: string;
  /** `44.5 s`; empty if unknown. */
  readonly took: string;
  readonly state: 'failed' | 'slowest' | 'untimed' | 'plain';
  /** The row in one sentence, for screen readers. */
  readonly spoken: string;
  /** The positions that report it, the best first. */
  readonly places: readonly ChartPosition[];
}

interface ChartPosition extends BootPosition {
  /** `waagent.log:3` */
  readonly title: string;
}

interface ChartGap {
  readonly extent: readonly [number, number];
  /** `15 s without a step` */
  readonly label: string;
}

/** The window that shows a chart. */
export interface ChartWindow {
  /** The width of the axis in multiples of the window; 1 if absent. */
  readonly zoom?: number | undefined;
  /** The number of axis labels that fit in the window; 8 if absent. */
  readonly divisions?: number | undefined;
}

/** Lays out a timeline. `names` are the names of its sources. */
export function bootChart(
  timeline: BootTimeline,
  names: readonly string[],
  { zoom = 1, divisions = 8 }: ChartWindow = {},
): BootChart {
  const magnified = Number.isFinite(zoom) ? Math.min(limits.chartZoom, Math.max(1, zoom)) : 1;
  const bars = barsOf(timeline.steps);
  const seconds = bars.reduce((most, { to }) => Math.max(most, to), 0);
  const at = (second: number): number => (seconds === 0 ? 0 : Math.min(1, second / seconds));
  const slowest = slowestOf(bars);
  const [gap] = gapsOf(bars);
  const rows = [...bars.map((bar) => timedRow(bar, at, bar === slowest)), ...timeline.untimed.map(untimedRow)];
  const failures = failuresOf(bars);
  return {
    title: `Boot timeline from ${names.length === 1 ? names.join() : `${names.length} sources`}`,
    seconds,
    rows,
    cause: failures === undefined ? null : bars.indexOf(failures.cause),
    ticks: axisTicks(seconds, Math.max(1, divisions) * magnified),
    gap:
      gap === undefined
        ? null
        : { extent: [at(gap.from), at(gap.to)], label: `${secondsText(gap.to - gap.from)} without a step` },
    facts: factsOf(timeline, seconds, failures),
    remarks: [...timeline.remarks, ...timeline.silent.map((name) => `No timestamps found in ${name}.`)],
    empty: rows.length === 0 ? 'No boot steps with timestamps found.' : '',
    zoom: magnified,
    mostZoom: limits.chartZoom,
  };
}

/** The failed steps of a boot. */
interface Failures {
  /** The innermost one, which failed first of those around it. */
  readonly cause: BootBar;
  /** The number of failed steps around it. */
  readonly around: number;
  /** The names of the other failed steps. */
  readonly others: readonly string[];
}

/** The failed steps; undefined if there are none. Of several that are equally deep, the last one is the cause. */
function failuresOf(bars: readonly BootBar[]): Failures | undefined {
  const failed = bars.filter((bar) => bar.failed);
  let deepest: readonly BootBar[] = [];
  const open: BootBar[] = [];
  for (const bar of failed) {
    while ((open.at(-1)?.to ?? Infinity) < bar.to) open.pop();
    open.push(bar);
    if (open.length >= deepest.length) deepest = [...open];
  }
  const cause = deepest.at(-1);
  if (cause === undefined) return undefined;
  const named = new Set(deepest);
  return {
    cause,
    around: deepest.length - 1,
    others: failed.filter((bar) => !named.has(bar)).map(({ name }) => name),
  };
}

function timedRow(bar: BootBar, at: (second: number) => number, isSlowest: boolean): ChartRow {
  const { name, begin, end, duration, failed } = bar;
  const { lane, about } = aboutStep(name);
  const note = [begin.note, end?.note].filter((text) => text !== undefined && text !== null).join(' ');
  const since = `+${secondsText(bar.from)}`;
  const took = duration === null ? '' : secondsText(duration);
  const state = failed ? 'failed' : isSlowest ? 'slowest' : 'plain';
  const clock =
    begin.clockOff === 0
      ? ''
      : ` The clock was ${secondsText(Math.abs(begin.clockOff))} ${begin.clockOff > 0 ? 'behind' : 'ahead'} at that time; the position on the axis is corrected.`;
  // A failure is reported at the end of the step.
  const reported =
    failed && end !== undefined && !begin.failed ? [end, begin] : [begin, ...(end === undefined ? [] : [end])];
  return {
    name,
    short: name.replace(/^AKS\.CSE\.(?=.)/, ''),
    lane,
    about: about + clock,
    note,
    extent: [at(bar.from), at(bar.to)],
    at: begin.at,
    since,
    took,
    state,
    spoken: [
      failed ? `Failed: ${name}` : name,
      `began ${secondsText(bar.from)} after the first step`,
      took === '' ? 'took an unknown time' : `took ${took}`,
      ...(isSlowest ? ['the slowest step'] : []),
      ...(note === '' ? [] : [note]),
    ].join(', '),
    places: positionsOf(reported.flatMap((step) => [step, ...step.others])),
  };
}

function positionsOf(reported: readonly BootPosition[]): ChartPosition[] {
  const seen = new Set<string>();
  return reported.flatMap(({ file, line, character }): ChartPosition[] => {
    const title = `${file}:${line + 1}`;
    if (seen.has(title)) return [];
    seen.add(title);
    return [{ file, line, character, title }];
  });
}

function whyUntimed(written: string): string {
  if (/^n\/?a$/i.test(written.trim())) return 'Its time is n/a: it did not happen or was not recorded.';
  if (/^\d[\d.]* s after /.test(written)) return `It was ${written}; the console has no date.`;
  return written === '' ? 'Its line has no time.' : `Its time ${written} is not valid.`;
}

function untimedRow({ name, written, ...place }: UntimedStep): ChartRow {
  const { lane, about } = aboutStep(name);
  return {
    name,
    short: name,
    lane,
    about: `${about} ${whyUntimed(written)}`,
    note: '',
    extent: null,
    at: written,
    since: '',
    took: '',
    state: 'untimed',
    spoken: written === '' ? `${name}, without a time` : `${name}, without a time: ${written}`,
    places: positionsOf([place]),
  };
}

function factsOf(timeline: BootTimeline, seconds: number, failures: Failures | undefined): [string, string][] {
  const [first] = timeline.steps;
  if (first === undefined) return [];
  const { longestGap: gap, slowest } = timeline;
  const facts: [string, string][] = [
    ['First step', first.at],
    ['From first to last', secondsText(seconds)],
  ];
  if (failures !== undefined) {
    const { cause, around, others } = failures;
    const steps = around === 1 ? 'a step' : `${around} steps`;
    facts.push(['Failed', around === 0 ? cause.name : `${cause.name}, within ${steps} that also failed`]);
    if (others.length > 0) facts.push(['Also failed', others.join(', ')]);
  }
  if (slowest !== null) facts.push(['Slowest step', `${slowest.name}, ${secondsText(slowest.seconds)}`]);
  if (gap !== null) facts.push(['Longest gap', `${secondsText(gap.seconds)} between ${gap.after} and ${gap.before}`]);
  return facts;
}
