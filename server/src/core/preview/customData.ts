import type { Analysis } from '../analysis.js';
import { contract } from '../contract/contract.js';
import type { MessageValue } from '../contract/value.js';
import type { Child, Payload } from '../payload/payload.js';
import { childTitle } from '../payload/title.js';
import type { CustomData } from '../render/customData/customData.js';
import { enabledFeaturesPath } from '../render/nodePaths.js';
import { type Rendered, renderFailure } from '../render/rendered.js';
import { jsonTraces, type Trace } from '../render/trace.js';
import { encodeBase64 } from '../text/base64.js';
import { utf8Bytes } from '../text/bytes.js';
import type { PreviewSection, Preview } from './passage.js';
import { previewName, type PreviewView } from './view.js';

/** The custom data as the node gets it, or a document inside it. */
export function customDataPreview(
  analysis: Analysis,
  config: MessageValue,
  view: Extract<PreviewView, { view: 'custom-data' }>,
): Rendered<Preview> {
  const { dialect, part } = view;
  const rendered = analysis.customDataOf(config, dialect);
  if (!rendered.ok) return rendered;
  if (part === undefined) {
    const { decoded } = rendered.value;
    const traces = [...configTrace(rendered.value), ...featureTraces(config, decoded)];
    return { ok: true, value: { name: previewName(view), text: decoded, passages: [whole(decoded, traces)] } };
  }
  const wanted = part.join('\n');
  const found = partsOf(analysis, rendered.value).find(({ payload }) => payload.steps.join('\n') === wanted);
  if (found?.payload.text === undefined)
    return renderFailure('render/no-such-part', 'The custom data has no such part any more.');
  const { payload } = found;
  const { text } = found.payload;
  const traces = payload.kind === 'node-config' ? jsonTraces(text, contract.root, []) : undefined;
  return { ok: true, value: { name: previewName(view), text, payload, passages: [whole(text, traces)] } };
}

/** A document inside custom data. */
export interface CustomDataPart {
  readonly title: string;
  readonly payload: Payload;
}

/** The documents inside custom data, outer ones first. */
export function partsOf(analysis: Analysis, { customData }: CustomData): CustomDataPart[] {
  const opened = analysis.derived({ name: 'custom-data', content: customData, kind: 'custom-data' });
  const listed = (children: readonly Child[]): CustomDataPart[] =>
    children.flatMap((child) => [
      ...(child.payload.text === undefined ? [] : [{ title: childTitle(child), payload: child.payload }]),
      ...listed(child.payload.children),
    ]);
  return listed(opened.root.children);
}

/** The stretch of base64 that is the config itself. */
function configTrace({ decoded, config }: CustomData): Trace[] {
  const encoded = encodeBase64(utf8Bytes(config));
  const start = decoded.indexOf(encoded);
  return start < 0 || encoded === '' ? [] : [{ span: { start, end: start + encoded.length }, from: [] }];
}

/** The lines of the file with enabled features, which stands behind the config. */
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

function whole(text: string, traces: readonly Trace[] | undefined): PreviewSection {
  return { span: { start: 0, end: text.length }, head: { start: 0, end: 0 }, variable: undefined, traces };
}
