/** aksnodeconfig/v1/api_server_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const apiServerConfigMessages = [
  message('ApiServerConfig', "Where the kubelet finds the cluster's API server, and that server's certificate.", [
    field(
      'string api_server_public_key = 1',
      'Certificate of the API server as base64 of PEM, decoded into `/etc/kubernetes/certs/apiserver.crt`. Empty writes no file, which is usual for current clusters.',
      { format: 'base64-certificates' },
    ),
    field(
      'string api_server_name = 2',
      'DNS name or IP address of the API server, without scheme and port: the kubelet connects to its port 443. Provisioning stops when the name does not resolve or the port does not answer.',
      { required: true, format: 'host', examples: ['contoso-dns-1a2b3c4d.hcp.eastus.azmk8s.io'] },
    ),
  ]),
];
