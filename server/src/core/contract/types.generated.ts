// Generated from contract/description by `npm run generate`; do not edit.

/** What the kubelet shows the API server the first time. */
export type BootstrappingAuthMethod =
  | 'BOOTSTRAPPING_AUTH_METHOD_UNSPECIFIED'
  | 'BOOTSTRAPPING_AUTH_METHOD_BOOTSTRAP_TOKEN'
  | 'BOOTSTRAPPING_AUTH_METHOD_SECURE_TLS_BOOTSTRAPPING'
  | 'BOOTSTRAPPING_AUTH_METHOD_ARC_MSI'
  | 'BOOTSTRAPPING_AUTH_METHOD_AZURE_MSI';

/** How the kubelet goes on once it has its bootstrap credentials. */
export type ClusterJoinMethod =
  'CLUSTER_JOIN_METHOD_UNSPECIFIED' | 'CLUSTER_JOIN_METHOD_GENERATE_CSR' | 'CLUSTER_JOIN_METHOD_USE_BOOTSTRAPPING_AUTH';

/** SKU of the cluster's load balancer. */
export type LoadBalancerSku =
  'LOAD_BALANCER_SKU_UNSPECIFIED' | 'LOAD_BALANCER_SKU_BASIC' | 'LOAD_BALANCER_SKU_STANDARD';

/** Whether the node is part of a scale set. */
export type VmType = 'VM_TYPE_UNSPECIFIED' | 'VM_TYPE_STANDARD' | 'VM_TYPE_VMSS';

/** What runs workloads on the node. */
export type WorkloadRuntime = 'WORKLOAD_RUNTIME_UNSPECIFIED' | 'WORKLOAD_RUNTIME_OCI_CONTAINER';

/** Disk that the kubelet's data lives on. */
export type KubeletDisk = 'KUBELET_DISK_UNSPECIFIED' | 'KUBELET_DISK_OS_DISK' | 'KUBELET_DISK_TEMP_DISK';

/** What gives pods their addresses. */
export type NetworkPlugin =
  'NETWORK_PLUGIN_UNSPECIFIED' | 'NETWORK_PLUGIN_NONE' | 'NETWORK_PLUGIN_AZURE' | 'NETWORK_PLUGIN_KUBENET';

/** What enforces network policies. */
export type NetworkPolicy =
  'NETWORK_POLICY_UNSPECIFIED' | 'NETWORK_POLICY_NONE' | 'NETWORK_POLICY_AZURE' | 'NETWORK_POLICY_CALICO';

/** How the node reaches the Kubernetes API server. */
export interface ApiServerConfig {
  /** Public key of the API server, as base64 of PEM. */
  readonly api_server_public_key?: string;
  /** DNS name of the API server, without scheme and port. Required: without it the kubelet has nowhere to go. */
  readonly api_server_name?: string;
}

/** The Azure identity of the node's cloud provider: a managed identity, or a service principal. */
export interface AuthConfig {
  /** Entra ID tenant of the identity, a GUID. */
  readonly tenant_id?: string;
  /** Subscription that the node's resources live in, a GUID. Required. */
  readonly subscription_id?: string;
  /** Client ID of the service principal; `msi` where a managed identity is used instead. */
  readonly service_principal_id?: string;
  /** Secret of the service principal as base64 text; the node decodes it into `azure.json`. */
  readonly service_principal_secret?: string;
  /** Client ID of the user-assigned identity that the kubelet uses. */
  readonly assigned_identity_id?: string;
  /** Whether the node signs in with a managed identity instead of a service principal. */
  readonly use_managed_identity_extension?: boolean;
}

