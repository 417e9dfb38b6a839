import { sortedEntries } from '../../../marshal.js';
import { enumNameAt, type MessageValue, textMapAt } from '../../../value.js';
import { separated, type TracedText } from '../../../../record/trace.js';
import {
  hasNoStreamingTimeout,
  kubeletConfigFile,
  kubeletConfigTraces,
  streamingTimeoutRemovedFrom,
} from '../files.js';
import { base64File, bool, condition, type EnvironmentVariable, template, traced, verbatim } from '../variable.js';

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

const method = 'bootstrapping_config.bootstrapping_auth_method';
const secure = 'BOOTSTRAPPING_AUTH_METHOD_SECURE_TLS_BOOTSTRAPPING';

/** How the kubelet gets its first credentials. */
export const bootstrappingVariables: readonly EnvironmentVariable[] = [
  verbatim('TLS_BOOTSTRAP_TOKEN', 'bootstrapping_config.tls_bootstrapping_token'),
  condition(
    'ENABLE_SECURE_TLS_BOOTSTRAPPING',
    { from: [method], rule: `Whether \`${method}\` is \`${secure}\`.` },
    (config) => enumNameAt(config, method) === secure,
  ),
  verbatim('SECURE_TLS_BOOTSTRAPPING_AAD_RESOURCE', 'bootstrapping_config.secure_tls_bootstrapping_aad_resource'),
  verbatim(
    'SECURE_TLS_BOOTSTRAPPING_USER_ASSIGNED_IDENTITY_ID',
    'bootstrapping_config.secure_tls_bootstrapping_user_assigned_identity_id',
  ),
  verbatim(
    'SECURE_TLS_BOOTSTRAPPING_VALIDATE_KUBECONFIG_TIMEOUT',
    'bootstrapping_config.secure_tls_bootstrapping_validate_kubeconfig_timeout',
  ),
  verbatim(
    'SECURE_TLS_BOOTSTRAPPING_GET_ACCESS_TOKEN_TIMEOUT',
    'bootstrapping_config.secure_tls_bootstrapping_get_access_token_timeout',
  ),
  verbatim(
    'SECURE_TLS_BOOTSTRAPPING_GET_INSTANCE_DATA_TIMEOUT',
    'bootstrapping_config.secure_tls_bootstrapping_get_instance_data_timeout',
  ),
  verbatim(
    'SECURE_TLS_BOOTSTRAPPING_GET_NONCE_TIMEOUT',
    'bootstrapping_config.secure_tls_bootstrapping_get_nonce_timeout',
  ),
  verbatim(
    'SECURE_TLS_BOOTSTRAPPING_GET_ATTESTED_DATA_TIMEOUT',
    'bootstrapping_config.secure_tls_bootstrapping_get_attested_data_timeout',
  ),
  verbatim(
    'SECURE_TLS_BOOTSTRAPPING_GET_CREDENTIAL_TIMEOUT',
    'bootstrapping_config.secure_tls_bootstrapping_get_credential_timeout',
  ),
  verbatim(
    'CUSTOM_SECURE_TLS_BOOTSTRAPPING_CLIENT_DOWNLOAD_URL',
    'bootstrapping_config.secure_tls_bootstrapping_custom_client_download_url',
  ),
];
