import type { TypeDescriptions } from '../describe.js';

/** The versions with which the node controller starts (AgentBaker 06836ee230, `app.go`), the current one first. */
export const configVersions: readonly string[] = ['v1', 'v0'];

/** Defaults and the range of the timeout are those of the parser. */
export const configTypes: TypeDescriptions = {
  // config.proto
  Configuration: {
    doc: 'Everything that a node needs to know to join its cluster: identity, place in Azure, component versions and OS tuning.',
    fields: {
      'string version = 1': [
        'Version of the contract that the config is written for. `v1` is current, `v0` still works but is logged as deprecated, anything else stops the node controller.',
        { required: true, oneOf: configVersions, examples: ['v1'] },
      ],
      'KubeBinaryConfig kube_binary_config = 2':
        'Where kubelet and kubectl, the pause image and the registry credential provider come from. Absent, containerd gets an empty `sandbox_image`.',
      'CustomCloudConfig custom_cloud_config = 3':
        'Endpoints of a sovereign or disconnected cloud. Leave it out in the public, China, Germany and US Government clouds, which follow from `cluster_config.location`.',
      'ApiServerConfig api_server_config = 4':
        "Name and certificate of the cluster's API server. One required field is in it.",
      'ClusterConfig cluster_config = 5':
        'Place of the node in Azure: resource group, region, kind of VM, network, load balancer and cloud provider. Four required fields are in it.',
      'BootstrappingConfig bootstrapping_config = 6':
        'The first credential of the kubelet: a bootstrap token, or secure TLS bootstrapping and its settings.',
      'AuthConfig auth_config = 7':
        'Tenant, subscription and identity of the node, most of which goes into `/etc/kubernetes/azure.json`. One required field is in it.',
      'RuncConfig runc_config = 8': 'Another runc than the one in the node image; leave it out to keep that one.',
      'ContainerdConfig containerd_config = 9':
        "Another containerd than the one in the node image. containerd's config file does not follow from it.",
      'KubeletConfig kubelet_config = 11':
        'Flags, node labels, config file and client certificate of the kubelet. Absent leaves `KUBELET_CONFIG_FILE_CONTENT` empty; an empty object encodes `{}`.',
      'CustomSearchDomainConfig custom_search_domain_config = 12':
        'An extra DNS search domain with the realm account that joins it. It takes effect only with all three fields filled.',
      'CustomLinuxOsConfig custom_linux_os_config = 13':
        "Kernel parameters, containerd's limits, swap file and transparent huge pages. Absent, the node still gets AKS's own kernel parameters.",
      'HttpProxyConfig http_proxy_config = 14':
        'The outbound proxy of the node. It is set up once `http_proxy` or `https_proxy` is filled.',
      'GpuConfig gpu_config = 15':
        'GPU driver, device plugin, MIG partitions and managed GPUs. `enable_nvidia` makes the node a GPU node; `vm_size` only picks the driver.',
      'NetworkConfig network_config = 16':
        'Network plugin and policy engine of the cluster, the download of Azure CNI, and secondary network interfaces.',
      'string kubernetes_ca_cert = 17': [
        "The cluster's CA certificate as base64 of PEM, decoded into `/etc/kubernetes/certs/ca.crt`. Without it the node cannot verify the API server.",
        { format: 'base64-certificates' },
      ],
      'string kubernetes_version = 18': [
        'Kubernetes version of the node, without a leading `v`. From 1.34.0 on the streaming idle timeout is left out, from 1.22.0 on containerd gets its `certs.d` path; text that is no version counts as older.',
        { format: 'kubernetes-version', examples: ['1.33.2', '1.34.1'] },
      ],
      'string kube_proxy_url = 19': [
        'Image reference of kube-proxy. Usually empty, as AKS runs kube-proxy as a DaemonSet.',
        { format: 'image-reference', examples: ['mcr.microsoft.com/oss/kubernetes/kube-proxy:v1.33.2'] },
      ],
      'string vm_size = 20': [
        'Azure VM size of the node. It picks GPU driver and fabric manager in any case of letters; the SGX sizes `Standard_DC2s` and `Standard_DC4s` must match exactly. It never makes the node a GPU node.',
        { format: 'vm-size', known: 'vm-size', examples: ['Standard_D4s_v5', 'Standard_NC24ads_A100_v4'] },
      ],
      'string linux_admin_username = 21': [
        "Login of the node's administrator, whose password is kept from expiring.",
        { format: 'linux-user-name', default: 'azureuser', examples: ['azureuser'] },
      ],
      'optional bool is_vhd = 22': [
        'Whether the node starts from an AKS image that has the components cached; provisioning fails when it turns out to be another. `false` allows a full installation.',
        { default: true },
      ],
      'optional bool enable_ssh = 23': [
        'Whether the SSH daemon keeps running. Only an explicit `false` stops it.',
        { default: true },
      ],
      'bool enable_unattended_upgrade = 24':
        'Whether the distribution may install updates by itself while the node runs. Kata images of Azure Linux ignore it.',
      'string message_of_the_day = 25': [
        'Banner that logins show, as base64 text decoded into `/etc/motd`. Empty keeps the banner of the image.',
        { format: 'base64', examples: ['Q29udG9zbyBub2RlLiBBdXRob3JpemVkIHVzZSBvbmx5Lgo='] },
      ],
      'bool enable_hosts_config_agent = 26':
        "Whether an agent keeps the private API server's address in `/etc/hosts`, for private clusters. Provisioning then does not look the name up.",
      'repeated string custom_ca_certs = 27': [
        'CA certificates that the node trusts in addition, each as base64 of PEM. Line breaks are removed, and entry n becomes `CUSTOM_CA_CERT_n`, counted from 0.',
        { format: 'base64-certificates', strips: 'line-endings' },
      ],
      'string provision_output = 28': [
        'Path of a provisioning log. It has no effect: `PROVISION_OUTPUT` is always `/var/log/azure/cluster-provision-cse-output.log`.',
        { format: 'absolute-path', examples: ['/var/log/azure/cluster-provision-cse-output.log'] },
      ],
      'WorkloadRuntime workload_runtime = 29':
        'What runs workloads on the node. No script variable carries it, so neither value changes anything.',
      'bool ipv6_dual_stack_enabled = 30':
        'Whether the node gets IPv6 addresses beside IPv4 by DHCPv6, as dual-stack clusters need.',
      'string outbound_command = 31': [
        'Command that has to succeed in order to prove outbound connectivity: it is retried, and provisioning fails with code 50 when it never does. Empty skips the check.',
        { examples: ['curl -v --insecure --proxy-insecure https://mcr.microsoft.com/v2/'] },
      ],
      'string azure_private_registry_server = 32': [
        'Login server of a private Azure container registry, a host name without scheme, exported as `AZURE_PRIVATE_REGISTRY_SERVER`.',
        { format: 'registry-host', examples: ['contoso.azurecr.io'] },
      ],
      'string private_egress_proxy_address = 33': [
        'Address of a private egress proxy. The scripts only log it; the proxy that they use is in `http_proxy_config`.',
        { examples: ['https://egress.contoso.example:8443'] },
      ],
      'bool enable_artifact_streaming = 34':
        'Whether containers start before their images are pulled in full, by the `overlaybd` snapshotter of containerd.',
      'bool is_kata = 35':
        'Whether the node runs Kata pods: containerd gets the Kata runtimes and their snapshotters. Needs a node image with Kata.',
      'optional bool needs_cgroupv2 = 36':
        'Whether kubelet and containerd use the systemd cgroup driver, as hosts with cgroup v2 need. Absent means `false`, so current Ubuntu and Azure Linux images want `true`.',
      'bool disable_custom_data = 37':
        'A sign between producers that there is no custom data. No script variable carries it; before v0.20260324.0, the boot command did not wait for cloud-init then.',
      'string bootstrap_profile_container_registry_server = 38': [
        'Registry that a network isolated cluster takes binaries and images from instead of `mcr.microsoft.com`, with its path, if any. Empty means the public registry.',
        { format: 'registry-host', examples: ['contoso.azurecr.io', 'contoso.azurecr.io/aks-managed-repository'] },
      ],
      'ImdsRestrictionConfig imds_restriction_config = 39':
        'A firewall rule that keeps pods from the instance metadata service. Absent leaves the service open to them.',
      'bool pre_provision_only = 40 since v0.20250729.0':
        'Whether provisioning stops before the node joins, so that the VM can be captured as an image. Leave it out on real nodes.',
      'LocalDnsProfile local_dns_profile = 41 since v0.20250911.0 #6967':
        'A DNS cache on the node, in front of CoreDNS and Azure DNS. It starts only with `enable_local_dns` in it.',
      'optional bool disable_pubkey_auth = 42 since v0.20251003.0 #7059':
        'Whether the SSH daemon refuses logins by public key: `PubkeyAuthentication no` is written to its config.',
      'ServiceAccountImagePullProfile service_account_image_pull_profile = 43 since v0.20260122.0 #7596':
        "Image pulls with the identity of a pod's service account instead of the kubelet's. Off unless `enabled` is set in it.",
      'optional int32 cse_timeout = 44 since v0.20260210.0 #7766': [
        'Seconds that provisioning may take. A number outside of 1 to 21600 counts as absent.',
        { range: { min: 1, max: 21600 }, default: 900, unit: 'seconds', examples: [900, 1800] },
      ],
      'map<string, string> enabled_features = 45 since v0.20260717.0 #8917': [
        'Switches that the custom data writes to `enabled_features.sh`, one `NAME=value` a line. Names that no shell variable can have and values with line breaks are left out; no script variable carries the map.',
        { keyFormat: 'feature-name', examples: [{ ENABLE_PROVISIONING_HOTFIX: 'true' }] },
      ],
    },
    removed: {
      'TeleportConfig teleport_config = 10 until v0.20260324.0 #8052':
        'Artifact streaming took its place: see `enable_artifact_streaming`.',
    },
  },
  TeleportConfig: {
    doc: 'Image pulls by teleportd, the predecessor of artifact streaming.',
    until: 'v0.20260324.0 #8052',
    fields: {
      'bool status = 1': "Whether containerd's snapshotter was teleportd.",
      'string teleportd_plugin_download_url = 2': 'Where the plugin of containerd was downloaded from.',
    },
  },
  WorkloadRuntime: {
    doc: 'What runs workloads on the node; the provisioning scripts do not see it.',
    values: {
      'WORKLOAD_RUNTIME_UNSPECIFIED = 0': 'No runtime was chosen, which makes no difference.',
      'WORKLOAD_RUNTIME_OCI_CONTAINER = 1':
        'OCI containers run by containerd, the only choice since the one for WebAssembly was removed.',
    },
    removed: {
      'WORKLOAD_RUNTIME_WASM_WASI until v0.20250624.0':
        'WebAssembly workloads are run by a runtime class of the cluster, not by a kind of node.',
    },
  },
};
