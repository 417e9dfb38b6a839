import type { Analysis } from '../../analysis.js';
import { optionAtOffset } from '../../karpenter/options/navigate.js';
import type { OptionsReading } from '../../karpenter/options/read.js';
import { karpenterOptionsOf, karpenterScriptOf } from '../../rendering.js';
import type { Rendered } from '../../document/rendered.js';
import type { NodePath } from '../../formats/tree/paths.js';
import { success } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import {
  isWithin,
  type Preview,
  previewName,
  type PreviewOptions,
  type PreviewSection,
  type PreviewView,
  wholePreview,
} from './view.js';

/** A preview of bootstrap options. */
export type KarpenterView = Extract<PreviewView, { what: 'karpenter-script' | 'karpenter-options' }>;

/** Karpenter's bootstrap script with one section for each line that sets a variable, or the options as one section. */
export function karpenterPreview(
  analysis: Analysis,
  view: KarpenterView,
  secrets: Pick<PreviewOptions, 'showSecrets' | 'revealed'>,
): Rendered<Preview> {
  const settings = { ...secrets, pool: view.pool };
  const name = previewName(view);
  const options = analysis.karpenter && { options: analysis.karpenter.forPool(view.pool).reading };
  if (view.what === 'karpenter-options') {
    const rendered = karpenterOptionsOf(analysis, settings);
    if (!rendered.ok) return rendered;
    const preview = wholePreview(name, rendered.value.text, rendered.value.traces);
    const { masked } = rendered.value;
    return success({ ...preview, masked, sections: preview.sections.map((section) => ({ ...section, ...options })) });
  }
  const rendered = karpenterScriptOf(analysis, { ...settings, gaps: true });
  if (!rendered.ok) return rendered;
  const { script, lines, masked } = rendered.value;
  const sections = lines.map(({ span, variable, traces }): PreviewSection => {
    const head = { start: span.start, end: span.start + variable.name.length };
    return { span, head, variable: undefined, scriptVariable: variable, traces, ...options };
  });
  return success({ name, text: script, sections, masked });
}

/** The positions in the script or options that the option or entry at an offset determines. */
export function usesInScript(reading: OptionsReading, offset: number, preview: Preview): Span[] {
  const path = optionAtOffset(reading, offset);
  return path === undefined ? [] : preview.sections.flatMap((section) => usesIn(section, path));
}

/** The parts with an origin at or inside a path; otherwise those with an origin around it, or the name of the line. */
function usesIn({ head, traces = [], scriptVariable }: PreviewSection, path: NodePath): Span[] {
  const inside = traces.filter(({ from }) => isWithin(from, path));
  const parts = inside.length > 0 ? inside : traces.filter(({ from }) => isWithin(path, from));
  if (parts.length > 0) return parts.map(({ span }) => span);
  const isSource = path.length === 1 && scriptVariable?.sources.some((source) => source === path[0]) === true;
  return isSource ? [head] : [];
}
