/** aksnodeconfig/v1/bootstrapping_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { enumeration, field, message, value } from '../describe.js';

export const bootstrappingConfigMessages = [
  message(
    'BootstrappingConfig',
    'TBD',
    [
      field('BootstrappingAuthMethod bootstrapping_auth_method = 1', 'TBD'),
      field('ClusterJoinMethod cluster_join_method = 2', 'TBD'),
      field('optional string tls_bootstrapping_token = 3', 'TBD'),
      field('optional string secure_tls_bootstrapping_aad_resource = 6', 'TBD', { since: 'v0.20251015.0' }),
      field('optional string secure_tls_bootstrapping_user_assigned_identity_id = 7', 'TBD', {
        since: 'v0.20251015.0',
      }),
      field('optional string secure_tls_bootstrapping_custom_client_download_url = 8', 'TBD', {
        since: 'v0.20251015.0',
      }),
      field('optional string secure_tls_bootstrapping_validate_kubeconfig_timeout = 10', 'TBD', {
        since: 'v0.20260414.0',
      }),
      field('optional string secure_tls_bootstrapping_get_access_token_timeout = 11', 'TBD', {
        since: 'v0.20260414.0',
      }),
      field('optional string secure_tls_bootstrapping_get_instance_data_timeout = 12', 'TBD', {
        since: 'v0.20260414.0',
      }),
      field('optional string secure_tls_bootstrapping_get_nonce_timeout = 13', 'TBD', { since: 'v0.20260414.0' }),
      field('optional string secure_tls_bootstrapping_get_attested_data_timeout = 14', 'TBD', {
        since: 'v0.20260414.0',
      }),
      field('optional string secure_tls_bootstrapping_get_credential_timeout = 15', 'TBD', { since: 'v0.20260414.0' }),
    ],
    [
      {
        name: 'custom_aad_resource',
        removedIn: 'v0.20251015.0',
        hint: 'Secure TLS bootstrapping reads `secure_tls_bootstrapping_aad_resource` instead.',
      },
      {
        name: 'custom_aad_client_id',
        removedIn: 'v0.20251015.0',
        hint: 'Secure TLS bootstrapping reads `secure_tls_bootstrapping_user_assigned_identity_id` instead.',
      },
      {
        name: 'secure_tls_bootstrapping_deadline',
        removedIn: 'v0.20260707.0',
        hint: 'The single deadline became one timeout for each step: see the `secure_tls_bootstrapping_*_timeout` fields.',
      },
    ],
  ),
];

export const bootstrappingConfigEnums = [
  enumeration('BootstrappingAuthMethod', 'TBD', [
    value('BOOTSTRAPPING_AUTH_METHOD_UNSPECIFIED = 0', 'TBD'),
    value('BOOTSTRAPPING_AUTH_METHOD_BOOTSTRAP_TOKEN = 1', 'TBD'),
    value('BOOTSTRAPPING_AUTH_METHOD_SECURE_TLS_BOOTSTRAPPING = 2', 'TBD'),
    value('BOOTSTRAPPING_AUTH_METHOD_ARC_MSI = 3', 'TBD'),
    value('BOOTSTRAPPING_AUTH_METHOD_AZURE_MSI = 4', 'TBD'),
  ]),
  enumeration('ClusterJoinMethod', 'TBD', [
    value('CLUSTER_JOIN_METHOD_UNSPECIFIED = 0', 'TBD'),
    value('CLUSTER_JOIN_METHOD_GENERATE_CSR = 1', 'TBD'),
    value('CLUSTER_JOIN_METHOD_USE_BOOTSTRAPPING_AUTH = 2', 'TBD'),
  ]),
];
