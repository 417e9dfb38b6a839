import { markup, prose } from '../../text/markdown.js';
import type { InlayHint } from '../../document/editing.js';
import type { Span } from '../../text/span.js';
import { elementsOf, type GivenElement } from '../../record/given.js';
import { encodedSummary } from '../../values/encodedSummary.js';
import { replacements } from '../required.js';
import { type ConfigField, givenFields } from '../value.js';
import type { NodeConfigView } from '../view.js';

/** Hints for the values of a node config that are in a range of its text. */
export function nodeConfigHints({ reading, contract }: NodeConfigView, range: Span): InlayHint[] {
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
