/** aksnodeconfig/v1/http_proxy_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const httpProxyConfigMessages = [
  message(
    'HttpProxyConfig',
    'The outbound proxy of the node, for its services, its package downloads and the kubelet.',
    [
      field(
        'string http_proxy = 1',
        'URL of the proxy for plain HTTP. It is put into shell text without escaping, so quotes and dollar signs have to be percent-encoded.',
        { format: 'proxy-url', examples: ['http://proxy.contoso.example:3128/'] },
      ),
      field(
        'string https_proxy = 2',
        'URL of the proxy for HTTPS, which may have the scheme `http` itself. Empty sends HTTPS without a proxy.',
        {
          format: 'proxy-url',
          examples: ['http://proxy.contoso.example:3128/', 'https://proxy.contoso.example:3129/'],
        },
      ),
      field(
        'repeated string no_proxy_entries = 3',
        "Hosts, domains and CIDR ranges that are reached without the proxy, joined with commas. An empty list counts as absent. The API server and the cluster's networks belong in it.",
        {
          format: 'no-proxy-entry',
          examples: [['localhost', '127.0.0.1', '168.63.129.16', '169.254.169.254', '10.0.0.0/16', '.svc']],
        },
      ),
      field(
        'string proxy_trusted_ca = 4',
        'CA certificate of a proxy that opens TLS, as base64 of PEM; line breaks are removed. The node trusts it only with a proxy URL.',
        { format: 'base64-certificates', strips: 'line-ends' },
      ),
    ],
  ),
];
