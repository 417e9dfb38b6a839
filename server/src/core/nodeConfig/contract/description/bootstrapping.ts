import type { TypeDescriptions } from '../describe.js';

export const bootstrappingTypes: TypeDescriptions = {
  // bootstrapping_config.proto
  BootstrappingConfig: {
    doc: 'How the kubelet gets its first credential: the method, the bootstrap token, and settings of secure TLS bootstrapping.',
    fields: {
      'BootstrappingAuthMethod bootstrapping_auth_method = 1':
        'What the kubelet shows the API server the first time. The scripts only tell secure TLS bootstrapping from every other value.',
      'ClusterJoinMethod cluster_join_method = 2':
        'Whether the kubelet asks for a client certificate or goes on with its bootstrap credential. No script variable carries it, so it changes nothing on the node.',
      'optional string tls_bootstrapping_token = 3': [
        'Bootstrap token of the form `id.secret`, 6 and 16 lower-case letters or digits, which the kubelet trades for a client certificate. With a token, the client certificate and key of `kubelet_config` are not used.',
        { secret: true, format: 'bootstrap-token', examples: ['abcdef.0123456789abcdef'] },
      ],
      'optional string secure_tls_bootstrapping_aad_resource = 6 since v0.20251015.0 #7112': [
        'Microsoft Entra resource that the bootstrap client requests a token for. Only secure TLS bootstrapping reads it; empty means the AKS server application.',
        { examples: ['00000000-0000-0000-0000-000000000005'] },
      ],
      'optional string secure_tls_bootstrapping_user_assigned_identity_id = 7 since v0.20251015.0 #7112': [
        'ID of the managed identity that the bootstrap client signs in with. Only secure TLS bootstrapping reads it; empty leaves the choice to the client.',
        { examples: ['00000000-0000-0000-0000-000000000003'] },
      ],
      'optional string secure_tls_bootstrapping_custom_client_download_url = 8 since v0.20251015.0 #7112': [
        'URL of another build of the secure TLS bootstrapping client, for tests of it. Empty keeps the one in the node image.',
        { format: 'url', examples: ['https://packages.contoso.example/aks-secure-tls-bootstrap-client-amd64.tar.gz'] },
      ],
      'optional string secure_tls_bootstrapping_validate_kubeconfig_timeout = 10 since v0.20260414.0 #8261': [
        "How long the bootstrap client may check an existing kubeconfig, as a Go duration. Empty keeps the client's own limit, here and in the other timeouts.",
        { format: 'duration', examples: ['30s'] },
      ],
      'optional string secure_tls_bootstrapping_get_access_token_timeout = 11 since v0.20260414.0 #8261': [
        'How long the bootstrap client may wait for a Microsoft Entra access token, as a Go duration. Other methods ignore it.',
        { format: 'duration', examples: ['30s'] },
      ],
      'optional string secure_tls_bootstrapping_get_instance_data_timeout = 12 since v0.20260414.0 #8261': [
        "How long the bootstrap client may wait for the VM's instance data from the metadata service, as a Go duration.",
        { format: 'duration', examples: ['30s'] },
      ],
      'optional string secure_tls_bootstrapping_get_nonce_timeout = 13 since v0.20260414.0 #8261': [
        'How long the bootstrap client may wait for a nonce from the bootstrap server, as a Go duration.',
        { format: 'duration', examples: ['30s'] },
      ],
      'optional string secure_tls_bootstrapping_get_attested_data_timeout = 14 since v0.20260414.0 #8261': [
        'How long the bootstrap client may wait for attested data of the VM from the metadata service, as a Go duration.',
        { format: 'duration', examples: ['30s'] },
      ],
      'optional string secure_tls_bootstrapping_get_credential_timeout = 15 since v0.20260414.0 #8261': [
        "How long the bootstrap client may wait for the kubelet's credential from the bootstrap server, as a Go duration.",
        { format: 'duration', examples: ['30s'] },
      ],
    },
    removed: {
      'optional string custom_aad_resource = 4 until v0.20251015.0 #7112':
        'Secure TLS bootstrapping reads `secure_tls_bootstrapping_aad_resource` instead.',
      'optional string custom_aad_client_id = 5 until v0.20251015.0 #7112':
        'Secure TLS bootstrapping reads `secure_tls_bootstrapping_user_assigned_identity_id` instead.',
      'optional string secure_tls_bootstrapping_deadline = 9 since v0.20251015.0 #7112 until v0.20260707.0 #8801':
        'The single deadline became one timeout for each step: see the `secure_tls_bootstrapping_*_timeout` fields.',
    },
  },
  BootstrappingAuthMethod: {
    doc: 'Method by which the kubelet proves itself to the API server the first time.',
    values: {
      'BOOTSTRAPPING_AUTH_METHOD_UNSPECIFIED = 0':
        'No method was chosen, which is the same as leaving the field out: secure TLS bootstrapping stays off.',
      'BOOTSTRAPPING_AUTH_METHOD_BOOTSTRAP_TOKEN = 1': 'The kubelet shows the token in `tls_bootstrapping_token`.',
      'BOOTSTRAPPING_AUTH_METHOD_SECURE_TLS_BOOTSTRAPPING = 2':
        "A client attests the VM's identity and fetches the kubelet's credential. The only value that sets `ENABLE_SECURE_TLS_BOOTSTRAPPING`.",
      'BOOTSTRAPPING_AUTH_METHOD_ARC_MSI = 3':
        'The managed identity of a machine that Azure Arc connects. No script variable shows it.',
      'BOOTSTRAPPING_AUTH_METHOD_AZURE_MSI = 4': 'The managed identity of the Azure VM. No script variable shows it.',
    },
  },
  ClusterJoinMethod: {
    doc: 'How the kubelet goes on once it has its bootstrap credential.',
    values: {
      'CLUSTER_JOIN_METHOD_UNSPECIFIED = 0': 'No join method was chosen, as if the field were absent.',
      'CLUSTER_JOIN_METHOD_GENERATE_CSR = 1':
        'The kubelet has the cluster sign a client certificate and uses that from then on.',
      'CLUSTER_JOIN_METHOD_USE_BOOTSTRAPPING_AUTH = 2': 'The kubelet goes on using its bootstrap credential.',
    },
  },
};
