import { change, contains, type Controller } from '../../../values/known/releases.js';
import type { EnvironmentOptions } from './options.js';
import { isAtLeast } from '../../../values/goVersions.js';
import { marshal, sortedEntries } from '../../marshal.js';
import {
  boolAt,
  type ContractValue,
  messageAt,
  messageMapAt,
  type MessageValue,
  numberAt,
  textAt,
  valueAt,
} from '../../value.js';
import { jsonTraces, separated, type Trace, type TracedText } from '../../../record/trace.js';
import { atoi } from './go.js';

export type Lines = readonly string[];

/** The lines, if a condition holds. */
export function when(condition: boolean, ...lines: Lines): Lines {
  return condition ? lines : [];
}

/** Indents lines. Of a value with line breaks only the first line is indented. */
export function indent(lines: Lines, by: number): Lines {
  const margin = ' '.repeat(by);
  return lines.map((line) => (line === '' ? '' : margin + line));
}

const nodeListener = '169.254.10.10';
const clusterListener = '169.254.10.11';
const azureDns = '168.63.129.16';
const defaultCoreDns = '10.0.0.10';

export const coreDnsSource = 'cluster_config.cluster_network_config.core_dns_service_ip';

/** What changed in the configuration of CoreDNS. */
export const corefileChanges = {
  layout: change(
    'v0.20260612.0',
    8453,
    'The corefile ends in a line break, and has no empty lines around `fallthrough`.',
  ),
  preferUdp: change('v0.20260813.0', 9164, 'The protocol `PreferUDP` writes `prefer_udp`; before, it wrote nothing.'),
  healthCheck: change(
    'v0.20260813.0',
    9174,
    '`health_check` and `failfast_all_unhealthy_upstreams` are written to the corefile.',
  ),
};

/** One of the two listeners of the local cache, with the zones that it answers for. */
interface Listener {
  readonly address: string;
  readonly serverId: string;
  /** Whether the root zone goes to Azure DNS with any settings. */
  readonly rootGoesToAzure: boolean;
}

const forNode: Listener = { address: nodeListener, serverId: 'localdns', rootGoesToAzure: true };
const forPods: Listener = { address: clusterListener, serverId: 'localdns-pod', rootGoesToAzure: false };

/**
 * CoreDNS's configuration for the local DNS cache; undefined if the cache is off. `hosts` adds the
 * hosts file with critical names to the root zones.
 */
