import type { ClusterConfig, Configuration, KubeletConfig, LocalDnsOverrides } from '../contract/types.generated.js';
import { choose, example, examplesOf, fill, type Fillable, type Template } from './templateStops.js';

/*
 * What every node needs to join, with any operating system: the fields that aks-node-controller requires, an identity, a
 * bootstrap token and a kubelet that rejects anonymous requests. The structure follows what AgentBaker 06836ee230 reads.
 */

/** The resource group of the node and its network, which is also the label of the cluster. */
const resourceGroup = example('MC_contoso_pool_eastus');
const nodePool = fill('pool1');

/** The cluster in Azure; `dnsServiceIp` is only needed for local DNS. */
function cluster(dnsServiceIp?: string): Fillable<ClusterConfig> {
  return {
    location: fill('eastus'),
    resource_group: resourceGroup,
    vm_type: 'VM_TYPE_VMSS',
    primary_scale_set: example('aks-pool1-12345678-vmss'),
    use_instance_metadata: true,
    cluster_network_config: {
      vnet_name: example('aks-vnet-12345678'),
      vnet_resource_group: resourceGroup,
      subnet: fill('aks-subnet'),
      security_group_name: example('aks-agentpool-12345678-nsg'),
      route_table: example('aks-agentpool-12345678-routetable'),
      ...(dnsServiceIp === undefined ? {} : { core_dns_service_ip: fill(dnsServiceIp) }),
    },
    load_balancer_config: { load_balancer_sku: 'LOAD_BALANCER_SKU_STANDARD' },
  };
}

