import type { FileProblem } from '../payload/payload.js';
import type { Fix } from '../problems/problem.js';
import type { Span } from '../text/span.js';

/** A fix together with the problem that it mends. */
export interface QuickFix {
  readonly problem: FileProblem;
  readonly fix: Fix;
}

/** The fixes of those problems that touch a stretch of the file. */
export function quickFixes(problems: readonly FileProblem[], range: Span): QuickFix[] {
  return problems
    .filter((found) => found.span.start <= range.end && range.start <= found.span.end)
    .flatMap((found) => (found.fixes ?? []).map((fix) => ({ problem: found, fix })));
}

/** All fixes that may be applied without looking; of those that overlap only the first. */
export function safeFixes(problems: readonly FileProblem[]): QuickFix[] {
  const chosen: QuickFix[] = [];
  let end = -1;
  for (const found of problems) {
    const fix = found.fixes?.find((candidate) => candidate.safe);
    if (fix === undefined || fix.changes.some((change) => change.span.start < end)) continue;
    chosen.push({ problem: found, fix });
    end = Math.max(end, ...fix.changes.map((change) => change.span.end));
  }
  return chosen;
}
