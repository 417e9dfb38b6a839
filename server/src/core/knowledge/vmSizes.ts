/**
 * VM sizes for completion: the GPU sizes that AKS treats apart and other current ones, and a few usual sizes without
 * GPU as examples. Azure has many more, so that a size missing here means nothing. What is said of a size follows
 * from its name, by Microsoft's naming convention.
 */
import { gpuClassOf } from './gpuClass.js';
import { fabricManagerSizes, gridSizes, gridV20Sizes } from './gpuSizes.js';
import { parseVmSizeName, type VmSizeName } from './vmSizeName.js';
import type { KnownName } from './vocabulary.js';

const otherGpuSizes = [
  'Standard_NC4as_T4_v3',
  'Standard_NC8as_T4_v3',
  'Standard_NC16as_T4_v3',
  'Standard_NC64as_T4_v3',
  'Standard_NC6s_v3',
  'Standard_NC12s_v3',
  'Standard_NC24s_v3',
  'Standard_NC24rs_v3',
  'Standard_NC24ads_A100_v4',
  'Standard_NC48ads_A100_v4',
  'Standard_NC96ads_A100_v4',
  'Standard_NC40ads_H100_v5',
  'Standard_NC80adis_H100_v5',
  'Standard_NCC40ads_H100_v5',
  'Standard_ND40rs_v2',
  'Standard_ND96isr_MI300X_v5',
  'Standard_ND128isr_NDR_GB200_v6',
  'Standard_ND128isr_GB300_v6',
  'Standard_NG8ads_V620_v1',
  'Standard_NG16ads_V620_v1',
  'Standard_NG32adms_V620_v1',
  'Standard_NG32ads_V620_v1',
  'Standard_NV4as_v4',
  'Standard_NV8as_v4',
  'Standard_NV16as_v4',
  'Standard_NV32as_v4',
  'Standard_NV12s_v3',
  'Standard_NV24s_v3',
  'Standard_NV48s_v3',
  'Standard_NV4ads_V710_v5',
  'Standard_NV8ads_V710_v5',
  'Standard_NV12ads_V710_v5',
  'Standard_NV24ads_V710_v5',
  'Standard_NV28adms_V710_v5',
];

const usualSizes = [
  'Standard_B2ms',
  'Standard_B4ms',
  'Standard_D2s_v5',
  'Standard_D4s_v5',
  'Standard_D8s_v5',
  'Standard_D4ds_v5',
  'Standard_D8ds_v5',
  'Standard_D4ads_v5',
  'Standard_D8ads_v6',
  'Standard_D8ds_v6',
  'Standard_D4pds_v5',
  'Standard_D8pds_v6',
  'Standard_E4ds_v5',
  'Standard_E8ads_v6',
  'Standard_E4pds_v6',
  'Standard_F8s_v2',
  'Standard_F8as_v6',
  'Standard_L8s_v3',
  'Standard_L8as_v3',
];

const familyNames: ReadonlyMap<string, string> = new Map([
  ['b', 'Burstable'],
  ['d', 'General purpose'],
  ['e', 'For much memory'],
  ['f', 'For computing'],
  ['l', 'For local storage'],
  ['ncc', 'Confidential'],
]);

const featureNames: ReadonlyMap<string, string> = new Map([
  ['a', 'AMD processor'],
  ['d', 'temporary disk'],
  ['i', 'isolated host'],
  ['l', 'less memory'],
  ['m', 'more memory'],
  ['p', 'Arm processor'],
  ['r', 'InfiniBand'],
  ['s', 'premium storage'],
]);

/** The entry of a size; none for a text that is not the name of a size. */
function entry(size: string): KnownName[] {
  const parts = parseVmSizeName(size);
  if (parts === undefined) return [];
  const gpu = gpuClassOf(size);
  const graphics = gpu === undefined ? undefined : `${gpu.vendor === 'amd' ? 'AMD' : 'NVIDIA'} ${gpu.model ?? 'GPU'}`;
  const detail = graphics === undefined ? ['example, no GPU'] : [graphics];
  if (gpu?.driver !== undefined) detail.push(`${gpu.driver} driver`);
  return [{ name: size, detail: detail.join(', '), doc: sentenceOn(parts, graphics) }];
}

function sentenceOn(parts: VmSizeName, graphics: string | undefined): string {
  const what = [familyNames.get(parts.family), graphics].filter((part) => part !== undefined).join(', ');
  const features = Array.from(parts.features, (letter) => featureNames.get(letter) ?? `variant ${letter}`);
  if (graphics !== undefined && parts.extras.length === 0) features.push('GPU by family and version');
  return `${what}: ${[`${parts.cpus} vCPUs`, `version ${parts.version}`, ...features].join(', ')}.`;
}

export const vmSizes: readonly KnownName[] = [
  ...gridSizes,
  ...gridV20Sizes,
  ...fabricManagerSizes,
  ...otherGpuSizes,
  ...usualSizes,
].flatMap(entry);
