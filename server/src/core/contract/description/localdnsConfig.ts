/** aksnodeconfig/v1/localdns_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const localdnsConfigMessages = [
  message('LocalDnsHealthCheck', 'TBD', [
    field('optional string duration = 1', 'TBD', { since: 'v0.20260813.0' }),
    field('optional bool no_rec = 2', 'TBD', { since: 'v0.20260813.0' }),
    field('optional string domain = 3', 'TBD', { since: 'v0.20260813.0' }),
  ]),
  message('LocalDnsOverrides', 'TBD', [
    field('string query_logging = 1', 'TBD', { since: 'v0.20250911.0' }),
    field('string protocol = 2', 'TBD', { since: 'v0.20250911.0' }),
    field('string forward_destination = 3', 'TBD', { since: 'v0.20250911.0' }),
    field('string forward_policy = 4', 'TBD', { since: 'v0.20250911.0' }),
    field('optional int32 max_concurrent = 5', 'TBD', { since: 'v0.20250911.0' }),
    field('optional int32 cache_duration_in_seconds = 6', 'TBD', { since: 'v0.20250911.0' }),
    field('optional int32 serve_stale_duration_in_seconds = 7', 'TBD', { since: 'v0.20250911.0' }),
    field('string serve_stale = 8', 'TBD', { since: 'v0.20250911.0' }),
    field('optional bool failfast_all_unhealthy_upstreams = 9', 'TBD', { since: 'v0.20260813.0' }),
    field('LocalDnsHealthCheck health_check = 10', 'TBD', { since: 'v0.20260813.0' }),
  ]),
  message('LocalDnsProfile', 'TBD', [
    field('bool enable_local_dns = 1', 'TBD', { since: 'v0.20250911.0' }),
    field('optional int32 cpu_limit_in_milli_cores = 2', 'TBD', { since: 'v0.20250911.0' }),
    field('optional int32 memory_limit_in_mb = 3', 'TBD', { since: 'v0.20250911.0' }),
    field('map<string, LocalDnsOverrides> vnet_dns_overrides = 4', 'TBD', { since: 'v0.20250911.0' }),
    field('map<string, LocalDnsOverrides> kube_dns_overrides = 5', 'TBD', { since: 'v0.20250911.0' }),
    field('bool enable_hosts_plugin = 6', 'TBD', { since: 'v0.20260508.0' }),
    field('repeated string critical_fqdns = 7', 'TBD', { since: 'v0.20260508.0' }),
    field('optional int32 hosts_plugin_refresh_interval_in_seconds = 8', 'TBD', { since: 'v0.20260717.0' }),
  ]),
];