/** What differs between the kubelets of the templates. */
interface KubeletChoices {
  /** The operating system as AKS labels it. */
  readonly osSku: 'Ubuntu' | 'AzureLinux' | 'Flatcar';
  /** The DNS server of pods. */
  readonly clusterDns?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** The kubelet's labels and config file. */
function kubelet({ osSku, clusterDns, labels = {} }: KubeletChoices): Fillable<KubeletConfig> {
  return {
    kubelet_flags: { '--cloud-provider': 'external' },
    kubelet_node_labels: {
      agentpool: nodePool,
      'kubernetes.azure.com/agentpool': nodePool,
      'kubernetes.azure.com/cluster': resourceGroup,
      'kubernetes.azure.com/mode': choose('user', 'system'),
      'kubernetes.azure.com/os-sku': osSku,
      ...labels,
    },
    enable_kubelet_config_file: true,
    kubelet_config_file_config: {
      kind: 'KubeletConfiguration',
      api_version: 'kubelet.config.k8s.io/v1beta1',
      tls_cert_file: '/etc/kubernetes/certs/kubeletserver.crt',
      tls_private_key_file: '/etc/kubernetes/certs/kubeletserver.key',
      rotate_certificates: true,
      authentication: {
        x509: { client_ca_file: '/etc/kubernetes/certs/ca.crt' },
        webhook: { enabled: true },
      },
      authorization: { mode: 'Webhook' },
      cluster_domain: 'cluster.local',
      cluster_dns: [clusterDns ?? fill('10.0.0.10')],
      max_pods: 110,
      resolv_conf: '/run/systemd/resolve/resolv.conf',
      eviction_hard: { 'memory.available': '100Mi', 'nodefs.available': '10%', 'nodefs.inodesFree': '5%' },
      protect_kernel_defaults: true,
      kube_reserved: { cpu: '140m', memory: '1638Mi' },
      enforce_node_allocatable: ['pods'],
    },
  };
}

/** A config for a node of that system; `changes` replace whole fields or are appended. */
function nodeConfig(osSku: KubeletChoices['osSku'], changes: Fillable<Configuration> = {}): Fillable<Configuration> {
  return {
    version: 'v1',
    kubernetes_version: fill('1.33.2'),
    vm_size: fill('Standard_D4s_v5'),
    api_server_config: { api_server_name: example('contoso-dns-1a2b3c4d.hcp.eastus.azmk8s.io') },
    kubernetes_ca_cert: example(''),
    auth_config: {
      tenant_id: example('00000000-0000-0000-0000-000000000002'),
      subscription_id: example('00000000-0000-0000-0000-000000000001'),
      service_principal_id: 'msi',
      assigned_identity_id: example('00000000-0000-0000-0000-000000000003'),
      use_managed_identity_extension: true,
    },
    bootstrapping_config: {
      bootstrapping_auth_method: 'BOOTSTRAPPING_AUTH_METHOD_BOOTSTRAP_TOKEN',
      tls_bootstrapping_token: example('abcdef.0123456789abcdef'),
    },
    cluster_config: cluster(),
    network_config: { network_plugin: 'NETWORK_PLUGIN_AZURE', network_policy: 'NETWORK_POLICY_NONE' },
    kube_binary_config: { pod_infra_container_image_url: 'mcr.microsoft.com/oss/kubernetes/pause:3.6' },
    kubelet_config: kubelet({ osSku }),
    needs_cgroupv2: true,
    ...changes,
  };
}

/** The script that writes apt's periodic jobs runs on Ubuntu only (`cse_main.sh`, AgentBaker 06836ee230). */
const ubuntu: Template = {
  label: 'Ubuntu node',
  doc: 'A node on an AKS Ubuntu image, in a scale set, with Azure CNI and a bootstrap token. The node installs security updates by itself.',
  config: nodeConfig('Ubuntu', { enable_unattended_upgrade: true }),
};

const azureLinux: Template = {
  label: 'Azure Linux node',
  doc: 'A node on an AKS Azure Linux image, in a scale set, with Azure CNI and a bootstrap token. Unattended upgrades are left out: the provisioning scripts switch them on for Ubuntu only.',
  config: nodeConfig('AzureLinux'),
};

/** Only the custom data differs: `CustomDataFlatcar` of AgentBaker 06836ee230 writes Ignition. */
const flatcar: Template = {
  label: 'Flatcar node',
  doc: 'A node on a Flatcar or Azure Container Linux image. Its system is replaced as a whole, so there are no unattended upgrades, and it has cgroup v2 only. Its custom data are Ignition instead of cloud-init: preview and render them in the dialect `flatcar`.',
  config: nodeConfig('Flatcar'),
};

/** An environment in the format of go-autorest, which the Azure cloud provider reads. */
const environment = JSON.stringify({
  name: 'AksCustom',
  resourceManagerEndpoint: 'https://management.contoso.example/',
  activeDirectoryEndpoint: 'https://login.contoso.example/',
  storageEndpointSuffix: 'core.contoso.example',
  resourceManagerVMDNSSuffix: 'cloudapp.contoso.example',
});

const customCloud: Template = {
  label: 'Node in a custom cloud',
  doc: "A node in a sovereign or air-gapped Azure. The name `AksCustom` marks such a cloud; `custom_env_json_content` is the cloud's environment as JSON text, of which `resourceManagerEndpoint` becomes the ARM endpoint; packages come from `repo_depot_endpoint`.",
  config: nodeConfig('Ubuntu', {
    custom_cloud_config: {
      custom_cloud_env_name: 'AksCustom',
      repo_depot_endpoint: example('https://repodepot.contoso.example/ubuntu'),
      custom_env_json_content: example(environment),
      container_registry_dns_suffix: example('.azurecr.contoso.example'),
    },
  }),
};

/** The sizes are ones whose GPUs can be cut; `MIG_NODE` follows `gpu_instance_profile` alone (AgentBaker 06836ee230). */
const gpuMig: Template = {
  label: 'GPU node with MIG',
  doc: 'A node whose NVIDIA GPUs are each cut into instances of one profile. With the strategy `Single` pods ask for `nvidia.com/gpu`, with `Mixed` there is a resource for each profile. The profile cannot be changed once the node has joined.',
  config: nodeConfig('Ubuntu', {
    vm_size: choose('Standard_NC24ads_A100_v4', 'Standard_ND96asr_v4'),
    kubelet_config: kubelet({ osSku: 'Ubuntu', labels: { 'kubernetes.azure.com/accelerator': 'nvidia' } }),
    gpu_config: {
      enable_nvidia: true,
      config_gpu_driver: true,
      gpu_device_plugin: true,
      gpu_instance_profile: choose('MIG1g', 'MIG2g', 'MIG3g', 'MIG4g', 'MIG7g'),
      mig_strategy: choose('Single', 'Mixed'),
    },
  }),
};

const proxy = example('http://proxy.contoso.example:3128');

const httpProxy: Template = {
  label: 'Node behind an HTTP proxy',
  doc: "A node that reaches the internet through a proxy. `no_proxy_entries` lists what it reaches itself: Azure's own addresses, the cluster and the virtual network, whose range is yours to fill in. `proxy_trusted_ca` takes the CA that the proxy signs with, as base64 of PEM; leave it empty where the proxy signs nothing.",
  config: nodeConfig('Ubuntu', {
    enable_unattended_upgrade: true,
    http_proxy_config: {
      http_proxy: proxy,
      https_proxy: proxy,
      no_proxy_entries: [
        'localhost',
        '127.0.0.1',
        '168.63.129.16',
        '169.254.169.254',
        '.svc',
        '.cluster.local',
        fill('10.224.0.0/12'),
        fill('10.0.0.0/16'),
      ],
      proxy_trusted_ca: fill(''),
    },
  }),
};

/** The address at which the cache serves pods (`localDnsClusterListenerIp`, AgentBaker 06836ee230). */
const clusterListener = '169.254.10.11';

/** A zone with the three numbers that would render as `<nil>` if they were left out. */
function zone(
  settings: Pick<LocalDnsOverrides, 'protocol' | 'forward_destination' | 'serve_stale'>,
): LocalDnsOverrides {
  return {
    query_logging: 'Error',
    ...settings,
    forward_policy: 'Sequential',
    max_concurrent: 1000,
    cache_duration_in_seconds: 3600,
    serve_stale_duration_in_seconds: 3600,
  };
}

const clusterZone = zone({ protocol: 'ForceTCP', forward_destination: 'ClusterCoreDNS', serve_stale: 'Immediate' });

const localDns: Template = {
  label: 'Node with local DNS',
  doc: `A node with a DNS cache of its own. Names outside the cluster go to the virtual network's DNS where the node asks, and to CoreDNS where pods ask; \`cluster_dns\` of the kubelet points pods to the cache at ${clusterListener}.`,
  config: nodeConfig('Ubuntu', {
    enable_unattended_upgrade: true,
    cluster_config: cluster('10.0.0.10'),
    kubelet_config: kubelet({ osSku: 'Ubuntu', clusterDns: clusterListener }),
    local_dns_profile: {
      enable_local_dns: true,
      cpu_limit_in_milli_cores: 2000,
      memory_limit_in_mb: 128,
      vnet_dns_overrides: {
        '.': zone({ protocol: 'PreferUDP', forward_destination: 'VnetDNS', serve_stale: 'Immediate' }),
        'cluster.local': clusterZone,
      },
      kube_dns_overrides: {
        '.': zone({ protocol: 'PreferUDP', forward_destination: 'ClusterCoreDNS', serve_stale: 'Immediate' }),
        'cluster.local': clusterZone,
      },
    },
  }),
};

/** All templates, in the order of the list that an editor shows. A new one is added here. */
export const templates: readonly Template[] = [ubuntu, azureLinux, flatcar, gpuMig, customCloud, httpProxy, localDns];

/** What of the templates no node can use. */
export const templateExamples = examplesOf(templates);
