import { bool, listOf, mapOf, type ObjectDescription, objectOf, option, string } from './describe.js';
import { kubeletConfig } from './kubelet.js';
import { taint } from './taint.js';

/** Everything that Karpenter's bootstrap script is made from. A new option is an entry here. */
export const bootstrapOptions: ObjectDescription = {
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
};
