/** aksnodeconfig/v1/containerd_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const containerdConfigMessages = [
  message('ContainerdConfig', 'TBD', [
    field('string containerd_download_url_base = 1', 'TBD'),
    field('string containerd_version = 2', 'TBD'),
    field('string containerd_package_url = 3', 'TBD'),
  ]),
];
