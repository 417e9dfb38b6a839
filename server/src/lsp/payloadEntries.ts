import {
  type Analysis,
  childLabel,
  childTitle,
  inflatingOn,
  isKnown,
  kinds,
  maskForEditing,
  type Payload,
  payloadAt,
  comparisonRole,
  payloadSummary,
  validate,
} from '../core/index.js';
import type { LayerTextResult, PayloadEntry } from '../protocol.js';

/** The name of the icon, among VS Code's product icons, that stands for a payload wherever one is listed. */
function payloadIcon({ kind, format, text, name }: Payload): string {
  if (text === undefined) return 'file-binary';
  return kinds[kind].icon ?? byFormat.get(format) ?? (/\.(?:crt|pem|cer)$/i.test(name) ? 'verified' : 'file');
}

const byFormat: ReadonlyMap<Payload['format'], string> = new Map([
  ['shell-script', 'terminal-bash'],
  ['cloud-boothook', 'terminal-bash'],
  ['shell-command', 'terminal'],
  ['windows-command-line', 'terminal-cmd'],
  ['powershell', 'terminal-powershell'],
  ['powershell-command', 'terminal-powershell'],
  ['python', 'symbol-method'],
  ['systemd-unit', 'gear'],
  ['json', 'json'],
  ['json-string', 'json'],
  ['tar', 'archive'],
  ['zip', 'file-zip'],
]);

/** The editor language of a file by its name; `plaintext` where that tells none. */
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
]);

/** What begins a comment up to the end of its line. */
export function commentSign(languageId: string): string {
  return languageId === 'jsonc' ? '//' : '#';
}

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
    kind: isKnown(payload) ? kinds[payload.kind].title : '',
    role: comparisonRole(payload),
    ...(counts.get(payload) ?? { errors: 0, warnings: 0 }),
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

function problemCounts(analysis: Analysis): ReadonlyMap<Payload, ProblemCounts> {
  const counts = new Map<Payload, ProblemCounts>();
  for (const { document, severity } of validate(analysis).problems) {
    let found = counts.get(document);
    if (found === undefined) counts.set(document, (found = { errors: 0, warnings: 0 }));
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

/** The last part of an address, as people call the file. */
export function lastPathSegment(uri: string): string {
  const last =
    uri
      .replace(/[?#].*$/, '')
      .split(/[/:]/)
      .at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'text';
  } catch {
    return last || 'text';
  }
}
