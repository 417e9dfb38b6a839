import type { Field } from '../../record/model.js';
import { object, option, originText } from './describe.js';

/** Kubernetes' `core/v1` `Taint`, of which the script uses three fields. */
export const taint = object('Taint', 'A taint that the node registers with.', [
  option('label-key key', 'Name of the taint.', { from: 'node-pool', example: 'sku' }),
  option('label-value value', 'Value of the taint; it may be empty.', { from: 'node-pool', example: 'gpu' }),
  option('string effect', 'What happens to pods that do not tolerate the taint.', {
    from: 'node-pool',
    example: 'NoSchedule',
    oneOf: ['NoSchedule', 'PreferNoSchedule', 'NoExecute'],
  }),
  option(
    'string? timeAdded',
    'When a taint was added to a node that exists already. It does not get into the script.',
    { from: 'node-pool', example: '2026-01-31T12:00:00Z' },
  ),
]);

const percent = { min: 0, max: 100 };

/** Fields of Karpenter's own struct. */
const own: readonly Field[] = [
  option(
    'int32 maxPods',
    "Maximum number of pods on the node. If the node class doesn't set it, Karpenter computes it from the network plugin; in a `kubeletConfig` without it, it is 0.",
    { from: 'aks-node-class spec.maxPods', example: 110, range: { min: 10, max: 250 } },
  ),
  option('ip-address clusterDNSServiceIP', 'Address of the cluster DNS service that pods ask.', {
    from: 'global-settings DNS_SERVICE_IP',
    example: '10.0.0.10',
    default: '10.0.0.10',
  }),
  option('map<quantity> systemReserved', 'Resources kept for the operating system. Karpenter keeps none.', {
    from: 'hardcoded',
    example: { cpu: '0', memory: '0' },
    knownKeys: 'reservable-resource',
  }),
  option(
    'map<quantity> kubeReserved',
    'Resources kept for the kubelet and the container runtime. Karpenter computes them from the VM size.',
    { from: 'computed', example: { cpu: '140m', memory: '1638Mi' }, knownKeys: 'reservable-resource' },
  ),
  option(
    'map<eviction-threshold> evictionHard',
    'Thresholds at which the kubelet evicts pods at once. They replace the three of the script altogether; Karpenter gives one for memory.',
    {
      from: 'hardcoded',
      example: { 'memory.available': '750Mi' },
      knownKeys: 'eviction-signal',
      default: 'memory.available<750Mi,nodefs.available<10%,nodefs.inodesFree<5%',
    },
  ),
  option(
    'map<eviction-threshold> evictionSoft',
    'Thresholds at which the kubelet evicts pods after the grace period of their signal.',
    { from: 'unset', example: { 'memory.available': '1Gi' }, knownKeys: 'eviction-signal' },
  ),
  option(
    'map<duration> evictionSoftGracePeriod',
    'How long a soft threshold must be passed before pods are evicted, for each signal.',
    { from: 'unset', example: { 'memory.available': '1m30s' }, knownKeys: 'eviction-signal' },
  ),
  option(
    'int32? evictionMaxPodGracePeriod',
    'Seconds that pods get at most to end when a soft threshold evicts them.',
    { from: 'unset', example: 60 },
  ),
];

