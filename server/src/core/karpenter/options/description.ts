import type { Field } from '../../record/model.js';
import { bool, duration, int32, int64, listOf, mapOf, object, objectOf, option, string } from './describe.js';

/** Kubernetes' `core/v1` `Taint`, of which the script uses three fields. */
export const taint = object({
  name: 'Taint',
  doc: 'A taint that the node registers with.',
  options: [
    option('key', string, 'node-pool', 'Name of the taint.', { example: 'sku', format: 'label-key' }),
    option('value', string, 'node-pool', 'Value of the taint; it may be empty.', {
      example: 'gpu',
      format: 'label-value',
    }),
    option('effect', string, 'node-pool', 'What happens to pods that do not tolerate the taint.', {
      example: 'NoSchedule',
      oneOf: ['NoSchedule', 'PreferNoSchedule', 'NoExecute'],
    }),
    option(
      'timeAdded',
      string,
      'node-pool',
      'When a taint was added to a node that exists already. It does not get into the script.',
      { example: '2026-01-31T12:00:00Z', nullable: true },
    ),
  ],
});

const percent = { min: 0, max: 100 };

/** Fields of Karpenter's own struct. */
const own: readonly Field[] = [
  option(
    'maxPods',
    int32,
    'aks-node-class',
    "Maximum number of pods on the node. If the node class doesn't set it, Karpenter computes it from the network plugin; in a `kubeletConfig` without it, it is 0.",
    { setting: 'spec.maxPods', example: 110, range: { min: 10, max: 250 } },
  ),
  option('clusterDNSServiceIP', string, 'global-settings', 'Address of the cluster DNS service that pods ask.', {
    setting: 'DNS_SERVICE_IP',
    example: '10.0.0.10',
    format: 'ip-address',
    default: '10.0.0.10',
  }),
  option(
    'systemReserved',
    mapOf(string),
    'hardcoded',
    'Resources kept for the operating system. Karpenter keeps none.',
    { example: { cpu: '0', memory: '0' }, format: 'quantity', knownKeys: 'reservable-resource' },
  ),
  option(
    'kubeReserved',
    mapOf(string),
    'computed',
    'Resources kept for the kubelet and the container runtime. Karpenter computes them from the VM size.',
    { example: { cpu: '140m', memory: '1638Mi' }, format: 'quantity', knownKeys: 'reservable-resource' },
  ),
  option(
    'evictionHard',
    mapOf(string),
    'hardcoded',
    'Thresholds at which the kubelet evicts pods at once. They replace the three of the script altogether; Karpenter gives one for memory.',
    {
      example: { 'memory.available': '750Mi' },
      format: 'eviction-threshold',
      knownKeys: 'eviction-signal',
      default: 'memory.available<750Mi,nodefs.available<10%,nodefs.inodesFree<5%',
    },
  ),
  option(
    'evictionSoft',
    mapOf(string),
    'unset',
    'Thresholds at which the kubelet evicts pods after the grace period of their signal.',
    { example: { 'memory.available': '1Gi' }, format: 'eviction-threshold', knownKeys: 'eviction-signal' },
  ),
  option(
    'evictionSoftGracePeriod',
    mapOf(duration),
    'unset',
    'How long a soft threshold must be passed before pods are evicted, for each signal.',
    { example: { 'memory.available': '1m30s' }, format: 'duration', knownKeys: 'eviction-signal' },
  ),
  option(
    'evictionMaxPodGracePeriod',
    int32,
    'unset',
    'Seconds that pods get at most to end when a soft threshold evicts them.',
    { example: 60, nullable: true },
  ),
];

