import type { Analysis } from '../analysis.js';
import type { OutlineEntry } from '../document/editing.js';
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

/**
 * As many entries as an editor can show, the outer ones first, and one at the end of the document that says how many are left
 * out.
 */
function outerEntries(all: OutlineEntry[], end: number): OutlineEntry[] {
  const kept: OutlineEntry[] = [];
  let left = limits.outlineEntries;
  let omitted = 0;
  let level: { readonly from: readonly OutlineEntry[]; readonly to: OutlineEntry[] }[] = [{ from: all, to: kept }];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { from, to } of level)
      for (const entry of from) {
        if (left-- <= 0) {
          omitted += 1 + countOf(entry.children);
          continue;
        }
        const children: OutlineEntry[] = [];
        to.push({ ...entry, children });
        next.push({ from: entry.children, to: children });
      }
    level = next;
  }
  if (omitted === 0) return all;
  const span = { start: end, end };
  const name = `${grouped(omitted)} more entries`;
  return [...kept, { name, detail: '', kind: 'null', span, nameSpan: span, deprecated: false, children: [] }];
}

function countOf(entries: readonly OutlineEntry[]): number {
  return entries.reduce((count, { children }) => count + countOf(children), entries.length);
}

function outlineOf(payload: Payload, around: Span, analysis: Analysis): OutlineEntry[] {
  const kind = kinds[payload.kind];
  if (kind.outline === undefined || !payload.map.exact) return payloadsOf(payload, analysis);
  const secrets = placedSecrets(analysis, payload).flatMap(({ span }) =>
    span === undefined || span.start === span.end ? [] : [span],
  );
  secrets.sort((a, b) => a.start - b.start);
  const searched = analysis.remembered.excerpts;
  const mask = (text: string): string => maskSecrets(text, { searched }).text;
  const placed = (entry: OutlineEntry): OutlineEntry => {
    const { kind: form, span, nameSpan, deprecated, module } = entry;
    const children = entry.children.map(placed);
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
  return kind.outline(analysis.view(payload), mask).map(placed);
}

function payloadsOf(payload: Payload, analysis: Analysis): OutlineEntry[] {
  return payload.children.map((child) => ({
    name: childTitle(child),
    detail: `${child.payload.layers.join(' > ')}, ${grouped(child.payload.bytes.length)} bytes`,
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

/** An item of a list without detail or value has its value as its name. */
function masked(entry: OutlineEntry): Pick<OutlineEntry, 'name' | 'detail' | 'value'> {
  const { name, detail, value, span, nameSpan } = entry;
  const isItem = span.start === nameSpan.start && span.end === nameSpan.end;
  const isNamedByValue = isItem && detail === '' && value === undefined;
  return { name: isNamedByValue ? maskText : name, detail, value: value && maskText };
}

/** The names of the first entries of a list, each as a whole; those that are only numbered have none. */
function namesOf(entries: readonly OutlineEntry[]): string {
  const names = entries.flatMap(({ name }, index) => (name === String(index) ? [] : [name]));
  const shown = names.slice(0, 1);
  let length = shown.join('').length;
  for (const name of names.slice(1)) {
    length += name.length + 2;
    if (length > limits.quotedValue) return `${shown.join(', ')}, …`;
    shown.push(name);
  }
  return shown.join(', ');
}

/** Editors refuse an entry that isn't inside its outer entry. */
function within({ start, end }: Span, outer: Span): Span {
  const from = Math.min(Math.max(start, outer.start), outer.end);
  return { start: from, end: Math.max(from, Math.min(end, outer.end)) };
}
