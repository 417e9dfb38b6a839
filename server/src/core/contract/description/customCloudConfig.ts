/** aksnodeconfig/v1/custom_cloud_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const customCloudConfigMessages = [
  message(
    'CustomCloudConfig',
    'Endpoints of a cloud that is none of the built-in ones; in use only while `custom_cloud_env_name` is `akscustom`.',
    [
      field(
        'string custom_cloud_env_name = 1',
        'Name of the cloud environment. `akscustom`, in any case of letters, marks a custom cloud; every other text, `AzureStackCloud` too, does not.',
        { examples: ['akscustom'] },
      ),
      field(
        'string repo_depot_endpoint = 2',
        'Base URL of the package mirror inside the custom cloud. Other clouds ignore it.',
        { format: 'url', examples: ['https://repodepot.contoso.example/ubuntu'] },
      ),
      field(
        'string custom_env_json_content = 3',
        'Environment of the custom cloud as raw JSON in a text: the parser takes its `resourceManagerEndpoint` as ARM endpoint, and text that is no JSON leaves that empty. The scripts, though, write `akscustom.json` from a base64 decoding of the same text.',
        {
          format: 'json-object',
          examples: ['{"name":"akscustom","resourceManagerEndpoint":"https://management.contoso.example/"}'],
        },
      ),
      field(
        'string container_registry_dns_suffix = 4',
        'DNS suffix of container registries in the custom cloud, with its leading dot. The registry credential provider then answers for it as well.',
        { format: 'dns-suffix', examples: ['.azurecr.contoso.example'] },
      ),
    ],
  ),
];
