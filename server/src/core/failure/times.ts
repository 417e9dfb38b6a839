/**
 * The times that journalctl writes at the start of a line: `-o short`, `short-precise`, `short-iso`, `short-full` and
 * `short-unix`, as the source of a pattern.
 */
export const journalTime = String.raw`(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})?|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)|[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})? [A-Z]{1,5}|\d{10}\.\d{6})`;

/** The time of `dmesg -T`: `Tue May 23 08:35:29 2023`, as the source of a pattern. */
export const kernelTime = String.raw`[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}`;

/** A time in a provision status or a log. */
export interface Moment {
  /** Milliseconds since 1970 in UTC. */
  readonly time: number;
  /** Whether the text names UTC or an offset; otherwise the time is read as UTC, the time zone of nodes. */
  readonly zoned: boolean;
  /** The text has no year: `time` is in {@link placeholderYear} until the year is known. */
  readonly yearless?: true;
}

/**
 * Reads the time formats of the provisioning scripts: `Tue 2023-05-23 08:34:10 UTC` (systemd),
 * `Tue May 23 08:35:29 UTC 2023` and `Tue May 23 08:35:29 AM UTC 2023` (date), `Tue, 23 May 2023 08:34:10 +0000`
 * (cloud-init), `2023-05-23 08:34:10.123` (events), `2023/05/23 08:34:10` (older guest agents), ISO 8601, and seconds since
 * 1970 with a fraction (the journal). Undefined for `n/a` and anything else.
 */
export function readMoment(text: string): Moment | undefined {
  const trimmed = text.trim();
  if (/^\d{10}\.\d{6}$/.test(trimmed)) return { time: Math.floor(Number(trimmed) * 1000), zoned: true };
  for (const format of formats) {
    const groups = format.exec(trimmed)?.groups;
    if (groups !== undefined) return moment(groups);
  }
  return undefined;
}

const formats: readonly RegExp[] = [
  /^(?:[A-Z][a-z]{2},? )?(?<year>\d{4})[-/](?<month>\d\d)[-/](?<day>\d\d)[T ](?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))? ?(?<zone>[A-Z]{1,5}|[+-]\d\d:?\d\d)?$/,
  /^[A-Z][a-z]{2}, (?<day>\d{1,2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d) ?(?<zone>[A-Z]{1,5}|[+-]\d\d:?\d\d)?$/,
  /^[A-Z][a-z]{2},? (?<month>[A-Z][a-z]{2}) {1,2}(?<day>\d{1,2}) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d) (?:(?<half>AM|PM) )?(?<zone>[A-Z]{1,5}|[+-]\d\d:?\d\d)? ?(?<year>\d{4})$/,
];
const months: readonly string[] = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `month` is a number or a name; with `half`, hours are from 1 to 12. */
function moment(groups: Partial<Record<string, string>>): Moment | undefined {
  const { fraction = '', zone = '', half } = groups;
  const number = (name: string): number => Number(groups[name]);
  const [year, day, minute, second] = [number('year'), number('day'), number('minute'), number('second')];
  const month = months.indexOf(groups.month ?? '') + 1 || number('month');
  const hour = half === undefined ? number('hour') : (number('hour') % 12) + (half === 'PM' ? 12 : 0);
  const plausible = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second <= 60;
  if (!plausible) return undefined;
  const offset = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  const shift = offset === null ? 0 : (offset[1] === '-' ? 1 : -1) * (Number(offset[2]) * 60 + Number(offset[3]));
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const time = Date.UTC(year, month - 1, day, hour, minute + shift, second, milliseconds);
  // Other time zones are names without an offset.
  const zoned = offset !== null || zone === 'UTC' || zone === 'Z' || zone === 'GMT';
  return Number.isNaN(time) ? undefined : { time, zoned };
}

/** `2023-05-23T08:34:10Z`, with milliseconds only if they aren't zero. */
export function isoTime(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

/** The year of times without a year; it has a 29th of February. */
export const placeholderYear = 1972;

/**
 * The classic time of a system log, `Mar  3 10:10:20` with an optional fraction, or that of Kubernetes components,
 * `0303 10:10:20.926448`, which have neither year nor time zone.
 */
export function readYearlessMoment(text: string): Moment | undefined {
  const groups = (yearlessFormat.exec(text) ?? klogFormat.exec(text))?.groups;
  const read = groups && moment({ ...groups, year: String(placeholderYear) });
  return read && { ...read, yearless: true };
}

const yearlessFormat =
  /^(?<month>[A-Z][a-z]{2}) {1,2}(?<day>\d{1,2}) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.(?<fraction>\d{1,9}))?$/;
const klogFormat = /^(?<month>\d\d)(?<day>\d\d) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)\.(?<fraction>\d{1,9})$/;

/** Sets the year that brings a time without a year nearest to another time; logs of one boot span days. */
export function nearestYear(yearless: number, near: number): number {
  const year = new Date(near).getUTCFullYear();
  const candidates = [year - 1, year, year + 1].map((one) => new Date(yearless).setUTCFullYear(one));
  return candidates.reduce((best, one) => (Math.abs(one - near) < Math.abs(best - near) ? one : best));
}

/** Formats a time without a year as in a system log: `Mar 3 10:10:20`. */
export function yearlessTime(time: number): string {
  const date = new Date(time);
  return `${months[date.getUTCMonth()] ?? ''} ${date.getUTCDate()} ${date.toISOString().slice(11, 19)}`;
}
