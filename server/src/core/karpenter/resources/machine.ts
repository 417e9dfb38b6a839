import { karpenterGpuVendor } from '../../knowledge/karpenterGpuSizes.js';
import { type SizeName, sizeName } from './vmSize.js';

/** The machine that a node is made on, as far as it is known. */
export interface Machine {
  readonly vmSize: string | undefined;
  readonly name: SizeName | undefined;
  readonly vCPUs: number | undefined;
  readonly memoryMiB: number | undefined;
  readonly arch: string | undefined;
  /** Who made its GPUs by Karpenter's own list. */
  readonly gpu: 'nvidia' | 'amd' | undefined;
}

/** What is given beside the name; all of it may be absent. */
export type MachineFacts = Pick<Machine, 'vmSize' | 'vCPUs' | 'memoryMiB' | 'arch'>;

/** Puts together what is said of a machine and what its size's name tells; what is said counts. */
export function machineOf({ vmSize, vCPUs, memoryMiB, arch }: MachineFacts): Machine {
  const name = vmSize === undefined ? undefined : sizeName(vmSize);
  return {
    vmSize,
    name,
    vCPUs: vCPUs ?? name?.vCPUs,
    memoryMiB,
    arch: arch ?? name?.arch,
    gpu: vmSize === undefined ? undefined : karpenterGpuVendor(vmSize),
  };
}
