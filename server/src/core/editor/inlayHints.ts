import type { Analysis } from '../analysis.js';
import type { InlayHint } from '../document/editing.js';
import type { Span } from '../text/span.js';
import { innerSpan, readableDocuments } from './worker.js';

/** Hints for the values in a range of the file. */
export function inlayHints(analysis: Analysis, range: Span): InlayHint[] {
  return [...readableDocuments(analysis)].flatMap((document) => {
    const { kind, payload } = document;
    if (kind.inlayHints === undefined) return [];
    return kind
      .inlayHints(document.view, innerSpan(analysis, document, range))
      .map((hint) => ({ ...hint, offset: payload.map.toOuter({ start: hint.offset, end: hint.offset }).start }))
      .filter(({ offset }) => range.start <= offset && offset <= range.end);
  });
}
