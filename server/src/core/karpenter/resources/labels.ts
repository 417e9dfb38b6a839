import { subnetParts } from '../script/variable.js';
import { isAtLeast, isVersion } from '../../values/goVersions.js';
import { isSettableByKubelet } from '../../values/known/nodeLabels.js';
import type { OptionsBuilder } from './builder.js';
import { addsLabel, aks, labelRule, provider, unresolvedLabels, wellKnownLabels } from './labelRules.js';
import { hasOverlay, type Machine } from './machine.js';
import { effectiveFamily, localDnsState, type NodeClass, osSku } from './nodeClass.js';
import type { PoolTemplate, Sourced } from './model.js';
import type { PoolChoices } from './pool.js';
import { isIn } from './release.js';
import { noZone, type Requirements } from './requirements.js';

/** A label of a node, and its origin: a position in a resource, or a sentence on how it was computed. */
export interface NodeLabel {
  readonly text: string;
  readonly from: Sourced | string;
}

/** What labels are made from. */
interface LabelInput {
  readonly builder: OptionsBuilder;
  readonly template: PoolTemplate;
  readonly nodeClass: NodeClass;
  readonly choices: PoolChoices;
  readonly machine: Machine;
  readonly capacityType: string | undefined;
}

/** The labels of a node, and the keys of those whose value is unknown. */
export interface ComputedLabels {
  readonly labels: ReadonlyMap<string, NodeLabel>;
  readonly unknown: readonly string[];
}

/** Labels that only Azure's list of VM sizes contains. */
const sizeLabels = [
  `${provider}/sku-hyperv-generation`,
  `${provider}/sku-networking-accelerated`,
  `${provider}/sku-storage-ephemeralos-maxsize`,
  `${provider}/sku-storage-premium-capable`,
] as const;

const zone = 'topology.kubernetes.io/zone';
const placementScope = `${provider}/placement-scope`;
const ultraDisk = `${provider}/sku-storage-ultra-ssd`;

/**
 * The labels that Karpenter makes a node register with (Azure/karpenter-provider-azure 352646f5,
 * `getStaticParameters` and `getLaunchTemplate`; karpenter 1.14.0, `NodeClaimTemplate`). Later ones replace earlier
 * ones: those of every node, those of the pool, requirements that leave one value, those of the VM size, those of the
 * chosen offering. Labels that a kubelet must not set are left out.
 */
export function nodeLabels(input: LabelInput): ComputedLabels {
  const { template, builder, machine } = input;
  const { labels: own, requirements } = input.choices;
  const labels = new Map<string, NodeLabel>();
  const unknown = new Set<string>();
  const add = (values: LabelValues): void => {
    for (const [key, value] of values) {
      if (value === undefined || !addsLabel(key, builder.release)) continue;
      const text = String(value);
      const before = labels.get(key);
      // A requirement with the same value was written by the user.
      const isWritten = before?.text === text && typeof before.from !== 'string';
      if (!isWritten) labels.set(key, { text, from: labelRule(key)?.rule ?? 'Karpenter adds it.' });
    }
  };
  add(baseLabels(input));
  for (const [key, value] of own) labels.set(key, { text: value.text, from: value });
  add([
    ['karpenter.sh/nodepool', template.poolName],
    [`${provider}/aksnodeclass`, template.nodeClassName],
  ]);
  for (const key of requirements.keys()) {
    const single = requirements.single(key);
    if (single !== undefined && isRequirementPassed(key, builder)) labels.set(key, { text: single.text, from: single });
    else if (isChosen(key, builder) && single === undefined && !labels.has(key) && !requirements.excludes(key)) {
      const number = requirements.onlyNumber(key);
      if (number === undefined) unknown.add(key);
      else labels.set(key, { text: number, from: 'The only number within the bounds of the requirements.' });
    }
  }
  add(machineLabels(input));
  // Since v1.6.6, labels of the pool replace those of AKS; the mode has always been a default.
  if (!isIn({ since: 'v1.6.6' }, builder.release)) add(baseLabels(input).filter(([key]) => key !== `${aks}/mode`));
  for (const [key, given] of builder.settings.labels) {
    if (given.text === '') labels.delete(key);
    else if (addsLabel(key, builder.release)) labels.set(key, { text: given.text, from: given });
  }
  add(offeringLabels(input, labels.get(zone)?.text));
  for (const key of machineUnknowns(machine)) unknown.add(key);
  for (const key of placementUnknowns(input, labels)) unknown.add(key);
  for (const key of [...unknown])
    if (labels.has(key) || builder.settings.labels.has(key) || !addsLabel(key, builder.release)) unknown.delete(key);
  for (const key of labels.keys()) if (!isPassedOn(key, builder)) labels.delete(key);
  return { labels, unknown: [...unknown].filter((key) => isPassedOn(key, builder)).sort() };
}

