const second = 1_000_000_000n;

/** `Duration.String` of Go's `time` (Go 1.19.8): `1m30s`, `1h0m5s`, `1.5s`, `100ms`, `0s`. Takes nanoseconds. */
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

/** A whole number with its last digits behind a point, without zeros at the end. */
function decimal(value: bigint, places: number): string {
  const unit = 10n ** BigInt(places);
  const fraction = (value % unit).toString().padStart(places, '0').replace(/0+$/, '');
  const whole = (value / unit).toString();
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
