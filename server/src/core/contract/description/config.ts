/** aksnodeconfig/v1/config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { enumeration, field, message, value } from '../describe.js';

export const configMessages = [
  message(
    'Configuration',
    'Everything that a node needs to know in order to join its cluster.',
    [
      field(
        'string version = 1',
        'Version of the contract that the config is written for. `v1` is current, `v0` still works but is logged as deprecated, anything else stops the node controller. Required.',
        { required: true, examples: ['v1'] },
      ),
      field(
        'KubeBinaryConfig kube_binary_config = 2',
        'Where the Kubernetes binaries, the pause image and the credential provider come from.',
      ),
      field(
        'CustomCloudConfig custom_cloud_config = 3',
        'Endpoints of a sovereign or air-gapped Azure cloud; leave it out for the public clouds.',
      ),
      field('ApiServerConfig api_server_config = 4', 'How the node reaches and trusts the Kubernetes API server.'),
      field(
        'ClusterConfig cluster_config = 5',
        "The cluster's place in Azure: resource group, region, network and load balancer.",
      ),
      field('BootstrappingConfig bootstrapping_config = 6', 'How the kubelet gets its first credentials.'),
      field('AuthConfig auth_config = 7', "The Azure identity that the node's cloud provider signs in with."),
      field('RuncConfig runc_config = 8', 'Which runc to install when the one in the image does not fit.'),
      field(
        'ContainerdConfig containerd_config = 9',
        'Which containerd to install when the one in the image does not fit.',
      ),
      field('KubeletConfig kubelet_config = 11', 'Flags, labels and config file of the kubelet.'),
      field(
        'CustomSearchDomainConfig custom_search_domain_config = 12',
        'An extra DNS search domain, joined through a realm.',
      ),
      field(
        'CustomLinuxOsConfig custom_linux_os_config = 13',
        'Kernel and memory settings: sysctls, ulimits, swap, huge pages.',
      ),
      field(
        'HttpProxyConfig http_proxy_config = 14',
        'The HTTP proxy that the node uses for everything but the listed hosts.',
      ),
      field('GpuConfig gpu_config = 15', 'Driver, device plugin and partitioning of NVIDIA GPUs.'),
      field('NetworkConfig network_config = 16', "The cluster's network plugin and policy engine."),
      field(
        'string kubernetes_ca_cert = 17',
        "The cluster's CA certificate as base64 of PEM; it is written to `/etc/kubernetes/certs/ca.crt`.",
      ),
      field(
        'string kubernetes_version = 18',
        'Kubernetes version of the node, without a leading `v`. It also decides which kubelet settings are still rendered.',
        { examples: ['1.33.2'] },
      ),
      field(
        'string kube_proxy_url = 19',
        'Image reference of kube-proxy, for clusters that run their own build of it.',
      ),
      field(
        'string vm_size = 20',
        'Azure VM size of the node. It selects the GPU driver and recognises SGX sizes, where upper and lower case count.',
        { examples: ['Standard_D4s_v5'] },
      ),
      field('string linux_admin_username = 21', "Login of the node's administrator; empty stands for `azureuser`.", {
        examples: ['azureuser'],
      }),
      field(
        'optional bool is_vhd = 22',
        'Whether the node starts from an AKS image that has the components cached, which is true where the field is absent.',
      ),
      field(
        'optional bool enable_ssh = 23',
        'Whether sshd keeps running after provisioning. Absent means that it does.',
      ),
      field(
        'bool enable_unattended_upgrade = 24',
        'Whether the distribution may install security updates by itself while the node runs.',
      ),
      field('string message_of_the_day = 25', 'Text shown at login, as base64.'),
      field(
        'bool enable_hosts_config_agent = 26',
        "Whether an agent keeps the private API server's address in `/etc/hosts` up to date.",
      ),
      field(
        'repeated string custom_ca_certs = 27',
        'CA certificates that the node trusts in addition, each as base64 of PEM.',
      ),
      field(
        'string provision_output = 28',
        'Path of the provisioning log. No script variable carries it, so setting it changes nothing.',
      ),
      field(
        'WorkloadRuntime workload_runtime = 29',
        'What runs workloads on the node. No script variable carries it; OCI containers are the only choice left.',
      ),
      field('bool ipv6_dual_stack_enabled = 30', 'Whether the node gets IPv6 addresses beside IPv4.'),
      field(
        'string outbound_command = 31',
        'Shell command that proves outbound connectivity before provisioning goes on; empty skips the check.',
        { examples: ['curl -v --insecure --proxy-insecure https://mcr.microsoft.com/v2/'] },
      ),
      field(
        'string azure_private_registry_server = 32',
        'Name of a private container registry that the node may pull from.',
        { examples: ['contoso.azurecr.io'] },
      ),
      field(
        'string private_egress_proxy_address = 33',
        "Address of the proxy through which clusters without outbound access reach Azure's packages.",
      ),
      field(
        'bool enable_artifact_streaming = 34',
        'Whether container images are streamed on demand instead of being pulled in full.',
      ),
      field('bool is_kata = 35', 'Whether the node runs Kata containers, which changes the containerd config.'),
      field(
        'optional bool needs_cgroupv2 = 36',
        'Whether the node has to use cgroup v2; some kubelet and containerd settings follow from it.',
      ),
      field(
        'bool disable_custom_data = 37',
        'Whether producers leave the custom data out. The provisioning scripts do not see it.',
      ),
      field(
        'string bootstrap_profile_container_registry_server = 38',
        "Registry that network-isolated clusters bootstrap from, in place of Microsoft's public one.",
        { examples: ['contoso.azurecr.io'] },
      ),
      field(
        'ImdsRestrictionConfig imds_restriction_config = 39',
        'Keeps pods away from the instance metadata service.',
      ),
      field(
        'bool pre_provision_only = 40',
        'Whether provisioning stops before the node joins, as it does when an image is being prepared.',
        { since: 'v0.20250729.0' },
      ),
      field(
        'LocalDnsProfile local_dns_profile = 41',
        'A DNS cache on the node itself, in front of CoreDNS and Azure DNS.',
        { since: 'v0.20250911.0' },
      ),
      field('optional bool disable_pubkey_auth = 42', 'Whether sshd refuses logins by public key.', {
        since: 'v0.20251003.0',
      }),
      field(
        'ServiceAccountImagePullProfile service_account_image_pull_profile = 43',
        "Pulling images with the identity of the pod's service account.",
        { since: 'v0.20260101.0' },
      ),
      field(
        'optional int32 cse_timeout = 44',
        'Seconds that provisioning may take. Values outside of 1 to 21600, and an absent one, stand for 900.',
        { since: 'v0.20260210.0', examples: [900] },
      ),
      field(
        'map<string, string> enabled_features = 45',
        'Switches that are handed to the node in `enabled_features.sh`. Names that no shell variable can have and values with line breaks are left out.',
        { since: 'v0.20260717.0', examples: [{ ENABLE_IMDS_CACHE: 'true' }] },
      ),
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
  enumeration('WorkloadRuntime', 'What runs workloads on the node.', [
    value('WORKLOAD_RUNTIME_UNSPECIFIED = 0', 'Nothing was chosen.'),
    value('WORKLOAD_RUNTIME_OCI_CONTAINER = 1', 'OCI containers.'),
  ]),
];
