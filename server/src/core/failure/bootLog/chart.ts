import { limits } from '../../limits.js';
import { barsOf, type BootBar, gapsOf, secondsText, slowestOf } from './bars.js';
import type { BootPlace, BootStep, UntimedStep } from './step.js';
import { aboutStep, type Lane } from './steps.js';
import type { BootTimeline } from './timeline.js';

/** A division of a time axis. */
interface AxisTick {
  /** Its place, from 0 at the beginning of the axis to 1 at its end. */
  readonly at: number;
  readonly label: string;
}

/** Seconds between two divisions, as people count time. */
const steps: readonly number[] = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600,
  7_200, 14_400, 21_600, 43_200, 86_400,
];

/** Round divisions of an axis of so many seconds, at most `most` of them beside the one at its beginning. */
export function axisTicks(seconds: number, most: number): AxisTick[] {
  const room = Math.max(1, Math.min(limits.axisTicks, most));
  if (seconds <= 0) return [{ at: 0, label: '0 s' }];
  const day = steps.at(-1) ?? 1;
  const step = steps.find((one) => seconds / one <= room) ?? Math.ceil(seconds / room / day) * day;
  // A division at the very end is one, whatever the last bit of the quotient says.
  const count = Math.floor(seconds / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => ({
    at: Math.min(1, (index * step) / seconds),
    label: index === 0 ? '0 s' : tickText(Math.round(index * step * 1000) / 1000, step),
  }));
}

/** As exact as the step, so that no two labels are the same: `0.25 s`, `1 min 05.5 s`, `1:02:15`. */
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
 * A timeline laid out: what a webview, an image and a text draw. Places on the time axis go from 0 to 1.
 */
export interface BootChart {
  /** `Boot of 3 texts`, or the name of the one. */
  readonly title: string;
  /** Seconds from one end of the axis to the other. */
  readonly seconds: number;
  /** In the order of their beginnings; those without a time come last. */
  readonly rows: readonly ChartRow[];
  readonly ticks: readonly AxisTick[];
  /** The longest time in which no step is known to run. */
  readonly gap: ChartGap | null;
  /** What there is to say of the whole, as names and values. */
  readonly facts: readonly (readonly [string, string])[];
  readonly remarks: readonly string[];
  /** What is said in the place of rows where there are none; empty otherwise. */
  readonly empty: string;
  /** How many times the width of its window the axis takes. */
  readonly zoom: number;
  readonly mostZoom: number;
}

/** One step. */
export interface ChartRow {
  readonly name: string;
  /** The name without `AKS.CSE.`, with which most events of the scripts begin. */
  readonly short: string;
  readonly lane: Lane;
  /** What happens in the step, and what is said of its failure. */
  readonly about: string;
  readonly note: string;
  /** Where it begins and ends; null where it has no time. Equal where nothing tells how long it took. */
  readonly extent: readonly [number, number] | null;
  /** ISO 8601, or what stands in the place of a time. */
  readonly at: string;
  /** `+12.3 s` since the first step; empty without a time. */
  readonly since: string;
  /** `44.5 s`; empty where nothing tells it. */
  readonly took: string;
  readonly state: 'failed' | 'slowest' | 'untimed' | 'plain';
  /** All of it in one sentence, for those who hear it. */
  readonly spoken: string;
  /** Where texts tell it, the nearest first. */
  readonly places: readonly ChartPlace[];
}

interface ChartPlace extends BootPlace {
  /** `waagent.log:3` */
  readonly title: string;
}

interface ChartGap {
  readonly extent: readonly [number, number];
  /** `15 s without a step` */
  readonly label: string;
}

/** The window that a chart is seen through. */
export interface ChartWindow {
  /** How many times its width the axis takes; 1 where it is absent. */
  readonly zoom?: number | undefined;
  /** How many labels of the axis have room in it side by side; 8 where it is absent. */
  readonly divisions?: number | undefined;
}

