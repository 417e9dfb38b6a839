import type { Analysis } from '../../analysis.js';
import { optionAtOffset } from '../../karpenter/options/navigate.js';
import type { OptionsReading } from '../../karpenter/options/read.js';
import { karpenterOptionsOf, karpenterScriptOf } from '../../rendering.js';
import type { Rendered } from '../../document/rendered.js';
import type { NodePath } from '../../formats/tree/paths.js';
import type { Span } from '../../text/span.js';
import { type Preview, previewName, type PreviewOptions, type PreviewSection, type PreviewView } from './view.js';

/** What bootstrap options are seen as. */
export type KarpenterView = Extract<PreviewView, { what: 'karpenter-script' | 'karpenter-options' }>;

/**
 * Karpenter's bootstrap script, of which each line that sets a variable is a passage, or the options that it is made
 * from, which are one.
 */
export function karpenterPreview(
  analysis: Analysis,
  view: KarpenterView,
  secrets: Pick<PreviewOptions, 'showSecrets' | 'revealed'>,
): Rendered<Preview> {
  if (view.what === 'karpenter-options') return optionsPreview(analysis, view, secrets);
  const rendered = karpenterScriptOf(analysis, { ...secrets, pool: view.pool });
  if (!rendered.ok) return rendered;
  const { script, lines } = rendered.value;
  const options = optionsOf(analysis, view);
  const passages = lines.map((line): PreviewSection => {
    const { span, variable, traces } = line;
    const head = { start: span.start, end: span.start + variable.name.length };
    return { span, head, variable: undefined, scriptVariable: variable, traces, ...options };
  });
  return { ok: true, value: { name: previewName(view), text: script, passages } };
}

/** The options that a view shows, of one of several pools. */
function optionsOf({ karpenter }: Analysis, { pool }: KarpenterView): Pick<PreviewSection, 'options'> {
  return karpenter === undefined ? {} : { options: karpenter.forPool(pool).reading };
}

function optionsPreview(
  analysis: Analysis,
  view: KarpenterView,
  secrets: Pick<PreviewOptions, 'showSecrets' | 'revealed'>,
): Rendered<Preview> {
  const rendered = karpenterOptionsOf(analysis, { ...secrets, pool: view.pool });
  if (!rendered.ok) return rendered;
  const { text, traces } = rendered.value;
  const whole = { span: { start: 0, end: text.length }, head: { start: 0, end: 0 }, variable: undefined };
  const options = optionsOf(analysis, view);
  return { ok: true, value: { name: previewName(view), text, passages: [{ ...whole, traces, ...options }] } };
}

/** The places in the script, or in the options, that the option or entry under the cursor ends in. */
export function usesInScript(reading: OptionsReading, offset: number, preview: Preview): Span[] {
  const path = optionAtOffset(reading, offset);
  return path === undefined ? [] : preview.passages.flatMap((passage) => usesIn(passage, path));
}

/** The parts that come from a path or from inside it, else the part that it is inside of, else the line as a whole. */
function usesIn({ head, traces = [], scriptVariable }: PreviewSection, path: NodePath): Span[] {
  const inside = traces.filter(({ from }) => isWithin(from, path));
  const parts = inside.length > 0 ? inside : traces.filter(({ from }) => isWithin(path, from));
  if (parts.length > 0) return parts.map(({ span }) => span);
  const isSource = path.length === 1 && scriptVariable?.sources.some((source) => source === path[0]) === true;
  return isSource ? [head] : [];
}

function isWithin(path: NodePath, outer: NodePath): boolean {
  return outer.length <= path.length && outer.every((step, at) => step === path[at]);
}
