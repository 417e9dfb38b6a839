import { sortedEntries } from '../../../marshal.js';
import { enumNameAt, type MessageValue, textMapAt } from '../../../value.js';
import { separated, type TracedText } from '../../../../record/trace.js';
import {
  hasNoStreamingTimeout,
  kubeletFileIndent,
  kubeletConfigFile,
  kubeletConfigTraces,
  streamingTimeoutDropped,
  streamingTimeoutRemovedFrom,
} from '../files.js';
import {
  base64File,
  bool,
  changed,
  condition,
  since,
  template,
  traced,
  until,
  type VariableRow,
  type VariableRows,
  verbatim,
} from '../variable.js';

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
  KUBELET_FLAGS: changed(
    traced(
      [flags, 'kubernetes_version'],
      `The entries of \`${flags}\` as \`flag=value\`, sorted by bytes and separated by spaces; from Kubernetes ${streamingTimeoutRemovedFrom} on without \`${streamingTimeoutFlag}\`.`,
      (config) =>
        separated(pairs(config, flags, hasNoStreamingTimeout(config) ? streamingTimeoutFlag : undefined), ' '),
    ),
    [
      streamingTimeoutDropped,
      traced(
        [flags],
        `The entries of \`${flags}\` as \`flag=value\`, sorted by bytes and separated by spaces.`,
        (config) => separated(pairs(config, flags), ' '),
      ),
    ],
  ),
  KUBELET_NODE_LABELS: traced(
    [labels],
    `The entries of \`${labels}\` as \`key=value\`, sorted by bytes and separated by commas.`,
    (config) => separated(pairs(config, labels), ','),
  ),
  KUBELET_CONFIG_FILE_ENABLED: bool('kubelet_config.enable_kubelet_config_file'),
  KUBELET_CONFIG_FILE_CONTENT: changed(
    template(
      [file, 'kubernetes_version'],
      `Base64 of \`${file}\` as JSON, \`{}\` if that is absent, and empty without \`kubelet_config\`; from Kubernetes ${streamingTimeoutRemovedFrom} on without \`streamingConnectionIdleTimeout\`.`,
      base64File('kubeletconfig.json', '/etc/default/kubeletconfig.json'),
      kubeletConfigFile,
      { presence: ['kubelet_config'], traces: kubeletConfigTraces },
    ),
    kubeletFileIndent,
    streamingTimeoutDropped,
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

const sinceSettings = (path: string): VariableRow => since('v0.20251015.0', 7112, verbatim(path));
const sinceTimeouts = (path: string): VariableRow => since('v0.20260414.0', 8261, verbatim(path));

/** How the kubelet gets its first credentials. */
export const bootstrappingVariables: VariableRows = {
  TLS_BOOTSTRAP_TOKEN: verbatim('bootstrapping_config.tls_bootstrapping_token'),
  ENABLE_SECURE_TLS_BOOTSTRAPPING: condition(
    [method],
    `Whether \`${method}\` is \`${secure}\`.`,
    (config) => enumNameAt(config, method) === secure,
  ),
  CUSTOM_SECURE_TLS_BOOTSTRAP_AAD_SERVER_APP_ID: until(
    'v0.20251015.0',
    7112,
    'The field of the variable was removed.',
    verbatim('bootstrapping_config.custom_aad_resource'),
  ),
  SECURE_TLS_BOOTSTRAPPING_AAD_RESOURCE: sinceSettings(`${secureTls}_aad_resource`),
  SECURE_TLS_BOOTSTRAPPING_USER_ASSIGNED_IDENTITY_ID: sinceSettings(`${secureTls}_user_assigned_identity_id`),
  SECURE_TLS_BOOTSTRAPPING_DEADLINE: until(
    'v0.20260707.0',
    8801,
    'The field of the variable was removed.',
    sinceSettings(`${secureTls}_deadline`),
  ),
  SECURE_TLS_BOOTSTRAPPING_VALIDATE_KUBECONFIG_TIMEOUT: sinceTimeouts(`${secureTls}_validate_kubeconfig_timeout`),
  SECURE_TLS_BOOTSTRAPPING_GET_ACCESS_TOKEN_TIMEOUT: sinceTimeouts(`${secureTls}_get_access_token_timeout`),
  SECURE_TLS_BOOTSTRAPPING_GET_INSTANCE_DATA_TIMEOUT: sinceTimeouts(`${secureTls}_get_instance_data_timeout`),
  SECURE_TLS_BOOTSTRAPPING_GET_NONCE_TIMEOUT: sinceTimeouts(`${secureTls}_get_nonce_timeout`),
  SECURE_TLS_BOOTSTRAPPING_GET_ATTESTED_DATA_TIMEOUT: sinceTimeouts(`${secureTls}_get_attested_data_timeout`),
  SECURE_TLS_BOOTSTRAPPING_GET_CREDENTIAL_TIMEOUT: sinceTimeouts(`${secureTls}_get_credential_timeout`),
  CUSTOM_SECURE_TLS_BOOTSTRAPPING_CLIENT_URL: until(
    'v0.20260414.0',
    8261,
    'The variable is called `CUSTOM_SECURE_TLS_BOOTSTRAPPING_CLIENT_DOWNLOAD_URL` now.',
    sinceSettings(`${secureTls}_custom_client_download_url`),
  ),
  CUSTOM_SECURE_TLS_BOOTSTRAPPING_CLIENT_DOWNLOAD_URL: sinceTimeouts(`${secureTls}_custom_client_download_url`),
};
