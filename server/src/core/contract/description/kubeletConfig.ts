/** aksnodeconfig/v1/kubelet_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { enumeration, field, message, value } from '../describe.js';

export const kubeletConfigMessages = [
  message('KubeletAnonymousAuthentication', 'TBD', [field('bool enabled = 1', 'TBD', { since: 'v0.20250326.0' })]),
  message('KubeletAuthentication', 'TBD', [
    field('KubeletX509Authentication x509 = 1', 'TBD', { since: 'v0.20250326.0' }),
    field('KubeletWebhookAuthentication webhook = 2', 'TBD', { since: 'v0.20250326.0' }),
    field('KubeletAnonymousAuthentication anonymous = 3', 'TBD', { since: 'v0.20250326.0' }),
  ]),
  message('KubeletAuthorization', 'TBD', [
    field('string mode = 1', 'TBD', { since: 'v0.20250326.0' }),
    field('KubeletWebhookAuthorization webhook = 2', 'TBD', { since: 'v0.20250326.0' }),
  ]),
  message(
    'KubeletConfig',
    'TBD',
    [
      field('map<string, string> kubelet_flags = 1', 'TBD'),
      field('map<string, string> kubelet_node_labels = 2', 'TBD'),
      field('KubeletDisk kubelet_disk_type = 3', 'TBD'),
      field('bool enable_kubelet_config_file = 4', 'TBD'),
      field('KubeletConfigFileConfig kubelet_config_file_config = 5', 'TBD', { since: 'v0.20250326.0' }),
      field('string kubelet_client_key = 6', 'TBD'),
      field('string kubelet_client_cert_content = 7', 'TBD'),
      field('string container_data_dir = 8', 'TBD'),
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
  message('KubeletConfigFileConfig', 'TBD', [
    field('string kind = 1', 'TBD', { since: 'v0.20250326.0' }),
    field('string api_version = 2', 'TBD', { since: 'v0.20250326.0' }),
    field('string static_pod_path = 3', 'TBD', { since: 'v0.20250326.0' }),
    field('string address = 4', 'TBD', { since: 'v0.20250326.0' }),
    field('int32 read_only_port = 5', 'TBD', { since: 'v0.20250326.0' }),
    field('string tls_cert_file = 6', 'TBD', { since: 'v0.20250326.0' }),
    field('string tls_private_key_file = 7', 'TBD', { since: 'v0.20250326.0' }),
    field('repeated string tls_cipher_suites = 8', 'TBD', { since: 'v0.20250326.0' }),
    field('bool rotate_certificates = 9', 'TBD', { since: 'v0.20250326.0' }),
    field('bool server_tls_bootstrap = 10', 'TBD', { json: 'serverTLSBootstrap', since: 'v0.20250326.0' }),
    field('KubeletAuthentication authentication = 11', 'TBD', { since: 'v0.20250326.0' }),
    field('KubeletAuthorization authorization = 12', 'TBD', { since: 'v0.20250326.0' }),
    field('optional int32 event_record_qps = 13', 'TBD', { json: 'eventRecordQPS', since: 'v0.20250326.0' }),
    field('string cluster_domain = 14', 'TBD', { since: 'v0.20250326.0' }),
    field('repeated string cluster_dns = 15', 'TBD', { json: 'clusterDNS', since: 'v0.20250326.0' }),
    field('string streaming_connection_idle_timeout = 16', 'TBD', { since: 'v0.20250326.0', deprecated: true }),
    field('string node_status_update_frequency = 17', 'TBD', { since: 'v0.20250326.0' }),
    field('string node_status_report_frequency = 18', 'TBD', { since: 'v0.20250326.0' }),
    field('optional int32 image_gc_high_threshold_percent = 19', 'TBD', {
      json: 'imageGCHighThresholdPercent',
      since: 'v0.20250326.0',
    }),
    field('optional int32 image_gc_low_threshold_percent = 20', 'TBD', {
      json: 'imageGCLowThresholdPercent',
      since: 'v0.20250326.0',
    }),
    field('optional bool cgroups_per_qos = 21', 'TBD', { json: 'cgroupsPerQOS', since: 'v0.20250326.0' }),
    field('string cpu_manager_policy = 22', 'TBD', { since: 'v0.20250326.0' }),
    field('string topology_manager_policy = 23', 'TBD', { since: 'v0.20250326.0' }),
    field('optional int32 max_pods = 24', 'TBD', { since: 'v0.20250326.0' }),
    field('optional int32 pod_pids_limit = 25', 'TBD', { since: 'v0.20250326.0' }),
    field('string resolv_conf = 26', 'TBD', { since: 'v0.20250326.0' }),
    field('optional bool cpu_cfs_quota = 27', 'TBD', { json: 'cpuCFSQuota', since: 'v0.20250326.0' }),
    field('string cpu_cfs_quota_period = 28', 'TBD', { json: 'cpuCFSQuotaPeriod', since: 'v0.20250326.0' }),
    field('map<string, string> eviction_hard = 29', 'TBD', { since: 'v0.20250326.0' }),
    field('bool protect_kernel_defaults = 30', 'TBD', { since: 'v0.20250326.0' }),
    field('map<string, bool> feature_gates = 31', 'TBD', { since: 'v0.20250326.0' }),
    field('optional bool fail_swap_on = 32', 'TBD', { since: 'v0.20250326.0' }),
    field('string container_log_max_size = 33', 'TBD', { since: 'v0.20250326.0' }),
    field('optional int32 container_log_max_files = 34', 'TBD', { since: 'v0.20250326.0' }),
    field('map<string, string> system_reserved = 35', 'TBD', { since: 'v0.20250326.0' }),
    field('map<string, string> kube_reserved = 36', 'TBD', { since: 'v0.20250326.0' }),
    field('repeated string enforce_node_allocatable = 37', 'TBD', { since: 'v0.20250326.0' }),
    field('map<string, string> eviction_soft = 41', 'TBD', { since: 'v0.20260603.0' }),
    field('map<string, string> eviction_soft_grace_period = 42', 'TBD', { since: 'v0.20260603.0' }),
    field('int32 eviction_max_pod_grace_period = 43', 'TBD', { since: 'v0.20260603.0' }),
    field('string kube_reserved_cgroup = 44', 'TBD', { since: 'v0.20260603.0' }),
    field('string system_reserved_cgroup = 45', 'TBD', { since: 'v0.20260603.0' }),
    field('repeated string allowed_unsafe_sysctls = 38', 'TBD', { since: 'v0.20250326.0' }),
    field('optional bool serialize_image_pulls = 39', 'TBD', { since: 'v0.20250326.0' }),
    field('bool seccomp_default = 40', 'TBD', { since: 'v0.20250326.0' }),
  ]),
  message('KubeletWebhookAuthentication', 'TBD', [
    field('bool enabled = 1', 'TBD', { since: 'v0.20250326.0' }),
    field('string cache_ttl = 2', 'TBD', { since: 'v0.20250326.0' }),
  ]),
  message('KubeletWebhookAuthorization', 'TBD', [
    field('string cache_authorized_ttl = 1', 'TBD', { since: 'v0.20250326.0' }),
    field('string cache_unauthorized_ttl = 2', 'TBD', { since: 'v0.20250326.0' }),
  ]),
  message('KubeletX509Authentication', 'TBD', [
    field('string client_ca_file = 1', 'TBD', { json: 'clientCAFile', since: 'v0.20250326.0' }),
  ]),
];

export const kubeletConfigEnums = [
  enumeration('KubeletDisk', 'TBD', [
    value('KUBELET_DISK_UNSPECIFIED = 0', 'TBD'),
    value('KUBELET_DISK_OS_DISK = 1', 'TBD'),
    value('KUBELET_DISK_TEMP_DISK = 2', 'TBD'),
  ]),
];
