/**
 * Command line flags of the kubelet on Linux: `cmd/kubelet/app/options` of Kubernetes 1.35 and component-base's
 * logging flags, in our words; the ones that are gone are in removedKubeletFlags.ts.
 *
 * The kubelet calls every flag deprecated that its config file covers. That is not marked here, since AKS
 * passes most settings as flags; `instead` names the field of the contract where there is one.
 */
import { flag } from './kubelet.js';
import { removedKubeletFlags } from './removedKubeletFlags.js';
import type { KnownName } from './vocabulary.js';

const inFile = (field: string): { instead: string } => ({ instead: `\`${field}\` of \`kubelet_config_file_config\`` });

const starting = [
  flag('--bootstrap-kubeconfig', 'path', 'Kubeconfig with which the kubelet asks for its first client certificate.', {
    example: '/var/lib/kubelet/bootstrap-kubeconfig',
  }),
  flag('--config', 'path', "The kubelet's config file; flags on the command line win over it.", {
    example: '/etc/default/kubeletconfig.json',
  }),
  flag(
    '--config-dir',
    'path',
    'Folder with `.conf` files that are laid over the config file in order of their names.',
    {
      example: '/etc/kubernetes/kubelet.conf.d',
      since: '1.28',
    },
  ),
  flag('--exit-on-lock-contention', 'bool', 'Whether the kubelet ends when another one wants its lock file.'),
  flag('--experimental-mounter-path', 'path', "Program that mounts volumes in place of the system's `mount`.", {
    example: '/usr/local/bin/mounter',
  }),
  flag('--feature-gates', 'list of name=value', 'Kubernetes features that are switched on or off on this node.', {
    example: 'RotateKubeletServerCertificate=true',
    ...inFile('feature_gates'),
  }),
  flag('--kubeconfig', 'path', 'Kubeconfig for talking to the API server; without it the kubelet runs on its own.', {
    example: '/var/lib/kubelet/kubeconfig',
  }),
  flag('--lock-file', 'path', 'File that lets only one kubelet run at a time.', {
    example: '/var/run/lock/kubelet.lock',
  }),
  flag(
    '--oom-score-adj',
    'int',
    'How ready the kernel is to kill the kubelet when memory runs out, from -1000 to 1000.',
    {
      example: '-999',
    },
  ),
  flag('--max-open-files', 'int', 'Files that the kubelet process itself may hold open.', { example: '1000000' }),
  flag('--root-dir', 'path', "Folder of the kubelet's own data, pod volumes among them.", {
    example: '/var/lib/kubelet',
  }),
  flag('--runonce', 'bool', 'Whether the kubelet starts its static pods and ends.', { example: 'false' }),
];

const node = [
  flag(
    '--cloud-provider',
    'text',
    'Who looks after the node in the cloud: `external` for the cloud controller manager, which is all that is left for Azure from Kubernetes 1.30 on; older kubelets also know `azure`.',
    {
      example: 'external',
    },
  ),
  flag(
    '--enable-controller-attach-detach',
    'bool',
    'Whether the control plane attaches volumes to the node, and not the kubelet.',
  ),
  flag('--hostname-override', 'text', "Name of the node, where it is not the machine's host name.", {
    example: 'aks-nodepool1-12345678-vmss000000',
  }),
  flag('--node-ip', 'text', 'Address that the node registers with, or one for each IP family, parted by a comma.', {
    example: '10.224.0.4',
  }),
  flag(
    '--node-labels',
    'list of name=value',
    'Labels that the node registers with. In the namespaces `kubernetes.io` and `k8s.io` only a few are accepted, and another one keeps the kubelet from starting.',
    {
      example: 'agentpool=pool1,kubernetes.azure.com/mode=user',
      instead: '`kubelet_node_labels` of `kubelet_config`',
    },
  ),
  flag('--node-status-max-images', 'int', "Images that the node's status lists at most; -1 lifts the limit.", {
    example: '50',
  }),
  flag('--node-status-update-frequency', 'duration', "How often the kubelet computes the node's status.", {
    example: '10s',
    ...inFile('node_status_update_frequency'),
  }),
  flag('--provider-id', 'text', "The node's identity in the cloud, for the cloud controller manager.", {
    example:
      'azure:///subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/mc_rg/providers/Microsoft.Compute/virtualMachineScaleSets/aks-pool1-vmss/virtualMachines/0',
  }),
  flag('--register-node', 'bool', 'Whether the kubelet creates the Node object itself.'),
  flag('--register-with-taints', 'list', 'Taints that the node registers with, each written `key=value:effect`.', {
    example: 'sku=gpu:NoSchedule',
    format: 'taint-list',
  }),
];

