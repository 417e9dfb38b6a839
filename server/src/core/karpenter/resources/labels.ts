import { subnetParts } from '../options/detect.js';
import { parseVersion } from '../../values/goVersions.js';
import type { Machine } from './machine.js';
import type { Requirements, Sourced } from './requirements.js';

/** A label of a node, and what gives it: a place in a resource, or a sentence on how it comes about. */
export interface NodeLabel {
  readonly text: string;
  readonly from: Sourced | string;
}

/** What labels are made from. */
export interface LabelFacts {
  readonly poolName: string | undefined;
  readonly nodeClassName: string | undefined;
  /** Labels that the pool's template or the claim gives. */
  readonly own: ReadonlyMap<string, Sourced>;
  readonly requirements: Requirements;
  readonly machine: Machine;
  readonly capacityType: string | undefined;
  readonly location: string | undefined;
  readonly nodeResourceGroup: string | undefined;
  readonly kubeletIdentityClientID: string | undefined;
  readonly subnetID: string | undefined;
  readonly kubernetesVersion: string | undefined;
  readonly overlay: boolean;
  readonly cilium: boolean;
  readonly vnetGUID: string | undefined;
  readonly imageFamily: string;
  readonly fips: boolean;
  /** Labels that the user looked up; an empty one is a label that the node doesn't have. */
  readonly detected: ReadonlyMap<string, Sourced>;
}

/** The labels of a node, and the keys of those whose value is unknown. */
export interface ComputedLabels {
  readonly labels: ReadonlyMap<string, NodeLabel>;
  readonly unknown: readonly string[];
}

const azure = 'kubernetes.azure.com';
const provider = 'karpenter.azure.com';

/** What only Azure's list of VM sizes tells, or Karpenter decides. */
const skuLabels = [
  `${provider}/placement-scope`,
  `${provider}/sku-hyperv-generation`,
  `${provider}/sku-networking-accelerated`,
  `${provider}/sku-storage-ephemeralos-maxsize`,
  `${provider}/sku-storage-premium-capable`,
] as const;

/** Labels whose value comes with the machine: Karpenter makes none up from a requirement with several values. */
const wellKnown: ReadonlySet<string> = new Set([
  'karpenter.sh/capacity-type',
  'karpenter.sh/nodepool',
  'kubernetes.io/arch',
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'node.kubernetes.io/instance-type',
  'node.kubernetes.io/windows-build',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
  ...['cluster', 'fips_enabled', 'mode', 'os-sku', 'priority', 'scalesetpriority', 'sku-cpu', 'sku-memory'].map(
    (name) => `${azure}/${name}`,
  ),
  ...['cpu', 'family', 'gpu-count', 'gpu-manufacturer', 'gpu-name', 'memory', 'name', 'series', 'version'].map(
    (name) => `${provider}/sku-${name}`,
  ),
  ...skuLabels,
]);

/**
 * The labels that Karpenter has a node register with (Azure/karpenter-provider-azure 972af054,
 * pkg/providers/labels; 00ae1126, pkg/providers/instancetype; sigs.k8s.io/karpenter 1.9, NodeClaimTemplate). Later ones
 * take the place of earlier ones: those of every node, those of the pool, requirements that leave one value, those of the
 * VM size, the capacity type. What a kubelet must not set is left out.
 */
export function nodeLabels(facts: LabelFacts): ComputedLabels {
  const { requirements, detected } = facts;
  const labels = new Map<string, NodeLabel>(baseLabels(facts));
  const unknown = new Set<string>();
  for (const [key, own] of facts.own) labels.set(key, { text: own.text, from: own });
  const { poolName, nodeClassName } = facts;
  if (poolName !== undefined)
    labels.set('karpenter.sh/nodepool', { text: poolName, from: 'The name of the NodePool.' });
  if (nodeClassName !== undefined)
    labels.set(`${provider}/aksnodeclass`, { text: nodeClassName, from: 'The name of the AKSNodeClass.' });
  for (const key of requirements.keys()) {
    const single = requirements.single(key);
    if (single !== undefined) labels.set(key, { text: single.text, from: single });
    // Karpenter chooses one of the values at random, or makes one up.
    else if (!wellKnown.has(key) && !requirements.of(key).absent && !labels.has(key)) unknown.add(key);
  }
  for (const [key, label] of machineLabels(facts)) {
    const before = labels.get(key);
    // A requirement with the same value was written by the user.
    const isWritten = before?.text === label.text && typeof before.from !== 'string';
    if (!isWritten) labels.set(key, label);
  }
  for (const key of machineUnknowns(facts)) if (!labels.has(key)) unknown.add(key);
  for (const [key, given] of detected) {
    unknown.delete(key);
    if (given.text === '') labels.delete(key);
    else labels.set(key, { text: given.text, from: given });
  }
  for (const key of labels.keys()) if (!isKubeletLabel(key)) labels.delete(key);
  return { labels, unknown: [...unknown].filter(isKubeletLabel).sort() };
}

