// Generated from contract/description by `npm run generate`; do not edit.

/** Method by which the kubelet proves itself to the API server the first time. */
export type BootstrappingAuthMethod =
  | 'BOOTSTRAPPING_AUTH_METHOD_UNSPECIFIED'
  | 'BOOTSTRAPPING_AUTH_METHOD_BOOTSTRAP_TOKEN'
  | 'BOOTSTRAPPING_AUTH_METHOD_SECURE_TLS_BOOTSTRAPPING'
  | 'BOOTSTRAPPING_AUTH_METHOD_ARC_MSI'
  | 'BOOTSTRAPPING_AUTH_METHOD_AZURE_MSI';

/** How the kubelet goes on once it has its bootstrap credential. */
export type ClusterJoinMethod =
  'CLUSTER_JOIN_METHOD_UNSPECIFIED' | 'CLUSTER_JOIN_METHOD_GENERATE_CSR' | 'CLUSTER_JOIN_METHOD_USE_BOOTSTRAPPING_AUTH';

/** SKU of the Azure load balancer in front of the cluster's services. */
export type LoadBalancerSku =
  'LOAD_BALANCER_SKU_UNSPECIFIED' | 'LOAD_BALANCER_SKU_BASIC' | 'LOAD_BALANCER_SKU_STANDARD';

/** Kind of VM that the node is to the cloud provider. */
export type VmType = 'VM_TYPE_UNSPECIFIED' | 'VM_TYPE_STANDARD' | 'VM_TYPE_VMSS';

/** What runs workloads on the node; the provisioning scripts do not see it. */
export type WorkloadRuntime = 'WORKLOAD_RUNTIME_UNSPECIFIED' | 'WORKLOAD_RUNTIME_OCI_CONTAINER';

/** Disk that the kubelet's data lives on. */
export type KubeletDisk = 'KUBELET_DISK_UNSPECIFIED' | 'KUBELET_DISK_OS_DISK' | 'KUBELET_DISK_TEMP_DISK';

/** What gives pods their network interfaces and addresses. */
export type NetworkPlugin =
  'NETWORK_PLUGIN_UNSPECIFIED' | 'NETWORK_PLUGIN_NONE' | 'NETWORK_PLUGIN_AZURE' | 'NETWORK_PLUGIN_KUBENET';

/** What enforces Kubernetes network policies on the node. */
export type NetworkPolicy =
  'NETWORK_POLICY_UNSPECIFIED' | 'NETWORK_POLICY_NONE' | 'NETWORK_POLICY_AZURE' | 'NETWORK_POLICY_CALICO';

/** How the kubelet gets its first credential: the method, the bootstrap token, and settings of secure TLS bootstrapping. */
export interface BootstrappingConfig {
  /** What the kubelet shows the API server the first time. The scripts only tell secure TLS bootstrapping from every other value. */
  readonly bootstrapping_auth_method?: BootstrappingAuthMethod;
  /** Whether the kubelet asks for a client certificate or goes on with its bootstrap credential. No script variable carries it, so it changes nothing on the node. */
  readonly cluster_join_method?: ClusterJoinMethod;
  /** Bootstrap token of the form `id.secret`, 6 and 16 lower-case letters or digits, which the kubelet trades for a client certificate. With a token, the client certificate and key of `kubelet_config` are not used. */
  readonly tls_bootstrapping_token?: string;
  /** Microsoft Entra resource that the bootstrap client requests a token for. Only secure TLS bootstrapping reads it; empty means the AKS server application. */
  readonly secure_tls_bootstrapping_aad_resource?: string;
  /** ID of the managed identity that the bootstrap client signs in with. Only secure TLS bootstrapping reads it; empty leaves the choice to the client. */
  readonly secure_tls_bootstrapping_user_assigned_identity_id?: string;
  /** URL of another build of the secure TLS bootstrapping client, for tests of it. Empty keeps the one in the node image. */
  readonly secure_tls_bootstrapping_custom_client_download_url?: string;
  /** How long the bootstrap client may check an existing kubeconfig, as a Go duration. Empty keeps the client's own limit, here and in the other timeouts. */
  readonly secure_tls_bootstrapping_validate_kubeconfig_timeout?: string;
  /** How long the bootstrap client may wait for a Microsoft Entra access token, as a Go duration. Other methods ignore it. */
  readonly secure_tls_bootstrapping_get_access_token_timeout?: string;
  /** How long the bootstrap client may wait for the VM's instance data from the metadata service, as a Go duration. */
  readonly secure_tls_bootstrapping_get_instance_data_timeout?: string;
  /** How long the bootstrap client may wait for a nonce from the bootstrap server, as a Go duration. */
  readonly secure_tls_bootstrapping_get_nonce_timeout?: string;
  /** How long the bootstrap client may wait for attested data of the VM from the metadata service, as a Go duration. */
  readonly secure_tls_bootstrapping_get_attested_data_timeout?: string;
  /** How long the bootstrap client may wait for the kubelet's credential from the bootstrap server, as a Go duration. */
  readonly secure_tls_bootstrapping_get_credential_timeout?: string;
}

/** Retries and rate limits of the Azure cloud provider's calls to Azure, written to `azure.json`. Every absent field has a default. */
export interface CloudProviderConfig {
  /** Whether calls to Azure that fail or are throttled are tried again. Without it the other `backoff` fields have no effect. */
  readonly backoff?: boolean;
  /** Generation of the retry policy. `v2` leaves exponent and jitter out of `azure.json`; any other value means the older policy, which reads them. */
  readonly backoff_mode?: string;
  /** How often a failed call to Azure is tried again. An explicit 0 is kept. */
  readonly backoff_retries?: number;
  /** Factor by which the wait grows from one retry to the next. Not used in `backoff_mode` `v2`. */
  readonly backoff_exponent?: number;
  /** Seconds before a failed call is tried the first time again. An explicit 0 is kept. */
  readonly backoff_duration?: number;
  /** Random share that is added to each wait: 1 adds up to 100 percent. Not used in `backoff_mode` `v2`. */
  readonly backoff_jitter?: number;
  /** Whether the provider limits its own calls to Azure. Without it the other `rate_limit` fields have no effect. */
  readonly rate_limit?: boolean;
  /** Reads a second that the limit allows on average. */
  readonly rate_limit_qps?: number;
  /** Writes a second that the limit allows on average. */
  readonly rate_limit_qps_write?: number;
  /** Reads that may come in one burst above `rate_limit_qps`. */
  readonly rate_limit_bucket?: number;
  /** Writes that may come in one burst above `rate_limit_qps_write`. */
  readonly rate_limit_bucket_write?: number;
}

