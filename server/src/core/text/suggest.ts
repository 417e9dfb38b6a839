/**
 * The candidate that `name` most likely stands for, or undefined when none is near.
 * Compared without case, `_` and `-`, by optimal string alignment distance (a swap of two neighbours
 * counts as one change); at most a third of the letters and `most` may differ.
 */
export function nearestName(name: string, candidates: Iterable<string>, most = Infinity): string | undefined {
  const wanted = fold(name);
  const allowed = Math.min(most, Math.max(1, Math.floor(wanted.length / 3)));
  let best: string | undefined;
  let bestDistance = allowed + 1;
  for (const candidate of candidates) {
    const folded = fold(candidate);
    if (Math.abs(folded.length - wanted.length) >= bestDistance) continue;
    const distance = alignmentDistance(wanted, folded);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

function alignmentDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? Math.max(a.length, b.length);
}
