/** aksnodeconfig/v1/service_account_image_pull_profile.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const serviceAccountImagePullProfileMessages = [
  message(
    'ServiceAccountImagePullProfile',
    "Image pulls with the identity of a pod's service account, as arguments of the registry credential provider.",
    [
      field(
        'bool enabled = 1',
        'Whether the registry credential provider uses service account tokens. Without it the other fields here are not read.',
        { since: 'v0.20260101.0' },
      ),
      field(
        'string default_client_id = 2',
        'Client ID for service accounts that name no identity of their own, a GUID.',
        {
          since: 'v0.20260101.0',
          format: 'uuid',
          examples: ['00000000-0000-0000-0000-000000000006'],
        },
      ),
      field('string default_tenant_id = 3', 'Tenant of the identity in `default_client_id`, a GUID.', {
        since: 'v0.20260101.0',
        format: 'uuid',
        examples: ['00000000-0000-0000-0000-000000000002'],
      }),
      field(
        'string local_authority_sni = 4',
        "TLS server name of the cluster's own authority for these identities, passed as `--ib-sni-name`. Fill it whenever `enabled` is set.",
        { since: 'v0.20260101.0', format: 'dns-name', examples: ['identity.contoso.example'] },
      ),
    ],
  ),
];
