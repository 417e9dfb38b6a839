import { nodeConfig } from './base.js';
import { fill, type Template } from './template.js';

const proxy = fill('http://proxy.contoso.example:3128');

export const httpProxy: Template = {
  label: 'Node behind an HTTP proxy',
  doc: "A node that reaches the internet through a proxy. `no_proxy_entries` lists what it reaches itself: Azure's own addresses, the cluster and the virtual network, whose range is yours to fill in. `proxy_trusted_ca` takes the CA that the proxy signs with, as base64 of PEM; leave it empty where the proxy signs nothing.",
  config: nodeConfig('Ubuntu', {
    enable_unattended_upgrade: true,
    http_proxy_config: {
      http_proxy: proxy,
      https_proxy: proxy,
      no_proxy_entries: [
        'localhost',
        '127.0.0.1',
        '168.63.129.16',
        '169.254.169.254',
        '.svc',
        '.cluster.local',
        fill('10.224.0.0/12'),
        fill('10.0.0.0/16'),
      ],
      proxy_trusted_ca: fill(''),
    },
  }),
};
