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
