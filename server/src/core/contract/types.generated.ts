// Generated from contract/description by `npm run generate`; do not edit.

/** TBD */
export type BootstrappingAuthMethod =
  | 'BOOTSTRAPPING_AUTH_METHOD_UNSPECIFIED'
  | 'BOOTSTRAPPING_AUTH_METHOD_BOOTSTRAP_TOKEN'
  | 'BOOTSTRAPPING_AUTH_METHOD_SECURE_TLS_BOOTSTRAPPING'
  | 'BOOTSTRAPPING_AUTH_METHOD_ARC_MSI'
  | 'BOOTSTRAPPING_AUTH_METHOD_AZURE_MSI';

/** TBD */
export type ClusterJoinMethod =
  'CLUSTER_JOIN_METHOD_UNSPECIFIED' | 'CLUSTER_JOIN_METHOD_GENERATE_CSR' | 'CLUSTER_JOIN_METHOD_USE_BOOTSTRAPPING_AUTH';

/** TBD */
export type LoadBalancerSku =
  'LOAD_BALANCER_SKU_UNSPECIFIED' | 'LOAD_BALANCER_SKU_BASIC' | 'LOAD_BALANCER_SKU_STANDARD';

/** TBD */
export type VmType = 'VM_TYPE_UNSPECIFIED' | 'VM_TYPE_STANDARD' | 'VM_TYPE_VMSS';

/** TBD */
export type WorkloadRuntime = 'WORKLOAD_RUNTIME_UNSPECIFIED' | 'WORKLOAD_RUNTIME_OCI_CONTAINER';

/** TBD */
export type KubeletDisk = 'KUBELET_DISK_UNSPECIFIED' | 'KUBELET_DISK_OS_DISK' | 'KUBELET_DISK_TEMP_DISK';

/** TBD */
export type NetworkPlugin =
  'NETWORK_PLUGIN_UNSPECIFIED' | 'NETWORK_PLUGIN_NONE' | 'NETWORK_PLUGIN_AZURE' | 'NETWORK_PLUGIN_KUBENET';

/** TBD */
export type NetworkPolicy =
  'NETWORK_POLICY_UNSPECIFIED' | 'NETWORK_POLICY_NONE' | 'NETWORK_POLICY_AZURE' | 'NETWORK_POLICY_CALICO';

/** TBD */
export interface ApiServerConfig {
  /** TBD */
  readonly api_server_public_key?: string;
  /** TBD */
  readonly api_server_name?: string;
}

/** TBD */
export interface AuthConfig {
  /** TBD */
  readonly tenant_id?: string;
  /** TBD */
  readonly subscription_id?: string;
  /** TBD */
  readonly service_principal_id?: string;
  /** TBD */
  readonly service_principal_secret?: string;
  /** TBD */
  readonly assigned_identity_id?: string;
  /** TBD */
  readonly use_managed_identity_extension?: boolean;
}

/** TBD */
export interface BootstrappingConfig {
  /** TBD */
  readonly bootstrapping_auth_method?: BootstrappingAuthMethod;
  /** TBD */
  readonly cluster_join_method?: ClusterJoinMethod;
  /** TBD */
  readonly tls_bootstrapping_token?: string;
  /** TBD */
  readonly secure_tls_bootstrapping_aad_resource?: string;
  /** TBD */
  readonly secure_tls_bootstrapping_user_assigned_identity_id?: string;
  /** TBD */
  readonly secure_tls_bootstrapping_custom_client_download_url?: string;
  /** TBD */
  readonly secure_tls_bootstrapping_validate_kubeconfig_timeout?: string;
  /** TBD */
  readonly secure_tls_bootstrapping_get_access_token_timeout?: string;
  /** TBD */
  readonly secure_tls_bootstrapping_get_instance_data_timeout?: string;
  /** TBD */
  readonly secure_tls_bootstrapping_get_nonce_timeout?: string;
  /** TBD */
  readonly secure_tls_bootstrapping_get_attested_data_timeout?: string;
  /** TBD */
  readonly secure_tls_bootstrapping_get_credential_timeout?: string;
}

