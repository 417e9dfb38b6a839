/**
 * Kernel parameters that belong to a namespace, so that a kubelet may let pods set them. Namespaces:
 * `pkg/kubelet/sysctl` of Kubernetes 1.35; safe ones: the same package and kubernetes.io's page on sysctls, as of 1.37.
 */
import type { KnownName } from './vocabulary.js';

export interface KnownSysctl extends KnownName {
  /** Kubernetes minor from which on every pod may set it, so that allowing it says nothing new. */
  readonly safeSince?: string;
}

/** Safe parameters need no permission from the minor on that is given. */
const safe = (name: string, safeSince: string, doc: string): KnownSysctl => ({
  name,
  detail: `safe since ${safeSince}`,
  doc,
  safeSince,
});

const unsafe = (name: string, doc: string): KnownSysctl => ({ name, detail: 'unsafe', doc });

export const sysctls: readonly KnownSysctl[] = [
  safe('kernel.shm_rmid_forced', '1.4', 'Whether shared memory goes away with its last user.'),
  safe('net.ipv4.ip_local_port_range', '1.4', 'Ports that outgoing connections are made from.'),
  safe('net.ipv4.tcp_syncookies', '1.4', 'Whether a flood of half-open connections is met with cookies.'),
  safe('net.ipv4.ping_group_range', '1.18', 'Groups that may ping without privileges.'),
  safe('net.ipv4.ip_unprivileged_port_start', '1.22', 'First port that needs no privileges.'),
  safe('net.ipv4.ip_local_reserved_ports', '1.27', 'Ports that are kept out of the range for outgoing connections.'),
  safe('net.ipv4.tcp_fin_timeout', '1.29', 'Seconds that a closed connection waits for the other side.'),
  safe('net.ipv4.tcp_keepalive_intvl', '1.29', 'Seconds between two keepalive probes.'),
  safe('net.ipv4.tcp_keepalive_probes', '1.29', 'Unanswered keepalive probes after which a connection is dropped.'),
  safe('net.ipv4.tcp_keepalive_time', '1.29', 'Seconds of silence after which keepalive probes begin.'),
  safe('net.ipv4.tcp_rmem', '1.32', 'Least, usual and largest receive buffer of a TCP socket, in bytes.'),
  safe('net.ipv4.tcp_wmem', '1.32', 'Least, usual and largest send buffer of a TCP socket, in bytes.'),
  safe('net.ipv4.tcp_notsent_lowat', '1.37', 'Unsent bytes above which a socket takes no more to send.'),
  safe('net.ipv4.tcp_slow_start_after_idle', '1.37', 'Whether a connection that was idle starts slowly again.'),
  unsafe('fs.mqueue.*', 'All limits of POSIX message queues.'),
  unsafe('fs.mqueue.msg_default', 'Messages that a POSIX queue holds unless its maker says otherwise.'),
  unsafe('fs.mqueue.msg_max', 'Messages that a POSIX queue may hold.'),
  unsafe('fs.mqueue.msgsize_default', 'Size of a message in a POSIX queue unless its maker says otherwise.'),
  unsafe('fs.mqueue.msgsize_max', 'Size that a message in a POSIX queue may have.'),
  unsafe('fs.mqueue.queues_max', 'POSIX queues that may exist.'),
  unsafe('kernel.msg*', 'All limits of System V message queues.'),
  unsafe('kernel.msgmax', 'Size that a message in a System V queue may have.'),
  unsafe('kernel.msgmnb', 'Bytes that a System V queue may hold.'),
  unsafe('kernel.msgmni', 'System V queues that may exist.'),
  unsafe('kernel.sem', 'The four limits of System V semaphores.'),
  unsafe('kernel.shm*', 'All limits of System V shared memory.'),
  unsafe('kernel.shmall', 'Pages of System V shared memory in all.'),
  unsafe('kernel.shmmax', 'Size that a segment of System V shared memory may have.'),
  unsafe('kernel.shmmni', 'Segments of System V shared memory that may exist.'),
  unsafe('net.*', 'Every parameter of the network namespace.'),
  unsafe('net.core.*', 'Every parameter of sockets in general.'),
  unsafe('net.core.somaxconn', 'Connections that may wait to be accepted on a socket.'),
  unsafe('net.ipv4.*', 'Every parameter of IPv4, the ones of TCP among them.'),
  unsafe('net.ipv4.conf.all.forwarding', 'Whether packets are passed on between interfaces.'),
  unsafe('net.ipv4.ip_forward', 'Whether packets for others are passed on.'),
  unsafe('net.ipv4.neigh.default.gc_thresh1', 'Neighbours below which the table is left alone.'),
  unsafe('net.ipv4.tcp_max_syn_backlog', 'Half-open connections that are remembered.'),
  unsafe('net.ipv4.tcp_retries2', 'Attempts to deliver before a connection is given up.'),
  unsafe('net.ipv4.tcp_tw_reuse', 'Whether ports in TIME_WAIT serve new outgoing connections.'),
  unsafe('net.ipv6.*', 'Every parameter of IPv6.'),
  unsafe('net.ipv6.conf.all.disable_ipv6', 'Whether IPv6 is off.'),
  unsafe('net.ipv6.conf.all.forwarding', 'Whether IPv6 packets are passed on between interfaces.'),
];
