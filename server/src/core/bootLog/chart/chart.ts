import { limits } from '../../limits.js';
import { type BootBar, barsOf, gapsOf, slowestOf } from '../bars.js';
import type { BootPlace, BootStep, UntimedStep } from '../bootStep.js';
import type { BootTimeline } from '../bootTimeline.js';
import { aboutStep, type Lane } from '../steps.js';
import { secondsText } from './seconds.js';
import { type AxisTick, axisTicks } from './ticks.js';

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

export interface ChartPlace extends BootPlace {
  /** `waagent.log:3` */
  readonly title: string;
}

export interface ChartGap {
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