/** Whether Karpenter itself chooses a value for a label from what its requirements leave, as its core does since 1.9. */
function isChosen(key: string, { release }: OptionsBuilder): boolean {
  const isKnown = wellKnownLabels.has(key) && addsLabel(key, release);
  return !isKnown && !unresolvedLabels.has(key) && isIn({ since: 'v1.10.0' }, release);
}

/**
 * Whether a requirement that leaves one value becomes a label: none did before v1.6.6, and before v1.10.0 only those that
 * a kubelet may set.
 */
function isRequirementPassed(key: string, { release }: OptionsBuilder): boolean {
  return isIn({ since: isSettableByKubelet(key) ? 'v1.6.6' : 'v1.10.0' }, release);
}

/** Whether a label gets into the script: since v1.10.0, only what a kubelet may set. */
function isPassedOn(key: string, { release }: OptionsBuilder): boolean {
  return isSettableByKubelet(key) || !isIn({ since: 'v1.10.0' }, release);
}

/** Labels and their values; those without one are left out. */
type LabelValues = readonly (readonly [key: string, value: string | number | undefined])[];

/** The labels of every node of a node class. */
function baseLabels({ builder, nodeClass, machine }: LabelInput): LabelValues {
  const { subnetID = '', kubernetesVersion = '' } = builder.options;
  const isKnown = isVersion(kubernetesVersion);
  const { imageFamily, fips, artifactStreaming } = nodeClass;
  const overlay: LabelValues = [
    [`${aks}/network-subnet`, subnetParts(subnetID)?.subnet],
    [`${aks}/nodenetwork-vnetguid`, builder.setting('VNET_GUID')],
    [`${aks}/azure-cni-overlay`, 'true'],
    [`${aks}/podnetwork-type`, 'overlay'],
    [`${aks}/network-stateless-cni`, isKnown ? String(isAtLeast(kubernetesVersion, '1.34.0')) : undefined],
  ];
  return [
    [`${aks}/role`, 'agent'],
    [`${aks}/cluster`, clusterLabel(builder)],
    [`${aks}/kubelet-identity-client-id`, builder.setting('KUBELET_IDENTITY_CLIENT_ID') ?? ''],
    [`${aks}/mode`, 'user'],
    ['karpenter.sh/do-not-sync-taints', 'true'],
    [`${aks}/scalesetpriority`, 'regular'],
    [`${aks}/priority`, 'regular'],
    [`${aks}/os-sku-requested`, imageFamily],
    [`${aks}/os-sku-effective`, effectiveFamily(nodeClass, kubernetesVersion)],
    [`${aks}/os-sku`, osSku(imageFamily)],
    [`${aks}/fips_enabled`, fips ? 'true' : undefined],
    ...(hasOverlay(builder) ? overlay : []),
    [`${aks}/ebpf-dataplane`, builder.setting('NETWORK_DATAPLANE') === 'cilium' ? 'cilium' : undefined],
    [`${aks}/localdns-state`, localDnsState(nodeClass, builder)],
    [`${aks}/artifactstreaming-enabled`, artifactStreaming && machine.arch === 'amd64' ? 'true' : undefined],
  ];
}

