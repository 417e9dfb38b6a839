import { sortedEntries } from '../../../marshal.js';
import { enumNameAt, type MessageValue, textMapAt } from '../../../value.js';
import { separated, type TracedText } from '../../../../record/trace.js';
import {
  hasNoStreamingTimeout,
  kubeletConfigFile,
  kubeletConfigTraces,
  streamingTimeoutRemovedFrom,
} from '../files.js';
import { base64File, bool, condition, template, traced, type VariableRows, verbatim } from '../variable.js';

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
export const kubeletVariables: VariableRows = {
  KUBELET_FLAGS: traced(
    [flags, 'kubernetes_version'],
    `The entries of \`${flags}\` as \`flag=value\`, sorted by bytes and separated by spaces; from Kubernetes ${streamingTimeoutRemovedFrom} on without \`${streamingTimeoutFlag}\`.`,
    (config) => separated(pairs(config, flags, hasNoStreamingTimeout(config) ? streamingTimeoutFlag : undefined), ' '),
  ),
  KUBELET_NODE_LABELS: traced(
    [labels],
    `The entries of \`${labels}\` as \`key=value\`, sorted by bytes and separated by commas.`,
    (config) => separated(pairs(config, labels), ','),
  ),
  KUBELET_CONFIG_FILE_ENABLED: bool('kubelet_config.enable_kubelet_config_file'),
  KUBELET_CONFIG_FILE_CONTENT: template(
    [file, 'kubernetes_version'],
    `Base64 of \`${file}\` as JSON, \`{}\` if that is absent, and empty without \`kubelet_config\`; from Kubernetes ${streamingTimeoutRemovedFrom} on without \`streamingConnectionIdleTimeout\`.`,
    base64File('kubeletconfig.json', '/etc/default/kubeletconfig.json'),
    kubeletConfigFile,
    { presence: ['kubelet_config'], traces: kubeletConfigTraces },
  ),
  ENABLE_KUBELET_SERVING_CERTIFICATE_ROTATION: bool(`${file}.server_tls_bootstrap`),
  KUBELET_CLIENT_CONTENT: verbatim(
    'kubelet_config.kubelet_client_key',
    base64File('client.key', '/etc/kubernetes/certs/client.key'),
  ),
  KUBELET_CLIENT_CERT_CONTENT: verbatim(
    'kubelet_config.kubelet_client_cert_content',
    base64File('client.crt', '/etc/kubernetes/certs/client.crt'),
  ),
  HAS_KUBELET_DISK_TYPE: condition(
    [disk],
    `Whether \`${disk}\` is \`KUBELET_DISK_TEMP_DISK\`.`,
    (config) => enumNameAt(config, disk) === 'KUBELET_DISK_TEMP_DISK',
  ),
};

const method = 'bootstrapping_config.bootstrapping_auth_method';
const secureTls = 'bootstrapping_config.secure_tls_bootstrapping';
const secure = 'BOOTSTRAPPING_AUTH_METHOD_SECURE_TLS_BOOTSTRAPPING';

/** How the kubelet gets its first credentials. */
export const bootstrappingVariables: VariableRows = {
  TLS_BOOTSTRAP_TOKEN: verbatim('bootstrapping_config.tls_bootstrapping_token'),
  ENABLE_SECURE_TLS_BOOTSTRAPPING: condition(
    [method],
    `Whether \`${method}\` is \`${secure}\`.`,
    (config) => enumNameAt(config, method) === secure,
  ),
  SECURE_TLS_BOOTSTRAPPING_AAD_RESOURCE: verbatim(`${secureTls}_aad_resource`),
  SECURE_TLS_BOOTSTRAPPING_USER_ASSIGNED_IDENTITY_ID: verbatim(`${secureTls}_user_assigned_identity_id`),
  SECURE_TLS_BOOTSTRAPPING_VALIDATE_KUBECONFIG_TIMEOUT: verbatim(`${secureTls}_validate_kubeconfig_timeout`),
  SECURE_TLS_BOOTSTRAPPING_GET_ACCESS_TOKEN_TIMEOUT: verbatim(`${secureTls}_get_access_token_timeout`),
  SECURE_TLS_BOOTSTRAPPING_GET_INSTANCE_DATA_TIMEOUT: verbatim(`${secureTls}_get_instance_data_timeout`),
  SECURE_TLS_BOOTSTRAPPING_GET_NONCE_TIMEOUT: verbatim(`${secureTls}_get_nonce_timeout`),
  SECURE_TLS_BOOTSTRAPPING_GET_ATTESTED_DATA_TIMEOUT: verbatim(`${secureTls}_get_attested_data_timeout`),
  SECURE_TLS_BOOTSTRAPPING_GET_CREDENTIAL_TIMEOUT: verbatim(`${secureTls}_get_credential_timeout`),
  CUSTOM_SECURE_TLS_BOOTSTRAPPING_CLIENT_DOWNLOAD_URL: verbatim(`${secureTls}_custom_client_download_url`),
};
