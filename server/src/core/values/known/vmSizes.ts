import type { KnownName } from './vocabulary.js';

/** What the name of an Azure VM size tells, by Microsoft's naming convention for VM sizes. */
interface VmSizeName {
  /** Family and subfamily in lower case, such as `d` or `nc`. */
  readonly family: string;
  readonly cpus: number;
  /** Letters behind the number, each a feature, in lower case. */
  readonly features: string;
  /** Parts between features and version in lower case; one of them names the accelerator. */
  readonly extras: readonly string[];
  readonly version: number;
}

const sizeForm = /^standard_([a-z]+)(\d+)(?:-\d+)?([a-z]*)((?:_[a-z0-9]+)*)$/;

/** The parts of a VM size's name in any casing, or undefined for a text that is none. */
function parseVmSizeName(vmSize: string): VmSizeName | undefined {
  const [, family, cpus, features, tail] = sizeForm.exec(vmSize.toLowerCase()) ?? [];
  if (family === undefined || features === undefined || tail === undefined) return undefined;
  const extras = tail.split('_').slice(1);
  const version = /^v(\d+)$/.exec(extras.at(-1) ?? '')?.[1];
  if (version !== undefined) extras.pop();
  return { family, cpus: Number(cpus), features, extras, version: Number(version ?? 1) };
}

/**
 * GPU sizes that AgentBaker 06836ee230 treats apart (`aks-node-controller/pkg/gpu`), in Azure's casing. The node
 * compares whole names without case, so that a size missing here gets the usual CUDA driver and no Fabric Manager.
 */

/** Sizes with GRID drivers of the branch for A10. */
export const gridSizes = [
  'Standard_NC8ads_A10_v4',
  'Standard_NC16ads_A10_v4',
  'Standard_NC32ads_A10_v4',
  'Standard_NV6ads_A10_v5',
  'Standard_NV12ads_A10_v5',
  'Standard_NV18ads_A10_v5',
  'Standard_NV36adms_A10_v5',
  'Standard_NV36ads_A10_v5',
  'Standard_NV72ads_A10_v5',
] as const;

/** Sizes with GRID drivers of branch 20. */
export const gridV20Sizes = [
  'Standard_NC24lds_xl_RTXPRO6000BSE_v6',
  'Standard_NC36ds_xl_RTXPRO6000BSE_v6',
  'Standard_NC36lds_xl_RTXPRO6000BSE_v6',
  'Standard_NC72ds_xl_RTXPRO6000BSE_v6',
  'Standard_NC72lds_xl_RTXPRO6000BSE_v6',
  'Standard_NC128ds_xl_RTXPRO6000BSE_v6',
  'Standard_NC128lds_xl_RTXPRO6000BSE_v6',
  'Standard_NC144ds_xl_RTXPRO6000BSE_v6',
  'Standard_NC144lds_xl_RTXPRO6000BSE_v6',
  'Standard_NC256ds_xl_RTXPRO6000BSE_v6',
  'Standard_NC256lds_xl_RTXPRO6000BSE_v6',
  'Standard_NC288ds_xl_RTXPRO6000BSE_v6',
  'Standard_NC288lds_xl_RTXPRO6000BSE_v6',
  'Standard_NC320ds_xl_RTXPRO6000BSE_v6',
  'Standard_NC320lds_xl_RTXPRO6000BSE_v6',
] as const;

/** Sizes whose GPUs are joined by NVSwitch, so that they need the Fabric Manager. */
export const fabricManagerSizes = [
  'Standard_ND46s_H100_v5',
  'Standard_ND48s_H100_v5',
  'Standard_ND50s_H100_v5',
  'Standard_ND92is_H100_v5',
  'Standard_ND92isr_H100_v5',
  'Standard_ND96ams_A100_v4',
  'Standard_ND96ams_v4',
  'Standard_ND96amsr_A100_v4',
  'Standard_ND96asr_v4',
  'Standard_ND96is_H100_v5',
  'Standard_ND96is_H200_v5',
  'Standard_ND96isr_H100_v5',
  'Standard_ND96isr_H200_v5',
  'Standard_ND96isrf_H200_v5',
  'Standard_ND100is_H100_v5',
  'Standard_ND100isr_H100_v5',
  'Standard_ND112amsr_A100_v4',
  'Standard_ND112asr_A100_v4',
  'Standard_ND120amsr_A100_v4',
  'Standard_ND120asr_A100_v4',
] as const;

