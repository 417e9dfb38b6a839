/** aksnodeconfig/v1/service_account_image_pull_profile.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const serviceAccountImagePullProfileMessages = [
  message('ServiceAccountImagePullProfile', 'TBD', [
    field('bool enabled = 1', 'TBD', { since: 'v0.20260101.0' }),
    field('string default_client_id = 2', 'TBD', { since: 'v0.20260101.0' }),
    field('string default_tenant_id = 3', 'TBD', { since: 'v0.20260101.0' }),
    field('string local_authority_sni = 4', 'TBD', { since: 'v0.20260101.0' }),
  ]),
];