/** TBD */
export interface CloudProviderConfig {
  /** TBD */
  readonly backoff?: boolean;
  /** TBD */
  readonly backoff_mode?: string;
  /** TBD */
  readonly backoff_retries?: number;
  /** TBD */
  readonly backoff_exponent?: number;
  /** TBD */
  readonly backoff_duration?: number;
  /** TBD */
  readonly backoff_jitter?: number;
  /** TBD */
  readonly rate_limit?: boolean;
  /** TBD */
  readonly rate_limit_qps?: number;
  /** TBD */
  readonly rate_limit_qps_write?: number;
  /** TBD */
  readonly rate_limit_bucket?: number;
  /** TBD */
  readonly rate_limit_bucket_write?: number;
}

/** TBD */
export interface ClusterConfig {
  /** TBD */
  readonly cluster_network_config?: ClusterNetworkConfig;
  /** TBD */
  readonly load_balancer_config?: LoadBalancerConfig;
  /** TBD */
  readonly resource_group?: string;
  /** TBD */
  readonly location?: string;
  /** TBD */
  readonly vm_type?: VmType;
  /** TBD */
  readonly primary_availability_set?: string;
  /** TBD */
  readonly primary_scale_set?: string;
  /** TBD */
  readonly use_instance_metadata?: boolean;
  /** TBD */
  readonly cloud_provider_config?: CloudProviderConfig;
}

/** TBD */
export interface ClusterNetworkConfig {
  /** TBD */
  readonly vnet_name?: string;
  /** TBD */
  readonly vnet_resource_group?: string;
  /** TBD */
  readonly subnet?: string;
  /** TBD */
  readonly security_group_name?: string;
  /** TBD */
  readonly route_table?: string;
  /** TBD */
  readonly core_dns_service_ip?: string;
}

/** TBD */
export interface LoadBalancerConfig {
  /** TBD */
  readonly load_balancer_sku?: LoadBalancerSku;
  /** TBD */
  readonly exclude_master_from_standard_load_balancer?: boolean;
  /** TBD */
  readonly max_load_balancer_rule_count?: number;
  /** TBD */
  readonly disable_outbound_snat?: boolean;
}

/** TBD */
export interface Configuration {
  /** TBD */
  readonly version?: string;
  /** TBD */
  readonly kube_binary_config?: KubeBinaryConfig;
  /** TBD */
  readonly custom_cloud_config?: CustomCloudConfig;
  /** TBD */
  readonly api_server_config?: ApiServerConfig;
  /** TBD */
  readonly cluster_config?: ClusterConfig;
  /** TBD */
  readonly bootstrapping_config?: BootstrappingConfig;
  /** TBD */
  readonly auth_config?: AuthConfig;
  /** TBD */
  readonly runc_config?: RuncConfig;
  /** TBD */
  readonly containerd_config?: ContainerdConfig;
  /** TBD */
  readonly kubelet_config?: KubeletConfig;
  /** TBD */
  readonly custom_search_domain_config?: CustomSearchDomainConfig;
  /** TBD */
  readonly custom_linux_os_config?: CustomLinuxOsConfig;
  /** TBD */
  readonly http_proxy_config?: HttpProxyConfig;
  /** TBD */
  readonly gpu_config?: GpuConfig;
  /** TBD */
  readonly network_config?: NetworkConfig;
  /** TBD */
  readonly kubernetes_ca_cert?: string;
  /** TBD */
  readonly kubernetes_version?: string;
  /** TBD */
  readonly kube_proxy_url?: string;
  /** TBD */
  readonly vm_size?: string;
  /** TBD */
  readonly linux_admin_username?: string;
  /** TBD */
  readonly is_vhd?: boolean;
  /** TBD */
  readonly enable_ssh?: boolean;
  /** TBD */
  readonly enable_unattended_upgrade?: boolean;
  /** TBD */
  readonly message_of_the_day?: string;
  /** TBD */
  readonly enable_hosts_config_agent?: boolean;
  /** TBD */
  readonly custom_ca_certs?: readonly string[];
  /** TBD */
  readonly provision_output?: string;
  /** TBD */
  readonly workload_runtime?: WorkloadRuntime;
  /** TBD */
  readonly ipv6_dual_stack_enabled?: boolean;
  /** TBD */
  readonly outbound_command?: string;
  /** TBD */
  readonly azure_private_registry_server?: string;
  /** TBD */
  readonly private_egress_proxy_address?: string;
  /** TBD */
  readonly enable_artifact_streaming?: boolean;
  /** TBD */
  readonly is_kata?: boolean;
  /** TBD */
  readonly needs_cgroupv2?: boolean;
  /** TBD */
  readonly disable_custom_data?: boolean;
  /** TBD */
  readonly bootstrap_profile_container_registry_server?: string;
  /** TBD */
  readonly imds_restriction_config?: ImdsRestrictionConfig;
  /** TBD */
  readonly pre_provision_only?: boolean;
  /** TBD */
  readonly local_dns_profile?: LocalDnsProfile;
  /** TBD */
  readonly disable_pubkey_auth?: boolean;
  /** TBD */
  readonly service_account_image_pull_profile?: ServiceAccountImagePullProfile;
  /** TBD */
  readonly cse_timeout?: number;
  /** TBD */
  readonly enabled_features?: Readonly<Record<string, string>>;
}