/** How the kubelet gets its first credentials and joins the cluster. */
export interface BootstrappingConfig {
  /** What the kubelet shows the API server the first time: a token, or proof of the VM's identity. */
  readonly bootstrapping_auth_method?: BootstrappingAuthMethod;
  /** Whether the kubelet asks for a certificate or goes on with its bootstrap credentials. No script variable carries it. */
  readonly cluster_join_method?: ClusterJoinMethod;
  /** Bootstrap token of the form `id.secret`, used with the bootstrap token method. */
  readonly tls_bootstrapping_token?: string;
  /** Entra ID resource that secure TLS bootstrapping asks a token for; other methods ignore it. */
  readonly secure_tls_bootstrapping_aad_resource?: string;
  /** Client ID of the identity that secure TLS bootstrapping signs in with; other methods ignore it. */
  readonly secure_tls_bootstrapping_user_assigned_identity_id?: string;
  /** Where to fetch another build of the secure TLS bootstrapping client from, for tests of it. */
  readonly secure_tls_bootstrapping_custom_client_download_url?: string;
  /** How long secure TLS bootstrapping may check an existing kubeconfig, as a Go duration. */
  readonly secure_tls_bootstrapping_validate_kubeconfig_timeout?: string;
  /** How long secure TLS bootstrapping may wait for an access token, as a Go duration. */
  readonly secure_tls_bootstrapping_get_access_token_timeout?: string;
  /** How long secure TLS bootstrapping may wait for the VM's instance data, as a Go duration. */
  readonly secure_tls_bootstrapping_get_instance_data_timeout?: string;
  /** How long secure TLS bootstrapping may wait for the server's nonce, as a Go duration. */
  readonly secure_tls_bootstrapping_get_nonce_timeout?: string;
  /** How long secure TLS bootstrapping may wait for attested data of the VM, as a Go duration. */
  readonly secure_tls_bootstrapping_get_attested_data_timeout?: string;
  /** How long secure TLS bootstrapping may wait for the kubelet's credential, as a Go duration. */
  readonly secure_tls_bootstrapping_get_credential_timeout?: string;
}

/** Retries and rate limits of the Azure cloud provider's calls to Azure. */
export interface CloudProviderConfig {
  /** Whether failed calls are tried again; true where absent. */
  readonly backoff?: boolean;
  /** Generation of the retry policy; empty stands for `v2`. */
  readonly backoff_mode?: string;
  /** How often a failed call is tried again; 6 where absent. */
  readonly backoff_retries?: number;
  /** Factor by which the wait between retries grows; 0 where absent. */
  readonly backoff_exponent?: number;
  /** Seconds before the first retry; 5 where absent. */
  readonly backoff_duration?: number;
  /** Random share that is added to each wait; 0 where absent. */
  readonly backoff_jitter?: number;
  /** Whether the provider limits its own calls; true where absent. */
  readonly rate_limit?: boolean;
  /** Reads a second that the limit allows on average; 10 where absent. */
  readonly rate_limit_qps?: number;
  /** Writes a second that the limit allows on average; 10 where absent. */
  readonly rate_limit_qps_write?: number;
  /** Reads that may burst above the average; 100 where absent. */
  readonly rate_limit_bucket?: number;
  /** Writes that may burst above the average; 100 where absent. */
  readonly rate_limit_bucket_write?: number;
}

/** The cluster's place in Azure. */
export interface ClusterConfig {
  /** Virtual network, subnet and routes of the node. */
  readonly cluster_network_config?: ClusterNetworkConfig;
  /** The cluster's load balancer, as the cloud provider has to know it. */
  readonly load_balancer_config?: LoadBalancerConfig;
  /** Resource group of the node's VM, usually the `MC_` group of the cluster. Required. */
  readonly resource_group?: string;
  /** Azure region of the node. It also selects the cloud: China, Germany, US Government or public. Required. */
  readonly location?: string;
  /** Whether the node is an instance of a scale set or a VM of its own. */
  readonly vm_type?: VmType;
  /** Availability set that the load balancer serves, for VMs of their own. */
  readonly primary_availability_set?: string;
  /** Scale set that the load balancer serves, for scale set instances. */
  readonly primary_scale_set?: string;
  /** Whether the cloud provider asks the instance metadata service before it asks Azure. */
  readonly use_instance_metadata?: boolean;
  /** Retries and rate limits of the cloud provider; absent means its defaults. */
  readonly cloud_provider_config?: CloudProviderConfig;
}

/** The virtual network that the node is in. */
export interface ClusterNetworkConfig {
  /** Name of the virtual network. Required. */
  readonly vnet_name?: string;
  /** Resource group of the virtual network, where it is not the node's own. */
  readonly vnet_resource_group?: string;
  /** Name of the node's subnet. */
  readonly subnet?: string;
  /** Name of the network security group on the subnet. */
  readonly security_group_name?: string;
  /** Name of the route table on the subnet. Required. */
  readonly route_table?: string;
  /** Cluster IP of CoreDNS, to which the local DNS cache forwards; empty stands for 10.0.0.10. */
  readonly core_dns_service_ip?: string;
}

/** The cluster's load balancer. */
export interface LoadBalancerConfig {
  /** SKU of the load balancer. */
  readonly load_balancer_sku?: LoadBalancerSku;
  /** Whether control plane nodes stay out of a standard load balancer's backend pool. */
  readonly exclude_master_from_standard_load_balancer?: boolean;
  /** Rules that the load balancer may hold; 148 where absent. */
  readonly max_load_balancer_rule_count?: number;
  /** Whether the load balancer leaves outbound traffic of the nodes alone. */
  readonly disable_outbound_snat?: boolean;
}

