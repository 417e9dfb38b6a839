import { type ContractValue, type MessageValue, textAt, valueAt } from '../../../contract/value.js';
import { joined, type TracedText } from '../../trace.js';
import { atoi } from '../go/number.js';

export const sysctlConfig = 'custom_linux_os_config.sysctl_config';
const portRange = 'net_ipv4_ip_local_port_range';

/** A kernel parameter and the field that sets it; `absent` is what AKS sets where the config does not. */
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

/** What no config changes. */
const fixed: readonly (readonly [string, string])[] = [
  ['net.core.message_burst', '80'],
  ['net.core.message_cost', '40'],
  ['net.ipv4.tcp_retries2', '8'],
];

/** A port range that reaches beyond this port keeps it for AKS. */
const reservedPort = 65_330;

/** The file of kernel parameters: one a line, sorted by name. */
export function sysctlFile(config: MessageValue): string {
  return joined(sysctlLines(config));
}

/** The same, line by line, with the field that each comes from; also where the config leaves the field out. */
export function sysctlLines(config: MessageValue): TracedText[] {
  const entries: (readonly [key: string, value: string, field?: string])[] = [...fixed];
  for (const { key, field, absent } of parameters) {
    const value = valueAt(config, `${sysctlConfig}.${field}`) ?? absent;
    if (value !== undefined && value !== '') entries.push([key, valueText(value), field]);
  }
  const lastPort = lastPortOf(textAt(config, `${sysctlConfig}.${portRange}`));
  if (lastPort !== undefined && lastPort > reservedPort) {
    entries.push(['net.ipv4.ip_local_reserved_ports', String(reservedPort), portRange]);
  }
  return entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, value, field]) => [
      {
        text: `${key}=${value}`,
        ...(field === undefined ? {} : { from: [...sysctlConfig.split('.'), field] }),
      },
      { text: '\n' },
    ]);
}

function valueText(value: ContractValue): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The second of two numbers with exactly one blank between them, where both make a range of ports. */
function lastPortOf(range: string): bigint | undefined {
  const [first, last, ...more] = range.split(' ').map(atoi);
  const valid = more.length === 0 && first !== undefined && last !== undefined && first > 0n && first < last;
  return valid ? last : undefined;
}