/** TBD */
export interface ContainerdConfig {
  /** TBD */
  readonly containerd_download_url_base?: string;
  /** TBD */
  readonly containerd_version?: string;
  /** TBD */
  readonly containerd_package_url?: string;
}

/** TBD */
export interface CustomCloudConfig {
  /** TBD */
  readonly custom_cloud_env_name?: string;
  /** TBD */
  readonly repo_depot_endpoint?: string;
  /** TBD */
  readonly custom_env_json_content?: string;
  /** TBD */
  readonly container_registry_dns_suffix?: string;
}

/** TBD */
export interface CustomLinuxOsConfig {
  /** TBD */
  readonly sysctl_config?: SysctlConfig;
  /** TBD */
  readonly ulimit_config?: UlimitConfig;
  /** TBD */
  readonly enable_swap_config?: boolean;
  /** TBD */
  readonly swap_file_size?: number;
  /** TBD */
  readonly transparent_hugepage_support?: string;
  /** TBD */
  readonly transparent_defrag?: string;
}

/** TBD */
export interface SysctlConfig {
  /** TBD */
  readonly net_core_somaxconn?: number;
  /** TBD */
  readonly net_core_netdev_max_backlog?: number;
  /** TBD */
  readonly net_core_rmem_default?: number;
  /** TBD */
  readonly net_core_rmem_max?: number;
  /** TBD */
  readonly net_core_wmem_default?: number;
  /** TBD */
  readonly net_core_wmem_max?: number;
  /** TBD */
  readonly net_core_optmem_max?: number;
  /** TBD */
  readonly net_ipv4_tcp_max_syn_backlog?: number;
  /** TBD */
  readonly net_ipv4_tcp_max_tw_buckets?: number;
  /** TBD */
  readonly net_ipv4_tcp_fin_timeout?: number;
  /** TBD */
  readonly net_ipv4_tcp_keepalive_time?: number;
  /** TBD */
  readonly net_ipv4_tcp_keepalive_probes?: number;
  /** TBD */
  readonly net_ipv4_tcpkeepalive_intvl?: number;
  /** TBD */
  readonly net_ipv4_tcp_tw_reuse?: boolean;
  /** TBD */
  readonly net_ipv4_ip_local_port_range?: string;
  /** TBD */
  readonly net_ipv4_neigh_default_gc_thresh1?: number;
  /** TBD */
  readonly net_ipv4_neigh_default_gc_thresh2?: number;
  /** TBD */
  readonly net_ipv4_neigh_default_gc_thresh3?: number;
  /** TBD */
  readonly net_netfilter_nf_conntrack_max?: number;
  /** TBD */
  readonly net_netfilter_nf_conntrack_buckets?: number;
  /** TBD */
  readonly fs_inotify_max_user_watches?: number;
  /** TBD */
  readonly fs_file_max?: number;
  /** TBD */
  readonly fs_aio_max_nr?: number;
  /** TBD */
  readonly fs_nr_open?: number;
  /** TBD */
  readonly kernel_threads_max?: number;
  /** TBD */
  readonly vm_max_map_count?: number;
  /** TBD */
  readonly vm_swappiness?: number;
  /** TBD */
  readonly vm_vfs_cache_pressure?: number;
}

/** TBD */
export interface UlimitConfig {
  /** TBD */
  readonly no_file?: string;
  /** TBD */
  readonly max_locked_memory?: string;
}

/** TBD */
export interface CustomSearchDomainConfig {
  /** TBD */
  readonly domain_name?: string;
  /** TBD */
  readonly realm_user?: string;
  /** TBD */
  readonly realm_password?: string;
}

