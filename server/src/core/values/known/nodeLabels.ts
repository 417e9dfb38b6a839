/**
 * Well-known labels of nodes, and which keys a kubelet may give itself. Kubernetes' labels and the allow-list:
 * `staging/src/k8s.io/kubelet/pkg/apis/well_known_labels.go` and the check of `--node-labels` in
 * `cmd/kubelet/app/options`, the same from Kubernetes 1.16 to 1.35. AKS's labels: AKS's page on reserved labels,
 * karpenter-provider-azure's survey of labels seen on AKS nodes, and nodes of AKS 1.22 to 1.34.
 */
import type { KnownName } from './vocabulary.js';

type LabelFacts = Omit<KnownName, 'name' | 'doc' | 'example'>;

const label = (name: string, example: string, doc: string, facts: LabelFacts = {}): KnownName => ({
  name,
  doc,
  example,
  format: 'label-value',
  ...facts,
});

const aks = (name: string, example: string, doc: string, facts: LabelFacts = {}): KnownName =>
  label(`kubernetes.azure.com/${name}`, example, doc, facts);

const kubernetesLabels = [
  label('kubernetes.io/arch', 'amd64', "Go's name for the processor architecture; the kubelet fills it.", {
    oneOf: ['amd64', 'arm64'],
  }),
  label('kubernetes.io/hostname', 'aks-pool1-12345678-vmss000000', 'Host name; the kubelet fills it.'),
  label('kubernetes.io/os', 'linux', 'Operating system; the kubelet fills it.', { oneOf: ['linux', 'windows'] }),
  label(
    'node.kubernetes.io/exclude-from-external-load-balancers',
    'true',
    'Keeps the node out of load balancers whatever its value.',
  ),
  label('node.kubernetes.io/instance-type', 'Standard_D4ds_v5', 'VM size; the cloud controller manager fills it.'),
  label('topology.kubernetes.io/region', 'eastus2', 'Azure region; the cloud controller manager fills it.'),
  label(
    'topology.kubernetes.io/zone',
    'eastus2-1',
    'Availability zone, or the fault domain outside of zones; the cloud controller manager fills it.',
  ),
  label('beta.kubernetes.io/arch', 'amd64', 'The architecture under its first name.', {
    oneOf: ['amd64', 'arm64'],
    deprecatedIn: '1.14',
    instead: '`kubernetes.io/arch`',
  }),
  label('beta.kubernetes.io/instance-type', 'Standard_D4ds_v5', 'The VM size under its first name.', {
    deprecatedIn: '1.17',
    instead: '`node.kubernetes.io/instance-type`',
  }),
  label('beta.kubernetes.io/os', 'linux', 'The operating system under its first name.', {
    oneOf: ['linux', 'windows'],
    deprecatedIn: '1.14',
    instead: '`kubernetes.io/os`',
  }),
  label('failure-domain.beta.kubernetes.io/region', 'eastus2', 'The region under its first name.', {
    deprecatedIn: '1.17',
    instead: '`topology.kubernetes.io/region`',
  }),
  label('failure-domain.beta.kubernetes.io/zone', 'eastus2-1', 'The zone under its first name.', {
    deprecatedIn: '1.17',
    instead: '`topology.kubernetes.io/zone`',
  }),
  label('kubernetes.io/role', 'agent', 'Role of the node, which the kubelet itself no longer may name.', {
    deprecatedIn: '1.13',
    removedIn: '1.16',
    instead: '`kubernetes.azure.com/role`',
  }),
  label(
    'node-role.kubernetes.io/agent',
    '',
    'Role that `kubectl get nodes` shows, which the kubelet itself no longer may name.',
    { deprecatedIn: '1.13', removedIn: '1.16', instead: '`kubernetes.azure.com/role`' },
  ),
];

