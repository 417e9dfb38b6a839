import { type Analysis, childTitle, inflatingOn, kindTitles, type Payload, withStandIns } from '../core/index.js';
import { languageOfName } from './languages.js';
import type { DecodeResult, LayerTextResult, PayloadEntry } from '../protocol.js';

/** The payload tree of a document, as the `decode` request answers it. */
export function payloadEntries(analysis: Analysis): DecodeResult {
  const { root } = analysis;
  const entryOf = (payload: Payload, title: string): PayloadEntry => {
    const own = analysis.problems.filter((found) => found.layers.join('\n') === payload.steps.join('\n'));
    return {
      title,
      layers: payload.layers,
      steps: payload.steps,
      bytes: payload.bytes.length,
      kind: payload.kind === 'unknown' ? '' : kindTitles[payload.kind],
      errors: own.filter((found) => found.severity === 'error').length,
      warnings: own.filter((found) => found.severity === 'warning').length,
      readable: payload.text !== undefined,
      children: payload.children.map((child) => entryOf(child.payload, childTitle(child))),
    };
  };
  // An encoded file is a payload itself; otherwise only what is inside it counts.
  const payloads =
    root.steps.length > 0
      ? [entryOf(root, root.name.split('/').at(-1) ?? root.name)]
      : root.children.map((child) => entryOf(child.payload, childTitle(child)));
  return { kind: kindTitles[analysis.kind], payloads };
}

/** The text of the payload at the end of some steps, with secrets masked unless they were asked for. */
export function layerText(analysis: Analysis, steps: readonly string[], showSecrets: boolean): LayerTextResult {
  const wanted = steps.join('\n');
  for (const payload of analysis.documents()) {
    if (payload.steps.join('\n') !== wanted || payload.text === undefined) continue;
    return {
      text: showSecrets ? payload.text : withStandIns(payload.text, inflatingOn(analysis.platform)).text,
      languageId: languageOf(payload),
      name: payload.name.split('/').at(-1) ?? payload.name,
    };
  }
  return null;
}

/** The editor language of a decoded document. */
export function languageOf(payload: Payload): string {
  switch (payload.format) {
    case 'cloud-config':
    case 'cloud-config-archive':
      return 'yaml';
    case 'json':
    case 'json-string':
    case 'ignition':
    case 'cse-settings':
    case 'arm-template':
      return 'json';
    case 'shell-script':
    case 'shell-command':
    case 'cloud-boothook':
      return 'shellscript';
    case 'python':
    case 'part-handler':
      return 'python';
    case 'powershell':
      return 'powershell';
    default:
      return languageOfName(payload.name);
  }
}