/** TBD */
export interface GpuConfig {
  /** TBD */
  readonly enable_nvidia?: boolean;
  /** TBD */
  readonly config_gpu_driver?: boolean;
  /** TBD */
  readonly gpu_device_plugin?: boolean;
  /** TBD */
  readonly gpu_instance_profile?: string;
  /** TBD */
  readonly enable_amd_gpu?: boolean;
  /** TBD */
  readonly managed_gpu_experience_afec_enabled?: boolean;
  /** TBD */
  readonly enable_managed_gpu?: boolean;
  /** TBD */
  readonly mig_strategy?: string;
  /** TBD */
  readonly mig_profile_layout?: readonly string[];
  /** TBD */
  readonly enable_managed_gpu_dra?: boolean;
}

/** TBD */
export interface HttpProxyConfig {
  /** TBD */
  readonly http_proxy?: string;
  /** TBD */
  readonly https_proxy?: string;
  /** TBD */
  readonly no_proxy_entries?: readonly string[];
  /** TBD */
  readonly proxy_trusted_ca?: string;
}

/** TBD */
export interface ImdsRestrictionConfig {
  /** TBD */
  readonly enable_imds_restriction?: boolean;
  /** TBD */
  readonly insert_imds_restriction_rule_to_mangle_table?: boolean;
}

/** TBD */
export interface KubeBinaryConfig {
  /** TBD */
  readonly kube_binary_url?: string;
  /** TBD */
  readonly custom_kube_binary_url?: string;
  /** TBD */
  readonly private_kube_binary_url?: string;
  /** TBD */
  readonly pod_infra_container_image_url?: string;
  /** TBD */
  readonly linux_credential_provider_url?: string;
}

/** TBD */
export interface KubeletAnonymousAuthentication {
  /** TBD */
  readonly enabled?: boolean;
}

/** TBD */
export interface KubeletAuthentication {
  /** TBD */
  readonly x509?: KubeletX509Authentication;
  /** TBD */
  readonly webhook?: KubeletWebhookAuthentication;
  /** TBD */
  readonly anonymous?: KubeletAnonymousAuthentication;
}

/** TBD */
export interface KubeletAuthorization {
  /** TBD */
  readonly mode?: string;
  /** TBD */
  readonly webhook?: KubeletWebhookAuthorization;
}

/** TBD */
export interface KubeletConfig {
  /** TBD */
  readonly kubelet_flags?: Readonly<Record<string, string>>;
  /** TBD */
  readonly kubelet_node_labels?: Readonly<Record<string, string>>;
  /** TBD */
  readonly kubelet_disk_type?: KubeletDisk;
  /** TBD */
  readonly enable_kubelet_config_file?: boolean;
  /** TBD */
  readonly kubelet_config_file_config?: KubeletConfigFileConfig;
  /** TBD */
  readonly kubelet_client_key?: string;
  /** TBD */
  readonly kubelet_client_cert_content?: string;
  /** TBD */
  readonly container_data_dir?: string;
}

/** TBD */
export interface KubeletConfigFileConfig {
  /** TBD */
  readonly kind?: string;
  /** TBD */
  readonly api_version?: string;
  /** TBD */
  readonly static_pod_path?: string;
  /** TBD */
  readonly address?: string;
  /** TBD */
  readonly read_only_port?: number;
  /** TBD */
  readonly tls_cert_file?: string;
  /** TBD */
  readonly tls_private_key_file?: string;
  /** TBD */
  readonly tls_cipher_suites?: readonly string[];
  /** TBD */
  readonly rotate_certificates?: boolean;
  /** TBD */
  readonly server_tls_bootstrap?: boolean;
  /** TBD */
  readonly authentication?: KubeletAuthentication;
  /** TBD */
  readonly authorization?: KubeletAuthorization;
  /** TBD */
  readonly event_record_qps?: number;
  /** TBD */
  readonly cluster_domain?: string;
  /** TBD */
  readonly cluster_dns?: readonly string[];
  /** TBD */
  readonly streaming_connection_idle_timeout?: string;
  /** TBD */
  readonly node_status_update_frequency?: string;
  /** TBD */
  readonly node_status_report_frequency?: string;
  /** TBD */
  readonly image_gc_high_threshold_percent?: number;
  /** TBD */
  readonly image_gc_low_threshold_percent?: number;
  /** TBD */
  readonly cgroups_per_qos?: boolean;
  /** TBD */
  readonly cpu_manager_policy?: string;
  /** TBD */
  readonly topology_manager_policy?: string;
  /** TBD */
  readonly max_pods?: number;
  /** TBD */
  readonly pod_pids_limit?: number;
  /** TBD */
  readonly resolv_conf?: string;
  /** TBD */
  readonly cpu_cfs_quota?: boolean;
  /** TBD */
  readonly cpu_cfs_quota_period?: string;
  /** TBD */
  readonly eviction_hard?: Readonly<Record<string, string>>;
  /** TBD */
  readonly protect_kernel_defaults?: boolean;
  /** TBD */
  readonly feature_gates?: Readonly<Record<string, boolean>>;
  /** TBD */
  readonly fail_swap_on?: boolean;
  /** TBD */
  readonly container_log_max_size?: string;
  /** TBD */
  readonly container_log_max_files?: number;
  /** TBD */
  readonly system_reserved?: Readonly<Record<string, string>>;
  /** TBD */
  readonly kube_reserved?: Readonly<Record<string, string>>;
  /** TBD */
  readonly enforce_node_allocatable?: readonly string[];
  /** TBD */
  readonly eviction_soft?: Readonly<Record<string, string>>;
  /** TBD */
  readonly eviction_soft_grace_period?: Readonly<Record<string, string>>;
  /** TBD */
  readonly eviction_max_pod_grace_period?: number;
  /** TBD */
  readonly kube_reserved_cgroup?: string;
  /** TBD */
  readonly system_reserved_cgroup?: string;
  /** TBD */
  readonly allowed_unsafe_sysctls?: readonly string[];
  /** TBD */
  readonly serialize_image_pulls?: boolean;
  /** TBD */
  readonly seccomp_default?: boolean;
}

