/** aksnodeconfig/v1/runc_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const runcConfigMessages = [
  message('RuncConfig', 'TBD', [field('string runc_version = 1', 'TBD'), field('string runc_package_url = 2', 'TBD')]),
];
