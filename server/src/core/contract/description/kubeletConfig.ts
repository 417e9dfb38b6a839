/** aksnodeconfig/v1/kubelet_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { enumeration, field, message, value } from '../describe.js';

export const kubeletConfigMessages = [
  message('KubeletAnonymousAuthentication', 'Clients of the kubelet that show nothing.', [
    field('bool enabled = 1', 'Whether requests without credentials are let in as `system:anonymous`.', {
      since: 'v0.20250326.0',
    }),
  ]),
  message('KubeletAuthentication', "Who may talk to the kubelet's server.", [
    field('KubeletX509Authentication x509 = 1', 'Clients that show a certificate.', { since: 'v0.20250326.0' }),
    field('KubeletWebhookAuthentication webhook = 2', 'Clients that show a token, which the API server checks.', {
      since: 'v0.20250326.0',
    }),
    field('KubeletAnonymousAuthentication anonymous = 3', 'Clients that show nothing.', { since: 'v0.20250326.0' }),
  ]),
  message('KubeletAuthorization', 'What clients of the kubelet may do.', [
    field('string mode = 1', 'Who decides: `AlwaysAllow`, or `Webhook` for the API server.', {
      since: 'v0.20250326.0',
      examples: ['Webhook'],
    }),
    field('KubeletWebhookAuthorization webhook = 2', "How long the API server's decisions are kept.", {
      since: 'v0.20250326.0',
    }),
  ]),
  message(
    'KubeletConfig',
    'Flags, labels and config file of the kubelet.',
    [
      field(
        'map<string, string> kubelet_flags = 1',
        'Command line flags of the kubelet with their dashes, each value as text. They are sorted before they are rendered.',
        { examples: [{ '--max-pods': '110', '--node-status-update-frequency': '10s' }] },
      ),
      field('map<string, string> kubelet_node_labels = 2', 'Labels that the node registers with.', {
        examples: [{ agentpool: 'pool1', 'kubernetes.azure.com/mode': 'user' }],
      }),
      field(
        'KubeletDisk kubelet_disk_type = 3',
        "Disk that the kubelet's data lives on: the OS disk, or the VM's temporary one.",
      ),
      field(
        'bool enable_kubelet_config_file = 4',
        'Whether the kubelet reads `kubelet_config_file_config` as its config file; without it that message has no effect.',
      ),
      field(
        'KubeletConfigFileConfig kubelet_config_file_config = 5',
        "The kubelet's config file, field by field. An empty object renders an empty file, an absent one none.",
        { since: 'v0.20250326.0' },
      ),
      field('string kubelet_client_key = 6', "Private key of the kubelet's client certificate, as base64 of PEM.", {
        secret: true,
      }),
      field('string kubelet_client_cert_content = 7', "The kubelet's client certificate, as base64 of PEM."),
      field(
        'string container_data_dir = 8',
        'Folder in which containerd keeps images and containers, where it is not the default one.',
        { examples: ['/mnt/containerd'] },
      ),
    ],
    [
      { name: 'kubelet_cmd_flags', removedIn: 'v0.20260210.0', hint: 'Kubelet flags are given in `kubelet_flags`.' },
      {
        name: 'kubelet_config_file_content',
        removedIn: 'v0.20250326.0',
        hint: 'The kubelet config file is described field by field in `kubelet_config_file_config`.',
      },
      {
        name: 'startup_taints',
        removedIn: 'v0.20250226.0',
        hint: 'Taints are registered with the `--register-with-taints` flag in `kubelet_flags`.',
      },
      {
        name: 'taints',
        removedIn: 'v0.20250226.0',
        hint: 'Taints are registered with the `--register-with-taints` flag in `kubelet_flags`.',
      },
    ],
  ),
  message(
    'KubeletConfigFileConfig',
    "The kubelet's config file (`KubeletConfiguration` of `kubelet.config.k8s.io/v1beta1`).",
    [
      field('string kind = 1', 'Kind of the object in the file.', {
        since: 'v0.20250326.0',
        examples: ['KubeletConfiguration'],
      }),
      field('string api_version = 2', 'API version of the object in the file.', {
        since: 'v0.20250326.0',
        examples: ['kubelet.config.k8s.io/v1beta1'],
      }),
      field('string static_pod_path = 3', 'Folder whose manifests the kubelet runs as static pods.', {
        since: 'v0.20250326.0',
        examples: ['/etc/kubernetes/manifests'],
      }),
      field('string address = 4', "IP address that the kubelet's server listens on.", {
        since: 'v0.20250326.0',
        examples: ['0.0.0.0'],
      }),
      field('int32 read_only_port = 5', "Port of the kubelet's server without authentication; 0 switches it off.", {
        since: 'v0.20250326.0',
      }),
      field('string tls_cert_file = 6', "Path of the kubelet server's certificate.", {
        since: 'v0.20250326.0',
        examples: ['/etc/kubernetes/certs/kubeletserver.crt'],
      }),
      field(
        'string tls_private_key_file = 7',
        "Path of the kubelet server's private key; the key itself is not in the config.",
        { since: 'v0.20250326.0', examples: ['/etc/kubernetes/certs/kubeletserver.key'] },
      ),
      field('repeated string tls_cipher_suites = 8', "TLS cipher suites that the kubelet's server accepts.", {
        since: 'v0.20250326.0',
        examples: [['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256']],
      }),
      field('bool rotate_certificates = 9', 'Whether the kubelet renews its client certificate in time.', {
        since: 'v0.20250326.0',
      }),
      field(
        'bool server_tls_bootstrap = 10',
        'Whether the kubelet asks the cluster for its serving certificate instead of signing one itself.',
        { json: 'serverTLSBootstrap', since: 'v0.20250326.0' },
      ),
      field('KubeletAuthentication authentication = 11', "Who may talk to the kubelet's server.", {
        since: 'v0.20250326.0',
      }),
      field('KubeletAuthorization authorization = 12', "What those who talk to the kubelet's server may do.", {
        since: 'v0.20250326.0',
      }),
      field('optional int32 event_record_qps = 13', 'Events a second that the kubelet may send; 0 lifts the limit.', {
        json: 'eventRecordQPS',
        since: 'v0.20250326.0',
      }),
      field('string cluster_domain = 14', 'DNS domain of the cluster.', {
        since: 'v0.20250326.0',
        examples: ['cluster.local'],
      }),
      field('repeated string cluster_dns = 15', 'IP addresses of the DNS servers that pods get.', {
        json: 'clusterDNS',
        since: 'v0.20250326.0',
        examples: [['10.0.0.10']],
      }),
      field(
        'string streaming_connection_idle_timeout = 16',
        'How long an idle exec or port-forward connection stays open. Not rendered from Kubernetes 1.34.0 on.',
        { since: 'v0.20250326.0', deprecated: true, examples: ['4h0m0s'] },
      ),
      field('string node_status_update_frequency = 17', "How often the kubelet computes the node's status.", {
        since: 'v0.20250326.0',
        examples: ['10s'],
      }),
      field('string node_status_report_frequency = 18', 'How often the kubelet reports an unchanged status.', {
        since: 'v0.20250326.0',
        examples: ['5m0s'],
      }),
      field(
        'optional int32 image_gc_high_threshold_percent = 19',
        'Disk usage in percent above which unused images are removed.',
        { json: 'imageGCHighThresholdPercent', since: 'v0.20250326.0', examples: [85] },
      ),
      field(
        'optional int32 image_gc_low_threshold_percent = 20',
        'Disk usage in percent down to which unused images are removed.',
        { json: 'imageGCLowThresholdPercent', since: 'v0.20250326.0', examples: [80] },
      ),
      field('optional bool cgroups_per_qos = 21', 'Whether each QoS class of pods has a cgroup of its own.', {
        json: 'cgroupsPerQOS',
        since: 'v0.20250326.0',
      }),
      field('string cpu_manager_policy = 22', 'How CPUs are given to containers: `none`, or `static` for whole CPUs.', {
        since: 'v0.20250326.0',
        examples: ['none'],
      }),
      field(
        'string topology_manager_policy = 23',
        'How CPU and device placement is aligned: `none`, `best-effort`, `restricted` or `single-numa-node`.',
        { since: 'v0.20250326.0', examples: ['none'] },
      ),
      field('optional int32 max_pods = 24', 'Pods that the node may run.', { since: 'v0.20250326.0', examples: [110] }),
      field('optional int32 pod_pids_limit = 25', 'Processes that a pod may have; -1 lifts the limit.', {
        since: 'v0.20250326.0',
        examples: [-1],
      }),
      field('string resolv_conf = 26', "File that pods with the node's DNS settings get theirs from.", {
        since: 'v0.20250326.0',
        examples: ['/run/systemd/resolve/resolv.conf'],
      }),
      field('optional bool cpu_cfs_quota = 27', 'Whether CPU limits of containers are enforced.', {
        json: 'cpuCFSQuota',
        since: 'v0.20250326.0',
      }),
      field('string cpu_cfs_quota_period = 28', 'Period over which CPU limits are enforced, as a duration.', {
        json: 'cpuCFSQuotaPeriod',
        since: 'v0.20250326.0',
        examples: ['100ms'],
      }),
      field('map<string, string> eviction_hard = 29', 'Signals and thresholds at which pods are evicted at once.', {
        since: 'v0.20250326.0',
        examples: [{ 'memory.available': '100Mi', 'nodefs.available': '10%' }],
      }),
      field(
        'bool protect_kernel_defaults = 30',
        'Whether the kubelet refuses to start where kernel settings differ from what it needs.',
        { since: 'v0.20250326.0' },
      ),
      field('map<string, bool> feature_gates = 31', 'Kubernetes features that are switched on or off.', {
        since: 'v0.20250326.0',
        examples: [{ GracefulNodeShutdown: true }],
      }),
      field('optional bool fail_swap_on = 32', 'Whether the kubelet refuses to start on a node with swap.', {
        since: 'v0.20250326.0',
      }),
      field('string container_log_max_size = 33', "Size at which a container's log is rotated.", {
        since: 'v0.20250326.0',
        examples: ['50Mi'],
      }),
      field('optional int32 container_log_max_files = 34', 'Log files that are kept for a container.', {
        since: 'v0.20250326.0',
        examples: [5],
      }),
      field('map<string, string> system_reserved = 35', 'Resources that are kept for the operating system.', {
        since: 'v0.20250326.0',
        examples: [{ cpu: '100m', memory: '500Mi' }],
      }),
      field(
        'map<string, string> kube_reserved = 36',
        'Resources that are kept for the kubelet and the container runtime.',
        { since: 'v0.20250326.0', examples: [{ cpu: '100m', memory: '1638Mi' }] },
      ),
      field(
        'repeated string enforce_node_allocatable = 37',
        'What the reserved resources are enforced on, such as `pods`.',
        { since: 'v0.20250326.0', examples: [['pods']] },
      ),
      field(
        'map<string, string> eviction_soft = 41',
        'Signals and thresholds at which pods are evicted after a grace period.',
        { since: 'v0.20260603.0', examples: [{ 'memory.available': '500Mi' }] },
      ),
      field(
        'map<string, string> eviction_soft_grace_period = 42',
        'How long a soft threshold may be passed, for each signal of `eviction_soft`.',
        { since: 'v0.20260603.0', examples: [{ 'memory.available': '1m30s' }] },
      ),
      field(
        'int32 eviction_max_pod_grace_period = 43',
        'Seconds that a pod gets at most to end when a soft threshold evicts it.',
        { since: 'v0.20260603.0' },
      ),
      field('string kube_reserved_cgroup = 44', 'Cgroup on which `kube_reserved` is enforced.', {
        since: 'v0.20260603.0',
      }),
      field('string system_reserved_cgroup = 45', 'Cgroup on which `system_reserved` is enforced.', {
        since: 'v0.20260603.0',
      }),
      field('repeated string allowed_unsafe_sysctls = 38', 'Unsafe sysctls, or patterns of them, that pods may set.', {
        since: 'v0.20250326.0',
        examples: [['net.core.somaxconn']],
      }),
      field('optional bool serialize_image_pulls = 39', 'Whether images are pulled one after the other.', {
        since: 'v0.20250326.0',
      }),
      field('bool seccomp_default = 40', "Whether pods run with the runtime's default seccomp profile.", {
        since: 'v0.20250326.0',
      }),
    ],
  ),
  message('KubeletWebhookAuthentication', 'Clients of the kubelet that show a token.', [
    field('bool enabled = 1', 'Whether tokens are accepted and checked with the API server.', {
      since: 'v0.20250326.0',
    }),
    field('string cache_ttl = 2', "How long the API server's answer about a token is kept.", {
      since: 'v0.20250326.0',
      examples: ['2m0s'],
    }),
  ]),
  message('KubeletWebhookAuthorization', "How long decisions about the kubelet's clients are kept.", [
    field('string cache_authorized_ttl = 1', 'How long an allowing decision is kept.', {
      since: 'v0.20250326.0',
      examples: ['5m0s'],
    }),
    field('string cache_unauthorized_ttl = 2', 'How long a refusing decision is kept.', {
      since: 'v0.20250326.0',
      examples: ['30s'],
    }),
  ]),
  message('KubeletX509Authentication', 'Clients of the kubelet that show a certificate.', [
    field('string client_ca_file = 1', 'Path of the CA that client certificates have to be signed by.', {
      json: 'clientCAFile',
      since: 'v0.20250326.0',
      examples: ['/etc/kubernetes/certs/ca.crt'],
    }),
  ]),
];

export const kubeletConfigEnums = [
  enumeration('KubeletDisk', "Disk that the kubelet's data lives on.", [
    value('KUBELET_DISK_UNSPECIFIED = 0', 'Nothing was chosen; the OS disk is used.'),
    value('KUBELET_DISK_OS_DISK = 1', 'The OS disk.'),
    value(
      'KUBELET_DISK_TEMP_DISK = 2',
      "The VM's temporary disk, which is faster and does not survive a move of the VM.",
    ),
  ]),
];
