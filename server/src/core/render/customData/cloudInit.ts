import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { sortedEntries } from '../../contract/marshal.js';
import { type MessageValue, valueAt } from '../../contract/value.js';
import { encodeBase64 } from '../../text/base64.js';
import { utf8Bytes } from '../../text/bytes.js';
import { enabledFeaturesPath, nodeConfigPath } from '../nodePaths.js';

/**
 * Today's form: a MIME message of a boothook that writes the config and starts the node controller,
 * and a cloud-config that marks the end (AgentBaker 06836ee230, `nodeconfigutils.CustomData`).
 * Go's multipart writer ends its own lines with CR LF, the parts keep LF.
 */
export function cloudInitCustomData(config: MessageValue, configText: string): string {
  const parts = [
    { contentType: 'text/cloud-boothook', body: boothook(config, configText) },
    { contentType: 'text/cloud-config', body: endMarker },
  ];
  const boundary = boundaryFor(parts.map((part) => part.body));
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

/** Upstream's boundary is random; ours follows from the content, so that equal configs give equal bytes. */
function boundaryFor(bodies: readonly string[]): string {
  return bytesToHex(sha256(utf8Bytes(bodies.join('\0')))).slice(0, 60);
}

function boothook(config: MessageValue, configText: string): string {
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
    ...writeFeatures(config),
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

/** Only names that a shell can assign and values without line breaks get into the file. */
function writeFeatures(config: MessageValue): string[] {
  const features = valueAt(config, 'enabled_features');
  if (!(features instanceof Map)) return [];
  const lines = sortedEntries(features as ReadonlyMap<string, string>)
    .filter(([name, text]) => /^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name) && !/[\r\n]/.test(text))
    .map(([name, text]) => `${name}=${text}`);
  if (lines.length === 0) return [];
  return [`cat <<'EOF' >${enabledFeaturesPath}`, ...lines, 'EOF', `chmod 0600 ${enabledFeaturesPath}`];
}
