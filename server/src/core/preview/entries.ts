import type { Analysis } from '../analysis.js';
import { utf8Bytes, utf8Length } from '../text/bytes.js';
import type { Span } from '../text/span.js';
import { nodePoolsOf } from '../karpenter/resources/pools.js';
import { customDataDialects } from '../render/customData/customData.js';
import type { Rendered } from '../render/rendered.js';
import { shownConfig } from '../render/render.js';
import { travellingFiles } from '../render/environment/nodeFiles.js';
import { partsOf } from './customData.js';
import { karpenterPreview } from './karpenter.js';
import { previewOf } from './preview.js';
import type { PreviewOptions, PreviewView } from './view.js';

/** A view that there is of a config. */
export interface PreviewEntry {
  readonly view: PreviewView;
  /** For a part or a file: what it is called, and for a file where it is written; for one of several pools its name. */
  readonly title: string | undefined;
  /** Of the text as it is shown, in UTF-8; 0 where there is none at the moment. */
  readonly bytes: number;
}

/** All views of a config, wholes in front of their parts; `within` is a selection, which chooses among node pools. */
export function previewEntries(
  analysis: Analysis,
  options: PreviewOptions,
  within?: Span,
): Rendered<readonly PreviewEntry[]> {
  if (analysis.bootstrapOptions !== undefined) return karpenterEntries(analysis, options, within);
  const shown = shownConfig(analysis, options);
  if (!shown.ok) return shown;
  const { config } = shown.value;
  const entries: PreviewEntry[] = [];
  const add = (view: PreviewView, title: string | undefined, text: string): void => {
    entries.push({ view, title, bytes: utf8Bytes(text).length });
  };
  const addWhole = (view: PreviewView): void => {
    const preview = previewOf(analysis, view, options);
    if (preview.ok) add(view, undefined, preview.value.text);
  };
  for (const dialect of customDataDialects) {
    const rendered = analysis.customDataOf(config, dialect);
    if (!rendered.ok) continue;
    const view = { view: 'custom-data', dialect } as const;
    add(view, undefined, rendered.value.decoded);
    for (const { title, payload } of partsOf(analysis, rendered.value))
      add({ ...view, part: payload.steps }, title, payload.text ?? '');
  }
  addWhole({ view: 'cse' });
  addWhole({ view: 'boot-command' });
  addWhole({ view: 'env' });
  addWhole({ view: 'node-files' });
  for (const { file } of travellingFiles(config, options))
    add({ view: 'node-file', file: file.name }, file.path ?? file.name, file.text);
  addWhole({ view: 'vmss' });
  return { ok: true, value: entries };
}

/** The script of options; of resources the options, too, for each pool, or for those that touch a stretch of the text. */
function karpenterEntries(
  analysis: Analysis,
  options: PreviewOptions,
  within: Span | undefined,
): Rendered<readonly PreviewEntry[]> {
  const pools = nodePoolsOf(analysis, within);
  if (pools === undefined) {
    const rendered = karpenterPreview(analysis, { view: 'karpenter-script' }, options);
    if (!rendered.ok) return rendered;
    const bytes = utf8Length(rendered.value.text);
    return { ok: true, value: [{ view: { view: 'karpenter-script' }, title: undefined, bytes }] };
  }
  const entries = pools.flatMap((pool) =>
    (['karpenter-script', 'karpenter-options'] as const).map((kind): PreviewEntry => {
      const view = { view: kind, ...(pool === undefined ? {} : { pool }) };
      const rendered = karpenterPreview(analysis.forNodePool(pool), view, options);
      return { view, title: pool, bytes: rendered.ok ? utf8Length(rendered.value.text) : 0 };
    }),
  );
  return { ok: true, value: entries };
}
