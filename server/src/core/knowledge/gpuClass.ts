/**
 * What GPUs a VM size has, and what AKS does about them. Models: Microsoft's pages on GPU accelerated sizes. MIG:
 * NVIDIA's list of GPUs that support it. Drivers and Fabric Manager: AgentBaker 06836ee230,
 * `aks-node-controller/pkg/gpu`, which knows whole names of sizes and no families.
 */
import { fabricManagerSizes, gridSizes, gridV20Sizes } from './gpuSizes.js';
import { parseVmSizeName, type VmSizeName } from './vmSizeName.js';

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
