import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { sortedEntries } from '../../contract/marshal.js';
import { type MessageValue, valueAt } from '../../contract/value.js';
import { encodeBase64 } from '../../text/base64.js';
import { utf8Bytes, utf8Length } from '../../text/bytes.js';
import { enabledFeaturesPath, nodeConfigPath } from '../nodePaths.js';

/**
 * Today's form: a MIME message of a boothook that writes the config and starts the node controller,
 * and a cloud-config that marks the end (AgentBaker 06836ee230, `nodeconfigutils.CustomData`).
 * Go's multipart writer ends its own lines with CR LF, the parts keep LF.
 */
export function cloudInitCustomData(config: MessageValue, configText: string): string {
  const bodies = [boothook(configText, featureLines(config)), endMarker] as const;
  return message(bodies, boundaryFor(bodies));
}

/**
 * UTF-8 bytes of the message but for those of the config's text; the features are counted without writing them.
 * `isPlain` promises that they are ASCII without control characters.
 */
export function sizeAroundCloudInit(config: MessageValue, isPlain: boolean): number {
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
function boundaryFor(bodies: readonly string[]): string {
  return bytesToHex(sha256(utf8Bytes(bodies.join('\0')))).slice(0, boundaryLength);
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
