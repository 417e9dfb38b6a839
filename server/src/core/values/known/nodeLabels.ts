/**
 * Well-known labels of nodes, and which keys a kubelet may give itself. Kubernetes' labels and the allow-list:
 * `staging/src/k8s.io/kubelet/pkg/apis/well_known_labels.go` and the check of `--node-labels` in
 * `cmd/kubelet/app/options`, the same from Kubernetes 1.16 to 1.35. AKS's labels: AKS's page on reserved labels,
 * karpenter-provider-azure's survey of labels seen on AKS nodes, and nodes of AKS 1.22 to 1.34.
 */
import { rowsOf } from '../../text/table.js';
import type { KnownName } from './vocabulary.js';

interface LabelRow extends Pick<KnownName, 'name' | 'deprecatedIn' | 'removedIn' | 'example' | 'instead' | 'doc'> {
  readonly oneOf?: string;
}

const label = ({ oneOf, example = '', ...facts }: LabelRow): KnownName => ({
  ...facts,
  example,
  format: 'label-value',
  ...(oneOf === undefined ? {} : { oneOf: oneOf.split(' ') }),
});

const kubernetesLabels = rowsOf(`
  name                                     | deprecatedIn? | removedIn? | oneOf?        | example?                      | instead?                             | doc
  kubernetes.io/arch                       |               |            | amd64 arm64   | amd64                         |                                      | Go's name for the processor architecture; the kubelet fills it.
  kubernetes.io/hostname                   |               |            |               | aks-pool1-12345678-vmss000000 |                                      | Host name; the kubelet fills it.
  kubernetes.io/os                         |               |            | linux windows | linux                         |                                      | Operating system; the kubelet fills it.
  node.kubernetes.io/exclude-from-external-load-balancers |               |            |               | true                          |                                      | Keeps the node out of load balancers whatever its value.
  node.kubernetes.io/instance-type         |               |            |               | Standard_D4ds_v5              |                                      | VM size; the cloud controller manager fills it.
  topology.kubernetes.io/region            |               |            |               | eastus2                       |                                      | Azure region; the cloud controller manager fills it.
  topology.kubernetes.io/zone              |               |            |               | eastus2-1                     |                                      | Availability zone, or the fault domain outside of zones; the cloud controller manager fills it.
  beta.kubernetes.io/arch                  | 1.14          |            | amd64 arm64   | amd64                         | \`kubernetes.io/arch\`               | The architecture under its first name.
  beta.kubernetes.io/instance-type         | 1.17          |            |               | Standard_D4ds_v5              | \`node.kubernetes.io/instance-type\` | The VM size under its first name.
  beta.kubernetes.io/os                    | 1.14          |            | linux windows | linux                         | \`kubernetes.io/os\`                 | The operating system under its first name.
  failure-domain.beta.kubernetes.io/region | 1.17          |            |               | eastus2                       | \`topology.kubernetes.io/region\`    | The region under its first name.
  failure-domain.beta.kubernetes.io/zone   | 1.17          |            |               | eastus2-1                     | \`topology.kubernetes.io/zone\`      | The zone under its first name.
  kubernetes.io/role                       | 1.13          | 1.16       |               | agent                         | \`kubernetes.azure.com/role\`        | Role of the node, which the kubelet itself no longer may name.
  node-role.kubernetes.io/agent            | 1.13          | 1.16       |               |                               | \`kubernetes.azure.com/role\`        | Role that \`kubectl get nodes\` shows, which the kubelet itself no longer may name.
`);