/** The node's place in Azure and what the cloud provider has to know of it: region, group, kind of VM, network and load balancer. */
export interface ClusterConfig {
  /** Names of the virtual network, subnet, security group and route table, and the address of CoreDNS. Two required fields are in it. */
  readonly cluster_network_config?: ClusterNetworkConfig;
  /** What the cloud provider has to know of the load balancer. Absent, the SKU is empty, 148 rules are allowed and control plane nodes stay out of it. */
  readonly load_balancer_config?: LoadBalancerConfig;
  /** Resource group of the node's VM, usually the `MC_` group that AKS manages for the cluster. */
  readonly resource_group?: string;
  /** Azure region of the node. Its beginning also selects cloud and ARM endpoint: `china`, `usgov` or `usdod`, two German regions, and the public cloud for every other name. */
  readonly location?: string;
  /** Whether the cloud provider takes the node for a scale set instance or a VM of its own. Absent exports an empty `VM_TYPE`. */
  readonly vm_type?: VmType;
  /** Availability set whose members the load balancer serves, for VMs of their own. Leave it empty with `VM_TYPE_VMSS`. */
  readonly primary_availability_set?: string;
  /** Scale set whose instances the load balancer serves, with `VM_TYPE_VMSS`. */
  readonly primary_scale_set?: string;
  /** Whether the cloud provider asks the VM's metadata service before it calls the Azure API. */
  readonly use_instance_metadata?: boolean;
  /** Other retries and rate limits of the cloud provider's calls than the default ones. */
  readonly cloud_provider_config?: CloudProviderConfig;
}

/** Names of the Azure network resources around the node, and the cluster IP of CoreDNS. */
export interface ClusterNetworkConfig {
  /** Virtual network that the node's network interface is in: its name, not its ID. */
  readonly vnet_name?: string;
  /** Resource group of the virtual network, where it is not the node's own, as with a network that you bring. */
  readonly vnet_resource_group?: string;
  /** Subnet of the node inside `vnet_name`: its name, not its ID. */
  readonly subnet?: string;
  /** Network security group that the cloud provider opens ports in for load balancer services: its name, not its ID. */
  readonly security_group_name?: string;
  /** Route table of the subnet, into which kubenet's pod routes are written: its name, not its ID. */
  readonly route_table?: string;
  /** Cluster IP of CoreDNS, to which the local DNS cache forwards. Used with `enable_local_dns` only. */
  readonly core_dns_service_ip?: string;
}

/** Settings of the Azure load balancer that the cloud provider reads from `azure.json`. */
export interface LoadBalancerConfig {
  /** SKU of the cluster's load balancer. Absent exports an empty `LOAD_BALANCER_SKU`. */
  readonly load_balancer_sku?: LoadBalancerSku;
  /** Whether control plane nodes stay out of a standard load balancer's backend pool. */
  readonly exclude_master_from_standard_load_balancer?: boolean;
  /** Load balancing rules that the cloud provider may make. An explicit 0 is kept. */
  readonly max_load_balancer_rule_count?: number;
  /** Whether outbound SNAT is off in the load balancer's rules, for clusters whose egress takes another way. */
  readonly disable_outbound_snat?: boolean;
}

/** Where the kubelet finds the cluster's API server, and that server's certificate. */
export interface ApiServerConfig {
  /** Certificate of the API server as base64 of PEM, decoded into `/etc/kubernetes/certs/apiserver.crt`. Empty writes no file, which is usual for current clusters. */
  readonly api_server_public_key?: string;
  /** DNS name or IP address of the API server, without scheme and port: the kubelet connects to its port 443. Provisioning stops when the name does not resolve or the port does not answer. */
  readonly api_server_name?: string;
}

/** The Azure identity of the node: tenant, subscription, and either a managed identity or a service principal. */
export interface AuthConfig {
  /** Microsoft Entra tenant of the identity, a GUID. It is written to `azure.json`. */
  readonly tenant_id?: string;
  /** Azure subscription that holds the node's resources, a GUID. */
  readonly subscription_id?: string;
  /** Application (client) ID of the service principal, a GUID. Nodes with a managed identity have the word `msi` here. */
  readonly service_principal_id?: string;
  /** Secret of the service principal as base64 text, decoded into `/etc/kubernetes/azure.json`. Nodes with a managed identity have `bXNp` here, which is `msi` encoded. */
  readonly service_principal_secret?: string;
  /** Client ID of the user-assigned managed identity that the kubelet and the cloud provider use. Goes together with `use_managed_identity_extension`. */
  readonly assigned_identity_id?: string;
  /** Whether the node signs in with the VM's managed identity instead of the service principal. */
  readonly use_managed_identity_extension?: boolean;
}

/** Image pulls with the identity of a pod's service account, as arguments of the registry credential provider. */
export interface ServiceAccountImagePullProfile {
  /** Whether the registry credential provider uses service account tokens. Without it the other fields here are not read. */
  readonly enabled?: boolean;
  /** Client ID for service accounts that name no identity of their own, a GUID. */
  readonly default_client_id?: string;
  /** Tenant of the identity in `default_client_id`, a GUID. */
  readonly default_tenant_id?: string;
  /** TLS server name of the cluster's own authority for these identities, passed as `--ib-sni-name`. Fill it whenever `enabled` is set. */
  readonly local_authority_sni?: string;
}