const server = [
  flag('--address', 'text', "IP address that the kubelet's server listens on; `0.0.0.0` or `::` mean all addresses.", {
    example: '0.0.0.0',
    format: 'ip-address',
    ...inFile('address'),
  }),
  flag('--anonymous-auth', 'bool', 'Whether requests without credentials reach the kubelet as `system:anonymous`.', {
    example: 'false',
    ...inFile('authentication.anonymous.enabled'),
  }),
  flag(
    '--authentication-token-webhook',
    'bool',
    'Whether bearer tokens are checked with the API server.',
    inFile('authentication.webhook.enabled'),
  ),
  flag('--authentication-token-webhook-cache-ttl', 'duration', "How long the API server's word about a token holds.", {
    example: '2m0s',
    ...inFile('authentication.webhook.cache_ttl'),
  }),
  flag(
    '--authorization-mode',
    'text',
    'What decides which requests to the kubelet are allowed: nothing (`AlwaysAllow`) or the API server (`Webhook`).',
    {
      oneOf: ['AlwaysAllow', 'Webhook'],
      example: 'Webhook',
      ...inFile('authorization.mode'),
    },
  ),
  flag(
    '--authorization-webhook-cache-authorized-ttl',
    'duration',
    'How long a permission granted by the API server holds.',
    {
      example: '5m0s',
      ...inFile('authorization.webhook.cache_authorized_ttl'),
    },
  ),
  flag('--authorization-webhook-cache-unauthorized-ttl', 'duration', 'How long a refusal by the API server holds.', {
    example: '30s',
    ...inFile('authorization.webhook.cache_unauthorized_ttl'),
  }),
  flag('--cert-dir', 'path', 'Folder for certificates that the kubelet makes or is given by the cluster.', {
    example: '/var/lib/kubelet/pki',
  }),
  flag('--client-ca-file', 'path', 'Certificate authority that client certificates have to be signed by.', {
    example: '/etc/kubernetes/certs/ca.crt',
    ...inFile('authentication.x509.client_ca_file'),
  }),
  flag('--contention-profiling', 'bool', 'Whether waits for locks are profiled along with the rest.', {
    example: 'false',
  }),
  flag(
    '--enable-debugging-handlers',
    'bool',
    "Whether logs, exec and port-forward are offered by the kubelet's server.",
  ),
  flag('--enable-server', 'bool', "Whether the kubelet's server runs at all."),
  flag('--healthz-bind-address', 'text', 'IP address of the health endpoint.', {
    example: '127.0.0.1',
    format: 'ip-address',
  }),
  flag('--healthz-port', 'int', 'Port of the health endpoint; 0 switches it off.', { example: '10248' }),
  flag('--port', 'int', "Port of the kubelet's server.", { example: '10250' }),
  flag('--read-only-port', 'int', "Port of the kubelet's server without authentication; 0 switches it off.", {
    example: '0',
    ...inFile('read_only_port'),
  }),
  flag(
    '--rotate-certificates',
    'bool',
    'Whether the kubelet renews its client certificate before it runs out.',
    inFile('rotate_certificates'),
  ),
  flag(
    '--rotate-server-certificates',
    'bool',
    'Whether the kubelet asks the cluster for its serving certificate and renews it.',
    inFile('server_tls_bootstrap'),
  ),
  flag(
    '--streaming-connection-idle-timeout',
    'duration',
    'How long an idle exec or port-forward connection stayed open. The container runtime decides that by now; the kubelet still reads the flag, and aks-node-controller drops it from Kubernetes 1.34.0 on.',
    {
      example: '4h0m0s',
      deprecatedIn: '1.34',
      instead: '`stream_idle_timeout` of the containerd config',
    },
  ),
  flag('--tls-cert-file', 'path', "Certificate of the kubelet's server, the intermediate ones behind it.", {
    example: '/etc/kubernetes/certs/kubeletserver.crt',
    ...inFile('tls_cert_file'),
  }),
  flag('--tls-cipher-suites', 'list', "Cipher suites of the kubelet's server, parted by commas, in Go's names.", {
    example: 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
    ...inFile('tls_cipher_suites'),
  }),
  flag('--tls-min-version', 'text', "Oldest TLS version that the kubelet's server speaks.", {
    oneOf: ['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13'],
    example: 'VersionTLS12',
  }),
  flag('--tls-private-key-file', 'path', 'Private key that belongs to `--tls-cert-file`.', {
    example: '/etc/kubernetes/certs/kubeletserver.key',
    ...inFile('tls_private_key_file'),
  }),
];

