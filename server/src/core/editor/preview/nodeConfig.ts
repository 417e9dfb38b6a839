import { isNodeConfig } from '../../nodeConfig/detect.js';
import { Analysis } from '../../analysis.js';
import { type CustomData, usualDialect } from '../../nodeConfig/render/customData.js';
import { type Rendered, renderFailure } from '../../document/rendered.js';
import {
  fileOf,
  type NodeFile,
  renderEnvironment,
  type TravellingFile,
  travellingFiles,
} from '../../nodeConfig/render/environment/environment.js';
import type { EnvironmentOptions } from '../../nodeConfig/render/environment/options.js';
import { jsonTraces, shifted, type Trace } from '../../record/trace.js';
import { vmssModel } from '../../nodeConfig/render/vmssModel.js';
import type { MessageValue } from '../../nodeConfig/value.js';
import type { NodeConfigView } from '../../nodeConfig/view.js';
import type { ShownConfig } from '../../rendering.js';
import { type Child, childTitle, type Payload } from '../../document/payload.js';
import { encodeBase64 } from '../../text/base64.js';
import { utf8Bytes } from '../../text/bytes.js';
import { success } from '../../text/result.js';
import { enabledFeaturesPath } from '../../values/known/linux.js';
import { type Preview, previewName, type PreviewSection, type PreviewView, wholePreview } from './view.js';

/** The custom data as the node gets it, or a document inside it. */
export function customDataPreview(
  { view: document, config }: Pick<ShownConfig, 'view' | 'config'>,
  view: Extract<PreviewView, { what: 'custom-data' }>,
): Rendered<Preview> {
  const { dialect, part } = view;
  const rendered = document.customDataOf(config, dialect);
  if (!rendered.ok) return rendered;
  if (part === undefined) {
    const { decoded } = rendered.value;
    const traces = [...configTrace(rendered.value), ...featureTraces(config, decoded)];
    return success(wholePreview(previewName(view), decoded, traces));
  }
  const wanted = part.join('\n');
  const found = partsOf(document, rendered.value).find(({ payload }) => payload.steps.join('\n') === wanted);
  if (found?.payload.text === undefined)
    return renderFailure('render/no-such-part', 'The custom data no longer has this part.');
  const { payload } = found;
  const { text } = found.payload;
  const traces = isNodeConfig(payload) ? jsonTraces(text, document.contract.root, []) : undefined;
  return success({ ...wholePreview(previewName(view), text, traces), payload });
}

/** A document inside custom data. */
interface CustomDataPart {
  readonly title: string;
  readonly payload: Payload;
}

/** The documents inside custom data, outer ones first. */
export function partsOf({ platform }: NodeConfigView, { customData }: CustomData): CustomDataPart[] {
  const opened = new Analysis({ name: 'custom-data', content: customData, kind: 'custom-data' }, platform);
  const listed = (children: readonly Child[]): CustomDataPart[] =>
    children.flatMap((child) => [
      ...(child.payload.text === undefined ? [] : [{ title: childTitle(child), payload: child.payload }]),
      ...listed(child.payload.children),
    ]);
  return listed(opened.root.children);
}

/** The range of the config, which is base64. */
function configTrace({ decoded, config }: CustomData): Trace[] {
  const encoded = encodeBase64(utf8Bytes(config));
  const start = decoded.indexOf(encoded);
  return start < 0 || encoded === '' ? [] : [{ span: { start, end: start + encoded.length }, from: [] }];
}

/** The lines of the file with enabled features, which follows the config. */
function featureTraces(config: MessageValue, decoded: string): Trace[] {
  const field = config.type.fieldByKey('enabled_features');
  const features = field && config.fields.get(field)?.value;
  const start = decoded.indexOf(`>${enabledFeaturesPath}\n`);
  if (!(features instanceof Map) || start < 0) return [];
  const traces: Trace[] = [];
  for (const [name, value] of features as ReadonlyMap<string, string>) {
    const line = `\n${name}=${value}\n`;
    const at = decoded.indexOf(line, start);
    if (at >= 0) traces.push({ span: { start: at + 1, end: at + line.length - 1 }, from: ['enabled_features', name] });
  }
  return traces;
}

/** Every variable as a line `NAME=value`, sorted by name. */
export function environmentPreview(config: MessageValue, options: EnvironmentOptions): Preview {
  let text = '';
  const sections: PreviewSection[] = [];
  for (const rendered of renderEnvironment(config, options)) {
    const { name, value, variable } = rendered;
    const start = text.length;
    text += `${name}=${value}`;
    // The traces of a template are in its file, and the line only contains its base64.
    const traces = variable.kind === 'base64-template' ? undefined : variable.traces?.(config, options);
    sections.push({
      span: { start, end: text.length },
      head: { start, end: start + name.length },
      variable: rendered,
      file: fileOf(rendered),
      traces: traces && shifted(traces, start + name.length + 1),
    });
    text += '\n';
  }
  return { name: previewName({ what: 'env' }), text, sections };
}

/** Begins the line above a file among others. */
export const fileMark = '=== ';

/** The line above a file among others: its path, and the variable that contains it. */
export function fileTitle({ name, path, variable }: NodeFile): string {
  return `${fileMark}${path ?? name} (${variable})`;
}

/** All node files in one text, each below its title. */
export function nodeFilesPreview(config: MessageValue, options: EnvironmentOptions): Preview {
  let text = '';
  const sections: PreviewSection[] = [];
  for (const travelling of travellingFiles(config, options)) {
    const { file, from } = travelling;
    if (text !== '') text += '\n';
    const start = text.length;
    const title = fileTitle(file);
    text += `${title}\n`;
    const traces = fileTraces(config, travelling, options);
    const body = text.length;
    text += file.text;
    sections.push({
      span: { start, end: text.length },
      head: { start, end: start + title.length },
      variable: from,
      file,
      traces: traces && shifted(traces, body),
    });
    if (!text.endsWith('\n')) text += '\n';
  }
  return { name: previewName({ what: 'node-files' }), text, sections };
}

/** The preview of one file. */
export function filePreview(config: MessageValue, travelling: TravellingFile, options: EnvironmentOptions): Preview {
  const { file, from } = travelling;
  const { name, text } = file;
  const firstLine = /^[^\r\n]*/.exec(text)?.[0].length ?? 0;
  const traces = fileTraces(config, travelling, options);
  const head = { start: 0, end: firstLine };
  return { name, text, sections: [{ span: { start: 0, end: text.length }, head, variable: from, traces }] };
}

/** Only for templates, the origins of the parts of a file are known. */
function fileTraces(
  config: MessageValue,
  { from: { variable } }: TravellingFile,
  options: EnvironmentOptions,
): readonly Trace[] | undefined {
  return variable.kind === 'base64-template' ? variable.traces?.(config, options) : undefined;
}

/** A scale set model; of it, only the custom data comes from the config. */
export function vmssPreview({ view, config }: Pick<ShownConfig, 'view' | 'config'>): Rendered<Preview> {
  const rendered = view.customDataOf(config, usualDialect(view.image?.controller));
  if (!rendered.ok) return rendered;
  const { customData } = rendered.value;
  const text = `${JSON.stringify(vmssModel(customData), null, 2)}\n`;
  const member = `"customData": "${customData}"`;
  const start = text.indexOf(member);
  const traces = [{ span: { start, end: start + member.length }, from: [] }];
  return success(wholePreview(previewName({ what: 'vmss' }), text, traces));
}