/**
 * What GPUs a VM size has, and what AKS does about them. Models: Microsoft's pages on GPU accelerated sizes. MIG:
 * NVIDIA's list of GPUs that support it. Drivers and Fabric Manager: AgentBaker 06836ee230,
 * `aks-node-controller/pkg/gpu`, which knows whole names of sizes and no families.
 */

/** Kind of NVIDIA driver, as in the variable `GPU_DRIVER_TYPE`. */
export type GpuDriver = 'cuda' | 'cuda-lts' | 'grid' | 'grid-v20';

export interface GpuClass {
  readonly vendor: 'amd' | 'nvidia';
  /** Absent for a GPU that is newer than this list. */
  readonly model?: string;
  /** The driver that the node would get; none of these fits a GPU of AMD. */
  readonly driver?: GpuDriver;
  /** Whether the GPU can be cut into MIG slices; absent together with the model. */
  readonly mig?: boolean;
  /** Whether AKS starts NVIDIA's Fabric Manager. */
  readonly fabricManager: boolean;
}

interface GpuModel {
  readonly model: string;
  readonly vendor: 'amd' | 'nvidia';
  readonly mig: boolean;
}

const nvidia = (model: string): GpuModel => ({ model, vendor: 'nvidia', mig: false });
const nvidiaWithMig = (model: string): GpuModel => ({ model, vendor: 'nvidia', mig: true });
const amd = (model: string): GpuModel => ({ model, vendor: 'amd', mig: false });

const namedModels: ReadonlyMap<string, GpuModel> = new Map([
  ['a10', nvidia('A10')],
  ['a100', nvidiaWithMig('A100')],
  ['a30', nvidiaWithMig('A30')],
  ['b200', nvidiaWithMig('B200')],
  ['gb200', nvidiaWithMig('GB200')],
  ['gb300', nvidiaWithMig('GB300')],
  ['h100', nvidiaWithMig('H100')],
  ['h200', nvidiaWithMig('H200')],
  ['mi300x', amd('MI300X')],
  ['rtxpro6000bse', nvidiaWithMig('RTX PRO 6000 Blackwell')],
  ['t4', nvidia('T4')],
  ['v620', amd('V620')],
  ['v710', amd('V710')],
]);

/** The older sizes name no GPU; their family and version stand for one. */
const impliedModels: ReadonlyMap<string, GpuModel> = new Map([
  ['nc1', nvidia('K80')],
  ['nc2', nvidia('P100')],
  ['nc3', nvidia('V100')],
  ['nd1', nvidia('P40')],
  ['nd2', nvidia('V100')],
  ['nd4', nvidiaWithMig('A100')],
  ['nv1', nvidia('M60')],
  ['nv2', nvidia('M60')],
  ['nv3', nvidia('M60')],
  ['nv4', amd('MI25')],
]);

const lowerCased = (sizes: readonly string[]): ReadonlySet<string> => new Set(sizes.map((size) => size.toLowerCase()));
const grid = lowerCased(gridSizes);
const gridV20 = lowerCased(gridV20Sizes);
const fabricManager = lowerCased(fabricManagerSizes);

/**
 * The GPUs of a VM size, told from its name in any casing; undefined for a size without GPU. The families are NC,
 * ND, NG and NV with their subfamilies; the other N families are FPGAs (NP) and video encoders (NM).
 */
export function gpuClassOf(vmSize: string): GpuClass | undefined {
  const name = parseVmSizeName(vmSize);
  if (name === undefined || !/^n[cdgv]/.test(name.family)) return undefined;
  const known = modelOf(name);
  const vendor = known?.vendor ?? (isOfAmd(name) ? 'amd' : 'nvidia');
  const size = vmSize.toLowerCase();
  return {
    vendor,
    ...(known === undefined ? {} : { model: known.model, mig: known.mig }),
    ...(vendor === 'amd' ? {} : { driver: driverOf(size) }),
    fabricManager: fabricManager.has(size),
  };
}