/** Endpoints of a cloud that is none of the built-in ones; in use only while `custom_cloud_env_name` is `akscustom`. */
export interface CustomCloudConfig {
  /** Name of the cloud environment. `akscustom`, in any casing, marks a custom cloud; any other value, including `AzureStackCloud`, doesn't. */
  readonly custom_cloud_env_name?: string;
  /** Base URL of the package mirror inside the custom cloud. Other clouds ignore it. */
  readonly repo_depot_endpoint?: string;
  /** Environment of the custom cloud as a string of raw JSON: the parser uses its `resourceManagerEndpoint` as ARM endpoint, which stays empty if the string isn't valid JSON. The scripts, however, write `akscustom.json` by decoding the same string as base64. */
  readonly custom_env_json_content?: string;
  /** DNS suffix of container registries in the custom cloud, with its leading dot. The registry credential provider then answers for it as well. */
  readonly container_registry_dns_suffix?: string;
}

/** Everything that a node needs to know to join its cluster: identity, place in Azure, component versions and OS tuning. */
export interface Configuration {
  /** Version of the contract that the config is written for. `v1` is current, `v0` still works but is logged as deprecated, anything else stops the node controller. */
  readonly version?: string;
  /** Where kubelet and kubectl, the pause image and the registry credential provider come from. Absent, containerd gets an empty `sandbox_image`. */
  readonly kube_binary_config?: KubeBinaryConfig;
  /** Endpoints of a sovereign or disconnected cloud. Leave it out in the public, China, Germany and US Government clouds, which follow from `cluster_config.location`. */
  readonly custom_cloud_config?: CustomCloudConfig;
  /** Name and certificate of the cluster's API server. One required field is in it. */
  readonly api_server_config?: ApiServerConfig;
  /** Place of the node in Azure: resource group, region, kind of VM, network, load balancer and cloud provider. Four required fields are in it. */
  readonly cluster_config?: ClusterConfig;
  /** The first credential of the kubelet: a bootstrap token, or secure TLS bootstrapping and its settings. */
  readonly bootstrapping_config?: BootstrappingConfig;
  /** Tenant, subscription and identity of the node, most of which goes into `/etc/kubernetes/azure.json`. One required field is in it. */
  readonly auth_config?: AuthConfig;
  /** Another runc than the one in the node image; leave it out to keep that one. */
  readonly runc_config?: RuncConfig;
  /** Another containerd than the one in the node image. containerd's config file does not follow from it. */
  readonly containerd_config?: ContainerdConfig;
  /** Flags, node labels, config file and client certificate of the kubelet. Absent leaves `KUBELET_CONFIG_FILE_CONTENT` empty; an empty object encodes `{}`. */
  readonly kubelet_config?: KubeletConfig;
  /** An extra DNS search domain with the realm account that joins it. It takes effect only with all three fields filled. */
  readonly custom_search_domain_config?: CustomSearchDomainConfig;
  /** Kernel parameters, containerd's limits, swap file and transparent huge pages. Absent, the node still gets AKS's own kernel parameters. */
  readonly custom_linux_os_config?: CustomLinuxOsConfig;
  /** The outbound proxy of the node. It is set up once `http_proxy` or `https_proxy` is filled. */
  readonly http_proxy_config?: HttpProxyConfig;
  /** GPU driver, device plugin, MIG partitions and managed GPUs. `enable_nvidia` makes the node a GPU node; `vm_size` only picks the driver. */
  readonly gpu_config?: GpuConfig;
  /** Network plugin and policy engine of the cluster, the download of Azure CNI, and secondary network interfaces. */
  readonly network_config?: NetworkConfig;
  /** The cluster's CA certificate as base64 of PEM, decoded into `/etc/kubernetes/certs/ca.crt`. Without it the node cannot verify the API server. */
  readonly kubernetes_ca_cert?: string;
  /** Kubernetes version of the node, without a leading `v`. From 1.34.0 on the streaming idle timeout is left out, from 1.22.0 on containerd gets its `certs.d` path; text that is no version counts as older. */
  readonly kubernetes_version?: string;
  /** Image reference of kube-proxy. Usually empty, as AKS runs kube-proxy as a DaemonSet. */
  readonly kube_proxy_url?: string;
  /** Azure VM size of the node. It picks GPU driver and fabric manager in any case of letters; the SGX sizes `Standard_DC2s` and `Standard_DC4s` must match exactly. It never makes the node a GPU node. */
  readonly vm_size?: string;
  /** Login of the node's administrator, whose password is kept from expiring. */
  readonly linux_admin_username?: string;
  /** Whether the node starts from an AKS image that has the components cached; provisioning fails when it turns out to be another. `false` allows a full installation. */
  readonly is_vhd?: boolean;
  /** Whether the SSH daemon keeps running. Only an explicit `false` stops it. */
  readonly enable_ssh?: boolean;
  /** Whether the distribution may install updates by itself while the node runs. Kata images of Azure Linux ignore it. */
  readonly enable_unattended_upgrade?: boolean;
  /** Banner that logins show, as base64 text decoded into `/etc/motd`. Empty keeps the banner of the image. */
  readonly message_of_the_day?: string;
  /** Whether an agent keeps the private API server's address in `/etc/hosts`, for private clusters. Provisioning then does not look the name up. */
  readonly enable_hosts_config_agent?: boolean;
  /** CA certificates that the node trusts in addition, each as base64 of PEM. Line breaks are removed, and entry n becomes `CUSTOM_CA_CERT_n`, counted from 0. */
  readonly custom_ca_certs?: readonly string[];
  /** Path of a provisioning log. It has no effect: `PROVISION_OUTPUT` is always `/var/log/azure/cluster-provision-cse-output.log`. */
  readonly provision_output?: string;
  /** What runs workloads on the node. No script variable carries it, so neither value changes anything. */
  readonly workload_runtime?: WorkloadRuntime;
  /** Whether the node gets IPv6 addresses beside IPv4 by DHCPv6, as dual-stack clusters need. */
  readonly ipv6_dual_stack_enabled?: boolean;
  /** Command that has to succeed in order to prove outbound connectivity: it is retried, and provisioning fails with code 50 when it never does. Empty skips the check. */
  readonly outbound_command?: string;
  /** Login server of a private Azure container registry, a host name without scheme, exported as `AZURE_PRIVATE_REGISTRY_SERVER`. */
  readonly azure_private_registry_server?: string;
  /** Address of a private egress proxy. The scripts only log it; the proxy that they use is in `http_proxy_config`. */
  readonly private_egress_proxy_address?: string;
  /** Whether containers start before their images are pulled in full, by the `overlaybd` snapshotter of containerd. */
  readonly enable_artifact_streaming?: boolean;
  /** Whether the node runs Kata pods: containerd gets the Kata runtimes and their snapshotters. Needs a node image with Kata. */
  readonly is_kata?: boolean;
  /** Whether kubelet and containerd use the systemd cgroup driver, as hosts with cgroup v2 need. Absent means `false`, so current Ubuntu and Azure Linux images want `true`. */
  readonly needs_cgroupv2?: boolean;
  /** A sign between producers that there is no custom data. No script variable carries it; before v0.20260324.0, the boot command did not wait for cloud-init then. */
  readonly disable_custom_data?: boolean;
  /** Registry that a network isolated cluster takes binaries and images from instead of `mcr.microsoft.com`, with its path, if any. Empty means the public registry. */
  readonly bootstrap_profile_container_registry_server?: string;
  /** A firewall rule that keeps pods from the instance metadata service. Absent leaves the service open to them. */
  readonly imds_restriction_config?: ImdsRestrictionConfig;
  /** Whether provisioning stops before the node joins, so that the VM can be captured as an image. Leave it out on real nodes. */
  readonly pre_provision_only?: boolean;
  /** A DNS cache on the node, in front of CoreDNS and Azure DNS. It starts only with `enable_local_dns` in it. */
  readonly local_dns_profile?: LocalDnsProfile;
  /** Whether the SSH daemon refuses logins by public key: `PubkeyAuthentication no` is written to its config. */
  readonly disable_pubkey_auth?: boolean;
  /** Image pulls with the identity of a pod's service account instead of the kubelet's. Off unless `enabled` is set in it. */
  readonly service_account_image_pull_profile?: ServiceAccountImagePullProfile;
  /** Seconds that provisioning may take. A number outside of 1 to 21600 counts as absent. */
  readonly cse_timeout?: number;
  /** Switches that the custom data writes to `enabled_features.sh`, one `NAME=value` a line. Names that no shell variable can have and values with line breaks are left out; no script variable carries the map. */
  readonly enabled_features?: Readonly<Record<string, string>>;
}

