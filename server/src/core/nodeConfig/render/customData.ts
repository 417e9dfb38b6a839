import { type Rendered, renderFailure } from '../../document/rendered.js';
import type { Platform } from '../../platform.js';
import { encodeBase64 } from '../../text/base64.js';
import { utf8Bytes, utf8Length } from '../../text/bytes.js';
import { base64Length } from '../../values/encoded.js';
import { enabledFeaturesPath, nodeConfigPath } from '../../values/known/linux.js';
import { marshal, marshalledSize, type MarshalStyle, sortedEntries, UnmarshalableNumberError } from '../marshal.js';
import { type MessageValue, textMapAt } from '../value.js';

/** SHA-256 in hexadecimal digits. */
type Hash = Platform['sha256'];

/** The boundary of a MIME message for the bodies of its parts. */
type Boundary = (bodies: readonly string[]) => string;

/**
 * The current format: a MIME message of a boothook that writes the config and starts the node controller, and a
 * cloud-config that marks the end (AgentBaker 06836ee230, `nodeconfigutils.CustomData`). Go's multipart writer ends its
 * own lines with CR LF, the parts keep LF.
 */
function cloudInitCustomData(configText: string, features: readonly string[], boundary: Boundary): string {
  const bodies = [boothook(configText, features), endMarker] as const;
  return message(bodies, boundary(bodies));
}

function message([hook, marker]: readonly [hook: string, marker: string], boundary: string): string {
  const parts = [
    { contentType: 'text/cloud-boothook', body: hook },
    { contentType: 'text/cloud-config', body: marker },
  ];
  const lines = ['MIME-Version: 1.0', `Content-Type: multipart/mixed; boundary="${boundary}"`, ''];
  for (const { contentType, body } of parts) {
    lines.push(
      `--${boundary}`,
      'Content-Transfer-Encoding: 7bit',
      `Content-Type: ${contentType}`,
      'Mime-Version: 1.0',
      '',
      body,
    );
  }
  lines.push(`--${boundary}--`, '');
  return lines.join('\r\n');
}

const boundaryLength = 60;

/** Upstream's boundary is random; ours follows from the content, so that equal configs give equal bytes. */
function hashedBoundary(hash: Hash): Boundary {
  return (bodies) => hash(utf8Bytes(bodies.join('\0'))).slice(0, boundaryLength);
}

function boothook(configText: string, features: readonly string[]): string {
  const writeConfig = [
    `cat <<'EOF' | base64 -d >${nodeConfigPath}`,
    encodeBase64(utf8Bytes(configText)),
    'EOF',
    `chmod 0600 ${nodeConfigPath}`,
  ];
  return [
    '#cloud-boothook',
    '#!/bin/bash',
    'set -euo pipefail',
    '',
    log('boothook start'),
    '',
    'mkdir -p /opt/azure/containers /var/log/azure',
    '',
    'nohup /bin/bash /opt/azure/containers/provision_preload.sh >/dev/null 2>&1 &',
    '',
    ...writeConfig,
    ...writeFeatures(features),
    '',
    log('launching aks-node-controller'),
    `if [ -f ${launcherPath} ]; then`,
    `\tnohup /bin/bash ${launcherPath} > /var/log/azure/aks-node-controller.output 2>&1 &`,
    'else',
    '\tsystemctl start --no-block aks-node-controller.service',
    'fi',
    '',
  ].join('\n');
}

const launcherPath = '/opt/azure/containers/aks-node-controller-launcher.sh';

const endMarker = `#cloud-config
runcmd:
- echo "AKS Node Controller cloud-init completed at $(date)"
`;

function log(message: string): string {
  return `logger -t aks-boothook "${message} $(date -Ins)"`;
}

function writeFeatures(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return [`cat <<'EOF' >${enabledFeaturesPath}`, ...lines, 'EOF', `chmod 0600 ${enabledFeaturesPath}`];
}

function featuresOf(config: MessageValue): ReadonlyMap<string, string> {
  return textMapAt(config, 'enabled_features');
}

/** Only names that a shell can assign and values without line breaks get into the file. */
function featureLines(features: Iterable<readonly [name: string, value: string]>): string[] {
  const lines: string[] = [];
  for (const [name, value] of features) {
    if (/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name) && !/[\r\n]/.test(value)) lines.push(`${name}=${value}`);
  }
  return lines;
}