/** Everything that a node needs to know in order to join its cluster. */
export interface Configuration {
  /** Version of the contract that the config is written for. `v1` is current, `v0` still works but is logged as deprecated, anything else stops the node controller. Required. */
  readonly version?: string;
  /** Where the Kubernetes binaries, the pause image and the credential provider come from. */
  readonly kube_binary_config?: KubeBinaryConfig;
  /** Endpoints of a sovereign or air-gapped Azure cloud; leave it out for the public clouds. */
  readonly custom_cloud_config?: CustomCloudConfig;
  /** How the node reaches and trusts the Kubernetes API server. */
  readonly api_server_config?: ApiServerConfig;
  /** The cluster's place in Azure: resource group, region, network and load balancer. */
  readonly cluster_config?: ClusterConfig;
  /** How the kubelet gets its first credentials. */
  readonly bootstrapping_config?: BootstrappingConfig;
  /** The Azure identity that the node's cloud provider signs in with. */
  readonly auth_config?: AuthConfig;
  /** Which runc to install when the one in the image does not fit. */
  readonly runc_config?: RuncConfig;
  /** Which containerd to install when the one in the image does not fit. */
  readonly containerd_config?: ContainerdConfig;
  /** Flags, labels and config file of the kubelet. */
  readonly kubelet_config?: KubeletConfig;
  /** An extra DNS search domain, joined through a realm. */
  readonly custom_search_domain_config?: CustomSearchDomainConfig;
  /** Kernel and memory settings: sysctls, ulimits, swap, huge pages. */
  readonly custom_linux_os_config?: CustomLinuxOsConfig;
  /** The HTTP proxy that the node uses for everything but the listed hosts. */
  readonly http_proxy_config?: HttpProxyConfig;
  /** Driver, device plugin and partitioning of NVIDIA GPUs. */
  readonly gpu_config?: GpuConfig;
  /** The cluster's network plugin and policy engine. */
  readonly network_config?: NetworkConfig;
  /** The cluster's CA certificate as base64 of PEM; it is written to `/etc/kubernetes/certs/ca.crt`. */
  readonly kubernetes_ca_cert?: string;
  /** Kubernetes version of the node, without a leading `v`. It also decides which kubelet settings are still rendered. */
  readonly kubernetes_version?: string;
  /** Image reference of kube-proxy, for clusters that run their own build of it. */
  readonly kube_proxy_url?: string;
  /** Azure VM size of the node. It selects the GPU driver and recognises SGX sizes, where upper and lower case count. */
  readonly vm_size?: string;
  /** Login of the node's administrator; empty stands for `azureuser`. */
  readonly linux_admin_username?: string;
  /** Whether the node starts from an AKS image that has the components cached, which is true where the field is absent. */
  readonly is_vhd?: boolean;
  /** Whether sshd keeps running after provisioning. Absent means that it does. */
  readonly enable_ssh?: boolean;
  /** Whether the distribution may install security updates by itself while the node runs. */
  readonly enable_unattended_upgrade?: boolean;
  /** Text shown at login, as base64. */
  readonly message_of_the_day?: string;
  /** Whether an agent keeps the private API server's address in `/etc/hosts` up to date. */
  readonly enable_hosts_config_agent?: boolean;
  /** CA certificates that the node trusts in addition, each as base64 of PEM. */
  readonly custom_ca_certs?: readonly string[];
  /** Path of the provisioning log. No script variable carries it, so setting it changes nothing. */
  readonly provision_output?: string;
  /** What runs workloads on the node. No script variable carries it; OCI containers are the only choice left. */
  readonly workload_runtime?: WorkloadRuntime;
  /** Whether the node gets IPv6 addresses beside IPv4. */
  readonly ipv6_dual_stack_enabled?: boolean;
  /** Shell command that proves outbound connectivity before provisioning goes on; empty skips the check. */
  readonly outbound_command?: string;
  /** Name of a private container registry that the node may pull from. */
  readonly azure_private_registry_server?: string;
  /** Address of the proxy through which clusters without outbound access reach Azure's packages. */
  readonly private_egress_proxy_address?: string;
  /** Whether container images are streamed on demand instead of being pulled in full. */
  readonly enable_artifact_streaming?: boolean;
  /** Whether the node runs Kata containers, which changes the containerd config. */
  readonly is_kata?: boolean;
  /** Whether the node has to use cgroup v2; some kubelet and containerd settings follow from it. */
  readonly needs_cgroupv2?: boolean;
  /** Whether producers leave the custom data out. The provisioning scripts do not see it. */
  readonly disable_custom_data?: boolean;
  /** Registry that network-isolated clusters bootstrap from, in place of Microsoft's public one. */
  readonly bootstrap_profile_container_registry_server?: string;
  /** Keeps pods away from the instance metadata service. */
  readonly imds_restriction_config?: ImdsRestrictionConfig;
  /** Whether provisioning stops before the node joins, as it does when an image is being prepared. */
  readonly pre_provision_only?: boolean;
  /** A DNS cache on the node itself, in front of CoreDNS and Azure DNS. */
  readonly local_dns_profile?: LocalDnsProfile;
  /** Whether sshd refuses logins by public key. */
  readonly disable_pubkey_auth?: boolean;
  /** Pulling images with the identity of the pod's service account. */
  readonly service_account_image_pull_profile?: ServiceAccountImagePullProfile;
  /** Seconds that provisioning may take. Values outside of 1 to 21600, and an absent one, stand for 900. */
  readonly cse_timeout?: number;
  /** Switches that are handed to the node in `enabled_features.sh`. Names that no shell variable can have and values with line breaks are left out. */
  readonly enabled_features?: Readonly<Record<string, string>>;
}

