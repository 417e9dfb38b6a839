import type { TypeDescriptions } from '../describe.js';

/**
 * Defaults are those of the parser. The ranges of kernel parameters are the hard limits of Linux 5.15, the oldest kernel
 * of current AKS images, on machines of 64 bits: `sysctl --system` fails outside of them, and provisioning with it. They
 * are in net/core/sysctl_net_core.c (buffers: SOCK_MIN_RCVBUF and SOCK_MIN_SNDBUF), net/ipv4/sysctl_net_ipv4.c (probes: one
 * byte), fs/file.c (nr_open), fs/notify/inotify/inotify_user.c, kernel/sysctl.c (swappiness: 200 since 5.8) and
 * Documentation/admin-guide/sysctl/kernel.rst (threads-max). If the kernel accepts any number, the range only excludes
 * negative ones, which are meaningless. AKS's own API allows narrower ranges, which the node does not check.
 */
export const linuxTypes: TypeDescriptions = {
  // custom_linux_os_config.proto
  CustomLinuxOsConfig: {
    doc: "Operating system tuning of the node: kernel parameters, containerd's limits, swap and transparent huge pages.",
    fields: {
      'SysctlConfig sysctl_config = 1':
        'Kernel parameters that are written to `/etc/sysctl.d/999-sysctl-aks.conf`, beside three fixed and five default ones of AKS.',
      'UlimitConfig ulimit_config = 2':
        'Limits of the containerd service. Even an empty object makes the node write the systemd drop-in.',
      'bool enable_swap_config = 3':
        'Whether a swap file is made. It needs a positive `swap_file_size`, and a kubelet with `fail_swap_on` off.',
      'int32 swap_file_size = 4': [
        'Size of the swap file in megabytes. Without `enable_swap_config`, and at 0, there is none; a disk that is too small fails provisioning.',
        { range: { min: 0 }, unit: 'MB', examples: [1500] },
      ],
      'string transparent_hugepage_support = 5': [
        "When memory is backed by huge pages: `always`, `madvise` or `never`. Empty keeps the kernel's setting.",
        { oneOf: ['always', 'madvise', 'never'], examples: ['madvise'] },
      ],
      'string transparent_defrag = 6': [
        "When the kernel defragments memory for huge pages: `always`, `defer`, `defer+madvise`, `madvise` or `never`. Empty keeps the kernel's setting.",
        { oneOf: ['always', 'defer', 'defer+madvise', 'madvise', 'never'], examples: ['madvise'] },
      ],
    },
  },
  SysctlConfig: {
    doc: "Kernel parameters of the node. Each is written as given; an absent one keeps AKS's default where there is one, or else the kernel's.",
    fields: {
      'optional int32 net_core_somaxconn = 1': [
        '`net.core.somaxconn`: connections to a socket that may wait to be accepted.',
        { range: { min: 0 }, default: 16384, unit: 'connections', examples: [16384] },
      ],
      'optional int32 net_core_netdev_max_backlog = 2': [
        '`net.core.netdev_max_backlog`: received packets that may wait for the kernel on each CPU.',
        { range: { min: 0 }, unit: 'packets', examples: [1000] },
      ],
      'optional int32 net_core_rmem_default = 3': [
        '`net.core.rmem_default`: receive buffer that a socket starts with, in bytes. Not above `net_core_rmem_max`.',
        { range: { min: 2304 }, unit: 'bytes', examples: [212992] },
      ],
      'optional int32 net_core_rmem_max = 4': [
        '`net.core.rmem_max`: largest receive buffer that a socket may ask for, in bytes.',
        { range: { min: 2304 }, unit: 'bytes', examples: [212992] },
      ],
      'optional int32 net_core_wmem_default = 5': [
        '`net.core.wmem_default`: send buffer that a socket starts with, in bytes. Not above `net_core_wmem_max`.',
        { range: { min: 4608 }, unit: 'bytes', examples: [212992] },
      ],
      'optional int32 net_core_wmem_max = 6': [
        '`net.core.wmem_max`: largest send buffer that a socket may ask for, in bytes.',
        { range: { min: 4608 }, unit: 'bytes', examples: [212992] },
      ],
      'optional int32 net_core_optmem_max = 7': [
        '`net.core.optmem_max`: largest ancillary (control message) buffer of a socket, in bytes.',
        { range: { min: 0 }, unit: 'bytes', examples: [20480] },
      ],
      'optional int32 net_ipv4_tcp_max_syn_backlog = 8': [
        '`net.ipv4.tcp_max_syn_backlog`: half-open connections that a listening socket remembers.',
        { range: { min: 0 }, default: 16384, unit: 'connections', examples: [16384] },
      ],
      'optional int32 net_ipv4_tcp_max_tw_buckets = 9': [
        '`net.ipv4.tcp_max_tw_buckets`: sockets in TIME_WAIT that are kept; further ones are destroyed at once.',
        { range: { min: 0 }, unit: 'sockets', examples: [8000, 32768] },
      ],
      'optional int32 net_ipv4_tcp_fin_timeout = 10': [
        "`net.ipv4.tcp_fin_timeout`: seconds that an orphaned connection stays in FIN_WAIT_2. The kernel's own value is 60.",
        { range: { min: 0 }, unit: 'seconds', examples: [60] },
      ],
      'optional int32 net_ipv4_tcp_keepalive_time = 11': [
        "`net.ipv4.tcp_keepalive_time`: idle seconds before the first keepalive probe. The kernel's own value is 7200.",
        { range: { min: 0 }, unit: 'seconds', examples: [7200, 300] },
      ],
      'optional int32 net_ipv4_tcp_keepalive_probes = 12': [
        "`net.ipv4.tcp_keepalive_probes`: unanswered probes after which a connection is given up. The kernel's own value is 9.",
        { range: { min: 0, max: 255 }, unit: 'probes', examples: [9] },
      ],
      'optional int32 net_ipv4_tcpkeepalive_intvl = 13': [
        "`net.ipv4.tcp_keepalive_intvl`: seconds between two keepalive probes. The kernel's own value is 75.",
        { range: { min: 0 }, unit: 'seconds', examples: [75] },
      ],
      'optional bool net_ipv4_tcp_tw_reuse = 14':
        '`net.ipv4.tcp_tw_reuse`: whether new outgoing connections may take over ports in TIME_WAIT. Written as 1 or 0.',
      'optional string net_ipv4_ip_local_port_range = 15': [
        '`net.ipv4.ip_local_port_range`: first and last local port, with exactly one blank between them. A range that ends above 65330 also reserves port 65330.',
        { format: 'port-range', examples: ['32768 60999', '32768 65400'] },
      ],
      'optional int32 net_ipv4_neigh_default_gc_thresh1 = 16': [
        '`net.ipv4.neigh.default.gc_thresh1`: neighbour entries below which none is collected.',
        { range: { min: 0 }, default: 4096, unit: 'entries', examples: [4096] },
      ],
      'optional int32 net_ipv4_neigh_default_gc_thresh2 = 17': [
        '`net.ipv4.neigh.default.gc_thresh2`: neighbour entries above which they are collected within seconds.',
        { range: { min: 0 }, default: 8192, unit: 'entries', examples: [8192] },
      ],
      'optional int32 net_ipv4_neigh_default_gc_thresh3 = 18': [
        '`net.ipv4.neigh.default.gc_thresh3`: neighbour entries that are kept at most. The three thresholds ascend.',
        { range: { min: 0 }, default: 16384, unit: 'entries', examples: [16384] },
      ],
      'optional int32 net_netfilter_nf_conntrack_max = 19': [
        '`net.netfilter.nf_conntrack_max`: connections that are tracked at most; when they are full, new ones are dropped.',
        { range: { min: 0 }, unit: 'connections', examples: [131072] },
      ],
      'optional int32 net_netfilter_nf_conntrack_buckets = 20': [
        '`net.netfilter.nf_conntrack_buckets`: size of the hash table for connection tracking.',
        { range: { min: 1 }, unit: 'buckets', examples: [65536] },
      ],
      'optional int32 fs_inotify_max_user_watches = 21': [
        '`fs.inotify.max_user_watches`: files that one user may watch.',
        { range: { min: 0 }, unit: 'watches', examples: [1048576] },
      ],
      'optional int32 fs_file_max = 22': [
        '`fs.file-max`: file handles that may be open on the whole node.',
        {
          range: { min: 0 },
          unit: 'file handles',
          examples: [709620],
          formerly: 'int64 since v0.20260607.0 until v0.20260608.1',
        },
      ],
      'optional int32 fs_aio_max_nr = 23': [
        '`fs.aio-max-nr`: asynchronous IO requests that may be under way on the whole node. Databases often need more.',
        { range: { min: 0 }, unit: 'requests', examples: [65536, 1048576] },
      ],
      'optional int32 fs_nr_open = 24': [
        '`fs.nr_open`: most files that the limit of a process may allow. No `no_file` limit can be above it.',
        { range: { min: 64, max: 2147483584 }, unit: 'files', examples: [1048576] },
      ],
      'optional int32 kernel_threads_max = 25': [
        "`kernel.threads-max`: threads that may exist on the whole node. The kernel's own value follows from the memory.",
        { range: { min: 1, max: 1073741823 }, unit: 'threads', examples: [55601] },
      ],
      'optional int32 vm_max_map_count = 26': [
        '`vm.max_map_count`: memory areas that a process may map. Elasticsearch, for one, wants 262144.',
        { range: { min: 0 }, unit: 'memory areas', examples: [262144] },
      ],
      'optional int32 vm_swappiness = 27': [
        "`vm.swappiness`: how readily process memory is swapped out. It matters with swap only; the kernel's own value is 60.",
        { range: { min: 0, max: 200 }, examples: [60, 10] },
      ],
      'optional int32 vm_vfs_cache_pressure = 28': [
        '`vm.vfs_cache_pressure`: how readily directory and inode caches are freed. 100 is even-handed, less keeps them longer.',
        { range: { min: 0 }, examples: [100] },
      ],
    },
  },
  UlimitConfig: {
    doc: 'Limits in a systemd drop-in of the containerd service, which containers inherit.',
    fields: {
      'optional string no_file = 1': [
        "Open files that a process may have, as systemd's `LimitNOFILE` takes it. An empty text still writes the line.",
        { format: 'systemd-limit', examples: ['1048576', 'infinity'] },
      ],
      'optional string max_locked_memory = 2': [
        "Memory that a process may lock, as systemd's `LimitMEMLOCK` takes it: bytes, or a number with a unit.",
        { format: 'systemd-limit', examples: ['infinity', '64M'] },
      ],
    },
  },
};
