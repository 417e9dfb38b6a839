import type { Analysis } from '../analysis.js';
import { bootCommandOf, cseOf, shownConfig } from '../render/render.js';
import { type Rendered, renderFailure } from '../render/rendered.js';
import { environmentPreview } from './environment.js';
import { customDataPreview } from './customData.js';
import { karpenterPreview } from './karpenter.js';
import { nodeFilePreview, nodeFilesPreview } from './nodeFiles.js';
import type { Preview } from './passage.js';
import { previewName, type PreviewOptions, type PreviewView } from './view.js';
import { vmssPreview } from './vmss.js';

/** What a node config turns into, or bootstrap options, as a text of which each stretch is known to come from somewhere. */
export function previewOf(analysis: Analysis, view: PreviewView, options: PreviewOptions): Rendered<Preview> {
  if (view.view === 'karpenter-script' || view.view === 'karpenter-options')
    return karpenterPreview(analysis.forNodePool(view.pool), view, options);
  const shown = shownConfig(analysis, options);
  if (!shown.ok) return shown;
  const { config } = shown.value;
  switch (view.view) {
    case 'custom-data':
      return customDataPreview(analysis, config, view);
    case 'cse':
      return mapped(cseOf(analysis), (command) => plain(view, `${command}\n`));
    case 'boot-command':
      return mapped(bootCommandOf(analysis), (argv) => plain(view, `${argv.join('\n')}\n`));
    case 'env':
      return { ok: true, value: environmentPreview(config, options) };
    case 'node-files':
      return { ok: true, value: nodeFilesPreview(config, options) };
    case 'node-file': {
      const file = nodeFilePreview(config, options, view.file);
      return file === undefined
        ? renderFailure('render/no-such-part', `The config gives no file ${view.file} any more.`)
        : { ok: true, value: file };
    }
    case 'vmss':
      return vmssPreview(analysis, config);
  }
}

/** A text that no config changes. */
function plain(view: PreviewView, text: string): Preview {
  return { name: previewName(view), text, passages: [] };
}

function mapped<T>(rendered: Rendered<T>, toPreview: (value: T) => Preview): Rendered<Preview> {
  return rendered.ok ? { ok: true, value: toPreview(rendered.value) } : rendered;
}
