import { rowsOf } from '../../text/table.js';
import { isIn, type ProviderRelease } from './release.js';

export const aks = 'kubernetes.azure.com';
export const provider = 'karpenter.azure.com';

/** Files of Azure/karpenter-provider-azure 352646f5, where they are long. */
const labelsGo = 'pkg/providers/labels/labels.go';
const typesGo = 'pkg/providers/instancetype/instancetype.go';
const vmGo = 'pkg/providers/instance/vminstance.go';

/**
 * The labels that Karpenter adds to a node: from which of its releases on, the lines that set them, and how their value
 * comes about.
 */
export const labelRules = rowsOf(`
  label                                   | since?  | upstream            | rule
  ${aks}/role                             |         | ${labelsGo}#103     | Every node that Karpenter creates has it.
  ${aks}/cluster                          |         | ${typesGo}#181      | The resource group of the nodes, shortened to a valid label. No label of a pool replaces it.
  ${aks}/kubelet-identity-client-id       |         | ${labelsGo}#108     | The identity of the kubelet.
  ${aks}/mode                             |         | ${labelsGo}#109     | The default of a node; a label or requirement of its pool replaces it.
  karpenter.sh/do-not-sync-taints         | v1.6.8  | ${labelsGo}#112     | Every node has it, so that Karpenter doesn't put startup taints back.
  ${aks}/scalesetpriority                 | v1.7.0  | ${labelsGo}#113     | The default of a node; a label or requirement of its pool with this key replaces it. The capacity type does not.
  ${aks}/priority                         | v1.12.0 | ${labelsGo}#114     | The default of a node; a label or requirement of its pool with this key replaces it. The capacity type does not.
  ${aks}/os-sku                           | v1.7.0  | ${labelsGo}#116     | The operating system of the image family.
  ${aks}/os-sku-requested                 | v1.7.0  | ${labelsGo}#122     | The image family of the AKSNodeClass.
  ${aks}/os-sku-effective                 | v1.7.0  | ${labelsGo}#124-125 | The image family that is used, by Kubernetes version, FIPS and Trusted Launch.
  ${aks}/fips_enabled                     | v1.10.0 | ${labelsGo}#117-119 | The AKSNodeClass has the fipsMode FIPS.
  ${aks}/network-subnet                   |         | ${labelsGo}#133     | The name of the subnet, because the cluster has an overlay.
  ${aks}/nodenetwork-vnetguid             |         | ${labelsGo}#134     | The virtual network, because the cluster has an overlay.
  ${aks}/azure-cni-overlay                |         | ${labelsGo}#135     | The cluster has an overlay.
  ${aks}/podnetwork-type                  |         | ${labelsGo}#136     | The cluster has an overlay.
  ${aks}/network-stateless-cni            | v1.6.2  | ${labelsGo}#138-143 | True from Kubernetes 1.34.0 on, because the cluster has an overlay.
  ${aks}/ebpf-dataplane                   |         | ${labelsGo}#145-154 | The data plane of the cluster is Cilium.
  ${aks}/localdns-state                   | v1.6.7  | ${labelsGo}#156-160 | The state in the status of the AKSNodeClass, or the one that follows from its localDNS.mode.
  ${aks}/artifactstreaming-enabled        | v1.10.0 | ${labelsGo}#162-166 | The AKSNodeClass enables artifact streaming, and the node is not arm64.
  ${aks}/sku-cpu                          | v1.6.5  | ${typesGo}#176      | vCPUs of the VM size.
  ${aks}/sku-memory                       | v1.6.5  | ${typesGo}#177      | Memory of the VM size in MiB.
  karpenter.sh/nodepool                   |         | pkg/controllers/provisioning/scheduling/nodeclaimtemplate.go#79-82 (karpenter 1.14.0) | The name of the NodePool.
  ${provider}/aksnodeclass                |         | pkg/controllers/provisioning/scheduling/nodeclaimtemplate.go#79-82 (karpenter 1.14.0) | The name of the AKSNodeClass.
  karpenter.sh/capacity-type              |         | ${vmGo}#988-992     | How Karpenter bought the node.
  ${provider}/placement-scope             | v1.12.0 | ${vmGo}#990         | Whether the node is in a zone: regional for the zone 0, zonal for the others.
  ${provider}/sku-storage-ultra-ssd       | v1.14.0 | ${vmGo}#766-776     | True only if the requirements allow nothing else.
  topology.kubernetes.io/zone             |         | ${typesGo}#156-158  | The only zone that the requirements leave, or that the VM size has.
  topology.kubernetes.io/region           |         | ${typesGo}#160      | The region of the cluster.
  node.kubernetes.io/instance-type        |         | ${typesGo}#153      | The name of the VM size.
  kubernetes.io/arch                      |         | ${typesGo}#154      | The architecture of the VM size.
  kubernetes.io/os                        |         | ${typesGo}#155      | Karpenter creates Linux nodes only.
  ${provider}/sku-name                    |         | ${typesGo}#205      | The name of the VM size.
  ${provider}/sku-family                  |         | ${typesGo}#208      | The first letter in the name of the VM size.
  ${provider}/sku-series                  | v1.6.6  | ${typesGo}#209      | Family, features and version in the name of the VM size.
  ${provider}/sku-version                 |         | ${typesGo}#254-260  | The version in the name of the VM size; 1 if it has none.
  ${provider}/sku-cpu                     |         | ${typesGo}#174      | vCPUs of the VM size.
  ${provider}/sku-memory                  |         | ${typesGo}#175      | Memory of the VM size in MiB.
  ${provider}/sku-gpu-count               |         | ${typesGo}#178      | GPUs of the VM size; 0 unless it is in Karpenter's list of sizes with GPUs.
  ${provider}/sku-gpu-manufacturer        |         | ${typesGo}#238-247  | By Karpenter's list of VM sizes with GPUs.
  ${provider}/sku-gpu-name                |         | ${typesGo}#248-250  | The GPU in the name of the VM size, if the size is in Karpenter's list.
  ${provider}/sku-hyperv-generation       |         | ${typesGo}#229-236  | The generation that the VM size supports, if it is only one.
  ${provider}/sku-networking-accelerated  |         | ${typesGo}#199      | Whether the VM size has accelerated networking.
  ${provider}/sku-storage-premium-capable |         | ${typesGo}#198      | Whether the VM size supports premium disks.
  ${provider}/sku-storage-ephemeralos-maxsize |     | ${typesGo}#222-227  | Size in GB of the largest disk of the VM size for an ephemeral OS disk.
`);

