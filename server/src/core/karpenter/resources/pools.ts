import type { Analysis } from '../../analysis.js';
import type { Span } from '../../text/span.js';
import { holdsResources, resourcesIn } from './model.js';

/**
 * The names of a file's node pools and claims, or of those that touch a stretch of it; one that needs no name is undefined.
 * Undefined for a file without resources.
 */
export function nodePoolsOf({ root }: Analysis, within?: Span): readonly (string | undefined)[] | undefined {
  if (root.tree === undefined || !holdsResources(root.tree)) return undefined;
  const resources = resourcesIn(root.tree);
  const pools = resources.filter(({ kind }) => kind === 'NodePool' || kind === 'NodeClaim');
  if (pools.length < 2) return [undefined];
  const touched = pools.filter(
    ({ node: { span } }) => within === undefined || (span.start <= within.end && within.start <= span.end),
  );
  return (touched.length > 0 ? touched : pools).map(({ name }) => name);
}

/** The file as each of its pools sees it; itself where there is no choice. */
export function forEachPool(
  analysis: Analysis,
): readonly { readonly pool: string | undefined; readonly analysis: Analysis }[] {
  const pools = nodePoolsOf(analysis) ?? [undefined];
  return pools.map((pool) => ({ pool, analysis: analysis.forNodePool(pool) }));
}