/** Which containerd to install when the one in the image does not fit. */
export interface ContainerdConfig {
  /** Base URL that containerd builds are downloaded from. */
  readonly containerd_download_url_base?: string;
  /** containerd version to install; empty keeps the one in the image. */
  readonly containerd_version?: string;
  /** URL of one containerd package, which wins over version and base URL. */
  readonly containerd_package_url?: string;
}

/** Endpoints of a cloud that is none of Azure's public ones. */
export interface CustomCloudConfig {
  /** Name of the cloud environment. `akscustom`, in any casing, marks a custom cloud. */
  readonly custom_cloud_env_name?: string;
  /** URL of the package mirror inside a custom cloud. */
  readonly repo_depot_endpoint?: string;
  /** The cloud's environment as JSON text; its `resourceManagerEndpoint` becomes the ARM endpoint of a custom cloud. */
  readonly custom_env_json_content?: string;
  /** DNS suffix of container registries in the cloud, with its leading dot. */
  readonly container_registry_dns_suffix?: string;
}

/** Kernel and memory settings of the node. */
export interface CustomLinuxOsConfig {
  /** Kernel parameters that are written to `/etc/sysctl.d`. */
  readonly sysctl_config?: SysctlConfig;
  /** Limits of containerd's processes; even an empty object switches the drop-in on. */
  readonly ulimit_config?: UlimitConfig;
  /** Whether a swap file is made; without it `swap_file_size` has no effect. */
  readonly enable_swap_config?: boolean;
  /** Size of the swap file in megabytes; only with `enable_swap_config`. */
  readonly swap_file_size?: number;
  /** When memory is backed by huge pages: `always`, `madvise` or `never`. */
  readonly transparent_hugepage_support?: string;
  /** When the kernel defragments memory for huge pages: `always`, `defer`, `defer+madvise`, `madvise` or `never`. */
  readonly transparent_defrag?: string;
}

