import {
  type Analysis,
  kinds,
  type Masked,
  type Masking,
  namesOfResources,
  namesOnWay,
  type Payload,
  payloadAt,
  resourcesIn,
  safeSegments,
  wayTo,
} from '../core/index.js';
import type { LayerTextResult } from '../protocol.js';
import { viewLanguage } from '../virtualDocuments.js';
import { decoded } from './settings.js';
import type { Shown } from './shown.js';

/** The product icon of VS Code for a payload. */
export function payloadIcon({ kind, format, text, name }: Payload): string {
  if (text === undefined) return 'file-binary';
  const certificate = /\.(?:crt|pem|cer)$/i.test(name) ? 'verified' : 'file';
  return kinds[kind].icon ?? looks.get(format)?.icon ?? certificate;
}

/** The editor language of a decoded document. */
export function languageOf({ format, name }: Payload): string {
  return looks.get(format)?.language ?? languageOfName(name);
}

/** Editor languages and icons of formats; without a language, the file name decides. */
const looks: ReadonlyMap<Payload['format'], { readonly language?: string; readonly icon?: string }> = new Map([
  ['cloud-config', { language: 'yaml' }],
  ['cloud-config-archive', { language: 'yaml' }],
  ['json', { language: 'json', icon: 'json' }],
  ['json-string', { language: 'json', icon: 'json' }],
  ['ignition', { language: 'json' }],
  ['cse-settings', { language: 'json' }],
  ['arm-template', { language: 'json' }],
  ['shell-script', { language: 'shellscript', icon: 'terminal-bash' }],
  ['cloud-boothook', { language: 'shellscript', icon: 'terminal-bash' }],
  ['shell-command', { language: 'shellscript', icon: 'terminal' }],
  ['windows-command-line', { icon: 'terminal-cmd' }],
  ['powershell', { language: 'powershell', icon: 'terminal-powershell' }],
  ['powershell-command', { icon: 'terminal-powershell' }],
  ['python', { language: 'python', icon: 'symbol-method' }],
  ['part-handler', { language: 'python' }],
  ['systemd-unit', { icon: 'gear' }],
  ['mime-multipart', { language: viewLanguage }],
  ['tar', { icon: 'archive' }],
  ['zip', { icon: 'file-zip' }],
]);

/** The editor language of a file by its name; `plaintext` if it isn't known. */
export function languageOfName(name: string): string {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return byExtension.get(extension) ?? 'plaintext';
}

const byExtension = new Map([
  ['json', 'json'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
  ['sh', 'shellscript'],
  ['py', 'python'],
  ['env', 'properties'],
  ['service', 'ini'],
  ['conf', 'ini'],
  ['toml', 'toml'],
  ['xml', 'xml'],
  ['mime', viewLanguage],
]);

/** The names of the resources and payloads around a payload, from the outside in. */
export function outerNames(analysis: Analysis, payload: Payload, masking: Masking): readonly Masked[] {
  const resources = namesOfResources(analysis, resourcesIn(analysis).around(payload));
  const way = wayTo(analysis.root, payload.steps)?.slice(0, -1) ?? [];
  return [...resources, ...namesOnWay(way)].map((name) => masking.text(name));
}

/** The text of the payload with this path; null if there is none. */
export function layerText(analysis: Analysis, steps: readonly string[], masking: Masking): Shown<LayerTextResult> {
  const payload = payloadAt(analysis.root, steps);
  if (payload?.text === undefined) return null;
  const { text, secrets } = masking.forEditing(payload.text);
  return {
    text,
    languageId: languageOf(payload),
    name: masking.text(fileName(payload.name)),
    outer: outerNames(analysis, payload, masking),
    secrets: secrets.size,
  };
}

/** The last name of a path, as a safe file name. */
export function fileName(path: string): string {
  return safeSegments(path.split('/').at(-1) ?? path).at(-1) ?? 'payload';
}

/** The last segment of a URI, as a file name. */
export function lastPathSegment(uri: string): string {
  const path = uri.replace(/[?#][^]*/, '');
  return decoded(path.split(/[/:]/).at(-1) ?? '') || 'text';
}