const pods = [
  flag('--allowed-unsafe-sysctls', 'list', 'Unsafe sysctls, or patterns with `*` at their end, that pods may set.', {
    example: 'net.core.somaxconn,kernel.msg*',
    ...inFile('allowed_unsafe_sysctls'),
  }),
  flag('--cluster-dns', 'list', 'IP addresses of the DNS servers that pods get.', {
    example: '10.0.0.10',
    ...inFile('cluster_dns'),
  }),
  flag('--cluster-domain', 'text', "DNS domain of the cluster, which pods search before the host's.", {
    example: 'cluster.local',
    ...inFile('cluster_domain'),
  }),
  flag('--file-check-frequency', 'duration', 'How often the folder of static pods is looked at.', { example: '20s' }),
  flag('--hairpin-mode', 'text', 'How a pod reaches itself through its own Service.', {
    oneOf: ['promiscuous-bridge', 'hairpin-veth', 'none'],
    example: 'none',
  }),
  flag('--http-check-frequency', 'duration', 'How often the address in `--manifest-url` is asked for pods.', {
    example: '20s',
  }),
  flag(
    '--make-iptables-util-chains',
    'bool',
    'Whether the kubelet keeps a few iptables chains of its own on the host.',
  ),
  flag('--manifest-url', 'text', 'Address from which further static pods are read.', {
    example: 'https://example.com/pods.yaml',
    format: 'url',
  }),
  flag('--manifest-url-header', 'list', 'HTTP headers for `--manifest-url`, each written `name:value`.', {
    example: 'X-Pool:pool1',
  }),
  flag('--max-pods', 'int', 'Pods that the node may run.', { example: '110', ...inFile('max_pods') }),
  flag('--pod-cidr', 'text', "Range of the pods' addresses, for a kubelet without an API server only.", {
    example: '10.244.0.0/24',
    format: 'cidr',
  }),
  flag('--pod-manifest-path', 'path', 'Folder whose manifests run as static pods.', {
    example: '/etc/kubernetes/manifests',
    ...inFile('static_pod_path'),
  }),
  flag('--pod-max-pids', 'int', 'Processes that one pod may have; -1 leaves it at what the node can give.', {
    example: '-1',
    ...inFile('pod_pids_limit'),
  }),
  flag(
    '--pods-per-core',
    'int',
    'Pods for each CPU that the node may run, never more than `--max-pods`; 0 sets no such limit.',
    { example: '0' },
  ),
  flag('--resolv-conf', 'path', "File that pods with the node's DNS settings get theirs from.", {
    example: '/run/systemd/resolve/resolv.conf',
    ...inFile('resolv_conf'),
  }),
  flag('--seccomp-default', 'bool', "Whether pods that say nothing run with the runtime's default seccomp profile.", {
    since: '1.22',
    ...inFile('seccomp_default'),
  }),
  flag(
    '--sync-frequency',
    'duration',
    'How long it takes at most until running containers are compared with what is wanted.',
    { example: '1m0s' },
  ),
  flag('--volume-plugin-dir', 'path', 'Folder of further volume plugins.', {
    example: '/etc/kubernetes/volumeplugins',
  }),
  flag(
    '--volume-stats-agg-period',
    'duration',
    'How long the disk usage of volumes is kept before it is computed anew.',
    { example: '1m0s' },
  ),
];

