/** aksnodeconfig/v1/http_proxy_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const httpProxyConfigMessages = [
  message('HttpProxyConfig', 'TBD', [
    field('string http_proxy = 1', 'TBD'),
    field('string https_proxy = 2', 'TBD'),
    field('repeated string no_proxy_entries = 3', 'TBD'),
    field('string proxy_trusted_ca = 4', 'TBD'),
  ]),
];
