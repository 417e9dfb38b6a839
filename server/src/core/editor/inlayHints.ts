import type { Analysis } from '../analysis.js';
import { contract } from '../nodeConfig/contract/contract.js';
import { replacements } from '../nodeConfig/required.js';
import { encodedSummary } from '../values/encodedSummary.js';
import { type ConfigField, givenFields } from '../nodeConfig/value.js';
import { elementsOf, type GivenElement } from '../record/given.js';
import type { Span } from '../text/span.js';
import { cloudConfigHints } from '../cloudConfig/editing/hover.js';
import { readableCloudConfigs } from '../cloudConfig/editing/readable.js';
import type { InlayHint } from '../document/editing.js';

/** Hints for the values of a node config or cloud-config that lie in a stretch of the text. */
export function inlayHints(analysis: Analysis, range: Span): InlayHint[] {
  const { reading, root } = analysis;
  if (reading === undefined)
    return [...readableCloudConfigs(root)].flatMap((payload) => cloudConfigHints(payload, range));
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
    return known && { offset, label: known.name, tooltip: known.doc };
  }
  if (node.kind === 'string' && node.value !== '') {
    const summary = encodedSummary(field.format, node.value);
    if (summary !== undefined) return { offset, label: summary.short, tooltip: summary.markdown };
  }
  const replacement = replacements.find((candidate) => candidate.field === path);
  const taken = replacement?.taken(value);
  if (replacement === undefined || taken === undefined) return undefined;
  return { offset, label: `the node takes ${taken}`, tooltip: `${replacement.accepted}.` };
}
