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
 * `Tue May 23 08:35:29 UTC 2023` and `Tue May 23 08:35:29 AM UTC 2023` (date), `Tue, 23 May 2023 08:34:10 +0000` (cloud-init), `2023-05-23 08:34:10.123` (events), `2023/05/23 08:34:10` (older guest agents), ISO
 * 8601. Undefined for `n/a` and anything else.
 */
export function readMoment(text: string): Moment | undefined {
  const trimmed = text.trim();
  const numeric = numericFormat.exec(trimmed);
  if (numeric !== null) {
    const [, year, month, day, hour, minute, second, fraction, zone] = numeric;
    return moment([year, month, day, hour, minute, second], fraction, zone);
  }
  const mailed = mailFormat.exec(trimmed);
  if (mailed !== null) {
    const [, day, month, year, hour, minute, second, zone] = mailed;
    return moment([year, String(months.indexOf(month ?? '') + 1), day, hour, minute, second], undefined, zone);
  }
  const worded = wordedFormat.exec(trimmed);
  if (worded === null) return undefined;
  const [, month, day, hour, minute, second, half, zone, year] = worded;
  const number = months.indexOf(month ?? '') + 1;
  if (number === 0) return undefined;
  return moment([year, String(number), day, hourOf(hour, half), minute, second], undefined, zone);
}

const numericFormat =
  /^(?:[A-Z][a-z]{2},? )?(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))? ?([A-Z]{1,5}|[+-]\d\d:?\d\d)?$/;
const wordedFormat =
  /^[A-Z][a-z]{2},? ([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d) (?:(AM|PM) )?([A-Z]{1,5}|[+-]\d\d:?\d\d)? ?(\d{4})$/;
const mailFormat =
  /^[A-Z][a-z]{2}, (\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) ?([A-Z]{1,5}|[+-]\d\d:?\d\d)?$/;
const months: readonly string[] = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function hourOf(hour: string | undefined, half: string | undefined): string {
  const twelve = Number(hour) % 12;
  return half === undefined ? (hour ?? '') : String(half === 'PM' ? twelve + 12 : twelve);
}

function moment(parts: readonly (string | undefined)[], fraction = '', zone = ''): Moment | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
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
 * The classic time of a system log, `Mar  3 10:10:20` with an optional fraction, which has neither year nor time zone.
 */
export function readYearlessMoment(text: string): Moment | undefined {
  const match = /^([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/.exec(text);
  if (match === null) return undefined;
  const [, month, day, hour, minute, second, fraction] = match;
  const number = months.indexOf(month ?? '') + 1;
  const read = moment([String(placeholderYear), String(number), day, hour, minute, second], fraction);
  return read && { ...read, yearless: true };
}

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