const aksLabels = [
  aks('accelerator', 'nvidia', 'Maker of the GPUs that the node has.'),
  aks('agentpool', 'pool1', 'Node pool that the node belongs to.'),
  aks('artifactstreaming-enabled', 'true', 'Marks nodes that start images while they stream in.', {
    oneOf: ['true', 'false'],
  }),
  aks('azure-cni-overlay', 'true', 'Marks nodes whose pods are in an overlay of Azure CNI.', {
    oneOf: ['true', 'false'],
  }),
  aks('cluster', 'MC_rg_cluster_eastus2', "The cluster's node resource group."),
  aks(
    'consolidated-additional-properties',
    '00000000-0000-0000-0000-000000000000',
    'Identifier that AKS tells changed node properties by.',
  ),
  aks('dcgm-exporter', 'enabled', "Marks nodes that serve NVIDIA's GPU metrics."),
  aks('ebpf-dataplane', 'cilium', 'Network data plane built on eBPF.'),
  aks('fips_enabled', 'true', 'Marks nodes with FIPS cryptography.', { oneOf: ['true', 'false'] }),
  aks('kata-vm-isolation', 'true', 'Marks nodes that can run each pod in a VM of its own.', {
    oneOf: ['true', 'false'],
  }),
  aks(
    'kubelet-identity-client-id',
    '00000000-0000-0000-0000-000000000000',
    "Client ID of the kubelet's managed identity.",
  ),
  aks('kubelet-serving-ca', 'cluster', "Who signs the kubelet's serving certificate."),
  aks('localdns-state', 'enabled', 'Whether DNS is answered on the node itself.', { oneOf: ['enabled', 'disabled'] }),
  aks('mode', 'user', 'Mode of the node pool.', { oneOf: ['system', 'user', 'gateway'] }),
  aks('network-name', 'vnet1', 'Virtual network of the node.'),
  aks('network-policy', 'calico', 'Engine of network policies.'),
  aks('network-resourcegroup', 'rg', "Resource group of the node's virtual network."),
  aks('network-stateless-cni', 'true', 'Whether Azure CNI keeps no state on the node.', { oneOf: ['true', 'false'] }),
  aks('network-subnet', 'nodes', 'Subnet of the node.'),
  aks('network-subscription', '00000000-0000-0000-0000-000000000000', "Subscription of the node's virtual network."),
  aks('node-image-version', 'AKSUbuntu-2204gen2containerd-202605.27.0', 'Node image that the node was made from.'),
  aks('nodenetwork-vnetguid', '00000000-0000-0000-0000-000000000000', "GUID of the node's virtual network."),
  aks('nodepool-type', 'VirtualMachineScaleSets', 'What the VMs of the node pool are managed by.'),
  aks('os-sku', 'Ubuntu', 'Operating system of the node image.'),
  aks('os-sku-effective', 'Ubuntu2204', 'Operating system that was chosen in the end, with its version.'),
  aks('os-sku-requested', 'Ubuntu', 'Operating system as the node pool asked for it.'),
  aks(
    'podnetwork-delegationguid',
    '00000000-0000-0000-0000-000000000000',
    "GUID of the virtual network that the pods' subnet is in.",
  ),
  aks('podnetwork-name', 'vnet1', 'Virtual network of the pods.'),
  aks('podnetwork-resourcegroup', 'rg', "Resource group of the pods' virtual network."),
  aks('podnetwork-subnet', 'pods', 'Subnet of the pods.'),
  aks('podnetwork-subscription', '00000000-0000-0000-0000-000000000000', "Subscription of the pods' virtual network."),
  aks('podnetwork-type', 'overlay', 'How pods get their addresses.', { oneOf: ['overlay', 'vnet', 'vnetblock'] }),
  aks('podv6network-type', 'overlay', 'How pods get their IPv6 addresses.'),
  aks('role', 'agent', 'Role of the node; on AKS every node is an agent.'),
  aks('scalesetpriority', 'spot', 'Marks spot nodes, which Azure may take back.', { oneOf: ['spot', 'regular'] }),
  aks('security-type', 'ConfidentialVM', 'Security type of the VM, such as `TrustedLaunch`.'),
  aks('sku-cpu', '4', 'CPUs of the VM size.'),
  aks('sku-memory', '16384', 'Memory of the VM size in MiB.'),
  aks('storageprofile', 'managed', 'Kind of the OS disk.'),
  aks('storagetier', 'Premium_LRS', 'Storage account type of the OS disk.'),
  label('accelerator', 'nvidia', 'Maker of the GPUs, under the name without a prefix.', {
    instead: '`kubernetes.azure.com/accelerator`',
  }),
  label('agentpool', 'pool1', 'Node pool of the node, under the name without a prefix.', {
    instead: '`kubernetes.azure.com/agentpool`',
  }),
  label('storageprofile', 'managed', 'Kind of the OS disk, under the name without a prefix.', {
    instead: '`kubernetes.azure.com/storageprofile`',
  }),
  label('storagetier', 'Premium_LRS', 'Storage account type of the OS disk, under the name without a prefix.', {
    instead: '`kubernetes.azure.com/storagetier`',
  }),
];

export const nodeLabels: readonly KnownName[] = [...kubernetesLabels, ...aksLabels];

const settableKeys: ReadonlySet<string> = new Set([
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'beta.kubernetes.io/instance-type',
  'node.kubernetes.io/instance-type',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
]);

/**
 * Whether a kubelet of Kubernetes 1.16 or newer takes the label key in `--node-labels`. It does not start with another
 * key of `kubernetes.io` or `k8s.io` (`node-role.…` and `node-restriction.…` among them), since a node could draw
 * pods to itself with it. The form of the key is not judged.
 */
export function isSettableByKubelet(key: string): boolean {
  const slash = key.indexOf('/');
  // Both domains end alike, which tells nearly all other keys at once.
  if (slash < 0 || !key.startsWith('s.io', slash - 's.io'.length)) return true;
  const namespace = key.slice(0, slash);
  if (!isWithin(namespace, 'kubernetes.io') && !isWithin(namespace, 'k8s.io')) return true;
  return (
    settableKeys.has(key) || isWithin(namespace, 'kubelet.kubernetes.io') || isWithin(namespace, 'node.kubernetes.io')
  );
}

function isWithin(namespace: string, domain: string): boolean {
  if (!namespace.endsWith(domain)) return false;
  const rest = namespace.length - domain.length;
  return rest === 0 || namespace.charAt(rest - 1) === '.';
}