export function corefile(config: MessageValue, hosts: boolean, { controller }: EnvironmentOptions): string | undefined {
  if (!boolAt(config, 'local_dns_profile.enable_local_dns')) return undefined;
  const coreDns = textAt(config, coreDnsSource) || defaultCoreDns;
  const zones = (path: string, listener: Listener): Lines =>
    sortedEntries(messageMapAt(config, path)).flatMap(([zone, settings]) =>
      server(zone, settings, listener, { coreDns, hosts, controller }),
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
  return `${lines.join('\n')}${contains(controller, corefileChanges.layout) ? '\n' : ''}`;
}

function server(
  zone: string,
  settings: MessageValue,
  listener: Listener,
  { coreDns, hosts, controller }: { coreDns: string; hosts: boolean; controller: Controller | undefined },
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
    ...block(`forward . ${upstream}`, forwarding(settings, controller)),
    `ready ${listener.address}:8181`,
    ...block(`cache ${numberText(settings, 'cache_duration_in_seconds')}`, caching(settings)),
    'loop',
    `nsid ${listener.serverId}`,
    'prometheus :9253',
    ...when(root, ...neverResolved(listener === forPods && !contains(controller, corefileChanges.layout))),
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

function forwarding(settings: MessageValue, controller: Controller | undefined): Lines {
  const protocol = textAt(settings, 'protocol');
  const interval = textAt(settings, 'health_check.duration');
  const domain = textAt(settings, 'health_check.domain');
  const recursion = boolAt(settings, 'health_check.no_rec') ? ' no_rec' : '';
  return [
    ...when(protocol === 'ForceTCP', 'force_tcp'),
    ...when(protocol === 'PreferUDP' && contains(controller, corefileChanges.preferUdp), 'prefer_udp'),
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
function neverResolved(emptyLines: boolean): Lines {
  return [
    ...block('template ANY ANY internal.cloudapp.net', [
      'match "^(?:[^.]+\\.){4,}internal\\.cloudapp\\.net\\.$"',
      'rcode NXDOMAIN',
      ...when(emptyLines, ''),
      'fallthrough',
      ...when(emptyLines, ''),
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

/** The Kubernetes release whose kubelet dropped the idle timeout of streaming connections. */
export const streamingTimeoutRemovedFrom = '1.34.0';

/** Whether the config is for such a Kubernetes; upstream then drops the timeout from flags and file. */
export function hasNoStreamingTimeout(config: MessageValue): boolean {
  return isAtLeast(textAt(config, 'kubernetes_version'), streamingTimeoutRemovedFrom);
}

export const streamingTimeoutDropped = change(
  'v0.20260724.0',
  8812,
  `The idle timeout of streaming connections is dropped from Kubernetes ${streamingTimeoutRemovedFrom} on.`,
);

export const kubeletFileIndent = change('v0.20260612.0', 8453, 'The JSON is indented by four spaces instead of two.');

const filePath = 'kubelet_config.kubelet_config_file_config';

/**
 * The kubelet's config file: protojson with JSON names, indented by Go's `encoding/json`, which escapes HTML. A kubelet
 * config without one has an empty file.
 */
export function kubeletConfigFile(config: MessageValue, { controller }: EnvironmentOptions = {}): string | undefined {
  const kubelet = messageAt(config, 'kubelet_config');
  if (kubelet === undefined) return undefined;
  const file = messageAt(kubelet, 'kubelet_config_file_config');
  if (file === undefined) return '{}';
  const isDropped = contains(controller, streamingTimeoutDropped) && hasNoStreamingTimeout(config);
  const shown = isDropped ? without(file, 'streaming_connection_idle_timeout') : file;
  const indent = contains(controller, kubeletFileIndent) ? 4 : 2;
  return marshal(shown, { encoder: 'protojson', names: 'json', escapeHtml: true, indent });
}

/** Where the members of that file come from. */
export function kubeletConfigTraces(config: MessageValue, options: EnvironmentOptions): readonly Trace[] {
  const file = messageAt(config, filePath);
  return file === undefined ? [] : jsonTraces(kubeletConfigFile(config, options) ?? '', file.type, filePath.split('.'));
}

function without(message: MessageValue, fieldName: string): MessageValue {
  return { ...message, fields: new Map([...message.fields].filter(([field]) => field.name !== fieldName)) };
}

/**
 * The CNI configuration of kubenet, which containerd fills in itself: double braces enclose Go template language.
 */
export const kubenetTemplate = `{
	"cniVersion": "0.3.1",
	"name": "kubenet",
	"plugins": [{
		"type": "bridge",
		"bridge": "cbr0",
		"mtu": 1500,
		"addIf": "eth0",
		"isGateway": true,
		"ipMasq": false,
		"promiscMode": true,
		"hairpinMode": false,
		"ipam": {
			"type": "host-local",
			"ranges": [{{range $i, $range := .PodCIDRRanges}}{{if $i}}, {{end}}[{"subnet": "{{$range}}"}]{{end}}],
			"routes": [{{range $i, $route := .Routes}}{{if $i}}, {{end}}{"dst": "{{$route}}"}{{end}}]
		}
	},
	{
		"type": "portmap",
		"capabilities": {"portMappings": true},
		"externalSetMarkChain": "KUBE-MARK-MASQ"
	}]
}
`;

export const sysctlConfig = 'custom_linux_os_config.sysctl_config';
const portRange = 'net_ipv4_ip_local_port_range';

/** A kernel parameter and the field that sets it; `absent` is what AKS sets if the config does not. */
interface Parameter {
  readonly key: string;
  readonly field: string;
  readonly absent?: number;
}

const parameters: readonly Parameter[] = [
  { key: 'fs.aio-max-nr', field: 'fs_aio_max_nr' },
  { key: 'fs.file-max', field: 'fs_file_max' },
  { key: 'fs.inotify.max_user_watches', field: 'fs_inotify_max_user_watches' },
  { key: 'fs.nr_open', field: 'fs_nr_open' },
  { key: 'kernel.threads-max', field: 'kernel_threads_max' },
  { key: 'net.core.netdev_max_backlog', field: 'net_core_netdev_max_backlog' },
  { key: 'net.core.optmem_max', field: 'net_core_optmem_max' },
  { key: 'net.core.rmem_default', field: 'net_core_rmem_default' },
  { key: 'net.core.rmem_max', field: 'net_core_rmem_max' },
  { key: 'net.core.somaxconn', field: 'net_core_somaxconn', absent: 16_384 },
  { key: 'net.core.wmem_default', field: 'net_core_wmem_default' },
  { key: 'net.core.wmem_max', field: 'net_core_wmem_max' },
  { key: 'net.ipv4.ip_local_port_range', field: portRange },
  { key: 'net.ipv4.neigh.default.gc_thresh1', field: 'net_ipv4_neigh_default_gc_thresh1', absent: 4_096 },
  { key: 'net.ipv4.neigh.default.gc_thresh2', field: 'net_ipv4_neigh_default_gc_thresh2', absent: 8_192 },
  { key: 'net.ipv4.neigh.default.gc_thresh3', field: 'net_ipv4_neigh_default_gc_thresh3', absent: 16_384 },
  { key: 'net.ipv4.tcp_fin_timeout', field: 'net_ipv4_tcp_fin_timeout' },
  { key: 'net.ipv4.tcp_keepalive_intvl', field: 'net_ipv4_tcpkeepalive_intvl' },
  { key: 'net.ipv4.tcp_keepalive_probes', field: 'net_ipv4_tcp_keepalive_probes' },
  { key: 'net.ipv4.tcp_keepalive_time', field: 'net_ipv4_tcp_keepalive_time' },
  { key: 'net.ipv4.tcp_max_syn_backlog', field: 'net_ipv4_tcp_max_syn_backlog', absent: 16_384 },
  { key: 'net.ipv4.tcp_max_tw_buckets', field: 'net_ipv4_tcp_max_tw_buckets' },
  { key: 'net.ipv4.tcp_tw_reuse', field: 'net_ipv4_tcp_tw_reuse' },
  { key: 'net.netfilter.nf_conntrack_buckets', field: 'net_netfilter_nf_conntrack_buckets' },
  { key: 'net.netfilter.nf_conntrack_max', field: 'net_netfilter_nf_conntrack_max' },
  { key: 'vm.max_map_count', field: 'vm_max_map_count' },
  { key: 'vm.swappiness', field: 'vm_swappiness' },
  { key: 'vm.vfs_cache_pressure', field: 'vm_vfs_cache_pressure' },
];

/** Proto paths of all the fields. */
export const sysctlSources = parameters.map(({ field }) => `${sysctlConfig}.${field}`);

/** Parameters that no config changes. */
const fixed: readonly (readonly [string, string])[] = [
  ['net.core.message_burst', '80'],
  ['net.core.message_cost', '40'],
  ['net.ipv4.tcp_retries2', '8'],
];

/** A port range that contains this port reserves it for AKS. */
const reservedPort = 65_330;

/** The file of kernel parameters: one per line, sorted by name, with the field that each comes from, given or not. */
export function sysctlLines(config: MessageValue, controller?: Controller): TracedText[] {
  const entries: (readonly [key: string, value: string, field?: string])[] = [...fixed];
  for (const { key, field, absent } of parameters) {
    const value = valueAt(config, `${sysctlConfig}.${field}`) ?? absent;
    if (value !== undefined && value !== '') entries.push([key, valueText(value), field]);
  }
  const lastPort = lastPortOf(textAt(config, `${sysctlConfig}.${portRange}`));
  if (lastPort !== undefined && lastPort > reservedPort) {
    entries.push(['net.ipv4.ip_local_reserved_ports', String(reservedPort), portRange]);
  }
  const lines = entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value, field]) => {
      return { text: `${key}=${value}`, ...(field && { from: [...sysctlConfig.split('.'), field] }) };
    });
  const end = contains(controller, sysctlLineEnd) ? [{ text: '\n' }] : [];
  return [...separated(lines, '\n'), ...end];
}

export const sysctlLineEnd = change('v0.20260612.0', 8453, 'The last line ends in a line break.');

function valueText(value: ContractValue): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The second of two numbers with exactly one space between them, if both are a range of ports. */
function lastPortOf(range: string): bigint | undefined {
  const [first, last, ...more] = range.split(' ').map(atoi);
  const valid = more.length === 0 && first !== undefined && last !== undefined && first > 0n && first < last;
  return valid ? last : undefined;
}
