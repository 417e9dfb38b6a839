/** aksnodeconfig/v1/config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { enumeration, field, message, value } from '../describe.js';

export const configMessages = [
  message(
    'Configuration',
    'TBD',
    [
      field('string version = 1', 'TBD', { required: true }),
      field('KubeBinaryConfig kube_binary_config = 2', 'TBD'),
      field('CustomCloudConfig custom_cloud_config = 3', 'TBD'),
      field('ApiServerConfig api_server_config = 4', 'TBD'),
      field('ClusterConfig cluster_config = 5', 'TBD'),
      field('BootstrappingConfig bootstrapping_config = 6', 'TBD'),
      field('AuthConfig auth_config = 7', 'TBD'),
      field('RuncConfig runc_config = 8', 'TBD'),
      field('ContainerdConfig containerd_config = 9', 'TBD'),
      field('KubeletConfig kubelet_config = 11', 'TBD'),
      field('CustomSearchDomainConfig custom_search_domain_config = 12', 'TBD'),
      field('CustomLinuxOsConfig custom_linux_os_config = 13', 'TBD'),
      field('HttpProxyConfig http_proxy_config = 14', 'TBD'),
      field('GpuConfig gpu_config = 15', 'TBD'),
      field('NetworkConfig network_config = 16', 'TBD'),
      field('string kubernetes_ca_cert = 17', 'TBD'),
      field('string kubernetes_version = 18', 'TBD'),
      field('string kube_proxy_url = 19', 'TBD'),
      field('string vm_size = 20', 'TBD'),
      field('string linux_admin_username = 21', 'TBD'),
      field('optional bool is_vhd = 22', 'TBD'),
      field('optional bool enable_ssh = 23', 'TBD'),
      field('bool enable_unattended_upgrade = 24', 'TBD'),
      field('string message_of_the_day = 25', 'TBD'),
      field('bool enable_hosts_config_agent = 26', 'TBD'),
      field('repeated string custom_ca_certs = 27', 'TBD'),
      field('string provision_output = 28', 'TBD'),
      field('WorkloadRuntime workload_runtime = 29', 'TBD'),
      field('bool ipv6_dual_stack_enabled = 30', 'TBD'),
      field('string outbound_command = 31', 'TBD'),
      field('string azure_private_registry_server = 32', 'TBD'),
      field('string private_egress_proxy_address = 33', 'TBD'),
      field('bool enable_artifact_streaming = 34', 'TBD'),
      field('bool is_kata = 35', 'TBD'),
      field('optional bool needs_cgroupv2 = 36', 'TBD'),
      field('bool disable_custom_data = 37', 'TBD'),
      field('string bootstrap_profile_container_registry_server = 38', 'TBD'),
      field('ImdsRestrictionConfig imds_restriction_config = 39', 'TBD'),
      field('bool pre_provision_only = 40', 'TBD', { since: 'v0.20250729.0' }),
      field('LocalDnsProfile local_dns_profile = 41', 'TBD', { since: 'v0.20250911.0' }),
      field('optional bool disable_pubkey_auth = 42', 'TBD', { since: 'v0.20251003.0' }),
      field('ServiceAccountImagePullProfile service_account_image_pull_profile = 43', 'TBD', {
        since: 'v0.20260101.0',
      }),
      field('optional int32 cse_timeout = 44', 'TBD', { since: 'v0.20260210.0' }),
      field('map<string, string> enabled_features = 45', 'TBD', { since: 'v0.20260717.0' }),
    ],
    [
      {
        name: 'teleport_config',
        removedIn: 'v0.20260324.0',
        hint: 'Artifact streaming took its place: see `enable_artifact_streaming`.',
      },
    ],
  ),
];

export const configEnums = [
  enumeration('WorkloadRuntime', 'TBD', [
    value('WORKLOAD_RUNTIME_UNSPECIFIED = 0', 'TBD'),
    value('WORKLOAD_RUNTIME_OCI_CONTAINER = 1', 'TBD'),
  ]),
];