/** Kernel parameters; each is written as given, absent ones keep AKS's default or the kernel's. */
export interface SysctlConfig {
  /** `net.core.somaxconn`: connections that may wait to be accepted; 16384 where absent. */
  readonly net_core_somaxconn?: number;
  /** `net.core.netdev_max_backlog`: packets that may wait for the kernel. */
  readonly net_core_netdev_max_backlog?: number;
  /** `net.core.rmem_default`: a socket's receive buffer in bytes. */
  readonly net_core_rmem_default?: number;
  /** `net.core.rmem_max`: the largest receive buffer in bytes. */
  readonly net_core_rmem_max?: number;
  /** `net.core.wmem_default`: a socket's send buffer in bytes. */
  readonly net_core_wmem_default?: number;
  /** `net.core.wmem_max`: the largest send buffer in bytes. */
  readonly net_core_wmem_max?: number;
  /** `net.core.optmem_max`: a socket's ancillary buffer in bytes. */
  readonly net_core_optmem_max?: number;
  /** `net.ipv4.tcp_max_syn_backlog`: half-open connections that are remembered; 16384 where absent. */
  readonly net_ipv4_tcp_max_syn_backlog?: number;
  /** `net.ipv4.tcp_max_tw_buckets`: connections in TIME_WAIT that are kept. */
  readonly net_ipv4_tcp_max_tw_buckets?: number;
  /** `net.ipv4.tcp_fin_timeout`: seconds that an orphaned connection stays in FIN_WAIT_2. */
  readonly net_ipv4_tcp_fin_timeout?: number;
  /** `net.ipv4.tcp_keepalive_time`: idle seconds before the first keepalive probe. */
  readonly net_ipv4_tcp_keepalive_time?: number;
  /** `net.ipv4.tcp_keepalive_probes`: unanswered probes before a connection is given up. */
  readonly net_ipv4_tcp_keepalive_probes?: number;
  /** `net.ipv4.tcp_keepalive_intvl`: seconds between keepalive probes. */
  readonly net_ipv4_tcpkeepalive_intvl?: number;
  /** `net.ipv4.tcp_tw_reuse`: whether ports in TIME_WAIT may be used for new outgoing connections. */
  readonly net_ipv4_tcp_tw_reuse?: boolean;
  /** `net.ipv4.ip_local_port_range`: first and last local port, with exactly one blank between them. A range that ends above 65330 also reserves ports. */
  readonly net_ipv4_ip_local_port_range?: string;
  /** `net.ipv4.neigh.default.gc_thresh1`: neighbour entries below which none is collected; 4096 where absent. */
  readonly net_ipv4_neigh_default_gc_thresh1?: number;
  /** `net.ipv4.neigh.default.gc_thresh2`: neighbour entries above which collection hurries; 8192 where absent. */
  readonly net_ipv4_neigh_default_gc_thresh2?: number;
  /** `net.ipv4.neigh.default.gc_thresh3`: neighbour entries that are kept at most; 16384 where absent. */
  readonly net_ipv4_neigh_default_gc_thresh3?: number;
  /** `net.netfilter.nf_conntrack_max`: connections that are tracked. */
  readonly net_netfilter_nf_conntrack_max?: number;
  /** `net.netfilter.nf_conntrack_buckets`: size of the connection tracking hash table. */
  readonly net_netfilter_nf_conntrack_buckets?: number;
  /** `fs.inotify.max_user_watches`: files that a user may watch. */
  readonly fs_inotify_max_user_watches?: number;
  /** `fs.file-max`: files that may be open on the node. */
  readonly fs_file_max?: number;
  /** `fs.aio-max-nr`: asynchronous IO requests that may be under way. */
  readonly fs_aio_max_nr?: number;
  /** `fs.nr_open`: files that a process may open. */
  readonly fs_nr_open?: number;
  /** `kernel.threads-max`: threads that may exist on the node. */
  readonly kernel_threads_max?: number;
  /** `vm.max_map_count`: memory areas that a process may map. */
  readonly vm_max_map_count?: number;
  /** `vm.swappiness`: how readily memory is swapped out, 0 to 100. */
  readonly vm_swappiness?: number;
  /** `vm.vfs_cache_pressure`: how readily directory and inode caches are freed. */
  readonly vm_vfs_cache_pressure?: number;
}

/** Limits of containerd's processes. */
export interface UlimitConfig {
  /** Open files that a process may have, as systemd's `LimitNOFILE` takes it. */
  readonly no_file?: string;
  /** Memory that a process may lock, as systemd's `LimitMEMLOCK` takes it. */
  readonly max_locked_memory?: string;
}

/** An extra DNS search domain, joined through a realm. */
export interface CustomSearchDomainConfig {
  /** Name of the search domain. */
  readonly domain_name?: string;
  /** Account that joins the realm. */
  readonly realm_user?: string;
  /** Password of the account that joins the realm. */
  readonly realm_password?: string;
}

/** NVIDIA driver, device plugin and partitioning. */
export interface GpuConfig {
  /** Whether the node is treated as one with NVIDIA GPUs, whatever its VM size. */
  readonly enable_nvidia?: boolean;
  /** Whether provisioning installs the GPU driver. */
  readonly config_gpu_driver?: boolean;
  /** Whether the NVIDIA device plugin runs as a service of the node. */
  readonly gpu_device_plugin?: boolean;
  /** MIG profile into which every GPU is cut; empty leaves the GPUs whole. */
  readonly gpu_instance_profile?: string;
  /** Whether the node has AMD GPUs. No script variable carries it. */
  readonly enable_amd_gpu?: boolean;
  /** Whether the subscription has the managed GPU preview registered. */
  readonly managed_gpu_experience_afec_enabled?: boolean;
  /** Whether AKS manages driver, plugin and monitoring of the GPUs. */
  readonly enable_managed_gpu?: boolean;
  /** How the device plugin shows MIG slices: `None`, `Single` or `Mixed`. Only the exact `Mixed` gives a resource per profile. */
  readonly mig_strategy?: string;
  /** MIG profiles to cut each GPU into, in order, where they are not all the same. Only `gpu_instance_profile` marks a MIG node, so fill that too. */
  readonly mig_profile_layout?: readonly string[];
  /** Whether managed GPUs are handed out by dynamic resource allocation instead of the device plugin. */
  readonly enable_managed_gpu_dra?: boolean;
}

