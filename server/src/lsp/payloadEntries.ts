import {
  type Analysis,
  childLabel,
  childTitle,
  inflatingOn,
  kindTitles,
  maskForEditing,
  type Payload,
  payloadAt,
  payloadRole,
  payloadSummary,
} from '../core/index.js';
import { languageOfName } from './languages.js';
import { payloadIcon } from './payloadIcons.js';
import type { LayerTextResult, PayloadEntry } from '../protocol.js';

/** The payloads inside of one of a document's payloads, or of the document itself. */
export function payloadEntries(analysis: Analysis, around: Payload = analysis.root): readonly PayloadEntry[] {
  const counts = problemCounts(analysis);
  const entryOf = (payload: Payload, title: string, label: string): PayloadEntry => ({
    title,
    label,
    name: fileName(payload.name),
    summary: payloadSummary(payload),
    icon: payloadIcon(payload),
    layers: payload.layers,
    steps: payload.steps,
    bytes: payload.bytes.length,
    kind: payload.kind === 'unknown' ? '' : kindTitles[payload.kind],
    role: payloadRole(payload),
    ...(counts.get(payload.steps.join('\n')) ?? { errors: 0, warnings: 0 }),
    readable: payload.text !== undefined,
    children: payload.children.map((child) => entryOf(child.payload, childTitle(child), childLabel(child))),
  });
  // An encoded file is a payload itself; otherwise only what is inside it counts.
  return around === analysis.root && around.text !== analysis.text
    ? [entryOf(around, fileName(around.name), fileName(around.name))]
    : around.children.map((child) => entryOf(child.payload, childTitle(child), childLabel(child)));
}

interface ProblemCounts {
  errors: number;
  warnings: number;
}

/** By the steps of the document that the problems are in. */
function problemCounts({ problems }: Analysis): ReadonlyMap<string, ProblemCounts> {
  const counts = new Map<string, ProblemCounts>();
  for (const { layers, severity } of problems) {
    const key = layers.join('\n');
    let found = counts.get(key);
    if (found === undefined) counts.set(key, (found = { errors: 0, warnings: 0 }));
    if (severity === 'error') found.errors++;
    else if (severity === 'warning') found.warnings++;
  }
  return counts;
}

/** The text of the payload at the end of some steps, with secrets masked unless they were asked for. */
export function layerText(analysis: Analysis, steps: readonly string[], showSecrets: boolean): LayerTextResult {
  const payload = payloadAt(analysis.root, steps);
  if (payload?.text === undefined) return null;
  const shown = showSecrets
    ? { text: payload.text, secrets: new Map() }
    : maskForEditing(payload.text, inflatingOn(analysis.platform));
  return {
    text: shown.text,
    languageId: languageOf(payload),
    name: fileName(payload.name),
    secrets: shown.secrets.size,
  };
}

/** The last name of a path. */
export function fileName(path: string): string {
  return path.split('/').at(-1) ?? path;
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
