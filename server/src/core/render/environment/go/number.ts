/**
 * A float64 as Go's `%v` prints it: the shortest digits that read back, with an exponent from 1e6 on
 * and below 1e-4.
 */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [digits = '', power = ''] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return String(value);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** `strconv.Atoi` on a 64-bit machine; undefined where it fails. */
export function atoi(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const sign = text.charAt(0);
  const digits = text.replace(/^[+-]?0*(?=\d)/, '');
  // More than 19 digits do not fit, and huge numbers are slow to read.
  if (digits.length > 19) return undefined;
  const value = BigInt(digits) * (sign === '-' ? -1n : 1n);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