/** Under `kubernetes.azure.com/`. */
const aksLabels = rowsOf(`
  name                               | oneOf?                 | example                                  | doc
  accelerator                        |                        | nvidia                                   | Maker of the GPUs that the node has.
  agentpool                          |                        | pool1                                    | Node pool that the node belongs to.
  artifactstreaming-enabled          | true false             | true                                     | Marks nodes that start images while they stream in.
  azure-cni-overlay                  | true false             | true                                     | Marks nodes whose pods are in an overlay of Azure CNI.
  cluster                            |                        | MC_rg_cluster_eastus2                    | The cluster's node resource group.
  consolidated-additional-properties |                        | 00000000-0000-0000-0000-000000000000     | Identifier that AKS tells changed node properties by.
  dcgm-exporter                      |                        | enabled                                  | Marks nodes that serve NVIDIA's GPU metrics.
  ebpf-dataplane                     |                        | cilium                                   | Network data plane built on eBPF.
  fips_enabled                       | true false             | true                                     | Marks nodes with FIPS cryptography.
  kata-vm-isolation                  | true false             | true                                     | Marks nodes that can run each pod in a VM of its own.
  kubelet-identity-client-id         |                        | 00000000-0000-0000-0000-000000000000     | Client ID of the kubelet's managed identity.
  kubelet-serving-ca                 |                        | cluster                                  | Who signs the kubelet's serving certificate.
  localdns-state                     | enabled disabled       | enabled                                  | Whether DNS is answered on the node itself.
  mode                               | system user gateway    | user                                     | Mode of the node pool.
  network-name                       |                        | vnet1                                    | Virtual network of the node.
  network-policy                     |                        | calico                                   | Engine of network policies.
  network-resourcegroup              |                        | rg                                       | Resource group of the node's virtual network.
  network-stateless-cni              | true false             | true                                     | Whether Azure CNI keeps no state on the node.
  network-subnet                     |                        | nodes                                    | Subnet of the node.
  network-subscription               |                        | 00000000-0000-0000-0000-000000000000     | Subscription of the node's virtual network.
  node-image-version                 |                        | AKSUbuntu-2204gen2containerd-202605.27.0 | Node image that the node was made from.
  nodenetwork-vnetguid               |                        | 00000000-0000-0000-0000-000000000000     | GUID of the node's virtual network.
  nodepool-type                      |                        | VirtualMachineScaleSets                  | What the VMs of the node pool are managed by.
  os-sku                             |                        | Ubuntu                                   | Operating system of the node image.
  os-sku-effective                   |                        | Ubuntu2204                               | Operating system that was chosen in the end, with its version.
  os-sku-requested                   |                        | Ubuntu                                   | Operating system as the node pool asked for it.
  podnetwork-delegationguid          |                        | 00000000-0000-0000-0000-000000000000     | GUID of the virtual network that the pods' subnet is in.
  podnetwork-name                    |                        | vnet1                                    | Virtual network of the pods.
  podnetwork-resourcegroup           |                        | rg                                       | Resource group of the pods' virtual network.
  podnetwork-subnet                  |                        | pods                                     | Subnet of the pods.
  podnetwork-subscription            |                        | 00000000-0000-0000-0000-000000000000     | Subscription of the pods' virtual network.
  podnetwork-type                    | overlay vnet vnetblock | overlay                                  | How pods get their addresses.
  podv6network-type                  |                        | overlay                                  | How pods get their IPv6 addresses.
  role                               |                        | agent                                    | Role of the node; on AKS every node is an agent.
  scalesetpriority                   | spot regular           | spot                                     | Marks spot nodes, which Azure may take back.
  security-type                      |                        | ConfidentialVM                           | Security type of the VM, such as \`TrustedLaunch\`.
  sku-cpu                            |                        | 4                                        | CPUs of the VM size.
  sku-memory                         |                        | 16384                                    | Memory of the VM size in MiB.
  storageprofile                     |                        | managed                                  | Kind of the OS disk.
  storagetier                        |                        | Premium_LRS                              | Storage account type of the OS disk.
`);

const aksLabelsWithoutPrefix = rowsOf(`
  name           | example     | instead                                 | doc
  accelerator    | nvidia      | \`kubernetes.azure.com/accelerator\`    | Maker of the GPUs, under the name without a prefix.
  agentpool      | pool1       | \`kubernetes.azure.com/agentpool\`      | Node pool of the node, under the name without a prefix.
  storageprofile | managed     | \`kubernetes.azure.com/storageprofile\` | Kind of the OS disk, under the name without a prefix.
  storagetier    | Premium_LRS | \`kubernetes.azure.com/storagetier\`    | Storage account type of the OS disk, under the name without a prefix.
`);

export const nodeLabels: readonly KnownName[] = [
  ...kubernetesLabels,
  ...aksLabels.map((row) => ({ ...row, name: `kubernetes.azure.com/${row.name}` })),
  ...aksLabelsWithoutPrefix,
].map(label);

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
 * Whether a kubelet of Kubernetes 1.16 or newer accepts the label key in `--node-labels`. It does not start with other
 * keys of `kubernetes.io` or `k8s.io` (`node-role.…` and `node-restriction.…` among them), since a node could attract
 * pods with them. The format of the key is not checked.
 */
export function isSettableByKubelet(key: string): boolean {
  const slash = key.indexOf('/');
  // Both domains have the same end, which rules out nearly all other keys at once.
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
