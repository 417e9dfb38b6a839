import type { OptionsBuilder } from './builder.js';
import { gpuSize, type GpuSize } from './gpu.js';
import { addsLabel } from './labelRules.js';
import type { ProviderRelease } from './release.js';
import type { Requirements } from './requirements.js';

/** The share of the amount up to each bound that is above the previous bound. */
type Brackets = readonly (readonly [upperBound: number, rate: number])[];

const cpuBrackets: Brackets = [
  [1, 0.06],
  [2, 0.04],
  [4, 0.02],
  [Number.MAX_VALUE, 0.01],
];
const memoryBrackets: Brackets = [
  [4, 0.25],
  [8, 0.2],
  [16, 0.1],
  [128, 0.06],
  [Number.MAX_VALUE, 0.02],
];

/**
 * What Karpenter reserves for the kubelet on a machine (Azure/karpenter-provider-azure 352646f5, `KubeReservedResources` in
 * pkg/providers/instancetype/instancetype.go), as quantities in their canonical form. Memory is in GiB. The arithmetic
 * is Go's on doubles, truncated at the end, so that rounding errors are the same.
 */
export function kubeReserved(vCPUs: number, memoryGiB: number): ReadonlyMap<string, string> {
  const milli = BigInt(Math.trunc(1_000 * shareOf(cpuBrackets, vCPUs)));
  const mebi = BigInt(Math.trunc(1_024 * shareOf(memoryBrackets, memoryGiB)));
  return new Map([
    ['cpu', milli % 1_000n === 0n ? String(milli / 1_000n) : `${milli}m`],
    ['memory', binaryQuantity(mebi)],
  ]);
}

function shareOf(brackets: Brackets, amount: number): number {
  let share = 0;
  let lower = 0;
  for (const [bound, rate] of brackets) {
    if (lower > amount) continue;
    share += (Math.min(bound, amount) - lower) * rate;
    lower = bound;
  }
  return share;
}

/** Mebibytes in the largest binary unit that leaves a whole number. */
function binaryQuantity(mebi: bigint): string {
  if (mebi === 0n) return '0';
  let amount = mebi;
  let unit = 0;
  while (amount % 1_024n === 0n && unit < units.length - 1) {
    amount /= 1_024n;
    unit++;
  }
  return `${amount}${units[unit] ?? ''}`;
}

const units = ['Mi', 'Gi', 'Ti', 'Pi'];

/** Whether pods have addresses of an overlay. */
export function hasOverlay(builder: OptionsBuilder): boolean {
  return builder.setting('NETWORK_PLUGIN') === 'azure' && builder.setting('NETWORK_PLUGIN_MODE') === 'overlay';
}

/** The name that Azure gives the network security group of a cluster's nodes; the number is in other names, too. */
export const securityGroupName = /^aks-agentpool-(\d{8})-nsg$/i;

/** The name of the route table, which follows from that of the network security group. */
export function computeRouteTable(builder: OptionsBuilder): void {
  const id = securityGroupName.exec(builder.options.networkSecurityGroupName ?? '')?.[1];
  if (id === undefined) return;
  const why = 'The number in the name of the network security group.';
  builder.put(['routeTableName'], `aks-agentpool-${id}-routetable`, why);
}

/** Options about the network that follow from settings (`getAgentbakerNetworkPlugin`, `GetMaxPods`). */
export function computeNetwork(builder: OptionsBuilder): void {
  const endpoint = builder.setting('CLUSTER_ENDPOINT');
  const host = endpoint === undefined ? undefined : hostOf(endpoint);
  if (host !== undefined) builder.put(['APIServerName'], host, 'The host in the setting CLUSTER_ENDPOINT.');
  const plugin = builder.setting('NETWORK_PLUGIN');
  const overlay = hasOverlay(builder);
  const bySubnet = plugin === 'azure' && builder.setting('NETWORK_PLUGIN_MODE') === '';
  const cilium = builder.setting('NETWORK_DATAPLANE') === 'cilium';
  builder.put(
    ['networkPlugin'],
    overlay || (bySubnet && cilium) || plugin === 'none' ? 'none' : 'azure',
    'By the settings NETWORK_PLUGIN, NETWORK_PLUGIN_MODE and NETWORK_DATAPLANE.',
  );
  if (builder.options.kubeletConfig?.maxPods !== undefined) return;
  const [maxPods, cluster] = overlay
    ? [250, 'with an overlay']
    : plugin === 'none'
      ? [250, 'without a network plugin']
      : bySubnet
        ? [30, "whose pods have addresses of the nodes' subnet"]
        : [110, 'with this network plugin'];
  const why = `The AKSNodeClass has no \`maxPods\`; ${maxPods} is for clusters ${cluster}.`;
  builder.put(['kubeletConfig', 'maxPods'], maxPods, why);
}

/** Resources that are reserved. */
export function computeReserved(
  builder: OptionsBuilder,
  vCPUs: number | undefined,
  memoryMiB: number | undefined,
): void {
  const nothing = new Map([
    ['cpu', '0'],
    ['memory', '0'],
  ]);
  builder.put(['kubeletConfig', 'systemReserved'], nothing, 'Always nothing.');
  builder.put(['kubeletConfig', 'evictionHard'], new Map([['memory.available', '750Mi']]), 'Always the same.');
  if (vCPUs === undefined || memoryMiB === undefined) return;
  builder.put(
    ['kubeletConfig', 'kubeReserved'],
    kubeReserved(vCPUs, memoryMiB / 1_024),
    `Computed from ${vCPUs} vCPUs and ${memoryMiB} MiB of memory.`,
  );
}

