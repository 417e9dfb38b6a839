import type { Analysis } from '../analysis.js';
import type { OutlineEntry } from '../document/editing.js';
import { childTitle, type Payload } from '../document/payload.js';
import { placedSecrets } from '../documentSecrets.js';
import { kinds } from '../payload/kindTable.js';
import { maskText } from '../secrets/find.js';
import type { Span } from '../text/span.js';

/** The outline of a file: that of its kind, else the payloads in it. */
export function outline(analysis: Analysis): OutlineEntry[] {
  const { root, text } = analysis;
  // A decoded file has no positions in the original; of a large one, there are too many.
  return root.map.exact && analysis.isInteractive ? outlineOf(root, { start: 0, end: text.length }, analysis) : [];
}

function outlineOf(payload: Payload, around: Span, analysis: Analysis): OutlineEntry[] {
  const kind = kinds[payload.kind];
  if (kind.outline === undefined || !payload.map.exact) return payloadsOf(payload, analysis);
  const secrets = placedSecrets(analysis, payload).flatMap(({ span }) =>
    span === undefined || span.start === span.end ? [] : [span],
  );
  secrets.sort((a, b) => a.start - b.start);
  const placed = (entry: OutlineEntry): OutlineEntry => ({
    ...entry,
    ...(hasSecret(entry, secrets) ? masked(entry) : {}),
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

/** Whether an entry shows a value with a secret: a scalar, or a command that is a list. `secrets` are in order. */
function hasSecret({ span, kind, children }: OutlineEntry, secrets: readonly Span[]): boolean {
  if (children.length > 0 && kind !== 'array') return false;
  let low = 0;
  let high = secrets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((secrets[middle]?.start ?? 0) < span.start) low = middle + 1;
    else high = middle;
  }
  return (secrets[low]?.start ?? Infinity) < span.end;
}

/** Values are shown at the end of the detail; an item of a list without detail has its value as its name. */
function masked({ name, detail, kind, span, nameSpan }: OutlineEntry): Pick<OutlineEntry, 'name' | 'detail'> {
  const isItem = span.start === nameSpan.start && span.end === nameSpan.end;
  return {
    name: isItem && detail === '' ? maskText : name,
    detail: kind === 'array' ? detail : withMaskedEnd(detail),
  };
}

/** The text in quotes or the last word at the end of a detail, masked. */
function withMaskedEnd(detail: string): string {
  const word = (/\s\S*$/.exec(detail)?.index ?? -1) + 1;
  const quote = detail.indexOf('"');
  const isQuoted = quote >= 0 && quote < detail.length - 1 && detail.endsWith('"');
  const start = isQuoted ? Math.min(quote, word) : word;
  return start < detail.length ? detail.slice(0, start) + maskText : detail;
}

/** Editors refuse an entry that isn't inside its outer entry. */
function within({ start, end }: Span, outer: Span): Span {
  const from = Math.min(Math.max(start, outer.start), outer.end);
  return { start: from, end: Math.max(from, Math.min(end, outer.end)) };
}
