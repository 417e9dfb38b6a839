import type { BootStep } from './step.js';
import { endedSteps } from './steps.js';
import { addToList } from '../../text/strings.js';

/** A step with its beginning and end. */
export interface BootBar {
  readonly name: string;
  /** Seconds since the first step. */
  readonly from: number;
  /** Equal to `from` if the duration is unknown. */
  readonly to: number;
  /** Seconds; null if unknown. */
  readonly duration: number | null;
  readonly failed: boolean;
  /** The step that begins it. */
  readonly begin: BootStep;
  /** The step that reports its end, if there is one. */
  readonly end: BootStep | undefined;
}

/** A time without a running step. */
interface BootGap {
  readonly after: string;
  readonly before: string;
  readonly from: number;
  readonly to: number;
}

/** Steps as bars, in the order of their beginnings. A step that ends another one has no bar of its own. */
export function barsOf(steps: readonly BootStep[]): BootBar[] {
  const open = new Map<string, { begin: BootStep; end: BootStep | undefined }[]>();
  const all: { begin: BootStep; end: BootStep | undefined }[] = [];
  for (const step of steps) {
    const started = endedSteps.get(step.name);
    const begun = started === undefined ? undefined : open.get(started)?.findLast(({ end }) => end === undefined);
    if (begun !== undefined) {
      begun.end = step;
      continue;
    }
    const bar = { begin: step, end: undefined };
    addToList(open, step.name, bar);
    all.push(bar);
  }
  const bars = all.map(({ begin, end }): BootBar => {
    const from = begin.sinceStart;
    const duration = end === undefined ? begin.duration : rounded(end.sinceStart - from);
    return {
      name: begin.name,
      from,
      to: from + (duration ?? 0),
      duration,
      failed: begin.failed || end?.failed === true,
      begin,
      end,
    };
  });
  // Of steps that begin together, the longest is first.
  return bars.sort((a, b) => a.from - b.from || b.to - a.to);
}

/**
 * The times without a running step, the longest first. A bar in which other steps begin doesn't fill gaps, since it
 * only shows that something is running.
 */
export function gapsOf(bars: readonly BootBar[]): BootGap[] {
  const inner = innermost(bars);
  // Beginnings and ends of steps, and how long each step runs.
  const moments = bars
    .flatMap((bar) => [
      { name: bar.name, at: bar.from, until: inner.includes(bar) ? bar.to : bar.from },
      ...(bar.end === undefined ? [] : [{ name: bar.end.name, at: bar.to, until: bar.to }]),
    ])
    .sort((a, b) => a.at - b.at);
  const gaps: BootGap[] = [];
  let last: { name: string; until: number } | undefined;
  for (const { name, at, until } of moments) {
    if (last !== undefined && at > last.until) gaps.push({ after: last.name, before: name, from: last.until, to: at });
    if (last === undefined || until >= last.until) last = { name, until };
  }
  return gaps.sort((a, b) => b.to - b.from - (a.to - a.from));
}

/** The longest bar in which no other step begins; if there is none, the longest bar. */
export function slowestOf(bars: readonly BootBar[]): BootBar | undefined {
  const timed = bars.filter(({ duration }) => duration !== null && duration > 0);
  return longestOf(innermost(timed)) ?? longestOf(timed);
}

function longestOf(bars: readonly BootBar[]): BootBar | undefined {
  return bars.reduce<BootBar | undefined>(
    (best, one) => ((one.duration ?? 0) > (best?.duration ?? 0) ? one : best),
    undefined,
  );
}

/** The bars in which no other bar begins. */
function innermost(bars: readonly BootBar[]): BootBar[] {
  return bars.filter(({ from, to }) => !bars.some((other) => other.from > from && other.from < to));
}

/** To milliseconds. */
export function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** A time span for people: `250 ms`, `12.3 s`, `2 min 05 s`, `3 h 10 min`, `2 d 4 h`. */
export function secondsText(seconds: number): string {
  if (seconds < 0) return `-${secondsText(-seconds)}`;
  if (seconds > 0 && seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  if (seconds < 59.95) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < 3_600) return `${Math.floor(whole / 60)} min${rest(whole % 60, 's')}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h${rest(minutes % 60, 'min')}`;
  const hours = Math.round(seconds / 3_600);
  return `${Math.floor(hours / 24)} d${hours % 24 === 0 ? '' : ` ${hours % 24} h`}`;
}

function rest(count: number, unit: string): string {
  return count === 0 ? '' : ` ${String(count).padStart(2, '0')} ${unit}`;
}
