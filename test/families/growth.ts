/** CPU milliseconds by the size of the document in characters. */
export type Times = ReadonlyMap<number, number>;

/** How time grows with size: the time is proportional to size^exponent. */
export interface Growth {
  readonly exponent: number;
  /** The largest size, and the time for it. */
  readonly size: number;
  readonly milliseconds: number;
}

/** The sizes whose times say something. */
const usedPoints = 4;

/**
 * The slope of the line through the logarithms of the last four times, three doublings. Undefined with fewer than three
 * times above `floor`: those below consist of noise.
 */
export function growthOf(times: Times, floor: number): Growth | undefined {
  const sorted = [...times].sort(([a], [b]) => a - b);
  const points = sorted.slice(sorted.findLastIndex(([, time]) => time < floor) + 1).slice(-usedPoints);
  const last = points.at(-1);
  if (last === undefined || points.length < 3) return undefined;
  const xs = points.map(([size]) => Math.log(size));
  const ys = points.map(([, time]) => Math.log(time));
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const above = xs.reduce((sum, value, index) => sum + (value - x) * ((ys[index] ?? y) - y), 0);
  const below = xs.reduce((sum, value) => sum + (value - x) ** 2, 0);
  return { exponent: above / below, size: last[0], milliseconds: last[1] };
}
