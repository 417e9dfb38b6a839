import { type Rendered, renderFailure } from '../../document/rendered.js';
import type { Platform } from '../../platform.js';
import { encodeBase64 } from '../../text/base64.js';
import { utf8Bytes, utf8Length } from '../../text/bytes.js';
import { base64Length } from '../../values/encoded.js';
import { enabledFeaturesPath, nodeConfigPath } from '../../values/known/linux.js';
import { marshal, marshalledSize, type MarshalStyle, sortedEntries, UnmarshalableNumberError } from '../marshal.js';
import { type MessageValue, valueAt } from '../value.js';

/** SHA-256 in hexadecimal digits. */
type Hash = Platform['sha256'];

/**
 * Today's form: a MIME message of a boothook that writes the config and starts the node controller,
 * and a cloud-config that marks the end (AgentBaker 06836ee230, `nodeconfigutils.CustomData`).
 * Go's multipart writer ends its own lines with CR LF, the parts keep LF.
 */
function cloudInitCustomData(config: MessageValue, configText: string, hash: Hash): string {
  const bodies = [boothook(configText, featureLines(config)), endMarker] as const;
  return message(bodies, boundaryFor(bodies, hash));
}

/**
 * UTF-8 bytes of the message but for those of the config's text; the features are counted without writing them.
 * `isPlain` promises that they are ASCII without control characters.
 */
function sizeAroundCloudInit(config: MessageValue, isPlain: boolean): number {
  let bytes = 0;
  for (const [name, text] of featuresOf(config)) {
    if (isPlain ? !isVariableName(name) : !isWritable(name, text)) continue;
    const size = isPlain ? text.length : utf8Length(text);
    bytes += (bytes === 0 ? '' : '\n').length + name.length + '='.length + size;
  }
  return (bytes === 0 ? lengthWithoutFeatures : lengthAroundFeatures) + bytes;
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
function boundaryFor(bodies: readonly string[], hash: Hash): string {
  return hash(utf8Bytes(bodies.join('\0'))).slice(0, boundaryLength);
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

function featureLines(config: MessageValue): string[] {
  return sortedEntries(featuresOf(config))
    .filter(([name, text]) => isWritable(name, text))
    .map(([name, text]) => `${name}=${text}`);
}

function featuresOf(config: MessageValue): ReadonlyMap<string, string> {
  const features = valueAt(config, 'enabled_features');
  return features instanceof Map ? (features as ReadonlyMap<string, string>) : new Map();
}

/** Only names that a shell can assign and values without line breaks get into the file. */
function isWritable(name: string, text: string): boolean {
  return isVariableName(name) && !/[\r\n]/.test(text);
}

function isVariableName(name: string): boolean {
  return /^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name);
}

/** Of the message without a config's text. All that the form itself writes is ASCII. */
const lengthWithoutFeatures = lengthOf([]);
/** The same with features, but for their lines. */
const lengthAroundFeatures = lengthOf(['']);

function lengthOf(features: readonly string[]): number {
  return message([boothook('', features), endMarker], '0'.repeat(boundaryLength)).length;
}

/** Ignition writes 0600 as a decimal number. */
const ownerOnly = 0o600;

/** The Ignition form for Flatcar, laid out as AgentBaker 06836ee230 `CustomDataFlatcar` prints it. */
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

/** The older form: a cloud-config that writes the file (AgentBaker 46cf78d753, February 2025). */
function writeFilesCustomData(configText: string): string {
  return `#cloud-config
write_files:
- path: ${nodeConfigPath}
  permissions: "0755"
  owner: root
  content: !!binary |
   ${encodeBase64(utf8Bytes(configText))}`;
}

/** The forms in which a node config travels as custom data. */
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
  const configText = configTextOf(config, dialect);
  if (!configText.ok) return configText;
  const decoded = decodedForm(config, configText.value, dialect, hash);
  return { ok: true, value: { customData: encodeBase64(utf8Bytes(decoded)), decoded, config: configText.value } };
}

/** The JSON text of a config as it travels in a dialect. */
function configTextOf(config: MessageValue, dialect: CustomDataDialect): Rendered<string> {
  return marshalled(() => marshal(config, styleOf(dialect)));
}

/** UTF-8 bytes of that text; `isPlain` as for `marshalledSize`. */
function configSizeOf(config: MessageValue, dialect: CustomDataDialect, isPlain: boolean): Rendered<number> {
  return marshalled(() => marshalledSize(config, styleOf(dialect), isPlain));
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

/** What the node gets, before the encoding that Azure wants; the config's text is in it as one stretch of base64. */
function decodedForm(config: MessageValue, configText: string, dialect: CustomDataDialect, hash: Hash): string {
  switch (dialect) {
    case 'cloud-init':
      return cloudInitCustomData(config, configText, hash);
    case 'flatcar':
      return flatcarCustomData(configText);
    case 'write-files':
      return writeFilesCustomData(configText);
  }
}

/** UTF-8 bytes of what the node gets but for the config's text; `isPlain` as for `marshalledSize`. */
function sizeAroundConfig(config: MessageValue, dialect: CustomDataDialect, isPlain: boolean): number {
  switch (dialect) {
    case 'cloud-init':
      return sizeAroundCloudInit(config, isPlain);
    case 'flatcar':
      return utf8Length(flatcarCustomData(''));
    case 'write-files':
      return utf8Length(writeFilesCustomData(''));
  }
}

/** How much custom data a config makes. */
export interface CustomDataSize {
  /** Bytes before the encoding that Azure wants. */
  readonly bytes: number;
  /** Base64 characters, which are what Azure counts. */
  readonly characters: number;
}

/**
 * Measures custom data without making it: all that grows with the config are its JSON text, as base64, and its features.
 * `isPlain` promises that all texts of the config are ASCII without quotes, backslashes and control characters.
 */
export function customDataSize(
  config: MessageValue,
  dialect: CustomDataDialect,
  isPlain = false,
): Rendered<CustomDataSize> {
  const configSize = configSizeOf(config, dialect, isPlain);
  if (!configSize.ok) return configSize;
  const bytes = sizeAroundConfig(config, dialect, isPlain) + base64Length(configSize.value);
  return { ok: true, value: { bytes, characters: base64Length(bytes) } };
}
