import { enumerated } from '../../text/strings.js';
import type { OptionsBuilder } from './builder.js';
import { gpuSize } from './gpu.js';
import { addsLabel } from './labelRules.js';
import { capacityTypes, type Machine, sizeName } from './machine.js';
import { localDnsState, type NodeClass, osSku } from './nodeClass.js';
import { isIn } from './release.js';
import { noZone, type Requirements } from './requirements.js';

const types = 'pkg/providers/instancetype/instancetypes.go';

/** What decides whether a VM size is offered. */
interface SizeInput {
  readonly builder: OptionsBuilder;
  readonly nodeClass: NodeClass;
  readonly requirements: Requirements;
  readonly machine: Machine;
}

/** Sizes that AKS doesn't support (352646f5, `pkg/providers/instancetype/skus.go#93-115`). */
const restricted: ReadonlySet<string> = new Set([
  ...['A0', 'A1', 'A1_v2', 'B1s', 'B1ms', 'F1', 'F1s'].map((name) => `Standard_${name}`),
  ...['A0', 'A1', 'A2', 'A3', 'A4'].map((name) => `Basic_${name}`),
]);

/** Sizes that only Karpenter doesn't use, since v1.10.0. */
const avoided: ReadonlySet<string> = new Set(['Standard_E64i_v3', 'Standard_E64is_v3']);

const sizeKeys = ['node.kubernetes.io/instance-type', 'karpenter.azure.com/sku-name'];

/** Reports requirements that no VM meets, and VM sizes that Karpenter never offers to a pool. */
export function refuseNodes(input: SizeInput): void {
  const { builder, requirements, machine } = input;
  const refuse = (key: string, message: string, upstream: string): void => {
    // Requirements that leave nothing are reported by themselves.
    if (requirements.excludes(key)) return;
    const about = requirements.sourceOf(key);
    builder.refuse('karpenter/impossible-requirement', about, `${message} Karpenter creates no node.`, upstream);
  };
  if (!requirements.allows('kubernetes.io/os', 'linux'))
    refuse(
      'kubernetes.io/os',
      'kubernetes.io/os must allow linux: Karpenter has no other VMs on Azure.',
      'pkg/providers/instancetype/instancetype.go#155',
    );
  const region = builder.setting('LOCATION');
  if (region !== undefined && !requirements.allows('topology.kubernetes.io/region', region))
    refuse(
      'topology.kubernetes.io/region',
      `The requirements do not allow the region of the cluster, ${region}.`,
      'pkg/providers/instancetype/instancetype.go#160',
    );
  if (region !== undefined) refuseZones(input, region, refuse);
  if (capacityTypes(requirements, builder.release).length === 0 && !requirements.excludes('karpenter.sh/capacity-type'))
    refuse(
      'karpenter.sh/capacity-type',
      'The requirements leave neither on-demand with the priority regular nor spot with the priority spot.',
      `${types}#298-322`,
    );
  for (const [key, text] of factsOf(input)) {
    if (!requirements.has(key) || isMet(requirements, key, text)) continue;
    const what = machine.vmSize ?? 'The VM size';
    const fact = text === undefined ? `does not have the label ${key}` : `has ${key} ${text}`;
    refuse(key, `${what} ${fact}, which the requirements do not allow.`, types);
  }
  refuseSizes(input);
}

function refuseZones(
  { builder, requirements }: SizeInput,
  region: string,
  refuse: (key: string, message: string, upstream: string) => void,
): void {
  const zone = 'topology.kubernetes.io/zone';
  const { complement, values } = requirements.of(zone);
  const ours = `${region.toLowerCase()}-`;
  const hasNone = isIn({ since: 'v1.12.0' }, builder.release);
  const isOffered = (value: string): boolean => value.startsWith(ours) || (hasNone && value === noZone);
  if (complement || values.size === 0 || [...values.keys()].some(isOffered)) return;
  const outside = hasNone ? `, and ${noZone} is a node outside of zones` : '';
  refuse(
    zone,
    `No zone of the requirements is in the region: zones are called ${ours}1 and so on${outside}.`,
    'pkg/utils/zones/zones.go#50-52',
  );
}

