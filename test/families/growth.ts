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

/** The exponents of one doubling of work that is known to be about linear, and not yet mostly a fixed cost. */
const settledExponents = { least: 0.8, most: 1.08 };

/**
 * Whether the last doubling shows that time grows about linearly with size: a part of the work that grows with the square
 * takes at most a ninth of the last time, if there is one.
 */
export function isSettled(times: Times): boolean {
  const [[before, earlier] = [0, 0], [size, last] = [0, 0]] = [...times].sort(([a], [b]) => a - b).slice(-2);
  const exponent = Math.log(last / earlier) / Math.log(size / before);
  return exponent >= settledExponents.least && exponent <= settledExponents.most;
}
