import { subnetParts } from '../script/variable.js';
import { parseVersion } from '../../values/goVersions.js';
import type { OptionsBuilder } from './builder.js';
import { hasOverlay, type Machine } from './machine.js';
import { type PoolTemplate, type Resource, type Sourced, textAt } from './model.js';
import type { Requirements } from './requirements.js';

/** A label of a node, and its origin: a position in a resource, or a sentence on how it was computed. */
export interface NodeLabel {
  readonly text: string;
  readonly from: Sourced | string;
}

/** What labels are made from. */
interface LabelInput {
  readonly builder: OptionsBuilder;
  readonly template: PoolTemplate;
  readonly nodeClass: Resource | undefined;
  /** Labels that the pool's template or the claim gives. */
  readonly own: ReadonlyMap<string, Sourced>;
  readonly requirements: Requirements;
  readonly machine: Machine;
  readonly capacityType: string | undefined;
}

/** The labels of a node, and the keys of those whose value is unknown. */
export interface ComputedLabels {
  readonly labels: ReadonlyMap<string, NodeLabel>;
  readonly unknown: readonly string[];
}

const azure = 'kubernetes.azure.com';
const provider = 'karpenter.azure.com';

/** Labels that only Azure's list of VM sizes contains, or that Karpenter decides. */
const skuLabels = [
  `${provider}/placement-scope`,
  `${provider}/sku-hyperv-generation`,
  `${provider}/sku-networking-accelerated`,
  `${provider}/sku-storage-ephemeralos-maxsize`,
  `${provider}/sku-storage-premium-capable`,
] as const;

/** Labels whose value comes with the machine: Karpenter doesn't choose one from a requirement with several values. */
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
 * The labels that Karpenter makes a node register with (Azure/karpenter-provider-azure 972af054,
 * pkg/providers/labels; 00ae1126, pkg/providers/instancetype; sigs.k8s.io/karpenter 1.9, NodeClaimTemplate). Later ones
 * replace earlier ones: those of every node, those of the pool, requirements that leave one value, those of the
 * VM size, the capacity type. Labels that a kubelet must not set are left out.
 */
export function nodeLabels(input: LabelInput): ComputedLabels {
  const { template, own, requirements, builder } = input;
  const labels = new Map<string, NodeLabel>(labelsOf(baseLabels(builder)));
  const unknown = new Set<string>();
  for (const [key, value] of own) labels.set(key, { text: value.text, from: value });
  const names: LabelRow[] = [
    ['karpenter.sh/nodepool', template.poolName, 'The name of the NodePool.'],
    [`${provider}/aksnodeclass`, template.nodeClassName, 'The name of the AKSNodeClass.'],
  ];
  for (const [key, label] of labelsOf(names)) labels.set(key, label);
  for (const key of requirements.keys()) {
    const single = requirements.single(key);
    if (single !== undefined) labels.set(key, { text: single.text, from: single });
    // Karpenter chooses one of the values at random, or generates one.
    else if (!wellKnown.has(key) && !requirements.of(key).absent && !labels.has(key)) unknown.add(key);
  }
  for (const [key, label] of labelsOf(machineLabels(input))) {
    const before = labels.get(key);
    // A requirement with the same value was written by the user.
    const isWritten = before?.text === label.text && typeof before.from !== 'string';
    if (!isWritten) labels.set(key, label);
  }
  for (const key of machineUnknowns(input.machine)) if (!labels.has(key)) unknown.add(key);
  for (const [key, given] of builder.settings.labels) {
    unknown.delete(key);
    if (given.text === '') labels.delete(key);
    else labels.set(key, { text: given.text, from: given });
  }
  for (const key of labels.keys()) if (!isKubeletLabel(key)) labels.delete(key);
  return { labels, unknown: [...unknown].filter(isKubeletLabel).sort() };
}

/** A label, absent if its text is, with the sentence on its origin. */
type LabelRow = readonly [key: string, text: string | number | undefined, from: string];

function labelsOf(rows: readonly LabelRow[]): [string, NodeLabel][] {
  return rows.flatMap(([key, text, from]) => (text === undefined ? [] : [[key, { text: String(text), from }]]));
}

