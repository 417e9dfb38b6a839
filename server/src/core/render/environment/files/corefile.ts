import { sortedEntries } from '../../../contract/marshal.js';
import { type MessageValue, textAt } from '../../../contract/value.js';
import { boolAt, messageMapAt, numberAt } from '../../../contract/fields.js';
import { indent, type Lines, when } from './lines.js';

const nodeListener = '169.254.10.10';
const clusterListener = '169.254.10.11';
const azureDns = '168.63.129.16';
const defaultCoreDns = '10.0.0.10';

export const coreDnsSource = 'cluster_config.cluster_network_config.core_dns_service_ip';

/** One of the two listeners of the local cache, with the zones that it answers for. */
interface Listener {
  readonly address: string;
  readonly serverId: string;
  /** Whether the root zone goes to Azure DNS whatever its settings say. */
  readonly rootGoesToAzure: boolean;
}

const forNode: Listener = { address: nodeListener, serverId: 'localdns', rootGoesToAzure: true };
const forPods: Listener = { address: clusterListener, serverId: 'localdns-pod', rootGoesToAzure: false };

/**
 * CoreDNS's configuration for the local DNS cache; undefined where the cache is off. `hosts` adds the
 * hosts file with critical names to the root zones.
 */
export function corefile(config: MessageValue, hosts: boolean): string | undefined {
  if (!boolAt(config, 'local_dns_profile.enable_local_dns')) return undefined;
  const coreDns = textAt(config, coreDnsSource) || defaultCoreDns;
  const zones = (path: string, listener: Listener): Lines =>
    sortedEntries(messageMapAt(config, path)).flatMap(([zone, settings]) =>
      server(zone, settings, listener, { coreDns, hosts }),
    );
  const ruler = `# ${'*'.repeat(83)}`;
  const lines = [
    ruler,
    '# WARNING: Changes to this file will be overwritten and not persisted.',
    ruler,
    '# whoami (used for health check of DNS)',
    ...block('health-check.localdns.local:53', [`bind ${nodeListener} ${clusterListener}`, 'whoami']),
    '# VnetDNS overrides apply to DNS traffic from pods with dnsPolicy:default or kubelet (referred to as VnetDNS traffic).',
    ...zones('local_dns_profile.vnet_dns_overrides', forNode),
    '# KubeDNS overrides apply to DNS traffic from pods with dnsPolicy:ClusterFirst (referred to as KubeDNS traffic).',
    ...zones('local_dns_profile.kube_dns_overrides', forPods),
  ];
  return `${lines.join('\n')}\n`;
}

function server(
  zone: string,
  settings: MessageValue,
  listener: Listener,
  { coreDns, hosts }: { coreDns: string; hosts: boolean },
): Lines {
  const root = zone === '.';
  const logging = textAt(settings, 'query_logging');
  const clusterNames = zone.endsWith('cluster.local') || textAt(settings, 'forward_destination') === 'ClusterCoreDNS';
  const upstream = clusterNames && !(root && listener.rootGoesToAzure) ? coreDns : azureDns;
  return block(`${zone}:53`, [
    ...when(logging === 'Error', 'errors'),
    ...when(logging === 'Log', 'log'),
    `bind ${listener.address}`,
    ...when(root && hosts, ...hostsFile()),
    ...block(`forward . ${upstream}`, forwarding(settings)),
    `ready ${listener.address}:8181`,
    ...block(`cache ${numberText(settings, 'cache_duration_in_seconds')}`, caching(settings)),
    'loop',
    `nsid ${listener.serverId}`,
    'prometheus :9253',
    ...when(root, ...neverResolved()),
  ]);
}

function hostsFile(): Lines {
  return [
    '# Check /etc/localdns/hosts first for critical AKS FQDNs (mcr.microsoft.com, packages.aks.azure.com, etc.)',
    ...block('hosts /etc/localdns/hosts', ['ttl 5', 'reload 5s', 'fallthrough']),
  ];
}

const policies = new Map([
  ['RoundRobin', 'round_robin'],
  ['Random', 'random'],
]);

function forwarding(settings: MessageValue): Lines {
  const protocol = textAt(settings, 'protocol');
  const interval = textAt(settings, 'health_check.duration');
  const domain = textAt(settings, 'health_check.domain');
  const recursion = boolAt(settings, 'health_check.no_rec') ? ' no_rec' : '';
  return [
    ...when(protocol === 'ForceTCP', 'force_tcp'),
    ...when(protocol === 'PreferUDP', 'prefer_udp'),
    `policy ${policies.get(textAt(settings, 'forward_policy')) ?? 'sequential'}`,
    `max_concurrent ${numberText(settings, 'max_concurrent')}`,
    ...when(interval !== '', `health_check ${interval}${recursion}${domain === '' ? '' : ` domain ${domain}`}`),
    ...when(boolAt(settings, 'failfast_all_unhealthy_upstreams'), 'failfast_all_unhealthy_upstreams'),
  ];
}

function caching(settings: MessageValue): Lines {
  const serveStale = textAt(settings, 'serve_stale');
  const duration = `${numberText(settings, 'serve_stale_duration_in_seconds')}s`;
  return [
    'success 9984',
    'denial 9984',
    ...when(serveStale === 'Verify', `serve_stale ${duration} verify`),
    ...when(serveStale === 'Immediate', `serve_stale ${duration} immediate`),
    'servfail 0',
  ];
}

/** Names of Azure's own infrastructure that must not leave the node. */
function neverResolved(): Lines {
  return [
    ...block('template ANY ANY internal.cloudapp.net', [
      'match "^(?:[^.]+\\.){4,}internal\\.cloudapp\\.net\\.$"',
      'rcode NXDOMAIN',
      'fallthrough',
    ]),
    ...block('template ANY ANY reddog.microsoft.com', ['rcode NXDOMAIN']),
  ];
}

/** Upstream prints an absent number as Go prints a nil pointer. */
function numberText(settings: MessageValue, path: string): string {
  const number = numberAt(settings, path);
  return number === undefined ? '<nil>' : String(number);
}

function block(header: string, content: Lines): Lines {
  return [`${header} {`, ...indent(content, 4), '}'];
}
