import { enumNameAt } from '../../../contract/fields.js';
import { condition, type EnvironmentVariable, verbatim } from '../variable.js';

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
