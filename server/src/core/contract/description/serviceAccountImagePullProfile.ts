/** aksnodeconfig/v1/service_account_image_pull_profile.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const serviceAccountImagePullProfileMessages = [
  message('ServiceAccountImagePullProfile', "Pulling images with the identity of the pod's service account.", [
    field('bool enabled = 1', "Whether images are pulled with the identity of the pod's service account.", {
      since: 'v0.20260101.0',
    }),
    field('string default_client_id = 2', 'Client ID that is used where a service account names none.', {
      since: 'v0.20260101.0',
    }),
    field('string default_tenant_id = 3', 'Tenant that is used where a service account names none.', {
      since: 'v0.20260101.0',
    }),
    field('string local_authority_sni = 4', "Server name of the cluster's own authority for these identities.", {
      since: 'v0.20260101.0',
    }),
  ]),
];
