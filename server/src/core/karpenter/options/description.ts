import type { Field } from '../../record/model.js';
import { object, option, originText } from './describe.js';

/** Kubernetes' `core/v1` `Taint`; the script uses three of its fields. */
export const taint = object('Taint', 'A taint that the node registers with.', [
  option('label-key key', 'Name of the taint.', { from: 'node-pool', example: 'sku' }),
  option('label-value value', 'Value of the taint; it may be empty.', { from: 'node-pool', example: 'gpu' }),
  option('string effect', 'What happens to pods that do not tolerate the taint.', {
    from: 'node-pool',
    example: 'NoSchedule',
    oneOf: ['NoSchedule', 'PreferNoSchedule', 'NoExecute'],
  }),
  option('string? timeAdded', 'When a taint was added to a node that exists already. It is not part of the script.', {
    from: 'node-pool',
    example: '2026-01-31T12:00:00Z',
  }),
]);

const percent = { min: 0, max: 100 };

/** Fields of Karpenter's own struct. */
const own: readonly Field[] = [
  option(
    'int32 maxPods',
    "Maximum number of pods on the node. If the node class doesn't set it, Karpenter computes it from the network plugin; in a `kubeletConfig` without it, it is 0.",
    { from: 'aks-node-class spec.maxPods', example: 110, range: { min: 10, max: 250 } },
  ),
  option('ip-address clusterDNSServiceIP', 'IP address of the cluster DNS service that pods use.', {
    from: 'global-settings DNS_SERVICE_IP',
    example: '10.0.0.10',
    default: '10.0.0.10',
  }),
  option('map<quantity> systemReserved', 'Resources reserved for the operating system. Karpenter reserves none.', {
    from: 'hardcoded',
    example: { cpu: '0', memory: '0' },
    knownKeys: 'reservable-resource',
  }),
  option(
    'map<quantity> kubeReserved',
    'Resources reserved for the kubelet and the container runtime. Karpenter computes them from the VM size.',
    { from: 'computed', example: { cpu: '140m', memory: '1638Mi' }, knownKeys: 'reservable-resource' },
  ),
  option(
    'map<eviction-threshold> evictionHard',
    'Thresholds at which the kubelet evicts pods immediately. They replace all three of the script; Karpenter sets one for memory.',
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
    'How long a soft threshold must be exceeded before pods are evicted, for each signal.',
    { from: 'unset', example: { 'memory.available': '1m30s' }, knownKeys: 'eviction-signal' },
  ),
  option(
    'int32? evictionMaxPodGracePeriod',
    'Maximum number of seconds that pods get to terminate when a soft threshold evicts them.',
    { from: 'unset', example: 60 },
  ),
];

/** Fields that come from `spec.kubelet` of the node class (`v1beta1.KubeletConfiguration`). */
export const nodeClassKubeletOptions: readonly Field[] = [
  option('string? cpuManagerPolicy', 'How CPUs are assigned to containers.', {
    example: 'static',
    oneOf: ['none', 'static'],
  }),
  option('bool? cpuCFSQuota', "Whether the kernel enforces containers' CPU limits.", { example: true }),
  option(
    'duration cpuCFSQuotaPeriod',
    'Period over which CPU limits are enforced. It is read, but is not part of the script.',
    { example: '100ms' },
  ),
  option('int32? imageGCHighThresholdPercent', 'Disk usage in percent above which unused images are removed.', {
    example: 85,
    range: percent,
    default: '85',
  }),
  option(
    'int32? imageGCLowThresholdPercent',
    'Disk usage in percent down to which unused images are removed; must be below the high threshold.',
    { example: 80, range: percent, default: '80' },
  ),
  option('string? topologyManagerPolicy', 'How CPUs and devices of a container are aligned on NUMA nodes.', {
    example: 'best-effort',
    oneOf: ['none', 'best-effort', 'restricted', 'single-numa-node'],
  }),
  option('sysctl-pattern[] allowedUnsafeSysctls', 'Unsafe kernel parameters, or patterns of them, that pods may set.', {
    example: ['kernel.msg*'],
  }),
  option('quantity? containerLogMaxSize', 'Size at which the log of a container is rotated.', { example: '50Mi' }),
  option('int32? containerLogMaxFiles', 'Maximum number of log files of a container.', {
    example: 5,
    range: { min: 2 },
  }),
  option('int64? podPidsLimit', 'Maximum number of processes of a pod; -1 sets no limit.', {
    example: 1024,
    default: '-1',
  }),
].map((field) => ({ ...field, origin: originText('aks-node-class', `spec.kubelet.${field.name}`) }));

/** The kubelet's settings of one node. */
export const kubeletConfig = object(
  'KubeletConfiguration',
  'Settings of the kubelet that become flags. Each of them replaces the flag of the script.',
  [...own, ...nodeClassKubeletOptions],
);

