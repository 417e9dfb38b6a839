import type { Analysis } from '../analysis.js';
import type { Lens } from '../document/editing.js';
import { limits } from '../limits.js';
import { childLabel, type Payload } from '../document/payload.js';
import { kinds } from '../payload/kinds.js';
import { isEncoded, isWorthOpening, payloadSummary } from '../payload/summary.js';

/** The lenses of the file's kind, and one for each payload in it. */
export function codeLenses(analysis: Analysis): Lens[] {
  const { root } = analysis;
  const span = { start: 0, end: 0 };
  if (root.text !== analysis.text)
    return [{ span, title: `Decode: ${payloadSummary(root)}`, action: { is: 'decode', steps: root.steps } }];
  const own = kinds[root.kind].lenses?.(analysis.view(root)) ?? [];
  return [...own, ...payloadLenses(root).slice(0, limits.payloadLenses)];
}

/** One for each payload that has a place of its own in the file; what is inside an encoded one has none. */
function payloadLenses({ children }: Payload): Lens[] {
  return children.flatMap((child): Lens[] => {
    // What a status tells has a lens of its own where it is a failure.
    if (child.is === 'status') return [];
    const { payload, span } = child;
    const verb = isEncoded(payload) ? 'Decode' : 'Open';
    const title = `${verb} ${childLabel(child)}: ${payloadSummary(payload)}`;
    return [
      ...(isWorthOpening(payload) ? [{ span, title, action: { is: 'decode', steps: payload.steps } } as const] : []),
      ...(payload.map.exact ? payloadLenses(payload) : []),
    ];
  });
}
