import type { LocalDnsOverrides } from '../../contract/types.generated.js';
import { cluster, kubelet, nodeConfig } from './base.js';
import type { Template } from './template.js';

/** The address at which the cache serves pods (`localDnsClusterListenerIp`, AgentBaker 06836ee230). */
const clusterListener = '169.254.10.11';

/** A zone with the three numbers that would render as `<nil>` if they were left out. */
function zone(
  settings: Pick<LocalDnsOverrides, 'protocol' | 'forward_destination' | 'serve_stale'>,
): LocalDnsOverrides {
  return {
    query_logging: 'Error',
    ...settings,
    forward_policy: 'Sequential',
    max_concurrent: 1000,
    cache_duration_in_seconds: 3600,
    serve_stale_duration_in_seconds: 3600,
  };
}

const clusterZone = zone({ protocol: 'ForceTCP', forward_destination: 'ClusterCoreDNS', serve_stale: 'Immediate' });

export const localDns: Template = {
  label: 'Node with local DNS',
  doc: `A node with a DNS cache of its own. Names outside the cluster go to the virtual network's DNS where the node asks, and to CoreDNS where pods ask; \`cluster_dns\` of the kubelet points pods to the cache at ${clusterListener}.`,
  config: nodeConfig('Ubuntu', {
    enable_unattended_upgrade: true,
    cluster_config: cluster('10.0.0.10'),
    kubelet_config: kubelet({ osSku: 'Ubuntu', clusterDns: clusterListener }),
    local_dns_profile: {
      enable_local_dns: true,
      cpu_limit_in_milli_cores: 2000,
      memory_limit_in_mb: 128,
      vnet_dns_overrides: {
        '.': zone({ protocol: 'PreferUDP', forward_destination: 'VnetDNS', serve_stale: 'Immediate' }),
        'cluster.local': clusterZone,
      },
      kube_dns_overrides: {
        '.': zone({ protocol: 'PreferUDP', forward_destination: 'ClusterCoreDNS', serve_stale: 'Immediate' }),
        'cluster.local': clusterZone,
      },
    },
  }),
};
