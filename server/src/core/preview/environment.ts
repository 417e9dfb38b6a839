import type { MessageValue } from '../contract/value.js';
import type { EnvironmentOptions } from '../render/environment/options.js';
import { renderEnvironment } from '../render/environment/renderEnvironment.js';
import { shifted } from '../render/trace.js';
import type { PreviewSection, Preview } from './passage.js';
import { previewName } from './view.js';

/** Every variable as a line `NAME=value`, sorted by name. */
export function environmentPreview(config: MessageValue, options: EnvironmentOptions): Preview {
  let text = '';
  const passages: PreviewSection[] = [];
  for (const rendered of renderEnvironment(config, options)) {
    const { name, value, variable } = rendered;
    const start = text.length;
    text += `${name}=${value}`;
    // The traces of a template are those of its file, of which the line has only base64.
    const traces = variable.kind === 'base64-template' ? undefined : variable.traces?.(config);
    passages.push({
      span: { start, end: text.length },
      head: { start, end: start + name.length },
      variable: rendered,
      traces: traces && shifted(traces, start + name.length + 1),
    });
    text += '\n';
  }
  return { name: previewName({ view: 'env' }), text, passages };
}