const rules: ReadonlyMap<string, (typeof labelRules)[number]> = new Map(labelRules.map((rule) => [rule.label, rule]));

/** The rule of a label that Karpenter adds; undefined for others. */
export function labelRule(key: string): (typeof labelRules)[number] | undefined {
  return rules.get(key);
}

/** Whether a release adds the label. */
export function addsLabel(key: string, release: ProviderRelease | undefined): boolean {
  return isIn(rules.get(key) ?? {}, release);
}

/**
 * Labels whose value comes with the VM: Karpenter doesn't choose one from a requirement with several values
 * (`WellKnownLabels` of the core and of `pkg/apis/v1beta1/labels.go`).
 */
export const wellKnownLabels: ReadonlySet<string> = new Set([
  'karpenter.sh/capacity-type',
  'karpenter.sh/nodepool',
  'kubernetes.io/arch',
  'kubernetes.io/os',
  'node.kubernetes.io/instance-type',
  'node.kubernetes.io/windows-build',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
  ...['cluster', 'fips_enabled', 'mode', 'os-sku', 'priority', 'scalesetpriority', 'sku-cpu', 'sku-memory'].map(
    (name) => `${aks}/${name}`,
  ),
  ...['cpu', 'family', 'gpu-count', 'gpu-manufacturer', 'gpu-name', 'memory', 'name', 'series', 'version'].map(
    (name) => `${provider}/sku-${name}`,
  ),
  ...['networking-accelerated', 'storage-ephemeralos-maxsize', 'storage-premium-capable', 'storage-ultra-ssd'].map(
    (name) => `${provider}/sku-${name}`,
  ),
  `${provider}/placement-scope`,
]);

/** Labels that only meet requirements of pods while Karpenter plans, and the one that no pool may require. */
export const unresolvedLabels: ReadonlySet<string> = new Set([
  'kubernetes.io/hostname',
  'karpenter.sh/initialized',
  'karpenter.sh/registered',
]);

/** Labels that Karpenter adds to a NodeClaim when it has created the VM (`pkg/cloudprovider/cloudprovider.go#645-657`). */
export const labelsFromVm: ReadonlySet<string> = new Set([
  'topology.kubernetes.io/zone',
  `${aks}/priority`,
  `${aks}/scalesetpriority`,
]);
