import type { Analysis } from '../analysis.js';
import { variableOrigin } from '../karpenter/options/navigate.js';
import { type Provisioning, provisioningOf } from '../karpenter/script/provisioning.js';
import { recogniseScript } from '../karpenter/script/recognise.js';

/** How Karpenter made a node, and where each variable of its script comes from. */
export interface KarpenterReport extends Provisioning {
  /** By the names of the variables in `env`; sentences in Markdown. Absent where there is no script. */
  readonly sources?: Readonly<Record<string, readonly string[]>>;
}

/** What a document tells of Karpenter; undefined where that is nothing. */
export function karpenterReport(analysis: Analysis): KarpenterReport | undefined {
  const texts = [...analysis.documents()].flatMap(({ text, kind }) =>
    text === undefined || kind === 'karpenter-options' ? [] : [text],
  );
  const provisioning = provisioningOf(analysis.root.tree?.root, texts);
  if (provisioning === undefined) return undefined;
  const scripts = texts.flatMap((text) => recogniseScript(text) ?? []);
  const [only] = scripts;
  if (only === undefined || scripts.length > 1) return provisioning;
  const sources = only.assignments.map(({ name, variable }) => [
    name,
    variable === undefined ? [] : variableOrigin(variable),
  ]);
  return { ...provisioning, sources: Object.fromEntries(sources) as Record<string, readonly string[]> };
}
