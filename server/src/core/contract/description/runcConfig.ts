/** aksnodeconfig/v1/runc_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const runcConfigMessages = [
  message('RuncConfig', 'Which runc to install when the one in the image does not fit.', [
    field('string runc_version = 1', 'runc version to install; empty keeps the one in the image.', {
      examples: ['1.2.6'],
    }),
    field('string runc_package_url = 2', 'URL of one runc package, which wins over the version.'),
  ]),
];
