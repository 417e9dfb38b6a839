/** aksnodeconfig/v1/api_server_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const apiServerConfigMessages = [
  message('ApiServerConfig', 'TBD', [
    field('string api_server_public_key = 1', 'TBD'),
    field('string api_server_name = 2', 'TBD', { required: true }),
  ]),
];
