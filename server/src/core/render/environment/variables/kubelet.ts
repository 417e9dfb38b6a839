import { sortedEntries } from '../../../contract/marshal.js';
import type { MessageValue } from '../../../contract/value.js';
import { type TracedText, separated } from '../../trace.js';
import { enumNameAt, textMapAt } from '../../../contract/fields.js';
import { kubeletConfigFile, kubeletConfigTraces } from '../files/kubeletConfigFile.js';
import { hasNoStreamingTimeout, streamingTimeoutRemovedFrom } from '../kubernetesGates.js';
import { base64File } from '../hiddenFile.js';
import { bool, condition, type EnvironmentVariable, traced, template, verbatim } from '../variable.js';

const flags = 'kubelet_config.kubelet_flags';
const labels = 'kubelet_config.kubelet_node_labels';
const disk = 'kubelet_config.kubelet_disk_type';
const file = 'kubelet_config.kubelet_config_file_config';
const streamingTimeoutFlag = '--streaming-connection-idle-timeout';

/** The entries of a map as `key=value` pairs in the order of their keys' bytes; `omitted` is a key that is left out. */
function pairs(config: MessageValue, path: string, omitted?: string): TracedText[] {
  const steps = path.split('.');
  return sortedEntries(textMapAt(config, path))
    .filter(([key]) => key !== omitted)
    .map(([key, value]) => ({ text: `${key}=${value}`, from: [...steps, key] }));
}

/** Flags, labels, files and credentials of the kubelet. */
export const kubeletVariables: readonly EnvironmentVariable[] = [
  traced(
    'KUBELET_FLAGS',
    {
      from: [flags, 'kubernetes_version'],
      rule: `The entries of \`${flags}\` as \`flag=value\`, sorted by bytes and separated by blanks; from Kubernetes ${streamingTimeoutRemovedFrom} on without \`${streamingTimeoutFlag}\`.`,
    },
    (config) => separated(pairs(config, flags, hasNoStreamingTimeout(config) ? streamingTimeoutFlag : undefined), ' '),
  ),
  traced(
    'KUBELET_NODE_LABELS',
    { from: [labels], rule: `The entries of \`${labels}\` as \`key=value\`, sorted by bytes and separated by commas.` },
    (config) => separated(pairs(config, labels), ','),
  ),
  bool('KUBELET_CONFIG_FILE_ENABLED', 'kubelet_config.enable_kubelet_config_file'),
  template(
    'KUBELET_CONFIG_FILE_CONTENT',
    {
      from: [file, 'kubernetes_version'],
      presenceOf: ['kubelet_config'],
      rule: `Base64 of \`${file}\` as JSON, \`{}\` where that is absent, and empty without \`kubelet_config\`; from Kubernetes ${streamingTimeoutRemovedFrom} on without \`streamingConnectionIdleTimeout\`.`,
      file: base64File('kubeletconfig.json', '/etc/default/kubeletconfig.json'),
      traces: kubeletConfigTraces,
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
