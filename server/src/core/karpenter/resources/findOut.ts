import type { Decider } from '../../document/rendered.js';

/** Who decides about inputs; about all others, Karpenter's settings do. */
const deciders: Readonly<Record<string, Decider>> = {
  nodePool: 'user',
  AKSNodeClass: 'file',
  vmSize: 'karpenter',
  capacityType: 'karpenter',
  vCPUs: 'azure',
  memoryMiB: 'azure',
  arch: 'azure',
  networkSecurityGroupName: 'azure',
  kubernetesVersion: 'cluster',
  CABundle: 'cluster',
};

/** Who decides about an input. */
export function deciderOf(input: string): Decider {
  const label = labelIn(input);
  if (label === undefined) return deciders[input] ?? 'settings';
  if (label.endsWith('/localdns-state')) return 'cluster';
  return label.startsWith('karpenter.azure.com/sku-') ? 'azure' : 'karpenter';
}

/** The label that an input is about. */
export function labelIn(input: string): string | undefined {
  return /^labels\["([^"]*)"\]$/.exec(input)?.[1];
}

/** Commands that print an input; names in braces are settings. */
const commands: Readonly<Record<string, string>> = {
  nodePool: 'kubectl get nodepools',
  AKSNodeClass: 'kubectl get aksnodeclasses -o yaml',
  CLUSTER_NAME: 'az aks list --query "[].name" -o tsv',
  CLUSTER_ENDPOINT: "kubectl config view --minify -o jsonpath='{.clusters[0].cluster.server}'",
  KUBELET_BOOTSTRAP_TOKEN:
    "kubectl get secrets -n kube-system --field-selector type=bootstrap.kubernetes.io/token -o jsonpath='{.items[0].data}'",
  AZURE_TENANT_ID: 'az account show --query tenantId -o tsv',
  AZURE_SUBSCRIPTION_ID: 'az account show --query id -o tsv',
  KUBELET_IDENTITY_CLIENT_ID: aks('identityProfile.kubeletidentity.clientId'),
  LOCATION: aks('location'),
  AZURE_NODE_RESOURCE_GROUP: aks('nodeResourceGroup'),
  VNET_SUBNET_ID: `${aks('agentPoolProfiles[0].vnetSubnetId')}; az network vnet list --resource-group {AZURE_NODE_RESOURCE_GROUP} --query "[0].subnets[0].id" -o tsv`,
  VNET_GUID: 'az network vnet list --query "[].[resourceGuid,name,resourceGroup]" -o tsv',
  DNS_SERVICE_IP: "kubectl get service kube-dns -n kube-system -o jsonpath='{.spec.clusterIP}'",
  vmSize: 'kubectl get nodes -L node.kubernetes.io/instance-type,karpenter.sh/nodepool',
  vCPUs: sizeFacts('capabilities'),
  memoryMiB: sizeFacts('capabilities'),
  arch: sizeFacts('capabilities'),
  capacityType: 'kubectl get nodes -L karpenter.sh/capacity-type,karpenter.sh/nodepool',
  kubernetesVersion: "kubectl get aksnodeclasses -o jsonpath='{.items[*].status.kubernetesVersion}'",
  CABundle: "kubectl config view --minify --raw -o jsonpath='{.clusters[0].cluster.certificate-authority-data}'",
  networkSecurityGroupName:
    'az network nsg list --resource-group {AZURE_NODE_RESOURCE_GROUP} --query "[?starts_with(name, \'aks-agentpool-\')].name" -o tsv',
};

function aks(property: string): string {
  return `az aks list --query "[?name=='{CLUSTER_NAME}'].${property}" -o tsv`;
}

function sizeFacts(property: string): string {
  return `az vm list-skus --location {LOCATION} --resource-type virtualMachines --query "[?name=='{vmSize}'].${property}[]" -o table`;
}

/** What of a setting may be in a command that the user runs. */
const harmless = /^[\w.-]{1,100}$/;

/** The command that finds out an input, with the settings that are known; a gap in it is written as `<NAME>`. */
export function findOutCommand(input: string, setting: (name: string) => string | undefined): string | undefined {
  const label = /^labels\["([\w./-]{1,320})"\]$/.exec(input)?.[1];
  const command = label === undefined ? commands[input] : labelCommand(label);
  return command?.replace(/\{([A-Za-z_]+)\}/g, (whole, name: string) => {
    if (!/^(?:[A-Z_]+|vmSize)$/.test(name)) return whole;
    const text = setting(name) ?? '';
    return harmless.test(text) ? text : `<${name}>`;
  });
}

function labelCommand(label: string): string {
  if (label.endsWith('/localdns-state'))
    return "kubectl get aksnodeclasses -o jsonpath='{.items[*].status.localDNSState}'";
  return label.startsWith('karpenter.azure.com/sku-')
    ? sizeFacts('capabilities')
    : `kubectl get nodes -L ${label},karpenter.sh/nodepool`;
}
