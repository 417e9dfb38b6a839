import { failuresIn } from '../failure/failures.js';
import { timelineOf } from '../failure/timeline.js';
import { isoTime, readMoment } from '../failure/times.js';
import { createLineIndex } from '../text/lineIndex.js';
import { milestonesOf } from './milestones.js';

/** A text of a boot: a log, a provision status, events. */
export interface BootText {
  readonly name: string;
  readonly text: string;
}

/** A step of a boot, put together from several texts. */
export interface BootStep {
  readonly name: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Seconds since the first step. */
  readonly sinceStart: number;
  /** Seconds that the step itself took, where a text says it; null otherwise. */
  readonly duration: number | null;
  readonly failed: boolean;
  /** Which text tells it, and on which line, from 0. */
  readonly file: string;
  readonly line: number;
}

/** One timeline of several texts. */
export interface BootTimeline {
  /** In the order of their times. */
  readonly steps: readonly BootStep[];
  /** The longest time between two steps; null for fewer than two. */
  readonly longestGap: { readonly after: string; readonly before: string; readonly seconds: number } | null;
  /** The step that took longest by itself; null where none says how long it took. */
  readonly slowest: { readonly name: string; readonly seconds: number } | null;
  /** Texts that tell of no step. */
  readonly silent: readonly string[];
}

/** Puts the steps of several texts into one order. What two texts tell alike stands there once. */
export function bootTimeline(texts: readonly BootText[]): BootTimeline {
  const told = texts.map((text) => ({ name: text.name, steps: stepsIn(text) }));
  const all = told.flatMap(({ steps }) => steps).sort((a, b) => a.time - b.time);
  const single = all.filter(
    (step, index) =>
      !all.slice(0, index).some((other) => other.name === step.name && step.time - other.time < sameStep),
  );
  const first = single[0]?.time ?? 0;
  const steps = single.map(({ time, ...step }): BootStep => ({
    ...step,
    at: isoTime(time),
    sinceStart: (time - first) / 1000,
  }));
  return {
    steps,
    longestGap: longestGap(steps),
    slowest: slowestStep(steps),
    silent: told.filter((one) => one.steps.length === 0).map(({ name }) => name),
  };
}

/** Steps of one name that lie closer than this, in milliseconds, are one: logs round times to seconds. */
const sameStep = 1_500;

type TimedStep = Omit<BootStep, 'at' | 'sinceStart'> & { readonly time: number };

function stepsIn({ name: file, text }: BootText): TimedStep[] {
  const lines = createLineIndex(text);
  const lineOf = (offset: number): number => lines.positionAt(offset).line;
  const logged = milestonesOf(text).map(({ name, time, duration, failed, span }): TimedStep => ({
    name,
    time,
    duration: duration ?? null,
    failed,
    file,
    line: lineOf(span.start),
  }));
  return [...logged, ...fromStatuses(text, file, lineOf)];
}

/** What provision statuses in the text tell of the boot. */
function fromStatuses(text: string, file: string, lineOf: (offset: number) => number): TimedStep[] {
  return failuresIn(text).failures.flatMap(({ status, span, code }) => {
    if (status === undefined) return [];
    return timelineOf(status.members).entries.flatMap(({ name, at }): TimedStep[] => {
      const moment = readMoment(at);
      if (moment === undefined) return [];
      const failed = name === 'provisioning script ended' && code !== undefined && code !== 0;
      return [{ name, time: moment.time, duration: null, failed, file, line: lineOf(span.start) }];
    });
  });
}

function longestGap(steps: readonly BootStep[]): BootTimeline['longestGap'] {
  let longest: BootTimeline['longestGap'] = null;
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1];
    if (before === undefined) continue;
    const seconds = Math.round((step.sinceStart - before.sinceStart) * 1000) / 1000;
    if (seconds > (longest?.seconds ?? 0)) longest = { after: before.name, before: step.name, seconds };
  }
  return longest;
}

function slowestStep(steps: readonly BootStep[]): BootTimeline['slowest'] {
  let slowest: BootTimeline['slowest'] = null;
  for (const { name, duration } of steps)
    if (duration !== null && duration > (slowest?.seconds ?? 0)) slowest = { name, seconds: duration };
  return slowest;
}