/** The host of a URL, as Go's `url.Parse` and `Hostname` give it. */
function hostOf(url: string): string | undefined {
  const [, bracketed, plain] = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/(?:[^@/?#]*@)?(?:\[([^\]]*)\]|([^:/?#]*))/.exec(url) ?? [];
  return bracketed ?? plain;
}

/** What Karpenter reads from the name of a VM size. */
interface SizeName {
  readonly family: string;
  /** Family, subfamily, features and version, such as `Dps_v6`. */
  readonly series: string;
  /** Without v; 1 if the name has none. */
  readonly version: string;
  /** The name of the GPU; undefined if the size's name has none. */
  readonly accelerator: string | undefined;
  /** Undefined if the number in the name doesn't count vCPUs. */
  readonly vCPUs: number | undefined;
  /** Undefined if the name doesn't say. */
  readonly arch: 'amd64' | 'arm64' | undefined;
}

const form =
  /^Standard_([A-Z])([A-Z]?)([A-Z]?)([0-9]+)(-[0-9]+)?([abcdeiflmnotspPr]{1,20}|C{1,4}|NP)?_?(?:NDR_)?(?:((?:xl_)?[A-Z]+[0-9]+[A-Z]*)_?)?(_cc_)?(?:_[0-9]+_)?([vV][1-9])?(?:_Promo)?$/;

/** From this version on the number in a name always counts vCPUs; older series counted other things. */
const firstCounted = 3;

/**
 * Parses the name of a VM size as Karpenter does with Azure/skewer (v0.0.24, June 2026), which is case-sensitive.
 * That a p among the features means Arm is Microsoft's naming convention; for GPUs that come with their own processor
 * the name doesn't say. Undefined for other names.
 */
export function sizeName(vmSize: string): SizeName | undefined {
  const match = form.exec(vmSize);
  if (match === null) return undefined;
  const [, family = '', sub = '', more = '', count = '', constrained, features = '', gpu, , versioned = ''] = match;
  const version = versioned === '' ? '1' : versioned.slice(1);
  return {
    family,
    series: `${family}${sub}${more}${features}${versioned === '' ? '' : `_${versioned}`}`,
    version,
    accelerator: gpu?.replace(/^xl_/, ''),
    vCPUs: constrained === undefined && Number(version) >= firstCounted ? Number(count) : undefined,
    arch: gpu?.startsWith('GB') === true ? undefined : features.includes('p') ? 'arm64' : 'amd64',
  };
}

/** The VM of a node, as far as it is known. */
export interface Machine {
  readonly vmSize: string | undefined;
  readonly name: SizeName | undefined;
  readonly vCPUs: number | undefined;
  readonly memoryMiB: number | undefined;
  readonly arch: string | undefined;
  /** Its GPUs by Karpenter's own list. */
  readonly gpu: GpuSize | undefined;
}

/** The machine of a node, by the settings, by requirements that leave one value, and by the name of its size. */
export function machineIn(builder: OptionsBuilder, requirements: Requirements): Machine {
  const given = (...labels: readonly string[]): string | undefined =>
    labels
      .map((label) => requirements.single(label)?.text ?? requirements.onlyNumber(label))
      .find((text) => text !== undefined);
  const count = (text: string | undefined): number | undefined =>
    text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  const vmSize = builder.setting('vmSize') ?? given('node.kubernetes.io/instance-type', 'karpenter.azure.com/sku-name');
  const name = vmSize === undefined ? undefined : sizeName(vmSize);
  const required = requirements.single('kubernetes.io/arch');
  const machine = {
    vmSize,
    name,
    // A requirement that the name contradicts is one that no VM meets.
    vCPUs:
      count(builder.setting('vCPUs')) ??
      name?.vCPUs ??
      count(given('karpenter.azure.com/sku-cpu', 'kubernetes.azure.com/sku-cpu')),
    memoryMiB: count(
      builder.setting('memoryMiB') ?? given('karpenter.azure.com/sku-memory', 'kubernetes.azure.com/sku-memory'),
    ),
    arch: builder.setting('arch') ?? name?.arch ?? required?.text,
    gpu: vmSize === undefined ? undefined : gpuSize(vmSize, builder.release),
  };
  if (vmSize === undefined) builder.ask('vmSize');
  else for (const fact of ['vCPUs', 'memoryMiB', 'arch'] as const) if (machine[fact] === undefined) builder.ask(fact);
  if (machine.arch !== undefined && builder.setting('arch') === undefined) {
    const isRequired = required?.text === machine.arch;
    builder.put(['arch'], machine.arch, isRequired ? undefined : 'By the name of the VM size.');
    if (isRequired) builder.place(required, ['arch']);
  }
  return machine;
}

/** How Karpenter may buy a node: offerings have a capacity type, and the labels of AKS for the same that a release knows. */
export function capacityTypes(requirements: Requirements, release: ProviderRelease | undefined): string[] {
  const known = ['kubernetes.azure.com/scalesetpriority', 'kubernetes.azure.com/priority'].filter((key) =>
    addsLabel(key, release),
  );
  return Object.entries({ 'on-demand': 'regular', spot: 'spot' }).flatMap(([capacityType, priority]) =>
    requirements.allows('karpenter.sh/capacity-type', capacityType) &&
    known.every((key) => requirements.allows(key, priority))
      ? [capacityType]
      : [],
  );
}
