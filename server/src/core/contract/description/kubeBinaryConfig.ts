/** aksnodeconfig/v1/kube_binary_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const kubeBinaryConfigMessages = [
  message('KubeBinaryConfig', 'TBD', [
    field('string kube_binary_url = 1', 'TBD'),
    field('string custom_kube_binary_url = 2', 'TBD'),
    field('string private_kube_binary_url = 3', 'TBD'),
    field('string pod_infra_container_image_url = 4', 'TBD'),
    field('string linux_credential_provider_url = 5', 'TBD'),
  ]),
];
