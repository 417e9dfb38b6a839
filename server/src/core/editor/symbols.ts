import type { Analysis } from '../analysis.js';
import type { LazyEntry, OutlineEntry } from '../document/editing.js';
import { onDemand } from '../document/outline.js';
import { childTitle, type Payload } from '../document/payload.js';
import { placedSecrets } from '../documentSecrets.js';
import { limits } from '../limits.js';
import { kinds } from '../payload/kindTable.js';
import { maskSecrets, maskText } from '../secrets/find.js';
import type { Span } from '../text/span.js';
import { grouped } from '../text/strings.js';

/** The outline of a file: that of its kind, else the payloads in it. */
export function outline(analysis: Analysis): OutlineEntry[] {
  const { root, text } = analysis;
  // A decoded file has no positions in the original; of a large one, there are too many.
  if (!root.map.exact || !analysis.isInteractive) return [];
  return outerEntries(outlineOf(root, { start: 0, end: text.length }, analysis), text.length);
}

/** As many entries as an editor can show, the outer ones first, and one at the end of the document that says if there are more. */
function outerEntries(all: Iterable<LazyEntry>, end: number): OutlineEntry[] {
  const kept: OutlineEntry[] = [];
  let left: number = limits.outlineEntries;
  let level: { readonly from: Iterable<LazyEntry>; readonly to: OutlineEntry[] }[] = [{ from: all, to: kept }];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { from, to } of level)
      for (const entry of from) {
        if (left-- === 0) return [...kept, noteOnMore(end)];
        const children: OutlineEntry[] = [];
        to.push({ ...entry, children });
        next.push({ from: entry.children, to: children });
      }
    level = next;
  }
  return kept;
}

function noteOnMore(end: number): OutlineEntry {
  const span = { start: end, end };
  const name = `More than ${grouped(limits.outlineEntries)} entries`;
  return {
    name,
    detail: 'the others are not listed',
    kind: 'null',
    span,
    nameSpan: span,
    deprecated: false,
    children: [],
  };
}

function outlineOf(payload: Payload, around: Span, analysis: Analysis): Iterable<LazyEntry> {
  const kind = kinds[payload.kind];
  if (kind.outline === undefined || !payload.map.exact) return payloadsOf(payload, analysis);
  const secrets = placedSecrets(analysis, payload).flatMap(({ span }) =>
    span === undefined || span.start === span.end ? [] : [span],
  );
  secrets.sort((a, b) => a.start - b.start);
  const searched = analysis.remembered.excerpts;
  const mask = (text: string): string => maskSecrets(text, { searched }).text;
  const placed = (entry: LazyEntry): LazyEntry => {
    const { kind: form, span, nameSpan, deprecated, module } = entry;
    const children = onDemand(() => placedAll(entry.children));
    // Masked before it is joined with the rest of the detail.
    const { name, detail, value } = hasSecret(entry, secrets) ? masked(entry) : entry;
    const shown = entry.showsEntries === true ? namesOf(children) : value;
    return {
      name,
      detail: [[detail, shown].filter(Boolean).join(' '), module].filter(Boolean).join(', '),
      kind: form,
      span: within(payload.map.toOuter(span), around),
      nameSpan: within(payload.map.toOuter(nameSpan), around),
      deprecated,
      children,
    };
  };
  function* placedAll(entries: Iterable<LazyEntry>): Generator<LazyEntry> {
    for (const entry of entries) yield placed(entry);
  }
  return placedAll(kind.outline(analysis.view(payload), mask));
}

function* payloadsOf(payload: Payload, analysis: Analysis): Generator<LazyEntry> {
  for (const child of payload.children)
    yield {
      name: childTitle(child),
      detail: `${child.payload.layers.join(' > ')}, ${grouped(child.payload.bytes.length)} bytes`,
      kind: child.is === 'file' ? 'file' : 'module',
      span: child.span,
      nameSpan: child.span,
      deprecated: false,
      children: onDemand(() => outlineOf(child.payload, child.span, analysis)),
    };
}

/** Whether an entry shows a value with a secret: a scalar, or a command that is a list. `secrets` are in order. */
function hasSecret({ span, kind }: LazyEntry, secrets: readonly Span[]): boolean {
  if (kind === 'object' || kind === 'module') return false;
  let low = 0;
  let high = secrets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((secrets[middle]?.start ?? 0) < span.start) low = middle + 1;
    else high = middle;
  }
  return (secrets[low]?.start ?? Infinity) < span.end;
}

/** An item of a list without detail or value has its value as its name. */
function masked(entry: LazyEntry): Pick<LazyEntry, 'name' | 'detail' | 'value'> {
  const { name, detail, value, span, nameSpan } = entry;
  const isItem = span.start === nameSpan.start && span.end === nameSpan.end;
  const isNamedByValue = isItem && detail === '' && value === undefined;
  return { name: isNamedByValue ? maskText : name, detail, value: value && maskText };
}

/** The names of the first entries of a list, each as a whole; those that are only numbered have none. */
function namesOf(entries: Iterable<LazyEntry>): string {
  const shown: string[] = [];
  let length = 0;
  let index = 0;
  for (const { name } of entries) {
    if (name === String(index++)) continue;
    length += name.length + (shown.length > 0 ? 2 : 0);
    if (length > limits.quotedValue && shown.length > 0) return `${shown.join(', ')}, …`;
    shown.push(name);
  }
  return shown.join(', ');
}

/** Editors refuse an entry that isn't inside its outer entry. */
function within({ start, end }: Span, outer: Span): Span {
  const from = Math.min(Math.max(start, outer.start), outer.end);
  return { start: from, end: Math.max(from, Math.min(end, outer.end)) };
}