/** The HTTP proxy that the node uses. */
export interface HttpProxyConfig {
  /** URL of the proxy for plain HTTP. */
  readonly http_proxy?: string;
  /** URL of the proxy for HTTPS. */
  readonly https_proxy?: string;
  /** Hosts, domains and CIDRs that are reached without the proxy. An empty list counts as absent. */
  readonly no_proxy_entries?: readonly string[];
  /** CA certificate that the proxy signs with, as base64 of PEM. */
  readonly proxy_trusted_ca?: string;
}

/** Keeps pods away from the instance metadata service. */
export interface ImdsRestrictionConfig {
  /** Whether pods are kept from the instance metadata service by firewall rules. */
  readonly enable_imds_restriction?: boolean;
  /** Whether the rule goes to iptables' mangle table instead of the filter table; only with `enable_imds_restriction`. */
  readonly insert_imds_restriction_rule_to_mangle_table?: boolean;
}

/** Where Kubernetes binaries and images come from. */
export interface KubeBinaryConfig {
  /** URL of the Kubernetes node binaries, a tarball. */
  readonly kube_binary_url?: string;
  /** URL of binaries that replace the regular ones, for tests. */
  readonly custom_kube_binary_url?: string;
  /** URL of binaries in a private store that needs a sign-in. */
  readonly private_kube_binary_url?: string;
  /** Image reference of the pause container that holds each pod's namespaces. */
  readonly pod_infra_container_image_url?: string;
  /** URL of the credential provider with which the kubelet signs in to registries. */
  readonly linux_credential_provider_url?: string;
}

/** Clients of the kubelet that show nothing. */
export interface KubeletAnonymousAuthentication {
  /** Whether requests without credentials are let in as `system:anonymous`. */
  readonly enabled?: boolean;
}

/** Who may talk to the kubelet's server. */
export interface KubeletAuthentication {
  /** Clients that show a certificate. */
  readonly x509?: KubeletX509Authentication;
  /** Clients that show a token, which the API server checks. */
  readonly webhook?: KubeletWebhookAuthentication;
  /** Clients that show nothing. */
  readonly anonymous?: KubeletAnonymousAuthentication;
}

/** What clients of the kubelet may do. */
export interface KubeletAuthorization {
  /** Who decides: `AlwaysAllow`, or `Webhook` for the API server. */
  readonly mode?: string;
  /** How long the API server's decisions are kept. */
  readonly webhook?: KubeletWebhookAuthorization;
}

/** Flags, labels and config file of the kubelet. */
export interface KubeletConfig {
  /** Command line flags of the kubelet with their dashes, each value as text. They are sorted before they are rendered. */
  readonly kubelet_flags?: Readonly<Record<string, string>>;
  /** Labels that the node registers with. */
  readonly kubelet_node_labels?: Readonly<Record<string, string>>;
  /** Disk that the kubelet's data lives on: the OS disk, or the VM's temporary one. */
  readonly kubelet_disk_type?: KubeletDisk;
  /** Whether the kubelet reads `kubelet_config_file_config` as its config file; without it that message has no effect. */
  readonly enable_kubelet_config_file?: boolean;
  /** The kubelet's config file, field by field. An empty object renders an empty file, an absent one none. */
  readonly kubelet_config_file_config?: KubeletConfigFileConfig;
  /** Private key of the kubelet's client certificate, as base64 of PEM. */
  readonly kubelet_client_key?: string;
  /** The kubelet's client certificate, as base64 of PEM. */
  readonly kubelet_client_cert_content?: string;
  /** Folder in which containerd keeps images and containers, where it is not the default one. */
  readonly container_data_dir?: string;
}

