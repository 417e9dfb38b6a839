/** aksnodeconfig/v1/auth_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const authConfigMessages = [
  message('AuthConfig', 'TBD', [
    field('string tenant_id = 1', 'TBD'),
    field('string subscription_id = 2', 'TBD', { required: true }),
    field('string service_principal_id = 3', 'TBD'),
    field('string service_principal_secret = 4', 'TBD'),
    field('string assigned_identity_id = 5', 'TBD'),
    field('bool use_managed_identity_extension = 6', 'TBD'),
  ]),
];
