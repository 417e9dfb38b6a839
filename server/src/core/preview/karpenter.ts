import type { Analysis } from '../analysis.js';
import { optionAtOffset } from '../karpenter/navigate.js';
import { karpenterScriptOf } from '../karpenter/scriptOf.js';
import type { Rendered } from '../render/rendered.js';
import type { NodePath } from '../syntax/pointer.js';
import type { Span } from '../text/span.js';
import type { Passage, Preview } from './passage.js';
import { type PreviewOptions, previewName } from './view.js';

const view = { view: 'karpenter-script' } as const;

/** Karpenter's bootstrap script, of which each line that sets a variable is a passage. */
export function karpenterPreview(
  analysis: Analysis,
  secrets: Pick<PreviewOptions, 'showSecrets' | 'revealed'>,
): Rendered<Preview> {
  const rendered = karpenterScriptOf(analysis, secrets);
  if (!rendered.ok) return rendered;
  const { script, lines } = rendered.value;
  const passages = lines.map((line): Passage => {
    const { span, variable, traces } = line;
    const head = { start: span.start, end: span.start + variable.name.length };
    return { span, head, variable: undefined, scriptVariable: variable, traces };
  });
  return { ok: true, value: { name: previewName(view), text: script, passages } };
}

/** The places in the script that the option or entry under the cursor ends in. */
export function usesInScript(analysis: Analysis, offset: number, preview: Preview): Span[] {
  const path = pathAt(analysis, offset);
  return path === undefined ? [] : preview.passages.flatMap((passage) => usesIn(passage, path));
}

/** The parts that come from a path or from inside it, else the part that it is inside of, else the line as a whole. */
function usesIn({ head, traces = [], scriptVariable }: Passage, path: NodePath): Span[] {
  const inside = traces.filter(({ from }) => isWithin(from, path));
  const parts = inside.length > 0 ? inside : traces.filter(({ from }) => isWithin(path, from));
  if (parts.length > 0) return parts.map(({ span }) => span);
  const isSource = path.length === 1 && scriptVariable?.sources.some((source) => source === path[0]) === true;
  return isSource ? [head] : [];
}

function isWithin(path: NodePath, outer: NodePath): boolean {
  return outer.length <= path.length && outer.every((step, at) => step === path[at]);
}

/** The path of what the cursor is on, in the names of the description. */
function pathAt({ bootstrapOptions }: Analysis, offset: number): NodePath | undefined {
  return bootstrapOptions && optionAtOffset(bootstrapOptions, offset);
}
