import { sortedEntries } from '../../../contract/marshal.js';
import { enumNameAt, textMapAt } from '../../../contract/fields.js';
import { kubeletConfigFile } from '../files/kubeletConfigFile.js';
import { hasNoStreamingTimeout, streamingTimeoutRemovedFrom } from '../kubernetesGates.js';
import { base64File } from '../hiddenFile.js';
import { bool, computed, condition, type EnvironmentVariable, template, verbatim } from '../variable.js';

const flags = 'kubelet_config.kubelet_flags';
const labels = 'kubelet_config.kubelet_node_labels';
const disk = 'kubelet_config.kubelet_disk_type';
const file = 'kubelet_config.kubelet_config_file_config';
const streamingTimeoutFlag = '--streaming-connection-idle-timeout';

/** `key=value` pairs in the order of their keys' bytes. */
function pairs(entries: ReadonlyMap<string, string>, separator: string): string {
  return sortedEntries(entries)
    .map(([key, value]) => `${key}=${value}`)
    .join(separator);
}

/** Flags, labels, files and credentials of the kubelet. */
export const kubeletVariables: readonly EnvironmentVariable[] = [
  computed(
    'KUBELET_FLAGS',
    {
      from: [flags, 'kubernetes_version'],
      rule: `The entries of \`${flags}\` as \`flag=value\`, sorted by bytes and separated by blanks; from Kubernetes ${streamingTimeoutRemovedFrom} on without \`${streamingTimeoutFlag}\`.`,
    },
    (config) => {
      const given = new Map(textMapAt(config, flags));
      if (hasNoStreamingTimeout(config)) given.delete(streamingTimeoutFlag);
      return pairs(given, ' ');
    },
  ),
  computed(
    'KUBELET_NODE_LABELS',
    { from: [labels], rule: `The entries of \`${labels}\` as \`key=value\`, sorted by bytes and separated by commas.` },
    (config) => pairs(textMapAt(config, labels), ','),
  ),
  bool('KUBELET_CONFIG_FILE_ENABLED', 'kubelet_config.enable_kubelet_config_file'),
  template(
    'KUBELET_CONFIG_FILE_CONTENT',
    {
      from: [file, 'kubernetes_version'],
      presenceOf: ['kubelet_config'],
      rule: `Base64 of \`${file}\` as JSON, \`{}\` where that is absent, and empty without \`kubelet_config\`; from Kubernetes ${streamingTimeoutRemovedFrom} on without \`streamingConnectionIdleTimeout\`.`,
      file: base64File('kubeletconfig.json', '/etc/default/kubeletconfig.json'),
    },
    kubeletConfigFile,
  ),
  bool('ENABLE_KUBELET_SERVING_CERTIFICATE_ROTATION', `${file}.server_tls_bootstrap`),
  verbatim(
    'KUBELET_CLIENT_CONTENT',
    'kubelet_config.kubelet_client_key',
    base64File('client.key', '/etc/kubernetes/certs/client.key'),
  ),
  verbatim(
    'KUBELET_CLIENT_CERT_CONTENT',
    'kubelet_config.kubelet_client_cert_content',
    base64File('client.crt', '/etc/kubernetes/certs/client.crt'),
  ),
  condition(
    'HAS_KUBELET_DISK_TYPE',
    { from: [disk], rule: `Whether \`${disk}\` is \`KUBELET_DISK_TEMP_DISK\`.` },
    (config) => enumNameAt(config, disk) === 'KUBELET_DISK_TEMP_DISK',
  ),
];
