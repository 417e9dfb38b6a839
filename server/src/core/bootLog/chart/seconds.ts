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