/** TBD */
export interface KubeletWebhookAuthentication {
  /** TBD */
  readonly enabled?: boolean;
  /** TBD */
  readonly cache_ttl?: string;
}

/** TBD */
export interface KubeletWebhookAuthorization {
  /** TBD */
  readonly cache_authorized_ttl?: string;
  /** TBD */
  readonly cache_unauthorized_ttl?: string;
}

/** TBD */
export interface KubeletX509Authentication {
  /** TBD */
  readonly client_ca_file?: string;
}

/** TBD */
export interface LocalDnsHealthCheck {
  /** TBD */
  readonly duration?: string;
  /** TBD */
  readonly no_rec?: boolean;
  /** TBD */
  readonly domain?: string;
}

/** TBD */
export interface LocalDnsOverrides {
  /** TBD */
  readonly query_logging?: string;
  /** TBD */
  readonly protocol?: string;
  /** TBD */
  readonly forward_destination?: string;
  /** TBD */
  readonly forward_policy?: string;
  /** TBD */
  readonly max_concurrent?: number;
  /** TBD */
  readonly cache_duration_in_seconds?: number;
  /** TBD */
  readonly serve_stale_duration_in_seconds?: number;
  /** TBD */
  readonly serve_stale?: string;
  /** TBD */
  readonly failfast_all_unhealthy_upstreams?: boolean;
  /** TBD */
  readonly health_check?: LocalDnsHealthCheck;
}

/** TBD */
export interface LocalDnsProfile {
  /** TBD */
  readonly enable_local_dns?: boolean;
  /** TBD */
  readonly cpu_limit_in_milli_cores?: number;
  /** TBD */
  readonly memory_limit_in_mb?: number;
  /** TBD */
  readonly vnet_dns_overrides?: Readonly<Record<string, LocalDnsOverrides>>;
  /** TBD */
  readonly kube_dns_overrides?: Readonly<Record<string, LocalDnsOverrides>>;
  /** TBD */
  readonly enable_hosts_plugin?: boolean;
  /** TBD */
  readonly critical_fqdns?: readonly string[];
  /** TBD */
  readonly hosts_plugin_refresh_interval_in_seconds?: number;
}

/** TBD */
export interface NetworkConfig {
  /** TBD */
  readonly network_plugin?: NetworkPlugin;
  /** TBD */
  readonly network_policy?: NetworkPolicy;
  /** TBD */
  readonly vnet_cni_plugins_url?: string;
  /** TBD */
  readonly cni_plugins_url?: string;
  /** TBD */
  readonly standard_secondary_nic_count?: number;
}

/** TBD */
export interface RuncConfig {
  /** TBD */
  readonly runc_version?: string;
  /** TBD */
  readonly runc_package_url?: string;
}

/** TBD */
export interface ServiceAccountImagePullProfile {
  /** TBD */
  readonly enabled?: boolean;
  /** TBD */
  readonly default_client_id?: string;
  /** TBD */
  readonly default_tenant_id?: string;
  /** TBD */
  readonly local_authority_sni?: string;
}