/** Fields that come from `spec.kubelet` of the node class (`v1beta1.KubeletConfiguration`). */
export const nodeClassKubeletOptions: readonly Field[] = [
  option('string? cpuManagerPolicy', 'How containers are given CPUs.', {
    example: 'static',
    oneOf: ['none', 'static'],
  }),
  option('bool? cpuCFSQuota', "Whether the kernel enforces containers' CPU limits.", { example: true }),
  option(
    'duration cpuCFSQuotaPeriod',
    'Over which time CPU limits are counted. It is read, but does not get into the script.',
    { example: '100ms' },
  ),
  option('int32? imageGCHighThresholdPercent', 'Share of the disk from which on unused images are removed.', {
    example: 85,
    range: percent,
    default: '85',
  }),
  option(
    'int32? imageGCLowThresholdPercent',
    'Share of the disk down to which unused images are removed; below the high threshold.',
    { example: 80, range: percent, default: '80' },
  ),
  option('string? topologyManagerPolicy', 'How CPUs and devices of one container are kept together.', {
    example: 'best-effort',
    oneOf: ['none', 'best-effort', 'restricted', 'single-numa-node'],
  }),
  option(
    'sysctl-pattern[] allowedUnsafeSysctls',
    'Kernel parameters, or patterns of them, that pods may set although they are not safe.',
    { example: ['kernel.msg*'] },
  ),
  option('quantity? containerLogMaxSize', 'Size at which the log of a container is rotated.', { example: '50Mi' }),
  option('int32? containerLogMaxFiles', 'How many log files a container keeps.', { example: 5, range: { min: 2 } }),
  option('int64? podPidsLimit', 'How many processes a pod may have; -1 sets no limit.', {
    example: 1024,
    default: '-1',
  }),
].map((field) => ({ ...field, origin: originText('aks-node-class', `spec.kubelet.${field.name}`) }));

/** The kubelet's settings of one node. */
export const kubeletConfig = object(
  'KubeletConfiguration',
  'Settings of the kubelet that become flags. Each flag that is given here replaces the one of the script.',
  [...own, ...nodeClassKubeletOptions],
);

