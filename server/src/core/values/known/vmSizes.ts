import { words } from '../../text/table.js';
import type { KnownName } from './vocabulary.js';

/** The parts of the name of an Azure VM size, by Microsoft's naming convention for VM sizes. */
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

const sizesOf = (names: string): string[] => words(names).map((name) => `Standard_${name}`);

const sizeForm = /^standard_([a-z]+)(\d+)(?:-\d+)?([a-z]*)((?:_[a-z0-9]+)*)$/;

/** The parts of a VM size's name in any casing; undefined for another string. */
function parseVmSizeName(vmSize: string): VmSizeName | undefined {
  const [, family, cpus, features, tail] = sizeForm.exec(vmSize.slice(0, 200).toLowerCase()) ?? [];
  if (family === undefined || features === undefined || tail === undefined) return undefined;
  const extras = tail.split('_').slice(1);
  const version = /^v(\d+)$/.exec(extras.at(-1) ?? '')?.[1];
  if (version !== undefined) extras.pop();
  return { family, cpus: Number(cpus), features, extras, version: Number(version ?? 1) };
}

// GPU sizes that AgentBaker 06836ee230 treats differently (`aks-node-controller/pkg/gpu`), in Azure's casing. The node
// compares whole names without case, so that a size missing here gets the usual CUDA driver and no Fabric Manager.

/** Sizes with GRID drivers of the branch for A10. */
const gridSizes = sizesOf(`
  NC8ads_A10_v4 NC16ads_A10_v4 NC32ads_A10_v4 NV6ads_A10_v5 NV12ads_A10_v5 NV18ads_A10_v5 NV36adms_A10_v5
  NV36ads_A10_v5 NV72ads_A10_v5
`);

/** Sizes with GRID drivers of branch 20, under the names that they had as a preview. */
const gridV20Previews = sizesOf(`
  NC128ds_xl_RTXPRO6000BSE_v6 NC128lds_xl_RTXPRO6000BSE_v6 NC256ds_xl_RTXPRO6000BSE_v6 NC256lds_xl_RTXPRO6000BSE_v6
  NC320ds_xl_RTXPRO6000BSE_v6 NC320lds_xl_RTXPRO6000BSE_v6
`);

/** The same, under their final names. */
const gridV20Sizes = sizesOf(`
  NC24lds_xl_RTXPRO6000BSE_v6 NC36ds_xl_RTXPRO6000BSE_v6 NC36lds_xl_RTXPRO6000BSE_v6 NC72ds_xl_RTXPRO6000BSE_v6
  NC72lds_xl_RTXPRO6000BSE_v6 NC144ds_xl_RTXPRO6000BSE_v6 NC144lds_xl_RTXPRO6000BSE_v6 NC288ds_xl_RTXPRO6000BSE_v6
  NC288lds_xl_RTXPRO6000BSE_v6
`);

/** Sizes whose GPUs are joined by NVSwitch, so that they need the Fabric Manager. */
const fabricManagerSizes = sizesOf(`
  ND46s_H100_v5 ND48s_H100_v5 ND50s_H100_v5 ND92is_H100_v5 ND92isr_H100_v5 ND96ams_A100_v4 ND96ams_v4
  ND96amsr_A100_v4 ND96asr_v4 ND96is_H100_v5 ND96is_H200_v5 ND96isr_H100_v5 ND96isr_H200_v5 ND96isrf_H200_v5
  ND100is_H100_v5 ND100isr_H100_v5 ND112amsr_A100_v4 ND112asr_A100_v4 ND120amsr_A100_v4 ND120asr_A100_v4
`);

/** Kind of NVIDIA driver, as in the variable `GPU_DRIVER_TYPE`. */
export type GpuDriver = 'cuda' | 'cuda-lts' | 'grid' | 'grid-v20';

/**
 * What GPUs a VM size has, and what AKS does about them. Models: Microsoft's pages on GPU accelerated sizes. MIG:
 * NVIDIA's list of GPUs that support it. Drivers and Fabric Manager: AgentBaker 06836ee230,
 * `aks-node-controller/pkg/gpu`, which knows whole names of sizes and no families.
 */
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
const gridV20Preview = lowerCased(gridV20Previews);
const gridV20 = lowerCased(gridV20Sizes);
const fabricManager = lowerCased(fabricManagerSizes);

/** What a release of aks-node-controller knows about drivers. */
export interface DriverRules {
  /** Whether preview and final sizes with RTX PRO 6000 have drivers of their own. */
  readonly previews: boolean;
  readonly final: boolean;
  /** The driver of all other sizes. */
  readonly usual: GpuDriver;
}

