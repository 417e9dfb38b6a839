import { quoted, withoutTrailing } from '../text/strings.js';
import { words } from '../text/table.js';
import { fault, type FormatFault } from './format.js';

const unitNanoseconds: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

/** Bound of the sum while it is added up; the positive result must stay below it. */
const bound = 1n << 63n;

const accepted = 'a duration is a number and a unit (ns, us, ms, s, m, h), such as 30s or 1m30s';
const tooLong = 'is longer than a duration can be, about 292 years';

/**
 * Go's `time.ParseDuration`, by which the kubelet reads `metav1.Duration` and its flags, and CoreDNS its health checks
 * (Go 1.19.8). Go accepts negative durations too; no field of a node config has a use for one, so they are faults.
 */
export function checkDuration(text: string): FormatFault | undefined {
  const sum = durationSum(text);
  if (typeof sum !== 'bigint') return sum;
  return sum < 0n
    ? fault('is negative: the node waits forward in time', { start: 0, end: 1 }, text.slice(1))
    : undefined;
}

/** The nanoseconds of a duration as `time.ParseDuration` reads it, negative ones too; undefined if it fails. */
export function parseDuration(text: string): bigint | undefined {
  const sum = durationSum(text);
  return typeof sum === 'bigint' ? sum : undefined;
}

function durationSum(text: string): bigint | FormatFault {
  const signed = /^[-+]/.test(text);
  const body = signed ? text.slice(1) : text;
  if (body === '0') return 0n;
  const start = signed ? 1 : 0;
  let sum = 0n;
  for (const match of body.matchAll(/(\d*)(?:\.(\d*))?([^\d.]*)/g)) {
    const [all, whole = '', fraction = '', unit = ''] = match;
    if (all === '') break;
    const at = start + match.index;
    if (whole === '' && fraction === '') return unreadable(text, `has no number in front of ${quoted(all)}`);
    if (unit === '') return unreadable(text, 'has no unit');
    const nanoseconds = unitNanoseconds.get(unit);
    if (nanoseconds === undefined) {
      const end = at + all.length;
      return unreadable(text, `has the unknown unit ${quoted(unit)}`, { start: end - unit.length, end });
    }
    const amount = nanosecondsOf(whole, fraction, nanoseconds);
    if (amount === undefined || (sum += amount) > bound) return fault(tooLong);
  }
  if (body === '') return unreadable(text, 'has no number');
  if (text.startsWith('-')) return -sum;
  return sum === bound ? fault(tooLong) : sum;
}

function unreadable(text: string, reason: string, part?: FormatFault['part']): FormatFault {
  return fault(`${reason}: ${accepted}`, part, durationMeant(text));
}

/** One number times its unit as Go computes it: fractions in double precision, cut off below a nanosecond. */
function nanosecondsOf(whole: string, fraction: string, unit: bigint): bigint | undefined {
  const digits = whole.replace(/^0+/, '');
  // Nineteen digits hold 2^63; without the bound a long run of digits would cost more than linear time.
  if (digits.length > 19) return undefined;
  const amount = BigInt(digits) * unit;
  if (amount > bound) return undefined;
  const { value, scale } = leadingFraction(fraction);
  return value === 0n ? amount : amount + BigInt(Math.trunc(Number(value) * (Number(unit) / scale)));
}

/** The digits after a point for as long as they fit into 63 bits; Go drops the rest. */
function leadingFraction(digits: string): { value: bigint; scale: number } {
  let value = 0n;
  let scale = 1;
  for (const digit of digits) {
    const next = value * 10n + BigInt(digit);
    if (value > (bound - 1n) / 10n || next > bound) break;
    value = next;
    scale *= 10;
  }
  return { value, scale };
}

/** Units as authors write them, and how many of which unit they mean. */
const spelledUnits: ReadonlyMap<string, readonly [number, string]> = new Map(
  (
    [
      [1, 'ns', 'ns nsec nsecs nanosecond nanoseconds'],
      [1, 'us', 'us \u00b5s \u03bcs usec usecs microsecond microseconds'],
      [1, 'ms', 'ms msec msecs millis millisecond milliseconds'],
      [1, 's', 's sec secs second seconds'],
      [1, 'm', 'm min mins minute minutes'],
      [1, 'h', 'h hr hrs hour hours'],
      [24, 'h', 'd day days'],
      [168, 'h', 'w week weeks'],
    ] as const
  ).flatMap(([factor, unit, names]) => words(names).map((name) => [name, [factor, unit]] as const)),
);

/** Longer strings aren't misspelt durations. */
const longestSpelling = 60;

/** A number without a unit counts as seconds; ISO 8601, `hh:mm:ss`, days and spelled-out units are translated. */
function durationMeant(text: string): string | undefined {
  if (text.length > longestSpelling) return undefined;
  const written = text.trim().toLowerCase();
  if (/^\d+(?:\.\d+)?$/.test(written)) return `${written}s`;
  const clock = /^(\d+):([0-5]\d):([0-5]\d)$/.exec(written);
  if (clock !== null) return `${Number(clock[1])}h${Number(clock[2])}m${Number(clock[3])}s`;
  const spelled = /^p(?=.*\d)(?:\d+d)?(?:t(?:\d+h)?(?:\d+m)?(?:\d+s)?)?$/.test(written)
    ? written.replace(/[pt]/g, '')
    : written.replace(/(\d),(\d)/g, '$1.$2').replace(/(?<!\s)\s+and\s+|,/g, ' ');
  let meant = '';
  let end = 0;
  for (const match of spelled.matchAll(/\s*(\d+(?:\.\d+)?)\s*([a-z\u00b5\u03bc]+)\s*/gy)) {
    const known = spelledUnits.get(match[2] ?? '');
    if (known === undefined || match.index !== end) return undefined;
    meant += `${known[0] === 1 ? (match[1] ?? '') : String(Number(match[1]) * known[0])}${known[1]}`;
    end = match.index + match[0].length;
  }
  return end === spelled.length && meant !== '' ? meant : undefined;
}

const second = 1_000_000_000n;

/** `Duration.String` of Go's `time` (Go 1.19.8), of nanoseconds: `1m30s`, `1h0m5s`, `1.5s`, `100ms`, `0s`. */
export function formatDuration(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s';
  if (nanoseconds < 0n) return `-${formatDuration(-nanoseconds)}`;
  if (nanoseconds < 1_000n) return `${nanoseconds}ns`;
  if (nanoseconds < 1_000_000n) return `${decimal(nanoseconds, 3)}\u00b5s`;
  if (nanoseconds < second) return `${decimal(nanoseconds, 6)}ms`;
  const minutes = nanoseconds / (60n * second);
  const hours = minutes / 60n;
  const seconds = `${decimal(nanoseconds % (60n * second), 9)}s`;
  if (minutes === 0n) return seconds;
  return hours === 0n ? `${minutes}m${seconds}` : `${hours}h${minutes % 60n}m${seconds}`;
}

/** A whole number with its last digits after a point, without zeros at the end. */
function decimal(value: bigint, places: number): string {
  const unit = 10n ** BigInt(places);
  const fraction = withoutTrailing((value % unit).toString().padStart(places, '0'), '0');
  const whole = (value / unit).toString();
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