/** The labels that come with the machine, as far as it is known. */
function machineLabels({ builder, machine, nodeClass }: LabelInput): LabelValues {
  const { vmSize, name, vCPUs, memoryMiB, arch, gpu } = machine;
  return [
    ['node.kubernetes.io/instance-type', vmSize],
    ['kubernetes.io/arch', arch],
    ['kubernetes.io/os', 'linux'],
    ['topology.kubernetes.io/region', builder.setting('LOCATION')],
    [`${aks}/cluster`, clusterLabel(builder)],
    [`${aks}/os-sku`, osSku(nodeClass.imageFamily)],
    [`${aks}/fips_enabled`, nodeClass.fips ? 'true' : undefined],
    [`${aks}/sku-cpu`, vCPUs],
    [`${aks}/sku-memory`, memoryMiB],
    [`${provider}/sku-cpu`, vCPUs],
    [`${provider}/sku-memory`, memoryMiB],
    [`${provider}/sku-name`, vmSize],
    [`${provider}/sku-family`, name?.family],
    [`${provider}/sku-series`, name?.series],
    [`${provider}/sku-version`, name?.version],
    [`${provider}/sku-gpu-count`, vmSize !== undefined && gpu === undefined ? 0 : undefined],
    [`${provider}/sku-gpu-manufacturer`, gpu?.vendor],
    [`${provider}/sku-gpu-name`, gpu && name?.accelerator],
  ];
}

/** The labels of the offering that Karpenter chooses; `zoneLabel` is the zone of the node, if there is one. */
function offeringLabels({ builder, choices, capacityType }: LabelInput, zoneLabel: string | undefined): LabelValues {
  const { requirements, chosen } = choices;
  const isUltra =
    requirements.has(ultraDisk) && requirements.allows(ultraDisk, 'true') && !requirements.allows(ultraDisk, 'false');
  const scopes = placementScopes(chosen);
  const scope = zoneLabel === undefined ? builder.settings.labels.get(placementScope)?.text : scopeOf(zoneLabel);
  return [
    ['karpenter.sh/capacity-type', capacityType],
    [placementScope, scopes.length === 1 ? scopes[0] : scope === '' ? undefined : scope],
    [ultraDisk, String(isUltra)],
  ];
}

function scopeOf(zoneLabel: string): string {
  return zoneLabel === noZone ? 'regional' : 'zonal';
}

/** The placement scopes of the zones that requirements leave. */
function placementScopes(requirements: Requirements): string[] {
  const { complement, values, least, most } = requirements.of(zone);
  // Bounds leave whole numbers only, and zones have a name before their number.
  const hasNumbered = complement ? least === undefined && most === undefined : [...values.keys()].some(isNumbered);
  const left = [...(hasNumbered ? ['zonal'] : []), ...(requirements.allows(zone, noZone) ? ['regional'] : [])];
  return left.filter((scope) => requirements.allows(placementScope, scope));
}

function isNumbered(value: string): boolean {
  return value !== noZone;
}

/** Properties of the machine that don't follow from its name. */
function machineUnknowns({ vmSize, name, gpu }: Machine): readonly string[] {
  if (vmSize === undefined) return [];
  return [
    ...sizeLabels,
    ...(gpu === undefined ? [] : [`${provider}/sku-gpu-count`]),
    ...(name === undefined ? ['family', 'series', 'version'].map((part) => `${provider}/sku-${part}`) : []),
    // Later versions of the library that reads the name know the GPUs of sizes that don't name theirs.
    ...(gpu !== undefined && name?.accelerator === undefined ? [`${provider}/sku-gpu-name`] : []),
  ];
}

/** Where the node is, if that is open: a size with zones leaves several, so that there is no label for the zone. */
function placementUnknowns(
  { choices: { chosen } }: LabelInput,
  labels: ReadonlyMap<string, NodeLabel>,
): readonly string[] {
  const scope = labels.get(placementScope)?.text;
  if (scope === undefined) return [placementScope, zone];
  return scope === 'regional' && !chosen.has(placementScope) ? [zone] : [];
}

/** The resource group of the nodes as a label's value, converted as AKS does. */
function clusterLabel(builder: OptionsBuilder): string | undefined {
  const group = builder.setting('AZURE_NODE_RESOURCE_GROUP');
  if (group === undefined || group === '') return undefined;
  const cut = group.replace(/[()]/g, '-').slice(0, 63);
  return /[-_.]$/.test(cut) ? `${cut.slice(0, 62)}z` : cut;
}