const currentDrivers: DriverRules = { previews: true, final: true, usual: 'cuda-lts' };

/** The driver that a node installs for a size in lower case; it has one for every size, also without a GPU. */
export function gpuDriverOf(size: string, { previews, final, usual }: DriverRules = currentDrivers): GpuDriver {
  if ((previews && gridV20Preview.has(size)) || (final && gridV20.has(size))) return 'grid-v20';
  if (grid.has(size)) return 'grid';
  return isFirstNcSize(size) ? 'cuda' : usual;
}

/** Whether a size in lower case is one of the first NC sizes: these have K80 cards, which no later driver supports. */
export function isFirstNcSize(size: string): boolean {
  return size.startsWith('standard_nc') && !size.includes('_v');
}

/** Whether a node starts NVIDIA's Fabric Manager for a size in lower case. */
export function needsFabricManager(size: string): boolean {
  return fabricManager.has(size);
}

/**
 * The GPUs of a VM size, by its name in any casing; undefined for a size without GPU. The families are NC,
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
    ...(vendor === 'amd' ? {} : { driver: gpuDriverOf(size) }),
    fabricManager: needsFabricManager(size),
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

const otherGpuSizes = sizesOf(`
  NC4as_T4_v3 NC8as_T4_v3 NC16as_T4_v3 NC64as_T4_v3 NC6s_v3 NC12s_v3 NC24s_v3 NC24rs_v3 NC24ads_A100_v4
  NC48ads_A100_v4 NC96ads_A100_v4 NC40ads_H100_v5 NC80adis_H100_v5 NCC40ads_H100_v5 ND40rs_v2 ND96isr_MI300X_v5
  ND128isr_NDR_GB200_v6 ND128isr_GB300_v6 NG8ads_V620_v1 NG16ads_V620_v1 NG32adms_V620_v1 NG32ads_V620_v1 NV4as_v4
  NV8as_v4 NV16as_v4 NV32as_v4 NV12s_v3 NV24s_v3 NV48s_v3 NV4ads_V710_v5 NV8ads_V710_v5 NV12ads_V710_v5
  NV24ads_V710_v5 NV28adms_V710_v5
`);

const usualSizes = sizesOf(`
  B2ms B4ms D2s_v5 D4s_v5 D8s_v5 D4ds_v5 D8ds_v5 D4ads_v5 D8ads_v6 D8ds_v6 D4pds_v5 D8pds_v6 E4ds_v5 E8ads_v6
  E4pds_v6 F8s_v2 F8as_v6 L8s_v3 L8as_v3
`);

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

function entry(size: string): KnownName {
  const parts = parseVmSizeName(size);
  if (parts === undefined) throw new Error(`not the name of a VM size: ${size}`);
  const gpu = gpuClassOf(size);
  const graphics = gpu === undefined ? undefined : `${gpu.vendor === 'amd' ? 'AMD' : 'NVIDIA'} ${gpu.model ?? 'GPU'}`;
  const detail = graphics === undefined ? ['example, no GPU'] : [graphics];
  if (gpu?.driver !== undefined) detail.push(`${gpu.driver} driver`);
  return { name: size, detail: detail.join(', '), doc: sentenceOn(parts, graphics) };
}

function sentenceOn(parts: VmSizeName, graphics: string | undefined): string {
  const what = [familyNames.get(parts.family), graphics].filter((part) => part !== undefined).join(', ');
  const features = Array.from(parts.features, (letter) => featureNames.get(letter) ?? `variant ${letter}`);
  if (graphics !== undefined && parts.extras.length === 0) features.push('GPU by family and version');
  return `${what}: ${[`${parts.cpus} vCPUs`, `version ${parts.version}`, ...features].join(', ')}.`;
}

/**
 * VM sizes for completion: the GPU sizes that AKS treats differently and other current ones, and a few usual sizes
 * without GPU as examples. Azure has many more, so that a size missing here means nothing. The description of a size
 * follows from its name, by Microsoft's naming convention.
 */
export const vmSizes: readonly KnownName[] = [
  ...gridSizes,
  ...gridV20Sizes,
  ...gridV20Previews,
  ...fabricManagerSizes,
  ...otherGpuSizes,
  ...usualSizes,
].map(entry);

/** The sizes with Intel SGX, which aks-node-controller compares exactly (AgentBaker 06836ee230, `helpers`). */
export const sgxSizes: readonly string[] = ['Standard_DC2s', 'Standard_DC4s'];