/** Fields that come from `spec.kubelet` of the node class (`v1beta1.KubeletConfiguration`). */
export const nodeClassKubeletOptions: readonly Field[] = [
  option('cpuManagerPolicy', string, 'aks-node-class', 'How containers are given CPUs.', {
    setting: 'spec.kubelet.cpuManagerPolicy',
    example: 'static',
    oneOf: ['none', 'static'],
    nullable: true,
  }),
  option('cpuCFSQuota', bool, 'aks-node-class', "Whether the kernel enforces containers' CPU limits.", {
    setting: 'spec.kubelet.cpuCFSQuota',
    example: true,
    nullable: true,
  }),
  option(
    'cpuCFSQuotaPeriod',
    duration,
    'aks-node-class',
    'Over which time CPU limits are counted. It is read, but does not get into the script.',
    { setting: 'spec.kubelet.cpuCFSQuotaPeriod', example: '100ms', format: 'duration' },
  ),
  option(
    'imageGCHighThresholdPercent',
    int32,
    'aks-node-class',
    'Share of the disk from which on unused images are removed.',
    {
      setting: 'spec.kubelet.imageGCHighThresholdPercent',
      example: 85,
      range: percent,
      default: '85',
      nullable: true,
    },
  ),
  option(
    'imageGCLowThresholdPercent',
    int32,
    'aks-node-class',
    'Share of the disk down to which unused images are removed; below the high threshold.',
    {
      setting: 'spec.kubelet.imageGCLowThresholdPercent',
      example: 80,
      range: percent,
      default: '80',
      nullable: true,
    },
  ),
  option(
    'topologyManagerPolicy',
    string,
    'aks-node-class',
    'How CPUs and devices of one container are kept together.',
    {
      setting: 'spec.kubelet.topologyManagerPolicy',
      example: 'best-effort',
      oneOf: ['none', 'best-effort', 'restricted', 'single-numa-node'],
      nullable: true,
    },
  ),
  option(
    'allowedUnsafeSysctls',
    listOf(string),
    'aks-node-class',
    'Kernel parameters, or patterns of them, that pods may set although they are not safe.',
    { setting: 'spec.kubelet.allowedUnsafeSysctls', example: ['kernel.msg*'], format: 'sysctl-pattern' },
  ),
  option('containerLogMaxSize', string, 'aks-node-class', 'Size at which the log of a container is rotated.', {
    setting: 'spec.kubelet.containerLogMaxSize',
    example: '50Mi',
    format: 'quantity',
    nullable: true,
  }),
  option('containerLogMaxFiles', int32, 'aks-node-class', 'How many log files a container keeps.', {
    setting: 'spec.kubelet.containerLogMaxFiles',
    example: 5,
    range: { min: 2 },
    nullable: true,
  }),
  option('podPidsLimit', int64, 'aks-node-class', 'How many processes a pod may have; -1 sets no limit.', {
    setting: 'spec.kubelet.podPidsLimit',
    example: 1024,
    default: '-1',
    nullable: true,
  }),
];

/** The kubelet's settings of one node. */
export const kubeletConfig = object({
  name: 'KubeletConfiguration',
  doc: 'Settings of the kubelet that become flags. Each flag that is given here replaces the one of the script.',
  options: [...own, ...nodeClassKubeletOptions],
});

