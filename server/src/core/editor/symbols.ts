import type { Analysis } from '../analysis.js';
import type { OutlineEntry } from '../document/editing.js';
import { childTitle, type Payload } from '../document/payload.js';
import { kinds } from '../payload/kindTable.js';
import type { Span } from '../text/span.js';

/** The outline of a file: that of its kind, else the payloads in it. */
export function outline(analysis: Analysis): OutlineEntry[] {
  const { root, text } = analysis;
  // A decoded file has no positions in the original.
  return root.map.exact ? outlineOf(root, { start: 0, end: text.length }, analysis) : [];
}

function outlineOf(payload: Payload, around: Span, analysis: Analysis): OutlineEntry[] {
  const kind = kinds[payload.kind];
  if (kind.outline === undefined || !payload.map.exact) return payloadsOf(payload, analysis);
  const placed = (entry: OutlineEntry): OutlineEntry => ({
    ...entry,
    span: within(payload.map.toOuter(entry.span), around),
    nameSpan: within(payload.map.toOuter(entry.nameSpan), around),
    children: entry.children.map(placed),
  });
  return kind.outline(analysis.view(payload)).map(placed);
}

function payloadsOf(payload: Payload, analysis: Analysis): OutlineEntry[] {
  return payload.children.map((child) => ({
    name: childTitle(child),
    detail: `${child.payload.layers.join(' > ')}, ${child.payload.bytes.length.toLocaleString('en')} bytes`,
    kind: child.is === 'file' ? 'file' : 'module',
    span: child.span,
    nameSpan: child.span,
    deprecated: false,
    children: outlineOf(child.payload, child.span, analysis),
  }));
}

/** Editors refuse an entry that isn't inside its outer entry. */
function within({ start, end }: Span, outer: Span): Span {
  const from = Math.min(Math.max(start, outer.start), outer.end);
  return { start: from, end: Math.max(from, Math.min(end, outer.end)) };
}
