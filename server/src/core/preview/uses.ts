import type { Analysis } from '../analysis.js';
import { contract } from '../contract/contract.js';
import { placeInContract } from '../contract/navigate.js';
import type { MessageValue } from '../contract/value.js';
import { shownConfig } from '../render/render.js';
import { travellingFiles } from '../render/environment/nodeFiles.js';
import { locate } from '../syntax/locate.js';
import type { NodePath } from '../syntax/pointer.js';
import type { Span } from '../text/span.js';
import type { CustomDataDialect } from '../render/customData/customData.js';
import { customDataPreview, partsOf } from './customData.js';
import { environmentPreview } from './environment.js';
import { forEachPool } from '../karpenter/resources/pools.js';
import { karpenterPreview, type KarpenterView, usesInScript } from './karpenter.js';
import { filePreview } from './nodeFiles.js';
import { type PreviewSection, type Preview, sourcesOf } from './passage.js';
import type { PreviewOptions, PreviewView } from './view.js';

/** The places in one preview that a field ends in. */
export interface FieldUses {
  readonly view: PreviewView;
  readonly preview: Preview;
  readonly spans: readonly Span[];
}

/**
 * Where the field, entry or item under the cursor of a config ends: variables of the environment, stretches of node
 * files, and its places in the custom data of this dialect. What every field ends in alike is left out: the base64 of the
 * whole config, and with it the scale set model. Empty where the node refuses the config.
 */
export function usesOf(
  analysis: Analysis,
  offset: number,
  options: PreviewOptions,
  dialect: CustomDataDialect,
): FieldUses[] {
  if (analysis.bootstrapOptions !== undefined) return usesOfOption(analysis, offset, options);
  const path = pathAt(analysis, offset);
  const shown = shownConfig(analysis, options);
  if (path === undefined || !shown.ok) return [];
  const { config } = shown.value;
  const previews: Omit<FieldUses, 'spans'>[] = [
    { view: { view: 'env' }, preview: environmentPreview(config, options) },
    ...travellingFiles(config, options).map((travelling): Omit<FieldUses, 'spans'> => {
      return { view: { view: 'node-file', file: travelling.file.name }, preview: filePreview(config, travelling) };
    }),
    ...customDataPreviews(analysis, config, dialect),
  ];
  return previews.flatMap(({ view, preview }) => {
    const spans = preview.passages.flatMap((passage) => usesIn(passage, path));
    return spans.length === 0 ? [] : [{ view, preview, spans }];
  });
}

/** The custom data, and the config in it as the node gets it. */
function customDataPreviews(
  analysis: Analysis,
  config: MessageValue,
  dialect: CustomDataDialect,
): Omit<FieldUses, 'spans'>[] {
  const rendered = analysis.customDataOf(config, dialect);
  if (!rendered.ok) return [];
  const inside = partsOf(analysis, rendered.value).filter(({ payload }) => payload.kind === 'node-config');
  const whole = { view: 'custom-data', dialect } as const;
  const views = [whole, ...inside.map(({ payload }) => ({ ...whole, part: payload.steps }))];
  return views.flatMap((view) => {
    const preview = customDataPreview(analysis, config, view);
    return preview.ok ? [{ view, preview: preview.value }] : [];
  });
}

/** The same for an option of Karpenter, or a field that one is computed from, for each pool that it counts for. */
function usesOfOption(analysis: Analysis, offset: number, options: PreviewOptions): FieldUses[] {
  return forEachPool(analysis).flatMap(({ pool, analysis: own }) =>
    karpenterViews(own, pool).flatMap((view): FieldUses[] => {
      const rendered = karpenterPreview(own, view, options);
      const spans = rendered.ok ? usesInScript(own, offset, rendered.value) : [];
      return rendered.ok && spans.length > 0 ? [{ view, preview: rendered.value, spans }] : [];
    }),
  );
}

/** Options that are a document of their own need no view. */
function karpenterViews({ bootstrapOptions }: Analysis, pool: string | undefined): readonly KarpenterView[] {
  const own = pool === undefined ? {} : { pool };
  const script: KarpenterView = { view: 'karpenter-script', ...own };
  return bootstrapOptions?.computed === undefined ? [script] : [script, { view: 'karpenter-options', ...own }];
}

/** The path of what the cursor is on, in proto names; undefined for the root and where the contract ends. */
function pathAt({ root, text }: Analysis, offset: number): NodePath | undefined {
  const cursor = locate(root.tree?.root, text, offset);
  if (cursor === undefined || (cursor.at === 'key' && cursor.member === undefined)) return undefined;
  const own = cursor.at === 'key' && cursor.member !== undefined ? [cursor.member.key.name] : [];
  const steps = placeInContract(contract, [...cursor.path, ...own])?.steps;
  return steps?.length === 0 ? undefined : steps;
}

/** Where a passage shows what is at a path: the parts that come from there, else as a whole, if the path feeds it. */
function usesIn({ head, traces, variable }: PreviewSection, path: NodePath): Span[] {
  const exact = (traces ?? []).filter(({ from }) => from.length === path.length && isWithin(from, path));
  if (exact.length > 0) return exact.map(({ span }) => span);
  if (variable === undefined) return [];
  const sources = sourcesOf(variable);
  const presence = variable.variable.presence.map((source) => source.split('.'));
  const around = [...sources, ...presence].some((source) => isWithin(source, path));
  // Where it is known which part comes from where, what is in no part was left out.
  const inside = traces === undefined && sources.some((source) => isWithin(path, source));
  return around || inside ? [head] : [];
}

/** Whether a path leads to a place or to something in it. */
function isWithin(path: NodePath, outer: NodePath): boolean {
  return outer.length <= path.length && outer.every((step, index) => step === path[index]);
}