function modelOf(name: VmSizeName): GpuModel | undefined {
  for (const extra of name.extras) {
    const model = namedModels.get(extra);
    if (model !== undefined) return model;
  }
  return name.extras.some((extra) => /\d/.test(extra)) ? undefined : impliedModels.get(`${name.family}${name.version}`);
}

/** For GPUs that are not in the tables: NG is a family of AMD's, and its accelerators' names begin with MI. */
function isOfAmd(name: VmSizeName): boolean {
  return name.family === 'ng' || name.extras.some((extra) => /^mi\d/.test(extra));
}

function driverOf(size: string): GpuDriver {
  if (gridV20.has(size)) return 'grid-v20';
  if (grid.has(size)) return 'grid';
  return size.startsWith('standard_nc') && !size.includes('_v') ? 'cuda' : 'cuda-lts';
}

/**
 * VM sizes for completion: the GPU sizes that AKS treats apart and other current ones, and a few usual sizes without
 * GPU as examples. Azure has many more, so that a size missing here means nothing. What is said of a size follows
 * from its name, by Microsoft's naming convention.
 */

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

/**
 * VM sizes that Karpenter's Azure provider 00ae1126 takes for ones with GPUs (pkg/utils/supported-gpus.yaml), in lower
 * case and without the ending `_promo`. A size missing here counts as one without, whatever it has.
 */
const nvidiaSizes = [
  ['nc', '6 12 24 24r 6s_v2 12s_v2 24s_v2 24rs_v2 6s_v3 12s_v3 24s_v3 24rs_v3'],
  ['nc', '4as_t4_v3 8as_t4_v3 16as_t4_v3 64as_t4_v3 8ads_a10_v4 16ads_a10_v4 32ads_a10_v4'],
  ['nc', '24ads_a100_v4 48ads_a100_v4 96ads_a100_v4 40ads_h100_v5 80adis_h100_v5'],
  ['nc', '128lds_xl_rtxpro6000bse_v6 256lds_xl_rtxpro6000bse_v6 320lds_xl_rtxpro6000bse_v6'],
  ['nd', '6s 12s 24s 24rs 40rs_v2 40s_v3 96asr_v4 112asr_a100_v4 120asr_a100_v4'],
  ['nd', '96ams_v4 96ams_a100_v4 96ams_a100_flex_v4 96amsf_a100_v4 96amsr_a100_v4 96amsrf_a100_v4'],
  ['nd', '112amsr_a100_v4 120amsr_a100_v4 96is_h100_v5 96isr_h100_v5 96isf_h100_v5 96isrf_h100_v5'],
  ['nd', '96is_noib_h100_v5 96is_flex_h100_v5 96is_h200_v5 96isr_h200_v5 96isf_h200_v5 96isrf_h200_v5'],
  ['nd', '128isr_ndr_gb200_v6 128isr_gb300_v6'],
  ['nv', '6 12 24 24r 12s_v3 24s_v3 48s_v3'],
  ['nv', '6ads_a10_v5 12ads_a10_v5 18ads_a10_v5 36ads_a10_v5 36adms_a10_v5 72ads_a10_v5'],
] as const;

const amdSizes = [
  ['nv', '4ads_v710_v5 8ads_v710_v5 12ads_v710_v5 24ads_v710_v5 28adms_v710_v5'],
  ['nd', '96is_mi300x_v5 96isr_mi300x_v5'],
] as const;

const vendors: ReadonlyMap<string, 'nvidia' | 'amd'> = new Map([
  ...namesOf(nvidiaSizes).map((name) => [name, 'nvidia'] as const),
  ...namesOf(amdSizes).map((name) => [name, 'amd'] as const),
]);

function namesOf(families: readonly (readonly [family: string, sizes: string])[]): string[] {
  return families.flatMap(([family, sizes]) => sizes.split(' ').map((size) => `standard_${family}${size}`));
}

/** Who made the GPUs that Karpenter sees in a VM size; undefined for one without. */
export function karpenterGpuVendor(vmSize: string): 'nvidia' | 'amd' | undefined {
  return vendors.get(vmSize.toLowerCase().replace(/_promo$/, ''));
}