/** Labels that a VM size has in any case for a node class, and undefined for those that it never has. */
function factsOf({ builder, nodeClass, machine }: SizeInput): readonly (readonly [string, string | undefined])[] {
  const { vmSize, vCPUs, memoryMiB, arch, name, gpu } = machine;
  const known = {
    'node.kubernetes.io/instance-type': vmSize,
    'kubernetes.io/arch': arch,
    'karpenter.azure.com/sku-name': vmSize,
    'karpenter.azure.com/sku-cpu': vCPUs,
    'kubernetes.azure.com/sku-cpu': vCPUs,
    'karpenter.azure.com/sku-memory': memoryMiB,
    'kubernetes.azure.com/sku-memory': memoryMiB,
    'karpenter.azure.com/sku-family': name?.family,
    'karpenter.azure.com/sku-series': name?.series,
    'karpenter.azure.com/sku-version': name?.version,
    'karpenter.azure.com/sku-gpu-manufacturer': gpu?.vendor,
    'karpenter.azure.com/sku-gpu-count': vmSize !== undefined && gpu === undefined ? 0 : undefined,
    'kubernetes.azure.com/os-sku': osSku(nodeClass.imageFamily),
    'kubernetes.azure.com/fips_enabled': nodeClass.fips ? 'true' : undefined,
  };
  const absent = [
    ...(nodeClass.fips ? [] : ['kubernetes.azure.com/fips_enabled']),
    ...(vmSize === undefined || gpu !== undefined
      ? []
      : ['karpenter.azure.com/sku-gpu-manufacturer', 'karpenter.azure.com/sku-gpu-name']),
  ];
  const facts = [
    ...Object.entries(known).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)] as const])),
    ...absent.map((key) => [key, undefined] as const),
  ];
  // Labels that a release doesn't have are those of the pool alone.
  return facts.filter(([key]) => addsLabel(key, builder.release));
}

/** Whether requirements accept a label of a VM, or that it has none. */
function isMet(requirements: Requirements, key: string, text: string | undefined): boolean {
  if (text !== undefined) return requirements.allows(key, text);
  const { complement, values } = requirements.of(key);
  return complement ? values.size > 0 : values.size === 0;
}

/** Reports the listed VM sizes if none of them is ever offered. */
function refuseSizes(input: SizeInput): void {
  const { builder, requirements, machine } = input;
  for (const key of sizeKeys) {
    const { complement, values } = requirements.of(key);
    if (complement) continue;
    const reasons = [...values].map(([name, source]) => ({ source, reason: neverOffered(name, input) }));
    if (reasons.some(({ reason }) => reason === undefined)) continue;
    for (const { source, reason: [message = '', upstream = ''] = [] } of reasons)
      builder.refuse(
        'karpenter/size-never-offered',
        source,
        `Karpenter never offers ${source.text}: ${message}.`,
        upstream,
      );
    return;
  }
  const { vmSize } = machine;
  const listed = sizeKeys.some((key) => !requirements.of(key).complement);
  const reason = vmSize === undefined || listed ? undefined : neverOffered(vmSize, input);
  if (reason !== undefined)
    builder.refuse(
      'karpenter/size-never-offered',
      builder.settings.byName.get('vmSize'),
      `Karpenter never offers ${vmSize ?? ''}: ${reason[0]}.`,
      reason[1],
    );
}

/** Why a VM size is never offered, and the lines of the rule; undefined if it may be. */
function neverOffered(
  vmSize: string,
  { builder, nodeClass, machine }: SizeInput,
): readonly [string, string] | undefined {
  const name = sizeName(vmSize);
  const isChosen = machine.vmSize === vmSize;
  const vCPUs = isChosen ? machine.vCPUs : name?.vCPUs;
  const memoryMiB = isChosen ? machine.memoryMiB : undefined;
  const arch = isChosen ? machine.arch : name?.arch;
  const gpu = gpuSize(vmSize, builder.release);
  if (restricted.has(vmSize)) return ['AKS does not support the size', 'pkg/providers/instancetype/skus.go#93-115'];
  if (avoided.has(vmSize) && isIn({ since: 'v1.10.0' }, builder.release))
    return ['it is on the list of sizes with known problems', 'pkg/providers/instancetype/skus.go#110-115'];
  if (vCPUs !== undefined && vCPUs < 2) return ['it has fewer than 2 vCPUs', `${types}#517-521`];
  if (memoryMiB !== undefined && memoryMiB < 3.5 * 1_024)
    return ['it has less than 3.5 GiB of memory', `${types}#523-527`];
  if (/^Standard_[A-Z]+\d+-\d/.test(vmSize)) return ['it has constrained vCPUs', `${types}#543-547`];
  if (/^Standard_[DE]C/.test(vmSize)) return ['confidential VMs are not supported', `${types}#549-553`];
  if (/^Standard_N[CDGV]/.test(vmSize) && gpu === undefined)
    return ["its GPUs are not in Karpenter's list", `${types}#533-541`];
  if (gpu !== undefined && !gpu.families.split(' ').some((family) => nodeClass.imageFamily.startsWith(family)))
    return [
      `its GPUs are only supported with ${enumerated(gpu.families.split(' '), 'and')}, not with ${nodeClass.imageFamily}`,
      `${types}#353-368`,
    ];
  if (gpu?.vendor === 'amd' && nodeClass.gpuMode === 'Driver')
    return ['there is no driver for AMD GPUs, so the AKSNodeClass needs gpu.mode None', `${types}#416-429`];
  if (localDnsState(nodeClass, builder) === 'enabled' && vCPUs !== undefined && vCPUs < 4)
    return ['local DNS needs 4 vCPUs', `${types}#399-414`];
  if (nodeClass.artifactStreaming && arch === 'arm64')
    return ['artifact streaming does not work on arm64', `${types}#434-445`];
  return undefined;
}