/** Clients of the kubelet's server that show no credentials. */
export interface KubeletAnonymousAuthentication {
  /** Whether requests without credentials are let in as `system:anonymous`, which is a risk unless authorization is strict. */
  readonly enabled?: boolean;
}

/** How clients of the kubelet's server say who they are. */
export interface KubeletAuthentication {
  /** Clients that show a certificate. */
  readonly x509?: KubeletX509Authentication;
  /** Clients that show a token, which the API server checks. */
  readonly webhook?: KubeletWebhookAuthentication;
  /** Clients that show nothing; absent, they are refused. */
  readonly anonymous?: KubeletAnonymousAuthentication;
}

/** What known clients of the kubelet's server may do. */
export interface KubeletAuthorization {
  /** Who decides: `Webhook` asks the API server, `AlwaysAllow` lets every known client do everything. */
  readonly mode?: string;
  /** How long the API server's decisions are kept; read only in the mode `Webhook`. */
  readonly webhook?: KubeletWebhookAuthorization;
}

/** Everything that the kubelet starts with: flags, node labels, config file, disk and client certificate. */
export interface KubeletConfig {
  /** Command line flags of the kubelet with their dashes, each value as text. They win over the config file. From Kubernetes 1.34.0 on `--streaming-connection-idle-timeout` is left out. */
  readonly kubelet_flags?: Readonly<Record<string, string>>;
  /** Labels that the kubelet registers its node with. The scripts cut a key at 63 characters, its prefix included. */
  readonly kubelet_node_labels?: Readonly<Record<string, string>>;
  /** Disk that the kubelet's data lives on. Only the VM's temporary disk changes something: the kubelet then waits for it to be mounted. */
  readonly kubelet_disk_type?: KubeletDisk;
  /** Whether the kubelet reads `kubelet_config_file_config` as its config file. Without it that file is not written. */
  readonly enable_kubelet_config_file?: boolean;
  /** The kubelet's config file, field by field; what is absent keeps the kubelet's default. It needs `enable_kubelet_config_file`. */
  readonly kubelet_config_file_config?: KubeletConfigFileConfig;
  /** Private key of the kubelet's client certificate, as base64 of PEM. Written only without bootstrap token and secure TLS bootstrapping. */
  readonly kubelet_client_key?: string;
  /** Client certificate that goes with `kubelet_client_key`, as base64 of PEM. Written in the same cases. */
  readonly kubelet_client_cert_content?: string;
  /** Folder that becomes containerd's `root`, with images and layers of containers. Empty keeps `/var/lib/containerd`. */
  readonly container_data_dir?: string;
}