/** The labels of every node of a cluster. */
function baseLabels(facts: LabelFacts): [string, NodeLabel][] {
  const { nodeResourceGroup, kubeletIdentityClientID, subnetID, kubernetesVersion, vnetGUID } = facts;
  const labels: [string, NodeLabel][] = [
    [`${azure}/role`, { text: 'agent', from: 'Every node that Karpenter makes has it.' }],
    [`${azure}/mode`, { text: 'user', from: 'Every node has it whose NodePool says nothing else.' }],
  ];
  const add = (key: string, text: string | undefined, from: string): void => {
    if (text !== undefined) labels.push([key, { text, from }]);
  };
  const cluster = nodeResourceGroup && labelOfResourceGroup(nodeResourceGroup);
  add(`${azure}/cluster`, cluster, 'The resource group of the nodes, cut to what a label may be.');
  add(`${azure}/kubelet-identity-client-id`, kubeletIdentityClientID, 'The identity of the kubelet.');
  if (facts.overlay) {
    const parts = subnetID === undefined ? undefined : subnetParts(subnetID);
    const version = parseVersion(kubernetesVersion ?? '');
    add(`${azure}/network-subnet`, parts?.subnet, 'The name of the subnet, because the cluster has an overlay.');
    add(`${azure}/nodenetwork-vnetguid`, vnetGUID, 'The virtual network, because the cluster has an overlay.');
    add(`${azure}/azure-cni-overlay`, 'true', 'The cluster has an overlay.');
    add(`${azure}/podnetwork-type`, 'overlay', 'The cluster has an overlay.');
    if (version.ok)
      add(`${azure}/network-stateless-cni`, String(version.minor >= 34n), 'From Kubernetes 1.34 on, with an overlay.');
  }
  if (facts.cilium) add(`${azure}/ebpf-dataplane`, 'cilium', 'The data plane of the cluster is Cilium.');
  return labels;
}

/** The labels that come with the machine, as far as it is known. */
function machineLabels({ machine, capacityType, location, imageFamily, fips, nodeResourceGroup }: LabelFacts) {
  const { vmSize, name, vCPUs, memoryMiB, arch, gpu } = machine;
  const labels: [string, NodeLabel][] = [];
  const add = (key: string, text: string | number | undefined, from: string): void => {
    if (text !== undefined && text !== '') labels.push([key, { text: String(text), from }]);
  };
  const size = 'By the VM size.';
  add('node.kubernetes.io/instance-type', vmSize, size);
  add('kubernetes.io/arch', arch, size);
  add('kubernetes.io/os', 'linux', 'By the image family.');
  add('topology.kubernetes.io/region', location, 'The region of the cluster.');
  add(
    `${azure}/cluster`,
    nodeResourceGroup && labelOfResourceGroup(nodeResourceGroup),
    'The resource group of the nodes.',
  );
  add(`${azure}/os-sku`, imageFamily.startsWith('AzureLinux') ? 'AzureLinux' : 'Ubuntu', 'By the image family.');
  if (fips) add(`${azure}/fips_enabled`, 'true', 'By `fipsMode` of the AKSNodeClass.');
  for (const domain of [azure, provider]) {
    add(`${domain}/sku-cpu`, vCPUs, size);
    add(`${domain}/sku-memory`, memoryMiB, size);
  }
  add(`${provider}/sku-name`, vmSize, size);
  add(`${provider}/sku-family`, name?.family, size);
  add(`${provider}/sku-series`, name?.series, size);
  add(`${provider}/sku-version`, name?.version, size);
  if (vmSize !== undefined && gpu === undefined) add(`${provider}/sku-gpu-count`, '0', size);
  if (gpu !== undefined) {
    add(`${provider}/sku-gpu-manufacturer`, gpu, size);
    add(`${provider}/sku-gpu-name`, name?.accelerator, size);
  }
  add('karpenter.sh/capacity-type', capacityType, 'How Karpenter bought the node.');
  return labels;
}

/** Properties of the machine that don't follow from its name. */
function machineUnknowns({ machine }: LabelFacts): string[] {
  if (machine.vmSize === undefined) return [];
  const unknown: string[] = [...skuLabels];
  if (machine.gpu !== undefined) unknown.push(`${provider}/sku-gpu-count`);
  if (machine.name === undefined)
    unknown.push(`${provider}/sku-family`, `${provider}/sku-series`, `${provider}/sku-version`);
  return unknown;
}

/** A resource group's name as a label's value, the way AKS makes one. */
function labelOfResourceGroup(name: string): string {
  const cut = name.replace(/[()]/g, '-').slice(0, 63);
  if (!/[-_.]$/.test(cut)) return cut;
  return cut.length > 62 ? `${cut.slice(0, -1)}z` : `${cut}z`;
}

const kubeletLabels: ReadonlySet<string> = new Set([
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
  'beta.kubernetes.io/instance-type',
  'node.kubernetes.io/instance-type',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
]);

/** Whether a kubelet may set a label on its own node, which is what Karpenter passes on. */
export function isKubeletLabel(key: string): boolean {
  if (kubeletLabels.has(key)) return true;
  const namespace = key.includes('/') ? key.slice(0, key.indexOf('/')) : '';
  const isIn = (domain: string): boolean => namespace === domain || namespace.endsWith(`.${domain}`);
  if (!isIn('kubernetes.io') && !isIn('k8s.io')) return true;
  return isIn('kubelet.kubernetes.io') || isIn('node.kubernetes.io');
}
