import type { TypeDescriptions } from '../describe.js';

/**
 * Defaults, ranges and choices of the kubelet's config file are those of kubernetes/kubernetes in pkg/kubelet/apis/config
 * (v1beta1/defaults.go of 030891da1212, validation/validation.go of 001332b04220): outside of them the kubelet does not
 * start.
 */
export const kubeletTypes: TypeDescriptions = {
  // kubelet_config.proto
  KubeletAnonymousAuthentication: {
    doc: "Clients of the kubelet's server that show no credentials.",
    since: 'v0.20250326.0',
    fields: {
      'bool enabled = 1':
        'Whether requests without credentials are let in as `system:anonymous`, which is a risk unless authorization is strict.',
    },
  },
  KubeletAuthentication: {
    doc: "How clients of the kubelet's server say who they are.",
    since: 'v0.20250326.0',
    fields: {
      'KubeletX509Authentication x509 = 1': 'Clients that show a certificate.',
      'KubeletWebhookAuthentication webhook = 2': 'Clients that show a token, which the API server checks.',
      'KubeletAnonymousAuthentication anonymous = 3': 'Clients that show nothing; absent, they are refused.',
    },
  },
  KubeletAuthorization: {
    doc: "What known clients of the kubelet's server may do.",
    since: 'v0.20250326.0',
    fields: {
      'string mode = 1': [
        'Who decides: `Webhook` asks the API server, `AlwaysAllow` lets every known client do everything.',
        { oneOf: ['Webhook', 'AlwaysAllow'], default: 'Webhook', examples: ['Webhook'] },
      ],
      'KubeletWebhookAuthorization webhook = 2':
        "How long the API server's decisions are kept; read only in the mode `Webhook`.",
    },
  },
  KubeletConfig: {
    doc: 'Everything that the kubelet starts with: flags, node labels, config file, disk and client certificate.',
    fields: {
      'map<string, string> kubelet_flags = 1': [
        'Command line flags of the kubelet with their dashes, each value as text. They win over the config file. From Kubernetes 1.34.0 on `--streaming-connection-idle-timeout` is left out.',
        {
          knownKeys: 'kubelet-flag',
          examples: [
            {
              '--max-pods': '110',
              '--node-status-update-frequency': '10s',
              '--register-with-taints': 'sku=gpu:NoSchedule',
            },
          ],
        },
      ],
      'map<string, string> kubelet_node_labels = 2': [
        'Labels that the kubelet registers its node with. The scripts cut a key at 63 characters, its prefix included.',
        {
          keyFormat: 'label-key',
          format: 'label-value',
          knownKeys: 'node-label',
          examples: [{ agentpool: 'pool1', 'kubernetes.azure.com/mode': 'user' }],
        },
      ],
      'KubeletDisk kubelet_disk_type = 3':
        "Disk that the kubelet's data lives on. Only the VM's temporary disk changes something: the kubelet then waits for it to be mounted.",
      'bool enable_kubelet_config_file = 4':
        'Whether the kubelet reads `kubelet_config_file_config` as its config file. Without it that file is not written.',
      'KubeletConfigFileConfig kubelet_config_file_config = 5 since v0.20250326.0':
        "The kubelet's config file, field by field; what is absent keeps the kubelet's default. It needs `enable_kubelet_config_file`.",
      'string kubelet_client_key = 6': [
        "Private key of the kubelet's client certificate, as base64 of PEM. Written only without bootstrap token and secure TLS bootstrapping.",
        { secret: true, format: 'base64-private-key' },
      ],
      'string kubelet_client_cert_content = 7': [
        'Client certificate that goes with `kubelet_client_key`, as base64 of PEM. Written in the same cases.',
        { format: 'base64-certificates' },
      ],
      'string container_data_dir = 8': [
        "Folder that becomes containerd's `root`, with images and layers of containers. Empty keeps `/var/lib/containerd`.",
        { format: 'absolute-path', examples: ['/mnt/containers'] },
      ],
    },
    removed: {
      'kubelet_cmd_flags until v0.20260210.0': 'Kubelet flags are given in `kubelet_flags`.',
      'kubelet_config_file_content until v0.20250326.0':
        'The kubelet config file is described field by field in `kubelet_config_file_config`.',
      'startup_taints until v0.20250226.0':
        'Taints are registered with the `--register-with-taints` flag in `kubelet_flags`.',
      'taints until v0.20250226.0': 'Taints are registered with the `--register-with-taints` flag in `kubelet_flags`.',
    },
  },
  KubeletConfigFileConfig: {
    doc: "The kubelet's config file: part of `KubeletConfiguration` in `kubelet.config.k8s.io/v1beta1`. It needs `enable_kubelet_config_file`.",
    since: 'v0.20250326.0',
    fields: {
      'string kind = 1': [
        'Kind of the object in the file. Without it the kubelet refuses the file.',
        { oneOf: ['KubeletConfiguration'], examples: ['KubeletConfiguration'] },
      ],
      'string api_version = 2': [
        'API version of the object in the file. Without it the kubelet refuses the file.',
        { oneOf: ['kubelet.config.k8s.io/v1beta1'], examples: ['kubelet.config.k8s.io/v1beta1'] },
      ],
      'string static_pod_path = 3': [
        'Folder whose manifests the kubelet runs as static pods. Empty switches static pods off.',
        { format: 'absolute-path', examples: ['/etc/kubernetes/manifests'] },
      ],
      'string address = 4': [
        "IP address that the kubelet's server listens on.",
        { format: 'ip-address', default: '0.0.0.0', examples: ['0.0.0.0'] },
      ],
      'int32 read_only_port = 5': [
        "Port of the kubelet's server without authentication. 0, which is absent, switches it off; 10255 is the usual one.",
        { range: { min: 0, max: 65535 }, examples: [0, 10255] },
      ],
      'string tls_cert_file = 6': [
        "Path of the certificate of the kubelet's HTTPS server. The scripts take it out again with `server_tls_bootstrap`.",
        { format: 'absolute-path', examples: ['/etc/kubernetes/certs/kubeletserver.crt'] },
      ],
      'string tls_private_key_file = 7': [
        'Path of the private key that goes with `tls_cert_file`; the key itself is not in the config.',
        { format: 'absolute-path', examples: ['/etc/kubernetes/certs/kubeletserver.key'] },
      ],
      'repeated string tls_cipher_suites = 8': [
        "Cipher suites that the kubelet's HTTPS server accepts, by the names of Go's constants. Empty takes Go's own choice; the suites of TLS 1.3 cannot be chosen.",
        {
          known: 'tls-cipher-suite',
          examples: [
            [
              'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
              'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
              'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
            ],
          ],
        },
      ],
      'bool rotate_certificates = 9':
        'Whether the kubelet asks for a new client certificate before its own expires. Nodes that bootstrap want `true`.',
      'bool server_tls_bootstrap = 10': [
        'Whether the kubelet asks the cluster for its serving certificate instead of one that it signs itself. Also sets `ENABLE_KUBELET_SERVING_CERTIFICATE_ROTATION`.',
        { json: 'serverTLSBootstrap' },
      ],
      'KubeletAuthentication authentication = 11':
        "How clients of the kubelet's server may say who they are: certificate, token, or not at all.",
      'KubeletAuthorization authorization = 12':
        'How the kubelet decides what a known client may do, and how long decisions are kept.',
      'optional int32 event_record_qps = 13': [
        'Events a second that the kubelet may make; 0 lifts the limit.',
        { json: 'eventRecordQPS', range: { min: 0 }, default: 50, unit: 'events per second', examples: [0, 50] },
      ],
      'string cluster_domain = 14': [
        "DNS domain of the cluster, which becomes part of each pod's search list. Empty adds none.",
        { format: 'dns-name', examples: ['cluster.local'] },
      ],
      'repeated string cluster_dns = 15': [
        'IP addresses of the DNS servers for pods with the DNS policy `ClusterFirst`, usually the service IP of CoreDNS.',
        { json: 'clusterDNS', format: 'ip-address', examples: [['10.0.0.10']] },
      ],
      'string streaming_connection_idle_timeout = 16': [
        'How long an idle exec, attach or port-forward connection stays open, as a Go duration. Not rendered from Kubernetes 1.34.0 on.',
        { deprecated: true, format: 'duration', default: '4h0m0s', examples: ['4h0m0s'] },
      ],
      'string node_status_update_frequency = 17': [
        "How often the kubelet computes its node's status, as a Go duration. The node controller's grace period has to be longer.",
        { format: 'duration', default: '10s', examples: ['10s'] },
      ],
      'string node_status_report_frequency = 18': [
        'How often the kubelet reports an unchanged status, as a Go duration. Absent takes `node_status_update_frequency` where that is given, or else 5 minutes.',
        { format: 'duration', examples: ['5m0s'] },
      ],
      'optional int32 image_gc_high_threshold_percent = 19': [
        'Disk usage in percent above which unused images are removed; 100 switches their removal off.',
        {
          json: 'imageGCHighThresholdPercent',
          range: { min: 0, max: 100 },
          default: 85,
          unit: 'percent',
          examples: [85],
        },
      ],
      'optional int32 image_gc_low_threshold_percent = 20': [
        'Disk usage in percent down to which unused images are removed. Has to be below the high threshold.',
        {
          json: 'imageGCLowThresholdPercent',
          range: { min: 0, max: 100 },
          default: 80,
          unit: 'percent',
          examples: [80],
        },
      ],
      'optional bool cgroups_per_qos = 21': [
        'Whether each QoS class of pods has a cgroup of its own, which `enforce_node_allocatable` depends on.',
        { json: 'cgroupsPerQOS', default: true },
      ],
      'string cpu_manager_policy = 22': [
        'How CPUs are given to containers: `none` shares all, `static` gives whole CPUs to guaranteed pods that ask for them and needs reserved CPU.',
        { oneOf: ['none', 'static'], default: 'none', examples: ['none', 'static'] },
      ],
      'string topology_manager_policy = 23': [
        'How CPUs and devices are aligned to NUMA nodes: `none`, `best-effort`, `restricted` or `single-numa-node`.',
        {
          oneOf: ['none', 'best-effort', 'restricted', 'single-numa-node'],
          default: 'none',
          examples: ['none', 'best-effort', 'single-numa-node'],
        },
      ],
      'optional int32 max_pods = 24': [
        'Maximum number of pods on the node; 0 means the default. Azure CNI needs as many addresses.',
        { range: { min: 0 }, default: 110, unit: 'pods', examples: [30, 110, 250] },
      ],
      'optional int32 pod_pids_limit = 25': [
        "Processes and threads that a pod may have; -1 leaves only the node's own limit.",
        { range: { min: -1 }, default: -1, unit: 'processes', examples: [-1, 4096] },
      ],
      'string resolv_conf = 26': [
        "File that pods with the node's DNS settings get theirs from. It should not point to a resolver that only the host reaches.",
        {
          format: 'absolute-path',
          default: '/etc/resolv.conf',
          examples: ['/run/systemd/resolve/resolv.conf', '/etc/resolv.conf'],
        },
      ],
      'optional bool cpu_cfs_quota = 27': [
        'Whether CPU limits of containers are enforced with kernel quotas. `false` lets containers go beyond them.',
        { json: 'cpuCFSQuota', default: true },
      ],
      'string cpu_cfs_quota_period = 28': [
        'Period over which CPU limits are enforced, as a Go duration of 1 ms to 1 s. Other than 100 ms needs the feature gate `CustomCPUCFSQuotaPeriod`.',
        { json: 'cpuCFSQuotaPeriod', format: 'duration', default: '100ms', examples: ['100ms'] },
      ],
      'map<string, string> eviction_hard = 29': [
        "Signals and thresholds at which pods are evicted at once. An empty map keeps the kubelet's defaults; a filled one replaces all of them.",
        {
          format: 'eviction-threshold',
          knownKeys: 'eviction-signal',
          examples: [{ 'memory.available': '100Mi', 'nodefs.available': '10%', 'nodefs.inodesFree': '5%' }],
        },
      ],
      'bool protect_kernel_defaults = 30':
        'Whether the kubelet fails at start where kernel settings differ from what it needs, instead of changing them.',
      'map<string, bool> feature_gates = 31': [
        'Kubernetes features that are switched on or off. A gate that the installed kubelet does not know keeps it from starting.',
        { knownKeys: 'feature-gate', examples: [{ RotateKubeletServerCertificate: true }] },
      ],
      'optional bool fail_swap_on = 32': [
        'Whether the kubelet refuses to start on a node with swap. A node with `enable_swap_config` needs `false`.',
        { default: true },
      ],
      'string container_log_max_size = 33': [
        "Size at which a container's log is rotated, as a quantity.",
        { format: 'quantity', default: '10Mi', examples: ['50Mi', '50M'] },
      ],
      'optional int32 container_log_max_files = 34': [
        'Log files that are kept for a container, the current one included. With fewer than 2 the kubelet does not start.',
        { range: { min: 2 }, default: 5, unit: 'files', examples: [5] },
      ],
      'map<string, string> system_reserved = 35': [
        "Resources that are kept for the operating system and taken off the node's allocatable ones. An empty map keeps none.",
        { format: 'quantity', knownKeys: 'reservable-resource', examples: [{ cpu: '100m', memory: '500Mi' }] },
      ],
      'map<string, string> kube_reserved = 36': [
        "Resources that are kept for the kubelet and the container runtime and taken off the node's allocatable ones.",
        {
          format: 'quantity',
          knownKeys: 'reservable-resource',
          examples: [{ cpu: '100m', memory: '1638Mi', pid: '1000' }],
        },
      ],
      'repeated string enforce_node_allocatable = 37': [
        "What the reserved resources are enforced on. Empty means `pods`; `none` can't be combined with others; the other groups need their cgroup field.",
        {
          oneOf: [
            'pods',
            'kube-reserved',
            'kube-reserved-compressible',
            'system-reserved',
            'system-reserved-compressible',
            'none',
          ],
          examples: [['pods'], ['pods', 'kube-reserved']],
        },
      ],
      'map<string, string> eviction_soft = 41 since v0.20260603.0 #8497': [
        'Signals and thresholds at which pods are evicted after a grace period. Each signal needs an entry in `eviction_soft_grace_period`.',
        {
          format: 'eviction-threshold',
          knownKeys: 'eviction-signal',
          examples: [{ 'memory.available': '500Mi', 'nodefs.available': '15%' }],
        },
      ],
      'map<string, string> eviction_soft_grace_period = 42 since v0.20260603.0 #8497': [
        'How long a soft threshold may be passed, as a Go duration for each signal of `eviction_soft`.',
        {
          format: 'duration',
          knownKeys: 'eviction-signal',
          examples: [{ 'memory.available': '1m30s', 'nodefs.available': '2m' }],
        },
      ],
      'int32 eviction_max_pod_grace_period = 43 since v0.20260603.0 #8497': [
        'Seconds that a pod gets at most to end when a soft threshold evicts it. 0 is absent.',
        { unit: 'seconds', examples: [60] },
      ],
      'string kube_reserved_cgroup = 44 since v0.20260603.0 #8497': [
        'Cgroup of the Kubernetes daemons, on which `kube_reserved` is enforced. `enforce_node_allocatable` with `kube-reserved` needs it.',
        { examples: ['/kubelet.slice'] },
      ],
      'string system_reserved_cgroup = 45 since v0.20260603.0 #8497': [
        'Cgroup of the system daemons, on which `system_reserved` is enforced. `enforce_node_allocatable` with `system-reserved` needs it.',
        { examples: ['/system.slice'] },
      ],
      'repeated string allowed_unsafe_sysctls = 38': [
        'Sysctls outside the safe set that pods may ask for, or prefixes of them that end in `*`.',
        { format: 'sysctl-pattern', known: 'sysctl', examples: [['net.core.somaxconn', 'kernel.msg*']] },
      ],
      'optional bool serialize_image_pulls = 39': [
        'Whether images are pulled one after the other. `false` pulls them side by side, which starts nodes with many images sooner.',
        { default: true },
      ],
      'bool seccomp_default = 40':
        "Whether pods that name no seccomp profile run with the runtime's default one instead of none.",
    },
  },
  KubeletWebhookAuthentication: {
    doc: "Clients of the kubelet's server that show a token, checked by token reviews.",
    since: 'v0.20250326.0',
    fields: {
      'bool enabled = 1': [
        'Whether tokens are accepted and checked with the API server. `false` cannot be said: it is dropped like every zero value here, and the kubelet takes `true`.',
        { default: true },
      ],
      'string cache_ttl = 2': [
        "How long the API server's answer about a token is kept, as a Go duration.",
        { format: 'duration', default: '2m0s', examples: ['2m0s'] },
      ],
    },
  },
  KubeletWebhookAuthorization: {
    doc: "How long the API server's decisions about clients of the kubelet are kept.",
    since: 'v0.20250326.0',
    fields: {
      'string cache_authorized_ttl = 1': [
        'How long an allowing decision is kept, as a Go duration.',
        { format: 'duration', default: '5m0s', examples: ['5m0s'] },
      ],
      'string cache_unauthorized_ttl = 2': [
        'How long a refusing decision is kept, as a Go duration.',
        { format: 'duration', default: '30s', examples: ['30s'] },
      ],
    },
  },
  KubeletX509Authentication: {
    doc: "Clients of the kubelet's server that show a certificate, checked by a CA.",
    since: 'v0.20250326.0',
    fields: {
      'string client_ca_file = 1': [
        'Path of the CA that has to have signed the certificates of clients. Empty switches client certificates off.',
        { json: 'clientCAFile', format: 'absolute-path', examples: ['/etc/kubernetes/certs/ca.crt'] },
      ],
    },
  },
  KubeletDisk: {
    doc: "Disk that the kubelet's data lives on.",
    values: {
      'KUBELET_DISK_UNSPECIFIED = 0':
        "No disk was chosen: the kubelet's data stays on the OS disk, and `HAS_KUBELET_DISK_TYPE` is `false`.",
      'KUBELET_DISK_OS_DISK = 1': 'The OS disk, which renders like the unspecified value.',
      'KUBELET_DISK_TEMP_DISK = 2':
        "The VM's temporary disk: fast, but empty again after the VM is deallocated or moved. Needs a VM size with one.",
    },
  },
};
