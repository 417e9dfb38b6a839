import type { Analysis } from '../analysis.js';
import { allAdditions, type ShownAdditions } from '../document/additions.js';
import type { InlayHint, Lens } from '../document/editing.js';
import type { DocumentKind } from '../document/kinds.js';
import { childLabel, type Payload } from '../document/payload.js';
import { limits } from '../limits.js';
import { kinds } from '../payload/kindTable.js';
import { isEncoded, isWorthOpening, payloadSummary } from '../payload/summary.js';
import { nameInResources } from '../resources.js';
import type { Span } from '../text/span.js';
import { innerSpan, readableDocuments } from './documentsAt.js';

/** The lenses of the file's kind, and one for each payload in it; those of `shown` if given, else all. */
export function codeLenses(analysis: Analysis, shown: ShownAdditions = allAdditions): Lens[] {
  return allLenses(analysis).filter((lens) => shown[additionOf(lens, analysis.root.kind)]);
}

function additionOf({ action }: Lens, kind: DocumentKind): keyof ShownAdditions {
  switch (action.is) {
    case 'decode':
      return 'payloadLenses';
    case 'explain':
    case 'timeline':
      return 'failureLenses';
    default:
      return kind === 'node-config' ? 'nodeConfigLenses' : 'karpenterLenses';
  }
}

function allLenses(analysis: Analysis): Lens[] {
  const { root } = analysis;
  const span = { start: 0, end: 0 };
  if (root.text !== analysis.text)
    return [{ span, title: `Decode: ${payloadSummary(root)}`, action: { is: 'decode', steps: root.steps } }];
  const own = analysis.isInteractive ? (kinds[root.kind].lenses?.(analysis.view(root)) ?? []) : [];
  return [...own, ...payloadLenses(analysis, root).slice(0, limits.payloadLenses)];
}

/** One for each payload with a position of its own in the file; payloads inside an encoded one have none. */
function payloadLenses(analysis: Analysis, { children }: Payload): Lens[] {
  return children.flatMap((child): Lens[] => {
    // A status with a failure has a lens of its own.
    if (child.is === 'status') return [];
    const { payload, span } = child;
    const verb = isEncoded(payload) ? 'Decode' : 'Open';
    const name = nameInResources(analysis, child.resource, childLabel(child));
    const title = `${verb} ${name}: ${payloadSummary(payload)}`;
    return [
      ...(isWorthOpening(payload) ? [{ span, title, action: { is: 'decode', steps: payload.steps } } as const] : []),
      ...(payload.map.exact ? payloadLenses(analysis, payload) : []),
    ];
  });
}

/** Hints in a range of the file; those of `shown` if given, else all. */
export function inlayHints(analysis: Analysis, range: Span, shown: ShownAdditions = allAdditions): InlayHint[] {
  return [...readableDocuments(analysis)].flatMap((document) => {
    const { kind, payload } = document;
    if (kind.inlayHints === undefined) return [];
    return kind
      .inlayHints(document.view, innerSpan(analysis, document, range), shown)
      .map((hint) => ({ ...hint, offset: payload.map.toOuter({ start: hint.offset, end: hint.offset }).start }))
      .filter(({ offset }) => range.start <= offset && offset <= range.end);
  });
}
