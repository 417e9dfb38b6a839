/** aksnodeconfig/v1/custom_cloud_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const customCloudConfigMessages = [
  message('CustomCloudConfig', 'TBD', [
    field('string custom_cloud_env_name = 1', 'TBD'),
    field('string repo_depot_endpoint = 2', 'TBD'),
    field('string custom_env_json_content = 3', 'TBD'),
    field('string container_registry_dns_suffix = 4', 'TBD'),
  ]),
];
