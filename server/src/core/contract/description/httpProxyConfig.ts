/** aksnodeconfig/v1/http_proxy_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const httpProxyConfigMessages = [
  message('HttpProxyConfig', 'The HTTP proxy that the node uses.', [
    field('string http_proxy = 1', 'URL of the proxy for plain HTTP.', {
      examples: ['http://proxy.contoso.example:3128'],
    }),
    field('string https_proxy = 2', 'URL of the proxy for HTTPS.', { examples: ['http://proxy.contoso.example:3128'] }),
    field(
      'repeated string no_proxy_entries = 3',
      'Hosts, domains and CIDRs that are reached without the proxy. An empty list counts as absent.',
      { examples: [['localhost', '127.0.0.1', '.svc']] },
    ),
    field('string proxy_trusted_ca = 4', 'CA certificate that the proxy signs with, as base64 of PEM.'),
  ]),
];