/** Everything that Karpenter's bootstrap script is made from. A new option is an entry here. */
export const bootstrapOptions = object({
  name: 'BootstrapOptions',
  doc: "The options from which Karpenter's Azure provider renders the bootstrap script of one node.",
  options: [
    option('arch', string, 'computed', "Processor architecture of the node, by the VM size's requirements.", {
      setting: 'kubernetes.io/arch',
      example: 'amd64',
      oneOf: ['amd64', 'arm64'],
      needed: 'join',
    }),
    option('tenantID', string, 'environment', "Entra tenant of the cluster's subscription.", {
      setting: 'ARM_TENANT_ID',
      example: '11111111-2222-3333-4444-555555555555',
      format: 'uuid',
      needed: 'join',
    }),
    option('subscriptionID', string, 'environment', 'Azure subscription that the node is created in.', {
      setting: 'ARM_SUBSCRIPTION_ID',
      example: '00000000-0000-0000-0000-000000000001',
      format: 'uuid',
      needed: 'join',
    }),
    option(
      'kubeletIdentityClientID',
      string,
      'environment',
      'Client ID of the managed identity that the kubelet pulls images with.',
      {
        setting: 'ARM_KUBELET_IDENTITY_CLIENT_ID',
        example: '99999999-8888-7777-6666-555555555555',
        format: 'uuid',
        needed: 'join',
      },
    ),
    option('location', string, 'environment', 'Azure region of the node.', {
      setting: 'LOCATION',
      example: 'westeurope',
      format: 'location',
      known: 'location',
      needed: 'join',
    }),
    option('resourceGroup', string, 'global-settings', 'Resource group of the nodes, which AKS manages.', {
      setting: 'AZURE_NODE_RESOURCE_GROUP',
      example: 'MC_shop_prod_westeurope',
      format: 'resource-group-name',
      needed: 'join',
    }),
    option(
      'networkSecurityGroupName',
      string,
      'detected',
      'Network security group of the nodes; Karpenter looks for the one of AKS in their resource group.',
      { example: 'aks-agentpool-12345678-nsg', format: 'resource-name' },
    ),
    option('routeTableName', string, 'computed', 'Route table of the nodes, named after the cluster as AKS does.', {
      example: 'aks-agentpool-12345678-routetable',
      format: 'resource-name',
    }),
    option(
      'APIServerName',
      string,
      'computed',
      'Host name of the API server: the cluster endpoint without scheme and port.',
      {
        setting: 'CLUSTER_ENDPOINT',
        example: 'shop-dns-1a2b3c4d.hcp.westeurope.azmk8s.io',
        format: 'host',
        needed: 'join',
      },
    ),
    option(
      'kubeletClientTLSBootstrapToken',
      string,
      'global-settings',
      'Token with which the kubelet asks for its first certificate. Tokens are rotated: an old one leaves the node unauthorized.',
      {
        setting: 'KUBELET_BOOTSTRAP_TOKEN',
        example: 'abcdef.0123456789abcdef',
        format: 'bootstrap-token',
        secret: true,
        needed: 'join',
      },
    ),
    option(
      'networkPlugin',
      string,
      'computed',
      'Network plugin that the node sets up itself: `none` where an overlay, Cilium or no plugin is chosen, else `azure`.',
      { setting: 'NETWORK_PLUGIN', example: 'none', oneOf: ['none', 'azure'] },
    ),
    option('networkPolicy', string, 'global-settings', 'Network policy of the cluster; empty for none.', {
      setting: 'NETWORK_POLICY',
      example: 'calico',
      oneOf: ['', 'none', 'azure', 'calico', 'cilium'],
    }),
    option(
      'kubernetesVersion',
      string,
      'detected',
      'Kubernetes version of the node, three numbers without v. The minor version decides on flags and downloads.',
      {
        setting: 'status.kubernetesVersion',
        example: '1.33.2',
        format: 'kubernetes-version',
        needed: 'panic',
      },
    ),
    option('clusterName', string, 'global-settings', 'Name of the cluster. It does not get into the script.', {
      setting: 'CLUSTER_NAME',
      example: 'shop',
    }),
    option(
      'clusterEndpoint',
      string,
      'global-settings',
      'URL of the API server. It does not get into the script, which has the host name alone.',
      { setting: 'CLUSTER_ENDPOINT', example: 'https://shop-dns-1a2b3c4d.hcp.westeurope.azmk8s.io:443', format: 'url' },
    ),
    option('kubeletConfig', objectOf(kubeletConfig), 'computed', 'Settings of the kubelet, as flags.', {
      example: { maxPods: 110, clusterDNSServiceIP: '10.0.0.10' },
      nullable: true,
    }),
    option(
      'taints',
      listOf(objectOf(taint)),
      'node-pool',
      'Taints and startup taints that the node registers with, and one of Karpenter that it takes off later.',
      {
        setting: 'spec.template.spec.taints',
        example: [{ key: 'sku', value: 'gpu', effect: 'NoSchedule' }],
      },
    ),
    option(
      'labels',
      mapOf(string),
      'node-pool',
      'Labels that the node registers with: those of the node pool, of its requirements, of the VM size, and some that Karpenter adds.',
      {
        setting: 'spec.template.metadata.labels',
        example: { 'karpenter.sh/nodepool': 'default' },
        format: 'label-value',
        keyFormat: 'label-key',
        knownKeys: 'node-label',
      },
    ),
    option(
      'CABundle',
      string,
      'detected',
      "Base64 of the certificates that the API server's one is checked with, from Karpenter's own connection to it.",
      { example: 'LS0tLS1CRUdJTi4uLg==', format: 'base64-certificates', needed: 'panic', nullable: true },
    ),
    option('GPUNode', bool, 'computed', 'Whether the VM size has NVIDIA GPUs.', { example: true }),
    option('GPUDriverVersion', string, 'computed', 'Version of the GPU driver, by the VM size.', {
      example: '580.159.04',
    }),
    option('GPUDriverType', string, 'computed', 'Kind of the GPU driver, by the VM size.', {
      example: 'cuda-lts',
      oneOf: ['cuda', 'cuda-lts', 'grid', 'grid-v20'],
    }),
    option('GPUImageSHA', string, 'computed', 'Tag of the image that holds the GPU driver.', {
      example: '20260629214430',
    }),
    option(
      'GPUDriverInstallationEnabled',
      bool,
      'aks-node-class',
      'Whether the node installs the GPU driver, which it does where the mode is not None. Without it a node with GPUs is set up like one that has none.',
      { setting: 'spec.gpu.mode', example: true },
    ),
    option(
      'subnetID',
      string,
      'aks-node-class',
      'Azure ID of the subnet; without one in the node class the one of the global settings. An ID that is not of the right form is ignored.',
      {
        setting: 'spec.vnetSubnetID',
        example:
          '/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/shop-net/providers/Microsoft.Network/virtualNetworks/shop/subnets/nodes',
        needed: 'join',
      },
    ),
  ],
});