/** The kubelet's config file: part of `KubeletConfiguration` in `kubelet.config.k8s.io/v1beta1`. It needs `enable_kubelet_config_file`. */
export interface KubeletConfigFileConfig {
  /** Kind of the object in the file. Without it the kubelet refuses the file. */
  readonly kind?: string;
  /** API version of the object in the file. Without it the kubelet refuses the file. */
  readonly api_version?: string;
  /** Folder whose manifests the kubelet runs as static pods. Empty switches static pods off. */
  readonly static_pod_path?: string;
  /** IP address that the kubelet's server listens on. */
  readonly address?: string;
  /** Port of the kubelet's server without authentication. 0, which is absent, switches it off; 10255 is the usual one. */
  readonly read_only_port?: number;
  /** Path of the certificate of the kubelet's HTTPS server. The scripts take it out again with `server_tls_bootstrap`. */
  readonly tls_cert_file?: string;
  /** Path of the private key that goes with `tls_cert_file`; the key itself is not in the config. */
  readonly tls_private_key_file?: string;
  /** Cipher suites that the kubelet's HTTPS server accepts, by the names of Go's constants. Empty takes Go's own choice; the suites of TLS 1.3 cannot be chosen. */
  readonly tls_cipher_suites?: readonly string[];
  /** Whether the kubelet asks for a new client certificate before its own expires. Nodes that bootstrap want `true`. */
  readonly rotate_certificates?: boolean;
  /** Whether the kubelet asks the cluster for its serving certificate instead of one that it signs itself. Also sets `ENABLE_KUBELET_SERVING_CERTIFICATE_ROTATION`. */
  readonly server_tls_bootstrap?: boolean;
  /** How clients of the kubelet's server may say who they are: certificate, token, or not at all. */
  readonly authentication?: KubeletAuthentication;
  /** How the kubelet decides what a known client may do, and how long decisions are kept. */
  readonly authorization?: KubeletAuthorization;
  /** Events a second that the kubelet may make; 0 lifts the limit. */
  readonly event_record_qps?: number;
  /** DNS domain of the cluster, which becomes part of each pod's search list. Empty adds none. */
  readonly cluster_domain?: string;
  /** IP addresses of the DNS servers for pods with the DNS policy `ClusterFirst`, usually the service IP of CoreDNS. */
  readonly cluster_dns?: readonly string[];
  /** How long an idle exec, attach or port-forward connection stays open, as a Go duration. Not rendered from Kubernetes 1.34.0 on. */
  readonly streaming_connection_idle_timeout?: string;
  /** How often the kubelet computes its node's status, as a Go duration. The node controller's grace period has to be longer. */
  readonly node_status_update_frequency?: string;
  /** How often the kubelet reports an unchanged status, as a Go duration. Absent takes `node_status_update_frequency` where that is given, or else 5 minutes. */
  readonly node_status_report_frequency?: string;
  /** Disk usage in percent above which unused images are removed; 100 switches their removal off. */
  readonly image_gc_high_threshold_percent?: number;
  /** Disk usage in percent down to which unused images are removed. Has to be below the high threshold. */
  readonly image_gc_low_threshold_percent?: number;
  /** Whether each QoS class of pods has a cgroup of its own, which `enforce_node_allocatable` depends on. */
  readonly cgroups_per_qos?: boolean;
  /** How CPUs are given to containers: `none` shares all, `static` gives whole CPUs to guaranteed pods that ask for them and needs reserved CPU. */
  readonly cpu_manager_policy?: string;
  /** How CPUs and devices are aligned to NUMA nodes: `none`, `best-effort`, `restricted` or `single-numa-node`. */
  readonly topology_manager_policy?: string;
  /** Maximum number of pods on the node; 0 means the default. Azure CNI needs as many addresses. */
  readonly max_pods?: number;
  /** Processes and threads that a pod may have; -1 leaves only the node's own limit. */
  readonly pod_pids_limit?: number;
  /** File that pods with the node's DNS settings get theirs from. It should not point to a resolver that only the host reaches. */
  readonly resolv_conf?: string;
  /** Whether CPU limits of containers are enforced with kernel quotas. `false` lets containers go beyond them. */
  readonly cpu_cfs_quota?: boolean;
  /** Period over which CPU limits are enforced, as a Go duration of 1 ms to 1 s. Other than 100 ms needs the feature gate `CustomCPUCFSQuotaPeriod`. */
  readonly cpu_cfs_quota_period?: string;
  /** Signals and thresholds at which pods are evicted at once. An empty map keeps the kubelet's defaults; a filled one replaces all of them. */
  readonly eviction_hard?: Readonly<Record<string, string>>;
  /** Whether the kubelet fails at start where kernel settings differ from what it needs, instead of changing them. */
  readonly protect_kernel_defaults?: boolean;
  /** Kubernetes features that are switched on or off. A gate that the installed kubelet does not know keeps it from starting. */
  readonly feature_gates?: Readonly<Record<string, boolean>>;
  /** Whether the kubelet refuses to start on a node with swap. A node with `enable_swap_config` needs `false`. */
  readonly fail_swap_on?: boolean;
  /** Size at which a container's log is rotated, as a quantity. */
  readonly container_log_max_size?: string;
  /** Log files that are kept for a container, the current one included. With fewer than 2 the kubelet does not start. */
  readonly container_log_max_files?: number;
  /** Resources that are kept for the operating system and taken off the node's allocatable ones. An empty map keeps none. */
  readonly system_reserved?: Readonly<Record<string, string>>;
  /** Resources that are kept for the kubelet and the container runtime and taken off the node's allocatable ones. */
  readonly kube_reserved?: Readonly<Record<string, string>>;
  /** What the reserved resources are enforced on. Empty means `pods`; `none` can't be combined with others; the other groups need their cgroup field. */
  readonly enforce_node_allocatable?: readonly string[];
  /** Signals and thresholds at which pods are evicted after a grace period. Each signal needs an entry in `eviction_soft_grace_period`. */
  readonly eviction_soft?: Readonly<Record<string, string>>;
  /** How long a soft threshold may be passed, as a Go duration for each signal of `eviction_soft`. */
  readonly eviction_soft_grace_period?: Readonly<Record<string, string>>;
  /** Seconds that a pod gets at most to end when a soft threshold evicts it. 0 is absent. */
  readonly eviction_max_pod_grace_period?: number;
  /** Cgroup of the Kubernetes daemons, on which `kube_reserved` is enforced. `enforce_node_allocatable` with `kube-reserved` needs it. */
  readonly kube_reserved_cgroup?: string;
  /** Cgroup of the system daemons, on which `system_reserved` is enforced. `enforce_node_allocatable` with `system-reserved` needs it. */
  readonly system_reserved_cgroup?: string;
  /** Sysctls outside the safe set that pods may ask for, or prefixes of them that end in `*`. */
  readonly allowed_unsafe_sysctls?: readonly string[];
  /** Whether images are pulled one after the other. `false` pulls them side by side, which starts nodes with many images sooner. */
  readonly serialize_image_pulls?: boolean;
  /** Whether pods that name no seccomp profile run with the runtime's default one instead of none. */
  readonly seccomp_default?: boolean;
}

