import type { ClusterConfig, Configuration, KubeletConfig } from '../../contract/types.generated.js';
import { choose, fill, type Fillable } from './template.js';

/*
 * What every node needs in order to join, whatever its system: the fields that aks-node-controller wants,
 * an identity, a bootstrap token and a kubelet that lets nobody in without credentials. The shape follows
 * what AgentBaker 06836ee230 reads; all names and numbers are examples.
 */

/** The group that holds the node, its network and, as a label, stands for the cluster. */
const resourceGroup = fill('MC_contoso_pool_eastus');
const nodePool = fill('pool1');

/** The cluster's place in Azure; `dnsServiceIp` is written where something reads it. */
export function cluster(dnsServiceIp?: string): Fillable<ClusterConfig> {
  return {
    location: fill('eastus'),
    resource_group: resourceGroup,
    vm_type: 'VM_TYPE_VMSS',
    primary_scale_set: fill('aks-pool1-12345678-vmss'),
    use_instance_metadata: true,
    cluster_network_config: {
      vnet_name: fill('aks-vnet-12345678'),
      vnet_resource_group: resourceGroup,
      subnet: fill('aks-subnet'),
      security_group_name: fill('aks-agentpool-12345678-nsg'),
      route_table: fill('aks-agentpool-12345678-routetable'),
      ...(dnsServiceIp === undefined ? {} : { core_dns_service_ip: fill(dnsServiceIp) }),
    },
    load_balancer_config: { load_balancer_sku: 'LOAD_BALANCER_SKU_STANDARD' },
  };
}

/** What differs between the kubelets of the templates. */
export interface KubeletChoices {
  /** The operating system as AKS labels it. */
  readonly osSku: 'Ubuntu' | 'AzureLinux' | 'Flatcar';
  /** The DNS server of pods. */
  readonly clusterDns?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** The kubelet's labels and config file. */
export function kubelet({ osSku, clusterDns, labels = {} }: KubeletChoices): Fillable<KubeletConfig> {
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

/** A config for a node of that system; `changes` replace whole fields or come behind them. */
export function nodeConfig(
  osSku: KubeletChoices['osSku'],
  changes: Fillable<Configuration> = {},
): Fillable<Configuration> {
  return {
    version: 'v1',
    kubernetes_version: fill('1.33.2'),
    vm_size: fill('Standard_D4s_v5'),
    api_server_config: { api_server_name: fill('contoso-dns-1a2b3c4d.hcp.eastus.azmk8s.io') },
    kubernetes_ca_cert: fill(''),
    auth_config: {
      tenant_id: fill('00000000-0000-0000-0000-000000000002'),
      subscription_id: fill('00000000-0000-0000-0000-000000000001'),
      service_principal_id: 'msi',
      assigned_identity_id: fill('00000000-0000-0000-0000-000000000003'),
      use_managed_identity_extension: true,
    },
    bootstrapping_config: {
      bootstrapping_auth_method: 'BOOTSTRAPPING_AUTH_METHOD_BOOTSTRAP_TOKEN',
      tls_bootstrapping_token: fill('abcdef.0123456789abcdef'),
    },
    cluster_config: cluster(),
    network_config: { network_plugin: 'NETWORK_PLUGIN_AZURE', network_policy: 'NETWORK_POLICY_NONE' },
    kube_binary_config: { pod_infra_container_image_url: 'mcr.microsoft.com/oss/kubernetes/pause:3.6' },
    kubelet_config: kubelet({ osSku }),
    needs_cgroupv2: true,
    ...changes,
  };
}
