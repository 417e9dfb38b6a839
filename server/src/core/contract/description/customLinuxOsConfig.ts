/** aksnodeconfig/v1/custom_linux_os_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const customLinuxOsConfigMessages = [
  message('CustomLinuxOsConfig', 'Kernel and memory settings of the node.', [
    field('SysctlConfig sysctl_config = 1', 'Kernel parameters that are written to `/etc/sysctl.d`.'),
    field(
      'UlimitConfig ulimit_config = 2',
      "Limits of containerd's processes; even an empty object switches the drop-in on.",
    ),
    field('bool enable_swap_config = 3', 'Whether a swap file is made; without it `swap_file_size` has no effect.'),
    field('int32 swap_file_size = 4', 'Size of the swap file in megabytes; only with `enable_swap_config`.', {
      examples: [1500],
    }),
    field(
      'string transparent_hugepage_support = 5',
      'When memory is backed by huge pages: `always`, `madvise` or `never`.',
      { examples: ['madvise'] },
    ),
    field(
      'string transparent_defrag = 6',
      'When the kernel defragments memory for huge pages: `always`, `defer`, `defer+madvise`, `madvise` or `never`.',
      { examples: ['madvise'] },
    ),
  ]),
  message(
    'SysctlConfig',
    "Kernel parameters; each is written as given, absent ones keep AKS's default or the kernel's.",
    [
      field(
        'optional int32 net_core_somaxconn = 1',
        '`net.core.somaxconn`: connections that may wait to be accepted; 16384 where absent.',
        { examples: [16384] },
      ),
      field(
        'optional int32 net_core_netdev_max_backlog = 2',
        '`net.core.netdev_max_backlog`: packets that may wait for the kernel.',
        { examples: [1000] },
      ),
      field(
        'optional int32 net_core_rmem_default = 3',
        "`net.core.rmem_default`: a socket's receive buffer in bytes.",
        { examples: [212992] },
      ),
      field('optional int32 net_core_rmem_max = 4', '`net.core.rmem_max`: the largest receive buffer in bytes.', {
        examples: [212992],
      }),
      field('optional int32 net_core_wmem_default = 5', "`net.core.wmem_default`: a socket's send buffer in bytes.", {
        examples: [212992],
      }),
      field('optional int32 net_core_wmem_max = 6', '`net.core.wmem_max`: the largest send buffer in bytes.', {
        examples: [212992],
      }),
      field('optional int32 net_core_optmem_max = 7', "`net.core.optmem_max`: a socket's ancillary buffer in bytes.", {
        examples: [20480],
      }),
      field(
        'optional int32 net_ipv4_tcp_max_syn_backlog = 8',
        '`net.ipv4.tcp_max_syn_backlog`: half-open connections that are remembered; 16384 where absent.',
        { examples: [16384] },
      ),
      field(
        'optional int32 net_ipv4_tcp_max_tw_buckets = 9',
        '`net.ipv4.tcp_max_tw_buckets`: connections in TIME_WAIT that are kept.',
        { examples: [8000] },
      ),
      field(
        'optional int32 net_ipv4_tcp_fin_timeout = 10',
        '`net.ipv4.tcp_fin_timeout`: seconds that an orphaned connection stays in FIN_WAIT_2.',
        { examples: [60] },
      ),
      field(
        'optional int32 net_ipv4_tcp_keepalive_time = 11',
        '`net.ipv4.tcp_keepalive_time`: idle seconds before the first keepalive probe.',
        { examples: [7200] },
      ),
      field(
        'optional int32 net_ipv4_tcp_keepalive_probes = 12',
        '`net.ipv4.tcp_keepalive_probes`: unanswered probes before a connection is given up.',
        { examples: [9] },
      ),
      field(
        'optional int32 net_ipv4_tcpkeepalive_intvl = 13',
        '`net.ipv4.tcp_keepalive_intvl`: seconds between keepalive probes.',
        { examples: [75] },
      ),
      field(
        'optional bool net_ipv4_tcp_tw_reuse = 14',
        '`net.ipv4.tcp_tw_reuse`: whether ports in TIME_WAIT may be used for new outgoing connections.',
      ),
      field(
        'optional string net_ipv4_ip_local_port_range = 15',
        '`net.ipv4.ip_local_port_range`: first and last local port, with exactly one blank between them. A range that ends above 65330 also reserves ports.',
        { examples: ['32768 60999'] },
      ),
      field(
        'optional int32 net_ipv4_neigh_default_gc_thresh1 = 16',
        '`net.ipv4.neigh.default.gc_thresh1`: neighbour entries below which none is collected; 4096 where absent.',
        { examples: [4096] },
      ),
      field(
        'optional int32 net_ipv4_neigh_default_gc_thresh2 = 17',
        '`net.ipv4.neigh.default.gc_thresh2`: neighbour entries above which collection hurries; 8192 where absent.',
        { examples: [8192] },
      ),
      field(
        'optional int32 net_ipv4_neigh_default_gc_thresh3 = 18',
        '`net.ipv4.neigh.default.gc_thresh3`: neighbour entries that are kept at most; 16384 where absent.',
        { examples: [16384] },
      ),
      field(
        'optional int32 net_netfilter_nf_conntrack_max = 19',
        '`net.netfilter.nf_conntrack_max`: connections that are tracked.',
        { examples: [131072] },
      ),
      field(
        'optional int32 net_netfilter_nf_conntrack_buckets = 20',
        '`net.netfilter.nf_conntrack_buckets`: size of the connection tracking hash table.',
        { examples: [65536] },
      ),
      field(
        'optional int32 fs_inotify_max_user_watches = 21',
        '`fs.inotify.max_user_watches`: files that a user may watch.',
        { examples: [1048576] },
      ),
      field('optional int32 fs_file_max = 22', '`fs.file-max`: files that may be open on the node.', {
        examples: [709620],
      }),
      field('optional int32 fs_aio_max_nr = 23', '`fs.aio-max-nr`: asynchronous IO requests that may be under way.', {
        examples: [65536],
      }),
      field('optional int32 fs_nr_open = 24', '`fs.nr_open`: files that a process may open.', { examples: [1048576] }),
      field('optional int32 kernel_threads_max = 25', '`kernel.threads-max`: threads that may exist on the node.', {
        examples: [55601],
      }),
      field('optional int32 vm_max_map_count = 26', '`vm.max_map_count`: memory areas that a process may map.', {
        examples: [262144],
      }),
      field('optional int32 vm_swappiness = 27', '`vm.swappiness`: how readily memory is swapped out, 0 to 100.', {
        examples: [60],
      }),
      field(
        'optional int32 vm_vfs_cache_pressure = 28',
        '`vm.vfs_cache_pressure`: how readily directory and inode caches are freed.',
        { examples: [100] },
      ),
    ],
  ),
  message('UlimitConfig', "Limits of containerd's processes.", [
    field('optional string no_file = 1', "Open files that a process may have, as systemd's `LimitNOFILE` takes it.", {
      examples: ['1048576'],
    }),
    field(
      'optional string max_locked_memory = 2',
      "Memory that a process may lock, as systemd's `LimitMEMLOCK` takes it.",
      { examples: ['infinity'] },
    ),
  ]),
];
