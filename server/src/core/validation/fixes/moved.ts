import type { Fix } from '../../problems/problem.js';
import type { PositionMap } from '../../text/positionMap.js';

/** Fixes of a document as fixes of the text around it; those are left out that cannot be made there. */
export function movedFixes(fixes: readonly Fix[], { toOuterChange }: PositionMap): Fix[] {
  if (toOuterChange === undefined) return [];
  return fixes.flatMap((fix) => {
    const changes = fix.changes.map(toOuterChange).filter((change) => change !== undefined);
    return changes.length === fix.changes.length ? [{ ...fix, changes }] : [];
  });
}