const resources = [
  flag('--cgroup-driver', 'text', 'Who writes cgroups, the kubelet or systemd; containerd has to do the same.', {
    oneOf: ['cgroupfs', 'systemd'],
    example: 'systemd',
  }),
  flag('--cgroup-root', 'text', "Cgroup under which the pods' cgroups are made.", { example: '/' }),
  flag(
    '--cgroups-per-qos',
    'bool',
    'Whether each QoS class of pods has a cgroup of its own.',
    inFile('cgroups_per_qos'),
  ),
  flag('--cpu-cfs-quota', 'bool', 'Whether CPU limits of containers are enforced.', inFile('cpu_cfs_quota')),
  flag('--cpu-cfs-quota-period', 'duration', 'Period over which CPU limits count.', {
    example: '100ms',
    ...inFile('cpu_cfs_quota_period'),
  }),
  flag('--cpu-manager-policy', 'text', 'Whether containers can own whole CPUs: `static`, or `none`.', {
    oneOf: ['none', 'static'],
    example: 'static',
    ...inFile('cpu_manager_policy'),
  }),
  flag('--cpu-manager-policy-options', 'list of name=value', 'Finer choices of the `static` CPU policy.', {
    example: 'full-pcpus-only=true',
    since: '1.22',
  }),
  flag('--cpu-manager-reconcile-period', 'duration', 'How often CPU assignments are put right.', { example: '10s' }),
  flag(
    '--enforce-node-allocatable',
    'list',
    'What the reserved resources are enforced on: `pods`, and with a cgroup named for it `system-reserved` or `kube-reserved`.',
    {
      example: 'pods',
      ...inFile('enforce_node_allocatable'),
    },
  ),
  flag('--eviction-hard', 'list of signal<threshold', 'Signals and thresholds at which pods are evicted at once.', {
    example: 'memory.available<100Mi,nodefs.available<10%,nodefs.inodesFree<5%',
    ...inFile('eviction_hard'),
  }),
  flag(
    '--eviction-max-pod-grace-period',
    'int',
    'Seconds that a pod gets at most to end when a soft threshold evicts it.',
    {
      example: '600',
      ...inFile('eviction_max_pod_grace_period'),
    },
  ),
  flag(
    '--eviction-minimum-reclaim',
    'list of name=value',
    'How much has to be won back for a signal once eviction has begun.',
    { example: 'imagefs.available=2Gi' },
  ),
  flag(
    '--eviction-pressure-transition-period',
    'duration',
    'How long a pressure condition stays on the node after the signal has gone.',
    { example: '5m0s' },
  ),
  flag(
    '--eviction-soft',
    'list of signal<threshold',
    'Signals and thresholds at which pods are evicted after a grace period.',
    {
      example: 'memory.available<500Mi,nodefs.available<15%',
      ...inFile('eviction_soft'),
    },
  ),
  flag(
    '--eviction-soft-grace-period',
    'list of name=value',
    'How long each signal of `--eviction-soft` may stay past its threshold.',
    {
      example: 'memory.available=1m30s,nodefs.available=1h0m5s',
      ...inFile('eviction_soft_grace_period'),
    },
  ),
  flag(
    '--experimental-allocatable-ignore-eviction',
    'bool',
    'Whether what pods may use is reckoned without the hard eviction thresholds.',
    { example: 'false' },
  ),
  flag('--fail-cgroupv1', 'bool', 'Whether the kubelet refuses to start on a host with cgroup v1.', { since: '1.31' }),
  flag('--fail-swap-on', 'bool', 'Whether the kubelet refuses to start on a host with swap.', inFile('fail_swap_on')),
  flag(
    '--kernel-memcg-notification',
    'bool',
    'Whether the kernel tells the kubelet of passed memory thresholds, so that it need not poll.',
  ),
  flag('--kube-reserved', 'list of name=value', 'Resources kept for the kubelet and the container runtime.', {
    example: 'cpu=100m,memory=1638Mi',
    ...inFile('kube_reserved'),
  }),
  flag('--kube-reserved-cgroup', 'text', 'Cgroup on which `--kube-reserved` is enforced.', {
    example: '/kubelet.slice',
    ...inFile('kube_reserved_cgroup'),
  }),
  flag('--kubelet-cgroups', 'text', 'Cgroup that the kubelet moves itself into.', { example: '/kubelet.slice' }),
  flag('--local-storage-capacity-isolation', 'bool', 'Whether local ephemeral storage is counted and limited.'),
  flag(
    '--memory-manager-policy',
    'text',
    'Whether guaranteed pods get their memory from fixed NUMA nodes: `Static`, or `None`.',
    {
      oneOf: ['None', 'Static'],
      example: 'None',
      since: '1.21',
    },
  ),
  flag(
    '--protect-kernel-defaults',
    'bool',
    'Whether the kubelet refuses to start where kernel settings differ from what it needs, instead of changing them.',
    inFile('protect_kernel_defaults'),
  ),
  flag(
    '--qos-reserved',
    'list of name=value',
    'Share of requested memory that lower QoS classes may not touch; needs the gate `QOSReserved`.',
    { example: 'memory=50%' },
  ),
  flag(
    '--reserved-cpus',
    'text',
    'CPUs kept for the system and Kubernetes, by number; replaces the CPU counts of the reservations.',
    { example: '0-1' },
  ),
  flag('--reserved-memory', 'text', 'Memory kept on each NUMA node, for the `Static` memory policy.', {
    example: '0:memory=1Gi',
    since: '1.21',
  }),
  flag('--runtime-cgroups', 'text', 'Cgroup in which the container runtime runs.', {
    example: '/system.slice/containerd.service',
  }),
  flag('--system-cgroups', 'text', 'Cgroup for processes of the system that are in none.', {
    example: '/system.slice',
  }),
  flag('--system-reserved', 'list of name=value', 'Resources kept for the operating system.', {
    example: 'cpu=100m,memory=500Mi',
    ...inFile('system_reserved'),
  }),
  flag('--system-reserved-cgroup', 'text', 'Cgroup on which `--system-reserved` is enforced.', {
    example: '/system.slice',
    ...inFile('system_reserved_cgroup'),
  }),
  flag(
    '--topology-manager-policy',
    'text',
    'How strictly CPUs and devices of a pod are taken from the same NUMA node.',
    {
      oneOf: ['none', 'best-effort', 'restricted', 'single-numa-node'],
      example: 'best-effort',
      ...inFile('topology_manager_policy'),
    },
  ),
  flag('--topology-manager-policy-options', 'list of name=value', 'Finer choices of the topology policy.', {
    example: 'prefer-closest-numa-nodes=true',
    since: '1.26',
  }),
  flag(
    '--topology-manager-scope',
    'text',
    'Whether the topology policy looks at containers one by one or at whole pods.',
    {
      oneOf: ['container', 'pod'],
      example: 'pod',
    },
  ),
];

