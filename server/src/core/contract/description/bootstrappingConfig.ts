/** aksnodeconfig/v1/bootstrapping_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { enumeration, field, message, value } from '../describe.js';

export const bootstrappingConfigMessages = [
  message(
    'BootstrappingConfig',
    'How the kubelet gets its first credentials and joins the cluster.',
    [
      field(
        'BootstrappingAuthMethod bootstrapping_auth_method = 1',
        "What the kubelet shows the API server the first time: a token, or proof of the VM's identity.",
      ),
      field(
        'ClusterJoinMethod cluster_join_method = 2',
        'Whether the kubelet asks for a certificate or goes on with its bootstrap credentials. No script variable carries it.',
      ),
      field(
        'optional string tls_bootstrapping_token = 3',
        'Bootstrap token of the form `id.secret`, used with the bootstrap token method.',
        { secret: true },
      ),
      field(
        'optional string secure_tls_bootstrapping_aad_resource = 6',
        'Entra ID resource that secure TLS bootstrapping asks a token for; other methods ignore it.',
        { since: 'v0.20251015.0' },
      ),
      field(
        'optional string secure_tls_bootstrapping_user_assigned_identity_id = 7',
        'Client ID of the identity that secure TLS bootstrapping signs in with; other methods ignore it.',
        { since: 'v0.20251015.0' },
      ),
      field(
        'optional string secure_tls_bootstrapping_custom_client_download_url = 8',
        'Where to fetch another build of the secure TLS bootstrapping client from, for tests of it.',
        { since: 'v0.20251015.0' },
      ),
      field(
        'optional string secure_tls_bootstrapping_validate_kubeconfig_timeout = 10',
        'How long secure TLS bootstrapping may check an existing kubeconfig, as a Go duration.',
        { since: 'v0.20260414.0', examples: ['30s'] },
      ),
      field(
        'optional string secure_tls_bootstrapping_get_access_token_timeout = 11',
        'How long secure TLS bootstrapping may wait for an access token, as a Go duration.',
        { since: 'v0.20260414.0', examples: ['30s'] },
      ),
      field(
        'optional string secure_tls_bootstrapping_get_instance_data_timeout = 12',
        "How long secure TLS bootstrapping may wait for the VM's instance data, as a Go duration.",
        { since: 'v0.20260414.0', examples: ['30s'] },
      ),
      field(
        'optional string secure_tls_bootstrapping_get_nonce_timeout = 13',
        "How long secure TLS bootstrapping may wait for the server's nonce, as a Go duration.",
        { since: 'v0.20260414.0', examples: ['30s'] },
      ),
      field(
        'optional string secure_tls_bootstrapping_get_attested_data_timeout = 14',
        'How long secure TLS bootstrapping may wait for attested data of the VM, as a Go duration.',
        { since: 'v0.20260414.0', examples: ['30s'] },
      ),
      field(
        'optional string secure_tls_bootstrapping_get_credential_timeout = 15',
        "How long secure TLS bootstrapping may wait for the kubelet's credential, as a Go duration.",
        { since: 'v0.20260414.0', examples: ['30s'] },
      ),
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
  enumeration('BootstrappingAuthMethod', 'What the kubelet shows the API server the first time.', [
    value('BOOTSTRAPPING_AUTH_METHOD_UNSPECIFIED = 0', 'Nothing was chosen; the node takes it like an absent field.'),
    value('BOOTSTRAPPING_AUTH_METHOD_BOOTSTRAP_TOKEN = 1', 'The token in `tls_bootstrapping_token`.'),
    value(
      'BOOTSTRAPPING_AUTH_METHOD_SECURE_TLS_BOOTSTRAPPING = 2',
      'Attested identity of the VM, checked by the secure TLS bootstrapping service.',
    ),
    value('BOOTSTRAPPING_AUTH_METHOD_ARC_MSI = 3', 'The managed identity of a machine that Azure Arc connects.'),
    value('BOOTSTRAPPING_AUTH_METHOD_AZURE_MSI = 4', 'The managed identity of the Azure VM.'),
  ]),
  enumeration('ClusterJoinMethod', 'How the kubelet goes on once it has its bootstrap credentials.', [
    value('CLUSTER_JOIN_METHOD_UNSPECIFIED = 0', 'Nothing was chosen.'),
    value('CLUSTER_JOIN_METHOD_GENERATE_CSR = 1', 'The kubelet asks the cluster to sign a certificate for it.'),
    value('CLUSTER_JOIN_METHOD_USE_BOOTSTRAPPING_AUTH = 2', 'The kubelet goes on using its bootstrap credentials.'),
  ]),
];