/** Everything that Karpenter's bootstrap script is made from. A new option is an entry here. */
export const bootstrapOptions = object(
  'BootstrapOptions',
  "The options from which Karpenter's Azure provider renders the bootstrap script of one node.",
  [
    option('string arch', "Processor architecture of the node, by the VM size's requirements.", {
      from: 'computed kubernetes.io/arch',
      example: 'amd64',
      oneOf: ['amd64', 'arm64'],
      needed: 'join',
    }),
    option('uuid tenantID', "Entra tenant of the cluster's subscription.", {
      from: 'environment ARM_TENANT_ID',
      example: '11111111-2222-3333-4444-555555555555',
      needed: 'join',
    }),
    option('uuid subscriptionID', 'Azure subscription that the node is created in.', {
      from: 'environment ARM_SUBSCRIPTION_ID',
      example: '00000000-0000-0000-0000-000000000001',
      needed: 'join',
    }),
    option('uuid kubeletIdentityClientID', 'Client ID of the managed identity that the kubelet pulls images with.', {
      from: 'environment ARM_KUBELET_IDENTITY_CLIENT_ID',
      example: '99999999-8888-7777-6666-555555555555',
      needed: 'join',
    }),
    option('location location', 'Azure region of the node.', {
      from: 'environment LOCATION',
      example: 'westeurope',
      known: 'location',
      needed: 'join',
    }),
    option('resource-group-name resourceGroup', 'Resource group of the nodes, which AKS manages.', {
      from: 'global-settings AZURE_NODE_RESOURCE_GROUP',
      example: 'MC_shop_prod_westeurope',
      needed: 'join',
    }),
    option(
      'resource-name networkSecurityGroupName',
      'Network security group of the nodes; Karpenter looks for the one of AKS in their resource group.',
      { from: 'detected', example: 'aks-agentpool-12345678-nsg' },
    ),
    option('resource-name routeTableName', 'Route table of the nodes, named after the cluster as AKS does.', {
      from: 'computed',
      example: 'aks-agentpool-12345678-routetable',
    }),
    option('host APIServerName', 'Host name of the API server: the cluster endpoint without scheme and port.', {
      from: 'computed CLUSTER_ENDPOINT',
      example: 'shop-dns-1a2b3c4d.hcp.westeurope.azmk8s.io',
      needed: 'join',
    }),
    option(
      'bootstrap-token kubeletClientTLSBootstrapToken',
      'Token with which the kubelet asks for its first certificate. Tokens are rotated: an old one leaves the node unauthorized.',
      {
        from: 'global-settings KUBELET_BOOTSTRAP_TOKEN',
        example: 'abcdef.0123456789abcdef',
        secret: true,
        needed: 'join',
      },
    ),
    option(
      'string networkPlugin',
      'Network plugin that the node sets up itself: `none` where an overlay, Cilium or no plugin is chosen, else `azure`.',
      { from: 'computed NETWORK_PLUGIN', example: 'none', oneOf: ['none', 'azure'] },
    ),
    option('string networkPolicy', 'Network policy of the cluster; empty for none.', {
      from: 'global-settings NETWORK_POLICY',
      example: 'calico',
      oneOf: ['', 'none', 'azure', 'calico', 'cilium'],
    }),
    option(
      'kubernetes-version kubernetesVersion',
      'Kubernetes version of the node, three numbers without v. The minor version decides on flags and downloads.',
      { from: 'detected status.kubernetesVersion', example: '1.33.2', needed: 'panic' },
    ),
    option('string clusterName', 'Name of the cluster. It does not get into the script.', {
      from: 'global-settings CLUSTER_NAME',
      example: 'shop',
    }),
    option(
      'url clusterEndpoint',
      'URL of the API server. It does not get into the script, which has the host name alone.',
      { from: 'global-settings CLUSTER_ENDPOINT', example: 'https://shop-dns-1a2b3c4d.hcp.westeurope.azmk8s.io:443' },
    ),
    option('object? kubeletConfig', 'Settings of the kubelet, as flags.', {
      from: 'computed',
      of: kubeletConfig,
      example: { maxPods: 110, clusterDNSServiceIP: '10.0.0.10' },
    }),
    option(
      'object[] taints',
      'Taints and startup taints that the node registers with, and one of Karpenter that it takes off later.',
      {
        from: 'node-pool spec.template.spec.taints',
        of: taint,
        example: [{ key: 'sku', value: 'gpu', effect: 'NoSchedule' }],
      },
    ),
    option(
      'map<label-value> labels',
      'Labels that the node registers with: those of the node pool, of its requirements, of the VM size, and some that Karpenter adds.',
      {
        from: 'node-pool spec.template.metadata.labels',
        example: { 'karpenter.sh/nodepool': 'default' },
        keyFormat: 'label-key',
        knownKeys: 'node-label',
      },
    ),
    option(
      'base64-certificates? CABundle',
      "Base64 of the certificates that the API server's one is checked with, from Karpenter's own connection to it.",
      { from: 'detected', example: 'LS0tLS1CRUdJTi4uLg==', needed: 'panic' },
    ),
    option('bool GPUNode', 'Whether the VM size has NVIDIA GPUs.', { from: 'computed', example: true }),
    option('string GPUDriverVersion', 'Version of the GPU driver, by the VM size.', {
      from: 'computed',
      example: '580.159.04',
    }),
    option('string GPUDriverType', 'Kind of the GPU driver, by the VM size.', {
      from: 'computed',
      example: 'cuda-lts',
      oneOf: ['cuda', 'cuda-lts', 'grid', 'grid-v20'],
    }),
    option('string GPUImageSHA', 'Tag of the image that holds the GPU driver.', {
      from: 'computed',
      example: '20260629214430',
    }),
    option(
      'bool GPUDriverInstallationEnabled',
      'Whether the node installs the GPU driver, which it does where the mode is not None. Without it a node with GPUs is set up like one that has none.',
      { from: 'aks-node-class spec.gpu.mode', example: true },
    ),
    option(
      'string subnetID',
      'Azure ID of the subnet; without one in the node class the one of the global settings. An ID that is not of the right form is ignored.',
      {
        from: 'aks-node-class spec.vnetSubnetID',
        example:
          '/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/shop-net/providers/Microsoft.Network/virtualNetworks/shop/subnets/nodes',
        needed: 'join',
      },
    ),
  ],
);
