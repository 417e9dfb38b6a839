import type { Analysis } from '../analysis.js';
import { utf8Bytes } from '../text/bytes.js';
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
  /** For a part or a file: what it is called, and for a file where it is written. */
  readonly title: string | undefined;
  /** Of the text as it is shown, in UTF-8. */
  readonly bytes: number;
}

/** All views of a config, wholes in front of their parts. */
export function previewEntries(analysis: Analysis, options: PreviewOptions): Rendered<readonly PreviewEntry[]> {
  if (analysis.bootstrapOptions !== undefined) return scriptEntry(analysis, options);
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

function scriptEntry(analysis: Analysis, options: PreviewOptions): Rendered<readonly PreviewEntry[]> {
  const rendered = karpenterPreview(analysis, options);
  if (!rendered.ok) return rendered;
  const bytes = utf8Bytes(rendered.value.text).length;
  return { ok: true, value: [{ view: { view: 'karpenter-script' }, title: undefined, bytes }] };
}