/** Clients of the kubelet's server that show a token, checked by token reviews. */
export interface KubeletWebhookAuthentication {
  /** Whether tokens are accepted and checked with the API server. `false` cannot be said: it is dropped like every zero value here, and the kubelet takes `true`. */
  readonly enabled?: boolean;
  /** How long the API server's answer about a token is kept, as a Go duration. */
  readonly cache_ttl?: string;
}

/** How long the API server's decisions about clients of the kubelet are kept. */
export interface KubeletWebhookAuthorization {
  /** How long an allowing decision is kept, as a Go duration. */
  readonly cache_authorized_ttl?: string;
  /** How long a refusing decision is kept, as a Go duration. */
  readonly cache_unauthorized_ttl?: string;
}

/** Clients of the kubelet's server that show a certificate, checked by a CA. */
export interface KubeletX509Authentication {
  /** Path of the CA that has to have signed the certificates of clients. Empty switches client certificates off. */
  readonly client_ca_file?: string;
}

/** Operating system tuning of the node: kernel parameters, containerd's limits, swap and transparent huge pages. */
export interface CustomLinuxOsConfig {
  /** Kernel parameters that are written to `/etc/sysctl.d/999-sysctl-aks.conf`, beside three fixed and five default ones of AKS. */
  readonly sysctl_config?: SysctlConfig;
  /** Limits of the containerd service. Even an empty object makes the node write the systemd drop-in. */
  readonly ulimit_config?: UlimitConfig;
  /** Whether a swap file is made. It needs a positive `swap_file_size`, and a kubelet with `fail_swap_on` off. */
  readonly enable_swap_config?: boolean;
  /** Size of the swap file in megabytes. Without `enable_swap_config`, and at 0, there is none; a disk that is too small fails provisioning. */
  readonly swap_file_size?: number;
  /** When memory is backed by huge pages: `always`, `madvise` or `never`. Empty keeps the kernel's setting. */
  readonly transparent_hugepage_support?: string;
  /** When the kernel defragments memory for huge pages: `always`, `defer`, `defer+madvise`, `madvise` or `never`. Empty keeps the kernel's setting. */
  readonly transparent_defrag?: string;
}

/** Kernel parameters of the node. Each is written as given; an absent one keeps AKS's default where there is one, or else the kernel's. */
export interface SysctlConfig {
  /** `net.core.somaxconn`: connections to a socket that may wait to be accepted. */
  readonly net_core_somaxconn?: number;
  /** `net.core.netdev_max_backlog`: received packets that may wait for the kernel on each CPU. */
  readonly net_core_netdev_max_backlog?: number;
  /** `net.core.rmem_default`: receive buffer that a socket starts with, in bytes. Not above `net_core_rmem_max`. */
  readonly net_core_rmem_default?: number;
  /** `net.core.rmem_max`: largest receive buffer that a socket may ask for, in bytes. */
  readonly net_core_rmem_max?: number;
  /** `net.core.wmem_default`: send buffer that a socket starts with, in bytes. Not above `net_core_wmem_max`. */
  readonly net_core_wmem_default?: number;
  /** `net.core.wmem_max`: largest send buffer that a socket may ask for, in bytes. */
  readonly net_core_wmem_max?: number;
  /** `net.core.optmem_max`: largest ancillary (control message) buffer of a socket, in bytes. */
  readonly net_core_optmem_max?: number;
  /** `net.ipv4.tcp_max_syn_backlog`: half-open connections that a listening socket remembers. */
  readonly net_ipv4_tcp_max_syn_backlog?: number;
  /** `net.ipv4.tcp_max_tw_buckets`: sockets in TIME_WAIT that are kept; further ones are destroyed at once. */
  readonly net_ipv4_tcp_max_tw_buckets?: number;
  /** `net.ipv4.tcp_fin_timeout`: seconds that an orphaned connection stays in FIN_WAIT_2. The kernel's own value is 60. */
  readonly net_ipv4_tcp_fin_timeout?: number;
  /** `net.ipv4.tcp_keepalive_time`: idle seconds before the first keepalive probe. The kernel's own value is 7200. */
  readonly net_ipv4_tcp_keepalive_time?: number;
  /** `net.ipv4.tcp_keepalive_probes`: unanswered probes after which a connection is given up. The kernel's own value is 9. */
  readonly net_ipv4_tcp_keepalive_probes?: number;
  /** `net.ipv4.tcp_keepalive_intvl`: seconds between two keepalive probes. The kernel's own value is 75. */
  readonly net_ipv4_tcpkeepalive_intvl?: number;
  /** `net.ipv4.tcp_tw_reuse`: whether new outgoing connections may take over ports in TIME_WAIT. Written as 1 or 0. */
  readonly net_ipv4_tcp_tw_reuse?: boolean;
  /** `net.ipv4.ip_local_port_range`: first and last local port, with exactly one blank between them. A range that ends above 65330 also reserves port 65330. */
  readonly net_ipv4_ip_local_port_range?: string;
  /** `net.ipv4.neigh.default.gc_thresh1`: neighbour entries below which none is collected. */
  readonly net_ipv4_neigh_default_gc_thresh1?: number;
  /** `net.ipv4.neigh.default.gc_thresh2`: neighbour entries above which they are collected within seconds. */
  readonly net_ipv4_neigh_default_gc_thresh2?: number;
  /** `net.ipv4.neigh.default.gc_thresh3`: neighbour entries that are kept at most. The three thresholds ascend. */
  readonly net_ipv4_neigh_default_gc_thresh3?: number;
  /** `net.netfilter.nf_conntrack_max`: connections that are tracked at most; when they are full, new ones are dropped. */
  readonly net_netfilter_nf_conntrack_max?: number;
  /** `net.netfilter.nf_conntrack_buckets`: size of the hash table for connection tracking. */
  readonly net_netfilter_nf_conntrack_buckets?: number;
  /** `fs.inotify.max_user_watches`: files that one user may watch. */
  readonly fs_inotify_max_user_watches?: number;
  /** `fs.file-max`: file handles that may be open on the whole node. */
  readonly fs_file_max?: number;
  /** `fs.aio-max-nr`: asynchronous IO requests that may be under way on the whole node. Databases often need more. */
  readonly fs_aio_max_nr?: number;
  /** `fs.nr_open`: most files that the limit of a process may allow. No `no_file` limit can be above it. */
  readonly fs_nr_open?: number;
  /** `kernel.threads-max`: threads that may exist on the whole node. The kernel's own value follows from the memory. */
  readonly kernel_threads_max?: number;
  /** `vm.max_map_count`: memory areas that a process may map. Elasticsearch, for one, wants 262144. */
  readonly vm_max_map_count?: number;
  /** `vm.swappiness`: how readily process memory is swapped out. It matters with swap only; the kernel's own value is 60. */
  readonly vm_swappiness?: number;
  /** `vm.vfs_cache_pressure`: how readily directory and inode caches are freed. 100 is even-handed, less keeps them longer. */
  readonly vm_vfs_cache_pressure?: number;
}

