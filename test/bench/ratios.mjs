/** Ratios of our figures to those of others, and how they are measured: in turn, so that noise affects all alike. */

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Runs named measurements in turn, in every other round in the opposite order. A measurement returns figures by name; the
 * result has their medians by the name of the measurement.
 */
export async function inTurn(rounds, measurements) {
  const results = new Map(Object.keys(measurements).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const order = Object.entries(measurements);
    if (round % 2 === 1) order.reverse();
    for (const [name, measure] of order) results.get(name).push(await measure());
  }
  return Object.fromEntries([...results].map(([name, all]) => [name, medians(all)]));
}

function medians(all) {
  return Object.fromEntries(Object.keys(all[0]).map((name) => [name, median(all.map((figures) => figures[name]))]));
}

/**
 * The ratios of our figures to theirs, whose names are of the form `work: figure`; the figure is `wall` or `CPU` in milliseconds
 * or `memory` in MB. What only we can do has no ratio.
 */
export function ratiosOf(ours, theirs, against) {
  return Object.keys(ours).map((name) => {
    const [work, figure] = name.split(': ');
    return { work, figure, against, ours: ours[name], theirs: theirs[name] };
  });
}

/** The name of a ratio among those of one job, by which goals and floors refer to it. */
export function nameOf({ work, figure, against }) {
  return `${work}, ${figure} / ${against}`;
}

/** Writes a figure with two or three digits, or all digits before its decimal point. */
export function shown(value) {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