const images = [
  flag('--container-log-max-files', 'int', 'Log files kept for a container, at least 2.', {
    example: '5',
    ...inFile('container_log_max_files'),
  }),
  flag('--container-log-max-size', 'quantity', "Size at which a container's log is rotated.", {
    example: '50M',
    ...inFile('container_log_max_size'),
  }),
  flag('--container-runtime-endpoint', 'text', 'Socket of the container runtime.', {
    example: 'unix:///run/containerd/containerd.sock',
  }),
  flag('--image-credential-provider-bin-dir', 'path', 'Folder of the programs that fetch registry credentials.', {
    example: '/var/lib/kubelet/credential-provider',
    since: '1.20',
  }),
  flag(
    '--image-credential-provider-config',
    'path',
    'File that says which program fetches credentials for which registries.',
    {
      example: '/var/lib/kubelet/credential-provider-config.yaml',
      since: '1.20',
    },
  ),
  flag(
    '--image-gc-high-threshold',
    'int',
    'Disk usage in percent above which unused images are removed; 100 never removes any.',
    {
      example: '85',
      ...inFile('image_gc_high_threshold_percent'),
    },
  ),
  flag(
    '--image-gc-low-threshold',
    'int',
    'Disk usage in percent down to which unused images are removed, below the high threshold.',
    {
      example: '80',
      ...inFile('image_gc_low_threshold_percent'),
    },
  ),
  flag('--image-service-endpoint', 'text', "Socket of the image service, where it is not the container runtime's.", {
    example: 'unix:///run/containerd/containerd.sock',
  }),
  flag(
    '--maximum-dead-containers',
    'int',
    'Ended containers kept on the node; eviction thresholds have taken its place.',
    {
      example: '-1',
      instead: '`--eviction-hard` or `--eviction-soft`',
    },
  ),
  flag(
    '--maximum-dead-containers-per-container',
    'int',
    'Earlier instances kept for each container; eviction thresholds have taken its place.',
    {
      example: '1',
      instead: '`--eviction-hard` or `--eviction-soft`',
    },
  ),
  flag(
    '--minimum-container-ttl-duration',
    'duration',
    'How old an ended container has to be before it is removed; eviction thresholds have taken its place.',
    {
      example: '1m0s',
      instead: '`--eviction-hard` or `--eviction-soft`',
    },
  ),
  flag('--minimum-image-ttl-duration', 'duration', 'How old an unused image has to be before it is removed.', {
    example: '2m0s',
  }),
  flag('--registry-burst', 'int', 'Image pulls that may come at once under `--registry-qps`.', { example: '10' }),
  flag('--registry-qps', 'int', 'Image pulls a second; 0 lifts the limit.', { example: '5' }),
  flag(
    '--runtime-request-timeout',
    'duration',
    'How long the container runtime may take for a request other than pull, logs, exec and attach.',
    { example: '15m' },
  ),
  flag('--serialize-image-pulls', 'bool', 'Whether images are pulled one after the other.', {
    example: 'false',
    ...inFile('serialize_image_pulls'),
  }),
];

