/** aksnodeconfig/v1/auth_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const authConfigMessages = [
  message(
    'AuthConfig',
    "The Azure identity of the node's cloud provider: a managed identity, or a service principal.",
    [
      field('string tenant_id = 1', 'Entra ID tenant of the identity, a GUID.', {
        examples: ['00000000-0000-0000-0000-000000000002'],
      }),
      field('string subscription_id = 2', "Subscription that the node's resources live in, a GUID. Required.", {
        required: true,
        examples: ['00000000-0000-0000-0000-000000000001'],
      }),
      field(
        'string service_principal_id = 3',
        'Client ID of the service principal; `msi` where a managed identity is used instead.',
      ),
      field(
        'string service_principal_secret = 4',
        'Secret of the service principal as base64 text; the node decodes it into `azure.json`.',
        { secret: true },
      ),
      field('string assigned_identity_id = 5', 'Client ID of the user-assigned identity that the kubelet uses.', {
        examples: ['00000000-0000-0000-0000-000000000003'],
      }),
      field(
        'bool use_managed_identity_extension = 6',
        'Whether the node signs in with a managed identity instead of a service principal.',
      ),
    ],
  ),
];