/** The kubelet's config file (`KubeletConfiguration` of `kubelet.config.k8s.io/v1beta1`). */
export interface KubeletConfigFileConfig {
  /** Kind of the object in the file. */
  readonly kind?: string;
  /** API version of the object in the file. */
  readonly api_version?: string;
  /** Folder whose manifests the kubelet runs as static pods. */
  readonly static_pod_path?: string;
  /** IP address that the kubelet's server listens on. */
  readonly address?: string;
  /** Port of the kubelet's server without authentication; 0 switches it off. */
  readonly read_only_port?: number;
  /** Path of the kubelet server's certificate. */
  readonly tls_cert_file?: string;
  /** Path of the kubelet server's private key; the key itself is not in the config. */
  readonly tls_private_key_file?: string;
  /** TLS cipher suites that the kubelet's server accepts. */
  readonly tls_cipher_suites?: readonly string[];
  /** Whether the kubelet renews its client certificate in time. */
  readonly rotate_certificates?: boolean;
  /** Whether the kubelet asks the cluster for its serving certificate instead of signing one itself. */
  readonly server_tls_bootstrap?: boolean;
  /** Who may talk to the kubelet's server. */
  readonly authentication?: KubeletAuthentication;
  /** What those who talk to the kubelet's server may do. */
  readonly authorization?: KubeletAuthorization;
  /** Events a second that the kubelet may send; 0 lifts the limit. */
  readonly event_record_qps?: number;
  /** DNS domain of the cluster. */
  readonly cluster_domain?: string;
  /** IP addresses of the DNS servers that pods get. */
  readonly cluster_dns?: readonly string[];
  /** How long an idle exec or port-forward connection stays open. Not rendered from Kubernetes 1.34.0 on. */
  readonly streaming_connection_idle_timeout?: string;
  /** How often the kubelet computes the node's status. */
  readonly node_status_update_frequency?: string;
  /** How often the kubelet reports an unchanged status. */
  readonly node_status_report_frequency?: string;
  /** Disk usage in percent above which unused images are removed. */
  readonly image_gc_high_threshold_percent?: number;
  /** Disk usage in percent down to which unused images are removed. */
  readonly image_gc_low_threshold_percent?: number;
  /** Whether each QoS class of pods has a cgroup of its own. */
  readonly cgroups_per_qos?: boolean;
  /** How CPUs are given to containers: `none`, or `static` for whole CPUs. */
  readonly cpu_manager_policy?: string;
  /** How CPU and device placement is aligned: `none`, `best-effort`, `restricted` or `single-numa-node`. */
  readonly topology_manager_policy?: string;
  /** Pods that the node may run. */
  readonly max_pods?: number;
  /** Processes that a pod may have; -1 lifts the limit. */
  readonly pod_pids_limit?: number;
  /** File that pods with the node's DNS settings get theirs from. */
  readonly resolv_conf?: string;
  /** Whether CPU limits of containers are enforced. */
  readonly cpu_cfs_quota?: boolean;
  /** Period over which CPU limits are enforced, as a duration. */
  readonly cpu_cfs_quota_period?: string;
  /** Signals and thresholds at which pods are evicted at once. */
  readonly eviction_hard?: Readonly<Record<string, string>>;
  /** Whether the kubelet refuses to start where kernel settings differ from what it needs. */
  readonly protect_kernel_defaults?: boolean;
  /** Kubernetes features that are switched on or off. */
  readonly feature_gates?: Readonly<Record<string, boolean>>;
  /** Whether the kubelet refuses to start on a node with swap. */
  readonly fail_swap_on?: boolean;
  /** Size at which a container's log is rotated. */
  readonly container_log_max_size?: string;
  /** Log files that are kept for a container. */
  readonly container_log_max_files?: number;
  /** Resources that are kept for the operating system. */
  readonly system_reserved?: Readonly<Record<string, string>>;
  /** Resources that are kept for the kubelet and the container runtime. */
  readonly kube_reserved?: Readonly<Record<string, string>>;
  /** What the reserved resources are enforced on, such as `pods`. */
  readonly enforce_node_allocatable?: readonly string[];
  /** Signals and thresholds at which pods are evicted after a grace period. */
  readonly eviction_soft?: Readonly<Record<string, string>>;
  /** How long a soft threshold may be passed, for each signal of `eviction_soft`. */
  readonly eviction_soft_grace_period?: Readonly<Record<string, string>>;
  /** Seconds that a pod gets at most to end when a soft threshold evicts it. */
  readonly eviction_max_pod_grace_period?: number;
  /** Cgroup on which `kube_reserved` is enforced. */
  readonly kube_reserved_cgroup?: string;
  /** Cgroup on which `system_reserved` is enforced. */
  readonly system_reserved_cgroup?: string;
  /** Unsafe sysctls, or patterns of them, that pods may set. */
  readonly allowed_unsafe_sysctls?: readonly string[];
  /** Whether images are pulled one after the other. */
  readonly serialize_image_pulls?: boolean;
  /** Whether pods run with the runtime's default seccomp profile. */
  readonly seccomp_default?: boolean;
}

/** Clients of the kubelet that show a token. */
export interface KubeletWebhookAuthentication {
  /** Whether tokens are accepted and checked with the API server. */
  readonly enabled?: boolean;
  /** How long the API server's answer about a token is kept. */
  readonly cache_ttl?: string;
}

