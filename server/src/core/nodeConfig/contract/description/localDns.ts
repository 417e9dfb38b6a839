/**
 * aksnodeconfig/v1/localdns_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. Defaults are those
 * of its parser and scripts; ranges are what CoreDNS's plugins `cache` and `forward` take, and for the hosts file
 * the least interval of cse_config.sh.
 */
import { field, message } from '../describe.js';

const zoneExample = {
  query_logging: 'Error',
  protocol: 'PreferUDP',
  forward_policy: 'Sequential',
  max_concurrent: 1000,
  cache_duration_in_seconds: 3600,
  serve_stale_duration_in_seconds: 3600,
  serve_stale: 'Immediate',
} as const;

export const localdnsConfigMessages = [
  message('LocalDnsHealthCheck', 'Probes that the local DNS cache sends to the upstream servers of a zone.', [
    field(
      'optional string duration = 1',
      'Time between two probes of an upstream server, as a Go duration. Without it no health check is rendered.',
      { since: 'v0.20260813.0', format: 'duration', examples: ['1s', '5s'] },
    ),
    field('optional bool no_rec = 2', 'Whether probes ask without recursion. Only with `duration`.', {
      since: 'v0.20260813.0',
    }),
    field(
      'optional string domain = 3',
      'Name that health probes query. Only with `duration`; defaults to the root zone.',
      {
        since: 'v0.20260813.0',
        format: 'dns-zone',
        default: '.',
        examples: ['health.contoso.example.'],
      },
    ),
  ]),
  message(
    'LocalDnsOverrides',
    'Settings of one DNS zone in the local cache; the zone is the key in the map around it.',
    [
      field(
        'string query_logging = 1',
        'What is logged for the zone: `Log` logs every query, `Error` only failures. Any other value logs nothing.',
        { since: 'v0.20250911.0', oneOf: ['Error', 'Log'], examples: ['Error'] },
      ),
      field(
        'string protocol = 2',
        "How queries are sent upstream: `PreferUDP` or `ForceTCP`. Any other value uses the client's protocol.",
        { since: 'v0.20250911.0', oneOf: ['PreferUDP', 'ForceTCP'], examples: ['PreferUDP'] },
      ),
      field(
        'string forward_destination = 3',
        'Where queries go: `ClusterCoreDNS`, or `VnetDNS` for Azure DNS. Not read for the root zone of the virtual network, which goes to Azure DNS, nor for zones that end in `cluster.local`, which go to CoreDNS.',
        { since: 'v0.20250911.0', oneOf: ['ClusterCoreDNS', 'VnetDNS'], examples: ['ClusterCoreDNS'] },
      ),
      field(
        'string forward_policy = 4',
        'Order in which upstream servers are tried: `Sequential`, `RoundRobin` or `Random`. Any other value means `Sequential`.',
        {
          since: 'v0.20250911.0',
          oneOf: ['Sequential', 'RoundRobin', 'Random'],
          default: 'Sequential',
          examples: ['Sequential'],
        },
      ),
      field(
        'optional int32 max_concurrent = 5',
        'Queries that may be under way upstream at once; 0 lifts the limit. Write it: an absent one renders as `<nil>`, which CoreDNS refuses.',
        { since: 'v0.20250911.0', range: { min: 0 }, unit: 'queries', examples: [1000] },
      ),
      field(
        'optional int32 cache_duration_in_seconds = 6',
        'Seconds that answers are kept at most. Write it: an absent one renders as `<nil>` behind `cache`.',
        { since: 'v0.20250911.0', range: { min: 1 }, unit: 'seconds', examples: [3600] },
      ),
      field(
        'optional int32 serve_stale_duration_in_seconds = 7',
        'Seconds that outdated answers may still be given. Write it with `serve_stale` `Verify` or `Immediate`: an absent one renders as `<nil>s`.',
        { since: 'v0.20250911.0', range: { min: 0 }, unit: 'seconds', examples: [3600] },
      ),
      field(
        'string serve_stale = 8',
        'When outdated answers are served: `Immediate` before the upstream server is queried, `Verify` after it failed to answer, `Disable` never. Any other value serves none.',
        { since: 'v0.20250911.0', oneOf: ['Verify', 'Immediate', 'Disable'], examples: ['Immediate'] },
      ),
      field(
        'optional bool failfast_all_unhealthy_upstreams = 9',
        'Whether queries fail at once when health checks find every upstream server down, instead of trying one.',
        { since: 'v0.20260813.0' },
      ),
      field(
        'LocalDnsHealthCheck health_check = 10',
        'How the upstream servers of the zone are probed. Rendered only with a `duration` in it.',
        { since: 'v0.20260813.0' },
      ),
    ],
  ),
  message(
    'LocalDnsProfile',
    'A CoreDNS on the node that caches: it listens on 169.254.10.10 for the host and on 169.254.10.11 for pods.',
    [
      field(
        'bool enable_local_dns = 1',
        'Whether the local DNS cache runs. Without it no core file is rendered and the two limits are not read.',
        { since: 'v0.20250911.0' },
      ),
      field(
        'optional int32 cpu_limit_in_milli_cores = 2',
        'CPU that the cache may use, in thousandths of a core, exported as percent: 2000 is `200.0%`. 0 counts as absent.',
        { since: 'v0.20250911.0', range: { min: 0 }, default: 2000, unit: 'millicores', examples: [2000] },
      ),
      field(
        'optional int32 memory_limit_in_mb = 3',
        'Memory that the cache may use, in megabytes. 0 counts as absent.',
        {
          since: 'v0.20250911.0',
          range: { min: 0 },
          default: 128,
          unit: 'MB',
          examples: [128, 256],
        },
      ),
      field(
        'map<string, LocalDnsOverrides> vnet_dns_overrides = 4',
        'Settings for each zone that the host asks for, and pods with the DNS policy `Default`. The key `.` is the root zone.',
        {
          since: 'v0.20250911.0',
          keyFormat: 'dns-zone',
          examples: [{ '.': { ...zoneExample, forward_destination: 'VnetDNS' } }],
        },
      ),
      field(
        'map<string, LocalDnsOverrides> kube_dns_overrides = 5',
        'Settings for each zone that pods with the DNS policy `ClusterFirst` ask for. The key `.` is the root zone, which usually goes to `ClusterCoreDNS`.',
        {
          since: 'v0.20250911.0',
          keyFormat: 'dns-zone',
          examples: [{ '.': { ...zoneExample, forward_destination: 'ClusterCoreDNS' } }],
        },
      ),
      field(
        'bool enable_hosts_plugin = 6',
        'Whether critical names are answered from `/etc/localdns/hosts`, which is kept up to date. Needs `enable_local_dns`, and `critical_fqdns` to fill that file.',
        { since: 'v0.20260508.0' },
      ),
      field(
        'repeated string critical_fqdns = 7',
        'Names that the hosts file holds. White space around them is removed and blank ones are dropped; they are exported even where local DNS is off.',
        {
          since: 'v0.20260508.0',
          format: 'dns-name',
          strips: 'spaces-around',
          examples: [['mcr.microsoft.com', 'packages.aks.azure.com', 'login.microsoftonline.com']],
        },
      ),
      field(
        'optional int32 hosts_plugin_refresh_interval_in_seconds = 8',
        'Seconds between updates of the hosts file. The scripts raise less than 5 to 5; absent, 0 and negative numbers keep the interval of the image.',
        { since: 'v0.20260717.0', range: { min: 5 }, unit: 'seconds', examples: [60, 900] },
      ),
    ],
  ),
];
