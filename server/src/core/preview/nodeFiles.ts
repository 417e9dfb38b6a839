import type { MessageValue } from '../contract/value.js';
import { type NodeFile, type TravellingFile, travellingFiles } from '../render/environment/nodeFiles.js';
import type { EnvironmentOptions } from '../render/environment/options.js';
import { shifted, type Trace } from '../render/trace.js';
import type { PreviewSection, Preview } from './passage.js';
import { previewName } from './view.js';

/** The line above a file among others: where it is written, and the variable that it travels in. */
export function fileTitle({ name, path, variable }: NodeFile): string {
  return `=== ${path ?? name} (${variable})`;
}

/** All node files in one text, each below its title. */
export function nodeFilesPreview(config: MessageValue, options: EnvironmentOptions): Preview {
  let text = '';
  const passages: PreviewSection[] = [];
  for (const travelling of travellingFiles(config, options)) {
    const { file, from } = travelling;
    if (text !== '') text += '\n';
    const start = text.length;
    const title = fileTitle(file);
    text += `${title}\n`;
    const traces = fileTraces(config, travelling);
    const body = text.length;
    text += file.text;
    passages.push({
      span: { start, end: text.length },
      head: { start, end: start + title.length },
      variable: from,
      traces: traces && shifted(traces, body),
    });
    if (!text.endsWith('\n')) text += '\n';
  }
  return { name: previewName({ view: 'node-files' }), text, passages };
}

/** One of the node files alone; undefined where the config gives none of this name. */
export function nodeFilePreview(config: MessageValue, options: EnvironmentOptions, name: string): Preview | undefined {
  const travelling = travellingFiles(config, options).find(({ file }) => file.name === name);
  return travelling && filePreview(config, travelling);
}

/** The preview of one file. */
export function filePreview(config: MessageValue, travelling: TravellingFile): Preview {
  const { file, from } = travelling;
  const { name, text } = file;
  const firstLine = /^[^\r\n]*/.exec(text)?.[0].length ?? 0;
  const passage: PreviewSection = {
    span: { start: 0, end: text.length },
    head: { start: 0, end: firstLine },
    variable: from,
    traces: fileTraces(config, travelling),
  };
  return { name, text, passages: [passage] };
}

/** Only templates say where the parts of their files come from. */
function fileTraces(config: MessageValue, { from: { variable } }: TravellingFile): readonly Trace[] | undefined {
  return variable.kind === 'base64-template' ? variable.traces?.(config) : undefined;
}
