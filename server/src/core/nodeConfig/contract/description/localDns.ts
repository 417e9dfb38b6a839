import type { TypeDescriptions } from '../describe.js';

const zoneExample = {
  query_logging: 'Error',
  protocol: 'PreferUDP',
  forward_policy: 'Sequential',
  max_concurrent: 1000,
  cache_duration_in_seconds: 3600,
  serve_stale_duration_in_seconds: 3600,
  serve_stale: 'Immediate',
};

/**
 * Defaults are those of the parser and the scripts; ranges are what CoreDNS's plugins `cache` and `forward` accept, and
 * for the hosts file the shortest interval of cse_config.sh.
 */
export const localDnsTypes: TypeDescriptions = {
  // localdns_config.proto
  LocalDnsHealthCheck: {
    doc: 'Probes that the local DNS cache sends to the upstream servers of a zone.',
    since: 'v0.20260813.0 #9174',
    fields: {
      'optional string duration = 1': [
        'Time between two probes of an upstream server, as a Go duration. Without it no health check is rendered.',
        { format: 'duration', examples: ['1s', '5s'] },
      ],
      'optional bool no_rec = 2': 'Whether probes ask without recursion. Only with `duration`.',
      'optional string domain = 3': [
        'Name that health probes query. Only with `duration`; defaults to the root zone.',
        { format: 'dns-zone', default: '.', examples: ['health.contoso.example.'] },
      ],
    },
  },
  LocalDnsOverrides: {
    doc: 'Settings of one DNS zone in the local cache; the zone is the key in the map around it.',
    since: 'v0.20250911.0 #6967',
    fields: {
      'string query_logging = 1': [
        'What is logged for the zone: `Log` logs every query, `Error` only failures. Any other value logs nothing.',
        { oneOf: ['Error', 'Log'], examples: ['Error'] },
      ],
      'string protocol = 2': [
        "How queries are sent upstream: `PreferUDP` or `ForceTCP`. Any other value uses the client's protocol.",
        { oneOf: ['PreferUDP', 'ForceTCP'], examples: ['PreferUDP'] },
      ],
      'string forward_destination = 3': [
        'Where queries go: `ClusterCoreDNS`, or `VnetDNS` for Azure DNS. Not read for the root zone of the virtual network, which goes to Azure DNS, nor for zones that end in `cluster.local`, which go to CoreDNS.',
        { oneOf: ['ClusterCoreDNS', 'VnetDNS'], examples: ['ClusterCoreDNS'] },
      ],
      'string forward_policy = 4': [
        'Order in which upstream servers are tried: `Sequential`, `RoundRobin` or `Random`. Any other value means `Sequential`.',
        { oneOf: ['Sequential', 'RoundRobin', 'Random'], default: 'Sequential', examples: ['Sequential'] },
      ],
      'optional int32 max_concurrent = 5': [
        'Queries that may be under way upstream at once; 0 lifts the limit. Write it: an absent one renders as `<nil>`, which CoreDNS refuses.',
        { range: { min: 0 }, unit: 'queries', examples: [1000] },
      ],
      'optional int32 cache_duration_in_seconds = 6': [
        'Seconds that answers are kept at most. Write it: an absent one renders as `<nil>` behind `cache`.',
        { range: { min: 1 }, unit: 'seconds', examples: [3600] },
      ],
      'optional int32 serve_stale_duration_in_seconds = 7': [
        'Seconds that outdated answers may still be given. Write it with `serve_stale` `Verify` or `Immediate`: an absent one renders as `<nil>s`.',
        { range: { min: 0 }, unit: 'seconds', examples: [3600] },
      ],
      'string serve_stale = 8': [
        'When outdated answers are served: `Immediate` before the upstream server is queried, `Verify` after it failed to answer, `Disable` never. Any other value serves none.',
        { oneOf: ['Verify', 'Immediate', 'Disable'], examples: ['Immediate'] },
      ],
      'optional bool failfast_all_unhealthy_upstreams = 9 since v0.20260813.0 #9174':
        'Whether queries fail at once when health checks find every upstream server down, instead of trying one.',
      'LocalDnsHealthCheck health_check = 10 since v0.20260813.0 #9174':
        'How the upstream servers of the zone are probed. Rendered only with a `duration` in it.',
    },
  },
  LocalDnsProfile: {
    doc: 'A CoreDNS on the node that caches: it listens on 169.254.10.10 for the host and on 169.254.10.11 for pods.',
    since: 'v0.20250911.0 #6967',
    fields: {
      'bool enable_local_dns = 1':
        'Whether the local DNS cache runs. Without it no core file is rendered and the two limits are not read.',
      'optional int32 cpu_limit_in_milli_cores = 2': [
        'CPU that the cache may use, in thousandths of a core, exported as percent: 2000 is `200.0%`. 0 counts as absent.',
        { range: { min: 0 }, default: 2000, unit: 'millicores', examples: [2000] },
      ],
      'optional int32 memory_limit_in_mb = 3': [
        'Memory that the cache may use, in megabytes. 0 counts as absent.',
        { range: { min: 0 }, default: 128, unit: 'MB', examples: [128, 256] },
      ],
      'map<string, LocalDnsOverrides> vnet_dns_overrides = 4': [
        'Settings for each zone that the host asks for, and pods with the DNS policy `Default`. The key `.` is the root zone.',
        { keyFormat: 'dns-zone', examples: [{ '.': { ...zoneExample, forward_destination: 'VnetDNS' } }] },
      ],
      'map<string, LocalDnsOverrides> kube_dns_overrides = 5': [
        'Settings for each zone that pods with the DNS policy `ClusterFirst` ask for. The key `.` is the root zone, which usually goes to `ClusterCoreDNS`.',
        { keyFormat: 'dns-zone', examples: [{ '.': { ...zoneExample, forward_destination: 'ClusterCoreDNS' } }] },
      ],
      'bool enable_hosts_plugin = 6 since v0.20260508.0 #8165':
        'Whether critical names are answered from `/etc/localdns/hosts`, which is kept up to date. Needs `enable_local_dns`, and `critical_fqdns` to fill that file.',
      'repeated string critical_fqdns = 7 since v0.20260508.0 #8165': [
        'Names that the hosts file holds. White space around them is removed and blank ones are dropped; they are exported even where local DNS is off.',
        {
          format: 'dns-name',
          strips: 'spaces-around',
          examples: [['mcr.microsoft.com', 'packages.aks.azure.com', 'login.microsoftonline.com']],
        },
      ],
      'optional int32 hosts_plugin_refresh_interval_in_seconds = 8 since v0.20260717.0 #8895': [
        'Seconds between updates of the hosts file. The scripts raise less than 5 to 5; absent, 0 and negative numbers keep the interval of the image.',
        { range: { min: 5 }, unit: 'seconds', examples: [60, 900] },
      ],
    },
  },
};
