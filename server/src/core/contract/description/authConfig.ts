/** aksnodeconfig/v1/auth_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const authConfigMessages = [
  message(
    'AuthConfig',
    'The Azure identity of the node: tenant, subscription, and either a managed identity or a service principal.',
    [
      field('string tenant_id = 1', 'Microsoft Entra tenant of the identity, a GUID. It is written to `azure.json`.', {
        format: 'uuid',
        examples: ['00000000-0000-0000-0000-000000000002'],
      }),
      field('string subscription_id = 2', "Azure subscription that holds the node's resources, a GUID.", {
        required: true,
        format: 'uuid',
        examples: ['00000000-0000-0000-0000-000000000001'],
      }),
      field(
        'string service_principal_id = 3',
        'Application (client) ID of the service principal, a GUID. Nodes with a managed identity have the word `msi` here.',
        { examples: ['msi', '00000000-0000-0000-0000-000000000004'] },
      ),
      field(
        'string service_principal_secret = 4',
        'Secret of the service principal as base64 text, decoded into `/etc/kubernetes/azure.json`. Nodes with a managed identity have `bXNp` here, which is `msi` encoded.',
        { secret: true, format: 'base64', examples: ['bXNp'] },
      ),
      field(
        'string assigned_identity_id = 5',
        'Client ID of the user-assigned managed identity that the kubelet and the cloud provider use. Goes together with `use_managed_identity_extension`.',
        { examples: ['00000000-0000-0000-0000-000000000003'] },
      ),
      field(
        'bool use_managed_identity_extension = 6',
        "Whether the node signs in with the VM's managed identity instead of the service principal.",
      ),
    ],
  ),
];