/** The labels of every node of a cluster. */
function baseLabels(builder: OptionsBuilder): LabelRow[] {
  const { subnetID = '', kubernetesVersion = '' } = builder.options;
  const subnet = subnetParts(subnetID)?.subnet;
  const network = builder.setting('VNET_GUID');
  const identity = builder.setting('ARM_KUBELET_IDENTITY_CLIENT_ID');
  const version = parseVersion(kubernetesVersion);
  const stateless = version.ok ? String(version.value >= 34n) : undefined;
  const isCilium = builder.setting('NETWORK_DATAPLANE') === 'cilium';
  const overlay: LabelRow[] = [
    [`${azure}/network-subnet`, subnet, 'The name of the subnet, because the cluster has an overlay.'],
    [`${azure}/nodenetwork-vnetguid`, network, 'The virtual network, because the cluster has an overlay.'],
    [`${azure}/azure-cni-overlay`, 'true', 'The cluster has an overlay.'],
    [`${azure}/podnetwork-type`, 'overlay', 'The cluster has an overlay.'],
    [`${azure}/network-stateless-cni`, stateless, 'From Kubernetes 1.34 on, with an overlay.'],
  ];
  return [
    [`${azure}/role`, 'agent', 'Every node that Karpenter creates has it.'],
    [`${azure}/mode`, 'user', 'The default for nodes whose NodePool sets no mode.'],
    [`${azure}/cluster`, clusterLabel(builder), 'The resource group of the nodes, shortened to a valid label.'],
    [`${azure}/kubelet-identity-client-id`, identity, 'The identity of the kubelet.'],
    ...(hasOverlay(builder) ? overlay : []),
    [`${azure}/ebpf-dataplane`, isCilium ? 'cilium' : undefined, 'The data plane of the cluster is Cilium.'],
  ];
}

/** The labels that come with the machine, as far as it is known. */
function machineLabels({ builder, machine, capacityType, nodeClass }: LabelInput): LabelRow[] {
  const { vmSize, name, vCPUs, memoryMiB, arch, gpu } = machine;
  const image = textAt(nodeClass?.node, 'spec', 'imageFamily') ?? 'Ubuntu';
  const fips = textAt(nodeClass?.node, 'spec', 'fipsMode') === 'FIPS';
  const size = 'By the VM size.';
  const rows: LabelRow[] = [
    ['node.kubernetes.io/instance-type', vmSize, size],
    ['kubernetes.io/arch', arch, size],
    ['kubernetes.io/os', 'linux', 'By the image family.'],
    ['topology.kubernetes.io/region', builder.setting('LOCATION'), 'The region of the cluster.'],
    [`${azure}/cluster`, clusterLabel(builder), 'The resource group of the nodes.'],
    [`${azure}/os-sku`, image.startsWith('AzureLinux') ? 'AzureLinux' : 'Ubuntu', 'By the image family.'],
    [`${azure}/fips_enabled`, fips ? 'true' : undefined, 'By `fipsMode` of the AKSNodeClass.'],
    [`${azure}/sku-cpu`, vCPUs, size],
    [`${azure}/sku-memory`, memoryMiB, size],
    [`${provider}/sku-cpu`, vCPUs, size],
    [`${provider}/sku-memory`, memoryMiB, size],
    [`${provider}/sku-name`, vmSize, size],
    [`${provider}/sku-family`, name?.family, size],
    [`${provider}/sku-series`, name?.series, size],
    [`${provider}/sku-version`, name?.version, size],
    [`${provider}/sku-gpu-count`, vmSize !== undefined && gpu === undefined ? 0 : undefined, size],
    [`${provider}/sku-gpu-manufacturer`, gpu, size],
    [`${provider}/sku-gpu-name`, gpu && name?.accelerator, size],
    ['karpenter.sh/capacity-type', capacityType, 'How Karpenter bought the node.'],
  ];
  return rows.filter(([, text]) => text !== '');
}

/** Properties of the machine that don't follow from its name. */
function machineUnknowns(machine: Machine): string[] {
  if (machine.vmSize === undefined) return [];
  const unknown: string[] = [...skuLabels];
  if (machine.gpu !== undefined) unknown.push(`${provider}/sku-gpu-count`);
  if (machine.name === undefined)
    unknown.push(`${provider}/sku-family`, `${provider}/sku-series`, `${provider}/sku-version`);
  return unknown;
}

/** The resource group of the nodes as a label's value, converted as AKS does. */
function clusterLabel(builder: OptionsBuilder): string | undefined {
  const group = builder.setting('AZURE_NODE_RESOURCE_GROUP');
  if (group === undefined || group === '') return group;
  const cut = group.replace(/[()]/g, '-').slice(0, 63);
  return /[-_.]$/.test(cut) ? `${cut.slice(0, 62)}z` : cut;
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