/** Lays a timeline out. `names` are what the texts are called. */
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
  const rows = [
    ...bars.map((bar) => timedRow(bar, at, bar === slowest)),
    ...timeline.untimed.map((step) => untimedRow(step)),
  ];
  return {
    title: titleOf(names),
    seconds,
    rows,
    ticks: axisTicks(seconds, Math.max(1, divisions) * magnified),
    gap:
      gap === undefined
        ? null
        : { extent: [at(gap.from), at(gap.to)], label: `${secondsText(gap.to - gap.from)} without a step` },
    facts: factsOf(timeline, seconds, rows),
    remarks: [...timeline.remarks, ...timeline.silent.map((name) => `${name} tells of no step with a time.`)],
    empty: rows.length === 0 ? 'No step of a boot with a time was found.' : '',
    zoom: magnified,
    mostZoom: limits.chartZoom,
  };
}

function titleOf(names: readonly string[]): string {
  const [only] = names;
  return names.length === 1 && only !== undefined
    ? `Boot as ${only} tells it`
    : `Boot as ${names.length} texts tell it`;
}

function timedRow(bar: BootBar, at: (second: number) => number, isSlowest: boolean): ChartRow {
  const { begin, end, duration, failed } = bar;
  const { name } = bar;
  const { lane, about } = aboutStep(name);
  const note = [begin.note, end?.note].filter((text) => text !== undefined && text !== null).join(' ');
  const since = `+${secondsText(bar.from)}`;
  const took = duration === null ? '' : secondsText(duration);
  const state = failed ? 'failed' : isSlowest ? 'slowest' : 'plain';
  const moved = clockNote(begin);
  // The end is where a failure is told.
  const told =
    failed && end !== undefined && !begin.failed ? [end, begin] : [begin, ...(end === undefined ? [] : [end])];
  return {
    name,
    short: shortName(name),
    lane,
    about: [about, ...moved].join(' '),
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
    places: placesOf(told),
  };
}

function shortName(name: string): string {
  return name.replace(/^AKS\.CSE\.(?=.)/, '');
}

function clockNote({ clockOff }: BootStep): string[] {
  if (clockOff === 0) return [];
  const way = clockOff > 0 ? 'behind' : 'ahead';
  return [`The clock was ${secondsText(Math.abs(clockOff))} ${way} then; the place on the axis has that taken out.`];
}

function placesOf(told: readonly BootStep[]): ChartPlace[] {
  const all = told.flatMap(({ file, line, character, others }) => [{ file, line, character }, ...others]);
  const seen = new Set<string>();
  return all.flatMap((place): ChartPlace[] => {
    const title = `${place.file}:${place.line + 1}`;
    if (seen.has(title)) return [];
    seen.add(title);
    return [{ ...place, title }];
  });
}

function untimedRow({ name: plain, written, file, line, character }: UntimedStep): ChartRow {
  const name = plain;
  const { lane, about } = aboutStep(plain);
  const why = /^n\/?a$/i.test(written.trim())
    ? 'The text has n/a for its time: it did not happen, or nothing wrote it down.'
    : `The text has ${written} for its time, which is none.`;
  return {
    name,
    short: name,
    lane,
    about: `${about} ${why}`,
    note: '',
    extent: null,
    at: written,
    since: '',
    took: '',
    state: 'untimed',
    spoken: `${name}, without a time: ${written}`,
    places: [{ file, line, character, title: `${file}:${line + 1}` }],
  };
}

function factsOf(timeline: BootTimeline, seconds: number, rows: readonly ChartRow[]): [string, string][] {
  const [first] = timeline.steps;
  if (first === undefined) return [];
  const { longestGap: gap, slowest } = timeline;
  const failed = rows.filter(({ state }) => state === 'failed').map(({ name }) => name);
  return [
    ['First step', first.at],
    ['From first to last', secondsText(seconds)],
    ...(failed.length === 0 ? [] : [['Failed', failed.join(', ')] satisfies [string, string]]),
    ...(slowest === null
      ? []
      : [['Slowest step', `${slowest.name}, ${secondsText(slowest.seconds)}`] satisfies [string, string]]),
    ...(gap === null
      ? []
      : [
          ['Longest gap', `${secondsText(gap.seconds)} between ${gap.after} and ${gap.before}`] satisfies [
            string,
            string,
          ],
        ]),
  ];
}
