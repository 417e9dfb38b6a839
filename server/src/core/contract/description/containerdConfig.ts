/** aksnodeconfig/v1/containerd_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const containerdConfigMessages = [
  message(
    'ContainerdConfig',
    'Another containerd than the one in the node image, by version or by package URL. Empty texts keep that one.',
    [
      field(
        'string containerd_download_url_base = 1',
        'Base URL of containerd builds, exported as `CONTAINERD_DOWNLOAD_URL_BASE`. Usually empty, as node images bring containerd along.',
        { format: 'url', examples: ['https://packages.contoso.example/containerd/'] },
      ),
      field(
        'string containerd_version = 2',
        'Version of containerd that is asked for, exported as `CONTAINERD_VERSION`. The template of its config file follows the containerd that is found on the node.',
        { format: 'semantic-version', examples: ['1.7.22'] },
      ),
      field(
        'string containerd_package_url = 3',
        'URL of one containerd package, which is installed whatever version is asked for. Meant for fixes and tests.',
        {
          format: 'url',
          examples: ['https://packages.contoso.example/moby-containerd_1.7.22-ubuntu22.04u1_amd64.deb'],
        },
      ),
    ],
  ),
];
