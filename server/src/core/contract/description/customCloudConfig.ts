/** aksnodeconfig/v1/custom_cloud_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const customCloudConfigMessages = [
  message('CustomCloudConfig', "Endpoints of a cloud that is none of Azure's public ones.", [
    field(
      'string custom_cloud_env_name = 1',
      'Name of the cloud environment. `akscustom`, in any casing, marks a custom cloud.',
      { examples: ['akscustom'] },
    ),
    field('string repo_depot_endpoint = 2', 'URL of the package mirror inside a custom cloud.'),
    field(
      'string custom_env_json_content = 3',
      "The cloud's environment as JSON text; its `resourceManagerEndpoint` becomes the ARM endpoint of a custom cloud.",
    ),
    field(
      'string container_registry_dns_suffix = 4',
      'DNS suffix of container registries in the cloud, with its leading dot.',
    ),
  ]),
];