/** Limits in a systemd drop-in of the containerd service, which containers inherit. */
export interface UlimitConfig {
  /** Open files that a process may have, as systemd's `LimitNOFILE` takes it. An empty text still writes the line. */
  readonly no_file?: string;
  /** Memory that a process may lock, as systemd's `LimitMEMLOCK` takes it: bytes, or a number with a unit. */
  readonly max_locked_memory?: string;
}

/** Probes that the local DNS cache sends to the upstream servers of a zone. */
export interface LocalDnsHealthCheck {
  /** Time between two probes of an upstream server, as a Go duration. Without it no health check is rendered. */
  readonly duration?: string;
  /** Whether probes ask without recursion. Only with `duration`. */
  readonly no_rec?: boolean;
  /** Name that health probes query. Only with `duration`; defaults to the root zone. */
  readonly domain?: string;
}

/** Settings of one DNS zone in the local cache; the zone is the key in the map around it. */
export interface LocalDnsOverrides {
  /** What is logged for the zone: `Log` logs every query, `Error` only failures. Any other value logs nothing. */
  readonly query_logging?: string;
  /** How queries are sent upstream: `PreferUDP` or `ForceTCP`. Any other value uses the client's protocol. */
  readonly protocol?: string;
  /** Where queries go: `ClusterCoreDNS`, or `VnetDNS` for Azure DNS. Not read for the root zone of the virtual network, which goes to Azure DNS, nor for zones that end in `cluster.local`, which go to CoreDNS. */
  readonly forward_destination?: string;
  /** Order in which upstream servers are tried: `Sequential`, `RoundRobin` or `Random`. Any other value means `Sequential`. */
  readonly forward_policy?: string;
  /** Queries that may be under way upstream at once; 0 lifts the limit. Write it: an absent one renders as `<nil>`, which CoreDNS refuses. */
  readonly max_concurrent?: number;
  /** Seconds that answers are kept at most. Write it: an absent one renders as `<nil>` behind `cache`. */
  readonly cache_duration_in_seconds?: number;
  /** Seconds that outdated answers may still be given. Write it with `serve_stale` `Verify` or `Immediate`: an absent one renders as `<nil>s`. */
  readonly serve_stale_duration_in_seconds?: number;
  /** When outdated answers are served: `Immediate` before the upstream server is queried, `Verify` after it failed to answer, `Disable` never. Any other value serves none. */
  readonly serve_stale?: string;
  /** Whether queries fail at once when health checks find every upstream server down, instead of trying one. */
  readonly failfast_all_unhealthy_upstreams?: boolean;
  /** How the upstream servers of the zone are probed. Rendered only with a `duration` in it. */
  readonly health_check?: LocalDnsHealthCheck;
}

/** A CoreDNS on the node that caches: it listens on 169.254.10.10 for the host and on 169.254.10.11 for pods. */
export interface LocalDnsProfile {
  /** Whether the local DNS cache runs. Without it no core file is rendered and the two limits are not read. */
  readonly enable_local_dns?: boolean;
  /** CPU that the cache may use, in thousandths of a core, exported as percent: 2000 is `200.0%`. 0 counts as absent. */
  readonly cpu_limit_in_milli_cores?: number;
  /** Memory that the cache may use, in megabytes. 0 counts as absent. */
  readonly memory_limit_in_mb?: number;
  /** Settings for each zone that the host asks for, and pods with the DNS policy `Default`. The key `.` is the root zone. */
  readonly vnet_dns_overrides?: Readonly<Record<string, LocalDnsOverrides>>;
  /** Settings for each zone that pods with the DNS policy `ClusterFirst` ask for. The key `.` is the root zone, which usually goes to `ClusterCoreDNS`. */
  readonly kube_dns_overrides?: Readonly<Record<string, LocalDnsOverrides>>;
  /** Whether critical names are answered from `/etc/localdns/hosts`, which is kept up to date. Needs `enable_local_dns`, and `critical_fqdns` to fill that file. */
  readonly enable_hosts_plugin?: boolean;
  /** Names that the hosts file holds. White space around them is removed and blank ones are dropped; they are exported even where local DNS is off. */
  readonly critical_fqdns?: readonly string[];
  /** Seconds between updates of the hosts file. The scripts raise less than 5 to 5; absent, 0 and negative numbers keep the interval of the image. */
  readonly hosts_plugin_refresh_interval_in_seconds?: number;
}

/** The cluster's network plugin and policy engine, and extra network interfaces of the node. */
export interface NetworkConfig {
  /** What gives pods their addresses. Absent exports an empty `NETWORK_PLUGIN`. */
  readonly network_plugin?: NetworkPlugin;
  /** What enforces network policies. Absent exports an empty `NETWORK_POLICY`. */
  readonly network_policy?: NetworkPolicy;
  /** URL of the Azure CNI plugins, a tarball. Needed with `NETWORK_PLUGIN_AZURE` where the image has no copy. */
  readonly vnet_cni_plugins_url?: string;
  /** URL of the reference CNI plugins. No script variable carries it. */
  readonly cni_plugins_url?: string;
  /** Number of standard network interfaces beside the first one, exported as `STANDARD_SECONDARY_NIC_COUNT`. */
  readonly standard_secondary_nic_count?: number;
}