/** Everything that Karpenter's bootstrap script is made from. To support a new option, add an entry. */
export const bootstrapOptions = object(
  'BootstrapOptions',
  "The options from which Karpenter's Azure provider renders the bootstrap script of one node.",
  [
    option('string arch', 'Processor architecture of the node, which follows from the VM size.', {
      from: 'computed kubernetes.io/arch',
      example: 'amd64',
      oneOf: ['amd64', 'arm64'],
      needed: 'join',
    }),
    option('uuid tenantID', "Entra tenant of the cluster's subscription.", {
      from: 'environment AZURE_TENANT_ID',
      example: '11111111-2222-3333-4444-555555555555',
      needed: 'join',
    }),
    option('uuid subscriptionID', 'Azure subscription that the node is created in.', {
      from: 'environment AZURE_SUBSCRIPTION_ID',
      example: '00000000-0000-0000-0000-000000000001',
      needed: 'join',
    }),
    option('uuid kubeletIdentityClientID', 'Client ID of the managed identity that the kubelet uses to pull images.', {
      from: 'environment KUBELET_IDENTITY_CLIENT_ID',
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
      'Network security group of the nodes; Karpenter searches their resource group for the one that AKS created.',
      { from: 'detected', example: 'aks-agentpool-12345678-nsg' },
    ),
    option('resource-name routeTableName', 'Route table of the nodes, with the name that AKS gives it.', {
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
      'Token with which the kubelet requests its first certificate. Tokens are rotated: with an expired one the node stays unauthorized.',
      {
        from: 'global-settings KUBELET_BOOTSTRAP_TOKEN',
        example: 'abcdef.0123456789abcdef',
        secret: true,
        needed: 'join',
      },
    ),
    option(
      'string networkPlugin',
      'Network plugin that the node sets up itself: `none` if the cluster uses an overlay, Cilium or no plugin, otherwise `azure`.',
      { from: 'computed NETWORK_PLUGIN', example: 'none', oneOf: ['none', 'azure'] },
    ),
    option('string networkPolicy', 'Network policy of the cluster; empty for none.', {
      from: 'global-settings NETWORK_POLICY',
      example: 'calico',
      oneOf: ['', 'none', 'azure', 'calico', 'cilium'],
    }),
    option(
      'kubernetes-version kubernetesVersion',
      'Kubernetes version of the node: three numbers, without v. The minor version determines flags and downloads.',
      { from: 'detected status.kubernetesVersion', example: '1.33.2', needed: 'panic' },
    ),
    option('string clusterName', 'Name of the cluster. It is not part of the script.', {
      from: 'global-settings CLUSTER_NAME',
      example: 'shop',
    }),
    option('url clusterEndpoint', 'URL of the API server. The script contains only its host name.', {
      from: 'global-settings CLUSTER_ENDPOINT',
      example: 'https://shop-dns-1a2b3c4d.hcp.westeurope.azmk8s.io:443',
    }),
    option('object? kubeletConfig', 'Settings of the kubelet, as flags.', {
      from: 'computed',
      of: kubeletConfig,
      example: { maxPods: 110, clusterDNSServiceIP: '10.0.0.10' },
    }),
    option(
      'object[] taints',
      'Taints and startup taints that the node registers with, and a taint of Karpenter that it removes later.',
      {
        from: 'node-pool spec.template.spec.taints',
        of: taint,
        example: [{ key: 'sku', value: 'gpu', effect: 'NoSchedule' }],
      },
    ),
    option(
      'map<label-value> labels',
      'Labels that the node registers with: those of the node pool, its requirements and the VM size, and some that Karpenter adds.',
      {
        from: 'node-pool spec.template.metadata.labels',
        example: { 'karpenter.sh/nodepool': 'default' },
        keyFormat: 'label-key',
        knownKeys: 'node-label',
      },
    ),
    option(
      'base64-certificates? CABundle',
      "Base64 of the CA certificates of the API server, taken from Karpenter's own connection to it.",
      { from: 'detected', example: 'LS0tLS1CRUdJTi4uLg==', needed: 'panic' },
    ),
    option('bool GPUNode', 'Whether the VM size has NVIDIA GPUs.', { from: 'computed', example: true }),
    option('string GPUDriverVersion', 'Version of the GPU driver for the VM size.', {
      from: 'computed',
      example: '580.159.04',
    }),
    option('string GPUDriverType', 'Type of the GPU driver for the VM size.', {
      from: 'computed',
      example: 'cuda-lts',
      oneOf: ['cuda', 'cuda-lts', 'grid', 'grid-v20'],
    }),
    option('string GPUImageSHA', 'Tag of the image that contains the GPU driver.', {
      from: 'computed',
      example: '20260629214430',
    }),
    option(
      'bool GPUDriverInstallationEnabled',
      'Whether the node installs the GPU driver: true unless the mode is None. Without the driver, a node with GPUs is set up like one without.',
      { from: 'aks-node-class spec.gpu.mode', example: true },
    ),
    option(
      'string subnetID',
      'Azure ID of the subnet: from the node class, or else from the global settings. An ID in another format is ignored.',
      {
        from: 'aks-node-class spec.vnetSubnetID',
        example:
          '/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/shop-net/providers/Microsoft.Network/virtualNetworks/shop/subnets/nodes',
        needed: 'join',
      },
    ),
  ],
);
