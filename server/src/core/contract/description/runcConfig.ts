/** aksnodeconfig/v1/runc_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const runcConfigMessages = [
  message(
    'RuncConfig',
    'Another runc than the one in the node image, by version or by package URL. Empty texts keep that one.',
    [
      field('string runc_version = 1', 'Version of runc that is asked for, exported as `RUNC_VERSION`.', {
        format: 'semantic-version',
        examples: ['1.2.6'],
      }),
      field(
        'string runc_package_url = 2',
        'URL of one runc package, which is installed whatever `runc_version` says. Meant for fixes and tests.',
        { format: 'url', examples: ['https://packages.contoso.example/moby-runc_1.2.6-ubuntu22.04u1_amd64.deb'] },
      ),
    ],
  ),
];