/** An extra DNS search domain and the realm account that joins it. All three fields are needed together. */
export interface CustomSearchDomainConfig {
  /** DNS domain that is added to the node's search list; in capital letters it is the realm that the node joins. */
  readonly domain_name?: string;
  /** Account that joins the node to the realm, without the realm. Empty switches the search domain off. */
  readonly realm_user?: string;
  /** Password of `realm_user`, exported as it is. Empty switches the search domain off. */
  readonly realm_password?: string;
}

/** The outbound proxy of the node, for its services, its package downloads and the kubelet. */
export interface HttpProxyConfig {
  /** URL of the proxy for plain HTTP. It is put into shell text without escaping, so quotes and dollar signs have to be percent-encoded. */
  readonly http_proxy?: string;
  /** URL of the proxy for HTTPS, which may have the scheme `http` itself. Empty sends HTTPS without a proxy. */
  readonly https_proxy?: string;
  /** Hosts, domains and CIDR ranges that are reached without the proxy, joined with commas. An empty list counts as absent. The API server and the cluster's networks belong in it. */
  readonly no_proxy_entries?: readonly string[];
  /** CA certificate of a proxy that opens TLS, as base64 of PEM; line breaks are removed. The node trusts it only with a proxy URL. */
  readonly proxy_trusted_ca?: string;
}

/** A firewall rule that keeps pods from the Azure instance metadata service at 169.254.169.254. */
export interface ImdsRestrictionConfig {
  /** Whether traffic to the metadata service is dropped unless it comes from the node's own address. The rule is made sure of whenever the kubelet starts. */
  readonly enable_imds_restriction?: boolean;
  /** Whether the rule goes into iptables' mangle table instead of the filter table. Without `enable_imds_restriction` there is no rule. */
  readonly insert_imds_restriction_rule_to_mangle_table?: boolean;
}

/** Sources of the Kubernetes binaries, of the pod sandbox image and of the registry credential provider. */
export interface KubeBinaryConfig {
  /** Archive with kubelet and kubectl, as URL or as registry reference, for an image that has no copy of `kubernetes_version`. The custom and the private one come first. */
  readonly kube_binary_url?: string;
  /** Archive of a kubelet and kubectl of your own, as URL or as registry reference. It replaces the ones in the image and wins over `private_kube_binary_url`. */
  readonly custom_kube_binary_url?: string;
  /** Archive of a private kubelet and kubectl build. Only its file name counts: the archive has to be cached in the image. */
  readonly private_kube_binary_url?: string;
  /** Image reference of the pause container that holds each pod's namespaces, without scheme. It becomes containerd's sandbox image. */
  readonly pod_infra_container_image_url?: string;
  /** Archive of the provider by which the kubelet signs in to Azure registries, as URL or as registry reference. It matters when kubelet flags name a credential provider. */
  readonly linux_credential_provider_url?: string;
}

/** A containerd that replaces the one in the node image, by version or package URL. Empty strings keep the image's. */
export interface ContainerdConfig {
  /** Base URL of containerd builds, exported as `CONTAINERD_DOWNLOAD_URL_BASE`. Usually empty, as node images bring containerd along. */
  readonly containerd_download_url_base?: string;
  /** Version of containerd that is asked for, exported as `CONTAINERD_VERSION`. The template of its config file follows the containerd that is found on the node. */
  readonly containerd_version?: string;
  /** URL of one containerd package, which is installed whatever version is asked for. Meant for fixes and tests. */
  readonly containerd_package_url?: string;
}

/** A runc that replaces the one in the node image, by version or package URL. Empty strings keep the image's. */
export interface RuncConfig {
  /** Version of runc that is asked for, exported as `RUNC_VERSION`. */
  readonly runc_version?: string;
  /** URL of one runc package, which is installed whatever `runc_version` says. Meant for fixes and tests. */
  readonly runc_package_url?: string;
}

/** GPU driver, device plugin, MIG partitions and managed GPUs, for NVIDIA in the main. */
export interface GpuConfig {
  /** Whether the node is one with NVIDIA GPUs, whatever its VM size: `GPU_NODE` is set and containerd's default runtime is NVIDIA's. */
  readonly enable_nvidia?: boolean;
  /** Whether provisioning installs the GPU driver. Without it a GPU node only checks that a driver works; other nodes ignore it. */
  readonly config_gpu_driver?: boolean;
  /** Whether the NVIDIA device plugin runs as a service of the node. Only GPU nodes look at it. */
  readonly gpu_device_plugin?: boolean;
  /** MIG profile into which every GPU is cut. Any text marks a MIG node, which reboots once; empty leaves the GPUs whole. */
  readonly gpu_instance_profile?: string;
  /** Whether the node has AMD GPUs. No script variable carries it. */
  readonly enable_amd_gpu?: boolean;
  /** Whether the subscription has the managed GPU preview registered. It turns nothing on: `enable_managed_gpu` does. */
  readonly managed_gpu_experience_afec_enabled?: boolean;
  /** Whether AKS runs NVIDIA's device plugin, DCGM and its metrics exporter on the node. Needs `enable_nvidia`; together with `enable_managed_gpu_dra` provisioning fails. */
  readonly enable_managed_gpu?: boolean;
  /** How the managed device plugin shows a MIG node's partitions. Only the exact `Mixed` gives a resource for each profile; `Single`, `None` and everything else give plain `nvidia.com/gpu`. */
  readonly mig_strategy?: string;
  /** MIG profiles to cut each GPU into, in order, where they are not all the same. Only `gpu_instance_profile` marks a MIG node, so fill that too. */
  readonly mig_profile_layout?: readonly string[];
  /** Like `enable_managed_gpu`, but GPUs are handed out by dynamic resource allocation instead of the device plugin. Only one of the two may be set. */
  readonly enable_managed_gpu_dra?: boolean;
}