/** How long decisions about the kubelet's clients are kept. */
export interface KubeletWebhookAuthorization {
  /** How long an allowing decision is kept. */
  readonly cache_authorized_ttl?: string;
  /** How long a refusing decision is kept. */
  readonly cache_unauthorized_ttl?: string;
}

/** Clients of the kubelet that show a certificate. */
export interface KubeletX509Authentication {
  /** Path of the CA that client certificates have to be signed by. */
  readonly client_ca_file?: string;
}

/** How the local DNS cache probes its upstream servers. */
export interface LocalDnsHealthCheck {
  /** Time between probes, as a Go duration. */
  readonly duration?: string;
  /** Whether probes ask without recursion. */
  readonly no_rec?: boolean;
  /** Name that probes ask for. */
  readonly domain?: string;
}

/** Settings of one DNS zone in the local cache. */
export interface LocalDnsOverrides {
  /** What is logged: `Error` or `Log`. */
  readonly query_logging?: string;
  /** How queries go upstream: `PreferUDP` or `ForceTCP`. */
  readonly protocol?: string;
  /** Where queries go: `VnetDNS` or `ClusterCoreDNS`. The root zone of the virtual network always goes to Azure DNS. */
  readonly forward_destination?: string;
  /** How the upstream server is chosen: `Sequential`, `RoundRobin` or `Random`. */
  readonly forward_policy?: string;
  /** Queries that may be under way at once. Write it: an absent one renders as `<nil>`. */
  readonly max_concurrent?: number;
  /** Seconds that answers are kept. Write it: an absent one renders as `<nil>`. */
  readonly cache_duration_in_seconds?: number;
  /** Seconds that outdated answers may still be given. Write it: an absent one renders as `<nil>`. */
  readonly serve_stale_duration_in_seconds?: number;
  /** Whether outdated answers are given: `Verify`, `Immediate` or `Disable`. */
  readonly serve_stale?: string;
  /** Whether queries fail at once when every upstream server is unhealthy. */
  readonly failfast_all_unhealthy_upstreams?: boolean;
  /** How upstream servers are probed. */
  readonly health_check?: LocalDnsHealthCheck;
}

/** A DNS cache on the node itself. */
export interface LocalDnsProfile {
  /** Whether the local DNS cache runs; the core files are only rendered with it. */
  readonly enable_local_dns?: boolean;
  /** CPU that the cache may use, in thousandths of a core; 2000 where absent. */
  readonly cpu_limit_in_milli_cores?: number;
  /** Memory that the cache may use, in megabytes; 128 where absent. */
  readonly memory_limit_in_mb?: number;
  /** Settings for each DNS zone of the virtual network; the key `.` is the root zone. */
  readonly vnet_dns_overrides?: Readonly<Record<string, LocalDnsOverrides>>;
  /** Settings for each DNS zone that pods ask for; the key `.` is the root zone. */
  readonly kube_dns_overrides?: Readonly<Record<string, LocalDnsOverrides>>;
  /** Whether the cache answers the critical names from a hosts file that is kept up to date. */
  readonly enable_hosts_plugin?: boolean;
  /** Names that the hosts file holds. They are handed on even where local DNS is off. */
  readonly critical_fqdns?: readonly string[];
  /** Seconds between updates of the hosts file. */
  readonly hosts_plugin_refresh_interval_in_seconds?: number;
}

/** The cluster's network plugin and policy engine. */
export interface NetworkConfig {
  /** What gives pods their addresses. */
  readonly network_plugin?: NetworkPlugin;
  /** What enforces network policies. */
  readonly network_policy?: NetworkPolicy;
  /** URL of the Azure CNI plugins, a tarball. */
  readonly vnet_cni_plugins_url?: string;
  /** URL of the generic CNI plugins. No script variable carries it. */
  readonly cni_plugins_url?: string;
  /** Network interfaces beside the first one that the node gets. */
  readonly standard_secondary_nic_count?: number;
}

/** Which runc to install when the one in the image does not fit. */
export interface RuncConfig {
  /** runc version to install; empty keeps the one in the image. */
  readonly runc_version?: string;
  /** URL of one runc package, which wins over the version. */
  readonly runc_package_url?: string;
}

/** Pulling images with the identity of the pod's service account. */
export interface ServiceAccountImagePullProfile {
  /** Whether images are pulled with the identity of the pod's service account. */
  readonly enabled?: boolean;
  /** Client ID that is used where a service account names none. */
  readonly default_client_id?: string;
  /** Tenant that is used where a service account names none. */
  readonly default_tenant_id?: string;
  /** Server name of the cluster's own authority for these identities. */
  readonly local_authority_sni?: string;
}
