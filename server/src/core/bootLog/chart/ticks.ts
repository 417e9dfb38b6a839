import { limits } from '../../limits.js';
import { secondsText } from './seconds.js';

/** A division of a time axis. */
export interface AxisTick {
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
  const count = Math.floor(seconds / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => ({
    at: Math.min(1, (index * step) / seconds),
    label: index === 0 ? '0 s' : tickText(index * step, step),
  }));
}

/** Fractions of a second are told as such: `1.005 s` beside `1.01 s`. */
function tickText(seconds: number, step: number): string {
  return step < 0.1 || (step < 1 && seconds < 1) ? `${Math.round(seconds * 1000) / 1000} s` : secondsText(seconds);
}