/** Ignition writes 0600 as a decimal number. */
const ownerOnly = 0o600;

/** The Ignition format for Flatcar, laid out as AgentBaker 06836ee230 `CustomDataFlatcar` prints it. */
function flatcarCustomData(configText: string): string {
  const source = `data:;base64,${encodeBase64(utf8Bytes(configText))}`;
  return `{
     "ignition": { "version": "3.4.0" },
     "storage": {
       "files": [{
         "path": "${nodeConfigPath}",
         "mode": ${ownerOnly},
         "contents": { "source": "${source}" }
       }]
     }
    }`;
}

/** The older format: a cloud-config that writes the file (AgentBaker 46cf78d753, February 2025). */
function writeFilesCustomData(configText: string): string {
  return `#cloud-config
write_files:
- path: ${nodeConfigPath}
  permissions: "0755"
  owner: root
  content: !!binary |
   ${encodeBase64(utf8Bytes(configText))}`;
}

/** The formats of custom data with a node config. */
export const customDataDialects = ['cloud-init', 'flatcar', 'write-files'] as const;
export type CustomDataDialect = (typeof customDataDialects)[number];

export interface CustomData {
  /** What goes into `osProfile.customData`: base64 of `decoded`. */
  readonly customData: string;
  readonly decoded: string;
  /** The config's JSON text inside it. */
  readonly config: string;
}

/** Renders the custom data that a producer would send for a config. */
export function renderCustomData(config: MessageValue, dialect: CustomDataDialect, hash: Hash): Rendered<CustomData> {
  const configText = marshalled(() => marshal(config, styleOf(dialect)));
  if (!configText.ok) return configText;
  const features = featureLines(sortedEntries(featuresOf(config)));
  const decoded = decodedForm(configText.value, features, dialect, hashedBoundary(hash));
  return { ok: true, value: { customData: encodeBase64(utf8Bytes(decoded)), decoded, config: configText.value } };
}

/** The write_files producer used Go's standard encoder on the Go struct, the later ones protojson. */
function styleOf(dialect: CustomDataDialect): MarshalStyle {
  return dialect === 'write-files' ? { encoder: 'go-json' } : { encoder: 'protojson', indent: 2 };
}

function marshalled<Result>(marshalling: () => Result): Rendered<Result> {
  try {
    return { ok: true, value: marshalling() };
  } catch (error) {
    if (error instanceof UnmarshalableNumberError)
      return renderFailure('render/unmarshalable-number', `${error.message}.`);
    throw error;
  }
}

/** What the node gets, before the encoding that Azure wants; the config's text is in it as base64. */
function decodedForm(
  configText: string,
  features: readonly string[],
  dialect: CustomDataDialect,
  boundary: Boundary,
): string {
  switch (dialect) {
    case 'cloud-init':
      return cloudInitCustomData(configText, features, boundary);
    case 'flatcar':
      return flatcarCustomData(configText);
    case 'write-files':
      return writeFilesCustomData(configText);
  }
}

/** The size of custom data. */
export interface CustomDataSize {
  /** Bytes before the encoding that Azure wants. */
  readonly bytes: number;
  /** Base64 characters, which are what Azure counts. */
  readonly characters: number;
}

/** Measures custom data without writing the config; `isPlain` as for `marshalledSize`. */
export function customDataSize(
  config: MessageValue,
  dialect: CustomDataDialect,
  isPlain = false,
): Rendered<CustomDataSize> {
  const configSize = marshalled(() => marshalledSize(config, styleOf(dialect), isPlain));
  if (!configSize.ok) return configSize;
  // Boundaries are all of the same length, and the order of the features makes no difference.
  const features = dialect === 'cloud-init' ? featureLines(featuresOf(config)).join('\n') : '';
  const around = decodedForm('', features === '' ? [] : [''], dialect, () => '0'.repeat(boundaryLength));
  const bytes = utf8Length(around) + utf8Length(features) + base64Length(configSize.value);
  return { ok: true, value: { bytes, characters: base64Length(bytes) } };
}
