import type { Analysis } from '../analysis.js';
import type { LazyEntry, OutlineEntry } from '../document/editing.js';
import { noEntries, onDemand } from '../document/outline.js';
import { childTitle, type Payload } from '../document/payload.js';
import { placedSecrets } from '../documentSecrets.js';
import { scalarSource, type SyntaxNode } from '../formats/tree/node.js';
import { limits } from '../limits.js';
import { maskingOf } from '../masking.js';
import { kinds } from '../payload/kindTable.js';
import { payloadSummary } from '../payload/summary.js';
import { maskText } from '../secrets/find.js';
import { cutMasked, joinedMasked, type Masked, type Masking, quotedMasked } from '../secrets/masking.js';
import { type Span, touchesAny } from '../text/span.js';
import { grouped } from '../text/strings.js';

/** The outline of a file: that of its kind, else the payloads in it. */
export function outline(analysis: Analysis): OutlineEntry[] {
  const { root, text } = analysis;
  // A decoded file has no positions in the original; of a large one, there are too many.
  if (!root.map.exact || !analysis.isInteractive) return [];
  const masking = maskingOf([analysis], { numbered: false });
  const place = { start: 0, end: text.length };
  return outerEntries(entriesOf(root, place, { analysis, masking }), () => noteOnMore(text.length, masking));
}

/** What the entries of an outline are made with. */
interface OutlineSource {
  readonly analysis: Analysis;
  readonly masking: Masking;
}

/** An entry as it is shown, without its children, which are made when they are read. */
interface ShownEntry {
  readonly entry: OutlineEntry & { readonly children: OutlineEntry[] };
  readonly inside: Iterable<ShownEntry>;
}

/** As many entries as an editor can show, the outer ones first, and a note if there are more. */
function outerEntries(all: Iterable<ShownEntry>, note: () => OutlineEntry): OutlineEntry[] {
  const kept: OutlineEntry[] = [];
  let left: number = limits.outlineEntries;
  let level: { readonly from: Iterable<ShownEntry>; readonly to: OutlineEntry[] }[] = [{ from: all, to: kept }];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { from, to } of level)
      for (const { entry, inside } of from) {
        if (left-- === 0) return [...kept, note()];
        to.push(entry);
        next.push({ from: inside, to: entry.children });
      }
    level = next;
  }
  return kept;
}

/** Stands at the end of the document. */
function noteOnMore(end: number, masking: Masking): OutlineEntry {
  const span = { start: end, end };
  return {
    name: masking.text(`More than ${grouped(limits.outlineEntries)} entries`),
    detail: masking.text('the others are not listed'),
    kind: 'null',
    span,
    nameSpan: span,
    deprecated: false,
    children: [],
  };
}

function entriesOf(payload: Payload, around: Span, source: OutlineSource): Iterable<ShownEntry> {
  const { analysis, masking } = source;
  const kind = kinds[payload.kind];
  if (kind.outline === undefined || !payload.map.exact) return payloadsOf(payload, source);
  const secrets = placedSecrets(analysis, payload).flatMap(({ span }) =>
    span === undefined || span.start === span.end ? [] : [span],
  );
  secrets.sort((a, b) => a.start - b.start);
  const encoded = new Map(
    payload.children
      .filter((child) => child.payload.encodings.length > 0)
      .map(({ span, payload: content }) => [span.start, content]),
  );
  const shown = (entry: LazyEntry): ShownEntry => {
    const { kind: form, span, nameSpan, deprecated, showsEntries = false, value } = entry;
    const inside = entry.children === noEntries ? noEntries : onDemand(() => allShown(entry.children));
    // A scalar, or a command that is a list.
    const isSecret = form !== 'object' && form !== 'module' && touchesAny(span, secrets);
    const content = value && encoded.get(value.span.start);
    const detail = masking.text(entry.detail);
    // How a payload is encoded tells more than its letters.
    const scalar = content === undefined ? shortValue(value, isSecret, masking) : masking.text(payloadSummary(content));
    const shownValue = showsEntries ? firstTexts(namesOf(inside), ', ', masking) : scalar;
    const module = masking.text(entry.module ?? '');
    return {
      entry: {
        name: nameOf(entry, isSecret ? secrets : [], masking),
        detail: joinedMasked([joinedMasked([detail, shownValue], ' '), module], ', '),
        kind: form,
        span: within(payload.map.toOuter(span), around),
        nameSpan: within(payload.map.toOuter(nameSpan), around),
        deprecated,
        children: [],
      },
      inside,
    };
  };
  function* allShown(entries: Iterable<LazyEntry>): Generator<ShownEntry> {
    for (const entry of entries) yield shown(entry);
  }
  return allShown(kind.outline(analysis.view(payload)));
}

function* payloadsOf(payload: Payload, source: OutlineSource): Generator<ShownEntry> {
  for (const child of payload.children)
    yield {
      entry: {
        name: source.masking.text(childTitle(child)),
        detail: source.masking.text(payloadSummary(child.payload)),
        kind: child.is === 'file' ? 'file' : 'module',
        span: child.span,
        nameSpan: child.span,
        deprecated: false,
        children: [],
      },
      inside: onDemand(() => entriesOf(child.payload, child.span, source)),
    };
}

/** An item of a list that is named by its text has the secret in it in its name. */
function nameOf(
  { name, isText = false, words, detail }: LazyEntry,
  secrets: readonly Span[],
  masking: Masking,
): Masked {
  if (!isText) return masking.text(name);
  if (secrets.length === 0 || detail !== '') return masking.excerpt(name);
  const mask = masking.text(maskText);
  if (words === undefined) return mask;
  const masked = masking.words(words.map((word) => scalarSource(word) ?? ''));
  const shown = words.map(({ span }, index) => (touchesAny(span, secrets) ? mask : cutMasked(masked[index] ?? mask)));
  return firstTexts(shown, ' ', masking);
}

/** A scalar on one line, shortened, or a mask in place of one with a secret; undefined for containers and missing values. */
function shortValue(node: SyntaxNode | undefined, isSecret: boolean, masking: Masking): Masked | undefined {
  const shown = scalarText(node, masking);
  return isSecret ? shown && masking.text(maskText) : shown;
}

function scalarText(node: SyntaxNode | undefined, masking: Masking): Masked | undefined {
  switch (node?.kind) {
    case 'string':
      return quotedMasked(masking.excerpt(node.value));
    case 'number':
    case 'boolean':
    case 'timestamp':
      return masking.text(node.raw);
    case 'null':
      return masking.text('null');
    default:
      return undefined;
  }
}

/** The names of the first entries of a list; those that are only numbered have none. */
function* namesOf(entries: Iterable<ShownEntry>): Generator<Masked> {
  let index = 0;
  for (const { entry } of entries) if (entry.name !== String(index++)) yield entry.name;
}

/** The first texts of several, each as a whole. */
function firstTexts(texts: Iterable<Masked>, separator: string, masking: Masking): Masked {
  const shown: Masked[] = [];
  let length = 0;
  for (const text of texts) {
    length += text.length + (shown.length > 0 ? separator.length : 0);
    if (length > limits.quotedValue && shown.length > 0) {
      shown.push(masking.text('…'));
      break;
    }
    shown.push(text);
  }
  return joinedMasked(shown, separator);
}

/** Editors refuse an entry that isn't inside its outer entry. */
function within({ start, end }: Span, outer: Span): Span {
  const from = Math.min(Math.max(start, outer.start), outer.end);
  return { start: from, end: Math.max(from, Math.min(end, outer.end)) };
}
