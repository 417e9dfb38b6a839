import { bulleted, inlineCode, type Markdown, markup, prose } from '../../text/markdown.js';
import type { ShownAdditions } from '../../document/additions.js';
import type { InlayHint } from '../../document/editing.js';
import { lineStartOf } from '../../formats/tree/layout.js';
import type { Span } from '../../text/span.js';
import { endOfLine } from '../../text/strings.js';
import { elementsOf, type GivenElement } from '../../record/given.js';
import { encodedSummary } from '../../values/encodedSummary.js';
import { readElsewhere, type SeenField } from '../asNodeSees.js';
import { isFedBy, variablesOf } from '../render/environment/environment.js';
import type { EnvironmentVariable } from '../render/environment/variable.js';
import { replacements } from '../required.js';
import { type ConfigField, givenFields } from '../value.js';
import type { NodeConfigView } from '../view.js';

/** Hints in a range of a node config about values, and in the other lines, if `shown`, about what becomes of their fields. */
export function nodeConfigHints(view: NodeConfigView, range: Span, shown: ShownAdditions): InlayHint[] {
  const hints = shown.valueHints ? valueHints(view, range) : [];
  const lines = new Set(hints.map(({ offset }) => endOfLine(view.text, offset)));
  const notes = shown.fieldNotes ? fieldNotes(view, range).filter(({ offset }) => !lines.has(offset)) : [];
  return [...hints, ...notes].sort((a, b) => a.offset - b.offset);
}

/** Notes about the fields that have a line of their own: the variables that they become, or why there is none. */
function fieldNotes({ isFile, asNodeSees, text, image }: NodeConfigView, range: Span): InlayHint[] {
  if (!isFile || asNodeSees === undefined) return [];
  const variables = variablesOf(image?.controller);
  return asNodeSees.fields.flatMap((field): InlayHint[] => {
    if (field.span.end < range.start || range.end < field.span.start) return [];
    const offset = ownLineEnd(text, field);
    const note = offset === undefined || offset > range.end ? undefined : noteOf(field, variables);
    return note === undefined || offset === undefined ? [] : [{ offset, ...note }];
  });
}

/** The end of the line in which a field begins; undefined if something else is in that line. */
function ownLineEnd(text: string, { name, span }: SeenField): number | undefined {
  if (lineStartOf(text, name.start) === undefined) return undefined;
  const end = endOfLine(text, name.end);
  return span.end > end || /^[ \t,]*$/.test(text.slice(span.end, end)) ? end : undefined;
}

/** Nothing about what counts and is an entry of a map: the line of the map has the note. */
function noteOf(
  { loss, path }: SeenField,
  variables: readonly EnvironmentVariable[],
): { readonly label: string; readonly tooltip?: Markdown } | undefined {
  if (loss !== undefined) return { label: `→ ${lossNotes[loss.is]}`, tooltip: prose(loss.reason) };
  if (path === undefined) return undefined;
  const elsewhere = readElsewhere.get(path);
  if (elsewhere !== undefined) return { label: `→ ${elsewhere}` };
  // Those that are made of this field alone come first.
  const rank = ({ sources }: EnvironmentVariable): number =>
    sources.includes(path) ? sources.length : Number.MAX_SAFE_INTEGER;
  const fed = variables.filter((variable) => isFedBy(variable, path)).sort((a, b) => rank(a) - rank(b));
  const [first, ...others] = fed;
  if (first === undefined) return undefined;
  const label = `→ ${first.name}${others.length === 0 ? '' : ` +${others.length}`}`;
  const tooltip =
    others.length === 0
      ? prose(first.rule)
      : bulleted(fed.map(({ name, rule }) => markup`${inlineCode(name)}: ${prose(rule)}`));
  return { label, tooltip };
}

const lossNotes = { dropped: 'dropped', 'not-used': 'not used', 'no-effect': 'no effect' } as const;

/** Hints for the values of a node config that are in a range of its text. */
function valueHints({ reading, contract }: NodeConfigView, range: Span): InlayHint[] {
  return givenFields(reading.value, contract).flatMap((given) => {
    const { span } = given.member;
    if (span.end < range.start || range.end < span.start) return [];
    return elementsOf(given)
      .filter(({ node }) => node.span.end >= range.start && node.span.start <= range.end)
      .flatMap((element) => hintFor(given, element) ?? []);
  });
}

function hintFor({ field, path, value }: ConfigField, { node }: GivenElement): InlayHint | undefined {
  const offset = node.span.end;
  if (field.type.kind === 'enum' && node.kind === 'number') {
    const known = field.type.of.values.find(({ number }) => number === node.value);
    return known && { offset, label: known.name, tooltip: prose(known.doc) };
  }
  if (node.kind === 'string' && node.value !== '') {
    const summary = encodedSummary(field.format, node.value);
    if (summary !== undefined) return { offset, label: summary.short, tooltip: summary.markdown };
  }
  const replacement = replacements.get(path);
  const taken = replacement?.taken(value);
  if (replacement === undefined || taken === undefined) return undefined;
  return { offset, label: `the node uses ${taken}`, tooltip: markup`${prose(replacement.accepted)}.` };
}
