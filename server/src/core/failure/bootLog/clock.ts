import { nearestYear, readMoment } from '../times.js';
import type { LogLine, LogSource } from './line.js';

/** A change of the clock in one log. Times are in milliseconds since 1970. */
export interface ClockChange {
  /** The offset of the first line with the new clock. */
  readonly offset: number;
  /** The last time by the old clock, and the first by the new one. */
  readonly before: number;
  readonly after: number;
  /** Milliseconds to add to times of the old clock; negative if the clock was set back. */
  readonly shift: number;
  /** Whether `shift` is exact; otherwise it is a lower bound. */
  readonly exact: boolean;
}

/** The changes of the node's clock that one log shows. */
export interface ClockChanges {
  readonly changes: readonly ClockChange[];
  /** The offsets of lines that begin another boot. */
  readonly restarts: readonly number[];
}

/** Milliseconds by which times may go back because of threads and rounding. */
const tolerance = 2_000;

interface Dated {
  readonly offset: number;
  readonly source: LogSource;
  readonly time: number;
  /** Seconds since the kernel started, which don't depend on the clock. */
  readonly uptime: number | undefined;
  /** Milliseconds by which the time service reports having stepped the clock. */
  readonly stepped: number | undefined;
}

/**
 * Finds changes of the clock. A program writes its lines in order, so a time that goes back means that the clock was
 * set back. cloud-init also logs the uptime: if uptime and time disagree, the clock was set in between. chronyd logs
 * the change itself.
 */
export function clockChanges(lines: Iterable<LogLine>): ClockChanges {
  const dated: Dated[] = [];
  for (const line of lines) {
    if (line.moment !== undefined)
      dated.push({
        offset: line.span.start,
        source: line.source,
        time: line.moment.time,
        uptime: uptimeIn(line),
        stepped: stepIn(line),
      });
  }
  const changes: ClockChange[] = [];
  const restarts: number[] = [];
  const last = new Map<LogSource, Dated>();
  let known: { readonly index: number; readonly uptime: number; readonly boot: number } | undefined;
  for (const [index, line] of dated.entries()) {
    const { time, uptime, source, stepped, offset } = line;
    const previous = last.get(source);
    if (stepped !== undefined && Math.abs(stepped) >= tolerance)
      changes.push({ offset, before: time - stepped, after: time, shift: stepped, exact: true });
    else if (previous !== undefined && time < previous.time - tolerance && !isKnown(changes, previous.time, time))
      changes.push({ offset, before: previous.time, after: time, shift: time - previous.time, exact: false });
    last.set(source, line);
    if (uptime === undefined) continue;
    const boot = time - uptime * 1000;
    if (known !== undefined && uptime < known.uptime) restarts.push(offset);
    else if (known !== undefined && Math.abs(boot - known.boot) > tolerance)
      byUptime(changes, dated.slice(known.index, index + 1), boot - known.boot);
    known = { index, uptime, boot };
  }
  return { changes, restarts };
}

function isKnown(changes: readonly ClockChange[], before: number, after: number): boolean {
  return changes.some(
    (one) => one.shift < 0 && Math.abs(one.after - after) <= 60_000 && one.before >= before - tolerance,
  );
}

/** The uptime shows by how much the clock was set; the lines in between show when. */
function byUptime(changes: ClockChange[], between: readonly Dated[], shift: number): void {
  const [first] = between;
  const seen = changes.findIndex(
    ({ offset, shift: other }) => offset > (first?.offset ?? 0) && other < 0 === shift < 0,
  );
  const found = changes[seen];
  if (found !== undefined) {
    changes[seen] = { ...found, shift: found.exact ? found.shift : shift, exact: true };
    return;
  }
  let widest: ClockChange | undefined;
  for (const [index, { offset, time }] of between.entries()) {
    const before = between[index - 1]?.time;
    if (before === undefined) continue;
    if (widest === undefined || time - before > widest.after - widest.before)
      widest = { offset, before, after: time, shift, exact: true };
  }
  if (widest !== undefined) changes.push(widest);
}

function uptimeIn({ source, message }: LogLine): number | undefined {
  const text = source === 'cloud-init' ? / Up (\d{1,9}(?:\.\d{1,6})?) seconds/.exec(message)?.[1] : undefined;
  return text === undefined ? undefined : Number(text);
}

/** chrony 4; the line has the time of the new clock. */
function stepIn({ source, part, message }: LogLine): number | undefined {
  if (source !== 'system log' || part !== 'chronyd') return undefined;
  const text = /^System clock was stepped by (-?\d{1,9}(?:\.\d{1,9})?) seconds/.exec(message)?.[1];
  return text === undefined ? undefined : Number(text) * 1000;
}

/** Milliseconds by which times without a zone are ahead of UTC, from lines with both; undefined if there are none. */
export function zoneOffset(lines: Iterable<LogLine>): number | undefined {
  for (const { moment, received, message } of lines) {
    const bare = received ?? moment;
    const zoned = received === undefined ? zonedTimeIn(message) : moment?.zoned === true ? moment.time : undefined;
    if (bare === undefined || bare.zoned || zoned === undefined) continue;
    const quarter = 15 * 60_000;
    const difference = (bare.yearless === true ? nearestYear(bare.time, zoned) : bare.time) - zoned;
    const ahead = Math.round(difference / quarter) * quarter;
    if (Math.abs(difference - ahead) < 90_000 && Math.abs(ahead) <= 14 * 60 * 60_000) return ahead;
  }
  return undefined;
}

/** Some lines of cloud-init contain a time with a zone in addition to the time of the line, which has none. */
function zonedTimeIn(message: string): number | undefined {
  const text = / at (\w{3}, \d\d \w{3} \d{4} [\d:]{8} [+-]\d{4})\. Up /.exec(message)?.[1];
  const moment = text === undefined ? undefined : readMoment(text);
  return moment?.zoned === true ? moment.time : undefined;
}
