/** aksnodeconfig/v1/api_server_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const apiServerConfigMessages = [
  message('ApiServerConfig', 'How the node reaches the Kubernetes API server.', [
    field('string api_server_public_key = 1', 'Public key of the API server, as base64 of PEM.'),
    field(
      'string api_server_name = 2',
      'DNS name of the API server, without scheme and port. Required: without it the kubelet has nowhere to go.',
      { required: true, examples: ['contoso-dns-1a2b3c4d.hcp.eastus.azmk8s.io'] },
    ),
  ]),
];