const talking = [
  flag('--event-burst', 'int', 'Events that may come at once under `--event-qps`.', { example: '100' }),
  flag('--event-qps', 'int', 'Events a second that the kubelet sends.', {
    example: '0',
    ...inFile('event_record_qps'),
  }),
  flag('--housekeeping-interval', 'duration', "How often the kubelet's cAdvisor looks at containers.", {
    example: '10s',
  }),
  flag('--kube-api-burst', 'int', 'Requests to the API server that may come at once.', { example: '100' }),
  flag('--kube-api-content-type', 'text', 'Media type in which the kubelet talks to the API server.', {
    example: 'application/vnd.kubernetes.protobuf',
  }),
  flag('--kube-api-qps', 'int', 'Requests a second to the API server.', { example: '50' }),
  flag('--log-flush-frequency', 'duration', 'How long log lines wait at most before they are written.', {
    example: '5s',
  }),
  flag('--logging-format', 'text', 'Form of the log lines.', { oneOf: ['text', 'json'], example: 'text' }),
  flag('--v', 'int', 'How much the kubelet logs; the larger the more.', { example: '2' }),
  flag('--vmodule', 'list of name=value', 'Log levels for single source files, in the text format.', {
    example: 'kubelet_node_status=5',
  }),
];

export const kubeletFlags: readonly KnownName[] = [
  ...starting,
  ...node,
  ...server,
  ...pods,
  ...resources,
  ...images,
  ...talking,
  ...removedKubeletFlags,
];
