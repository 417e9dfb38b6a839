/** aksnodeconfig/v1/containerd_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const containerdConfigMessages = [
  message('ContainerdConfig', 'Which containerd to install when the one in the image does not fit.', [
    field('string containerd_download_url_base = 1', 'Base URL that containerd builds are downloaded from.'),
    field('string containerd_version = 2', 'containerd version to install; empty keeps the one in the image.', {
      examples: ['1.7.22'],
    }),
    field('string containerd_package_url = 3', 'URL of one containerd package, which wins over version and base URL.'),
  ]),
];
