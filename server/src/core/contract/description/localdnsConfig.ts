/** aksnodeconfig/v1/localdns_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const localdnsConfigMessages = [
  message('LocalDnsHealthCheck', 'How the local DNS cache probes its upstream servers.', [
    field('optional string duration = 1', 'Time between probes, as a Go duration.', {
      since: 'v0.20260813.0',
      examples: ['5s'],
    }),
    field('optional bool no_rec = 2', 'Whether probes ask without recursion.', { since: 'v0.20260813.0' }),
    field('optional string domain = 3', 'Name that probes ask for.', {
      since: 'v0.20260813.0',
      examples: ['example.com'],
    }),
  ]),
  message('LocalDnsOverrides', 'Settings of one DNS zone in the local cache.', [
    field('string query_logging = 1', 'What is logged: `Error` or `Log`.', {
      since: 'v0.20250911.0',
      examples: ['Error'],
    }),
    field('string protocol = 2', 'How queries go upstream: `PreferUDP` or `ForceTCP`.', {
      since: 'v0.20250911.0',
      examples: ['PreferUDP'],
    }),
    field(
      'string forward_destination = 3',
      'Where queries go: `VnetDNS` or `ClusterCoreDNS`. The root zone of the virtual network always goes to Azure DNS.',
      { since: 'v0.20250911.0', examples: ['ClusterCoreDNS'] },
    ),
    field('string forward_policy = 4', 'How the upstream server is chosen: `Sequential`, `RoundRobin` or `Random`.', {
      since: 'v0.20250911.0',
      examples: ['Sequential'],
    }),
    field(
      'optional int32 max_concurrent = 5',
      'Queries that may be under way at once. Write it: an absent one renders as `<nil>`.',
      { since: 'v0.20250911.0', examples: [1000] },
    ),
    field(
      'optional int32 cache_duration_in_seconds = 6',
      'Seconds that answers are kept. Write it: an absent one renders as `<nil>`.',
      { since: 'v0.20250911.0', examples: [3600] },
    ),
    field(
      'optional int32 serve_stale_duration_in_seconds = 7',
      'Seconds that outdated answers may still be given. Write it: an absent one renders as `<nil>`.',
      { since: 'v0.20250911.0', examples: [3600] },
    ),
    field('string serve_stale = 8', 'Whether outdated answers are given: `Verify`, `Immediate` or `Disable`.', {
      since: 'v0.20250911.0',
      examples: ['Immediate'],
    }),
    field(
      'optional bool failfast_all_unhealthy_upstreams = 9',
      'Whether queries fail at once when every upstream server is unhealthy.',
      { since: 'v0.20260813.0' },
    ),
    field('LocalDnsHealthCheck health_check = 10', 'How upstream servers are probed.', { since: 'v0.20260813.0' }),
  ]),
  message('LocalDnsProfile', 'A DNS cache on the node itself.', [
    field('bool enable_local_dns = 1', 'Whether the local DNS cache runs; the core files are only rendered with it.', {
      since: 'v0.20250911.0',
    }),
    field(
      'optional int32 cpu_limit_in_milli_cores = 2',
      'CPU that the cache may use, in thousandths of a core; 2000 where absent.',
      { since: 'v0.20250911.0', examples: [2000] },
    ),
    field('optional int32 memory_limit_in_mb = 3', 'Memory that the cache may use, in megabytes; 128 where absent.', {
      since: 'v0.20250911.0',
      examples: [128],
    }),
    field(
      'map<string, LocalDnsOverrides> vnet_dns_overrides = 4',
      'Settings for each DNS zone of the virtual network; the key `.` is the root zone.',
      { since: 'v0.20250911.0' },
    ),
    field(
      'map<string, LocalDnsOverrides> kube_dns_overrides = 5',
      'Settings for each DNS zone that pods ask for; the key `.` is the root zone.',
      { since: 'v0.20250911.0' },
    ),
    field(
      'bool enable_hosts_plugin = 6',
      'Whether the cache answers the critical names from a hosts file that is kept up to date.',
      { since: 'v0.20260508.0' },
    ),
    field(
      'repeated string critical_fqdns = 7',
      'Names that the hosts file holds. They are handed on even where local DNS is off.',
      { since: 'v0.20260508.0', examples: [['mcr.microsoft.com']] },
    ),
    field('optional int32 hosts_plugin_refresh_interval_in_seconds = 8', 'Seconds between updates of the hosts file.', {
      since: 'v0.20260717.0',
    }),
  ]),
];
