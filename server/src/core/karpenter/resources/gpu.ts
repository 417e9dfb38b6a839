import { rowsOf, words } from '../../text/table.js';
import { isIn, type ProviderRelease } from './release.js';

const a10 = `nc8ads_a10_v4 nc16ads_a10_v4 nc32ads_a10_v4 nv6ads_a10_v5 nv12ads_a10_v5 nv18ads_a10_v5 nv36ads_a10_v5 \
nv36adms_a10_v5 nv72ads_a10_v5`;
const rtxPro = rtxProSizes('24lds 36ds 36lds 72ds 72lds 144ds 144lds 288ds 288lds');
const rtxProPreview = rtxProSizes('128ds 128lds 256ds 256lds 320ds 320lds');

function rtxProSizes(names: string): string {
  return words(names)
    .map((name) => `nc${name}_xl_rtxpro6000bse_v6`)
    .join(' ');
}

/**
 * VM sizes with GPUs that Karpenter's Azure provider offers, for which image families, from which release on and before
 * which (`pkg/utils/supported-gpus.yaml` from v1.10.0 to 352646f5; the same NVIDIA sizes are assumed before), without
 * the beginning `standard_`. Other sizes with GPUs are never offered, and count as sizes without.
 */
const sizeRows = rowsOf(`
  vendor | since?  | until?  | families          | sizes
  nvidia |         |         | Ubuntu            | nc6 nc12 nc24 nc24r nc6s_v2 nc12s_v2 nc24s_v2 nc24rs_v2 nd6s nd12s nd24s nd24rs
  nvidia |         |         | Ubuntu            | nv6 nv12 nv24 nv24r nv12s_v3 nv24s_v3 nv48s_v3
  nvidia |         |         | Ubuntu AzureLinux | nc6s_v3 nc12s_v3 nc24s_v3 nc24rs_v3 nd40rs_v2 nd40s_v3
  nvidia |         |         | Ubuntu AzureLinux | nc4as_t4_v3 nc8as_t4_v3 nc16as_t4_v3 nc64as_t4_v3
  nvidia |         |         | Ubuntu AzureLinux | nc24ads_a100_v4 nc48ads_a100_v4 nc96ads_a100_v4 nd96asr_v4
  nvidia |         |         | Ubuntu AzureLinux | nd112asr_a100_v4 nd120asr_a100_v4 nd96amsr_a100_v4 nd112amsr_a100_v4
  nvidia |         |         | Ubuntu AzureLinux | nd120amsr_a100_v4 nd96ams_v4 nd96ams_a100_v4 nd96ams_a100_flex_v4
  nvidia |         |         | Ubuntu AzureLinux | nd96amsf_a100_v4 nd96amsrf_a100_v4 nc40ads_h100_v5 nc80adis_h100_v5
  nvidia |         |         | Ubuntu AzureLinux | nd96isr_h100_v5 nd96is_h100_v5 nd96is_noib_h100_v5 nd96is_flex_h100_v5
  nvidia |         |         | Ubuntu AzureLinux | nd96isf_h100_v5 nd96isrf_h100_v5 nd96isr_h200_v5 nd96is_h200_v5
  nvidia |         |         | Ubuntu AzureLinux | nd96isf_h200_v5 nd96isrf_h200_v5
  nvidia | v1.14.0 |         | Ubuntu AzureLinux | ${a10}
  nvidia |         | v1.14.0 | Ubuntu            | ${a10}
  nvidia |         |         | Ubuntu            | nd128isr_ndr_gb200_v6 nd128isr_gb300_v6
  nvidia | v1.14.0 |         | Ubuntu            | ${rtxPro}
  nvidia | v1.13.0 | v1.14.0 | Ubuntu            | ${rtxProPreview}
  amd    | v1.12.0 |         | Ubuntu            | nv4ads_v710_v5 nv8ads_v710_v5 nv12ads_v710_v5 nv24ads_v710_v5 nv28adms_v710_v5
  amd    | v1.12.0 |         | Ubuntu            | nd96is_mi300x_v5 nd96isr_mi300x_v5
`).map((row) => ({ ...row, sizes: new Set(words(row.sizes).map((size) => `standard_${size}`)) }));

/** What Karpenter knows of a VM size with GPUs. */
export interface GpuSize {
  /** The value of a label. */
  readonly vendor: string;
  /** The image families that the size is offered for: the beginnings of their names, between spaces. */
  readonly families: string;
}

/** What a release knows of the GPUs of a VM size; undefined for a size that counts as one without. */
export function gpuSize(vmSize: string, release: ProviderRelease | undefined): GpuSize | undefined {
  const name = vmSize.toLowerCase().replace(/_promo$/, '');
  return sizeRows.find((row) => isIn(row, release) && row.sizes.has(name));
}

/**
 * The drivers of VM sizes, the first that applies (`pkg/utils/gpu.go`). Each size has one, with or without GPUs. The
 * ending `_promo` counts here.
 */
const driverRows = rowsOf(`
  since?  | until?  | sizes         | type     | version    | image
  v1.14.0 |         | ${rtxPro}        | grid-v20 | 595.58.03  | 20260609172331
  v1.13.0 | v1.14.0 | ${rtxProPreview} | grid-v20 | 595.58.03  | 20260609172331
  v1.13.0 |         | ${a10}           | grid     | 570.211.01 | 20260522192315
          | v1.13.0 | ${a10}           | grid     | 550.144.06 | 20250512225043
  v1.14.0 |         | first compute | cuda     | 470.82.01  | 20260629214430
  v1.13.0 | v1.14.0 | first compute | cuda     | 470.82.01  | 20260126030251
          | v1.13.0 | first compute | cuda     | 470.82.01  | 20250328201547
  v1.14.0 |         | any           | cuda-lts | 580.159.04 | 20260629214430
  v1.13.0 | v1.14.0 | any           | cuda     | 580.126.09 | 20260126030251
          | v1.13.0 | any           | cuda     | 550.144.03 | 20250328201547
`).map((row) => ({ ...row, names: new Set(words(row.sizes)) }));

/** A GPU driver by the names of its options; `GPUImageSHA` is the tag of the image that contains it. */
interface GpuDriver {
  readonly GPUDriverType: string;
  readonly GPUDriverVersion: string;
  readonly GPUImageSHA: string;
}

/** The driver that a release gives for a VM size. */
export function gpuDriver(vmSize: string, release: ProviderRelease | undefined): GpuDriver | undefined {
  const name = vmSize.toLowerCase();
  const isFirstCompute = name.startsWith('standard_nc') && !name.includes('_v');
  const found = driverRows.find(({ sizes, names, ...range }) => {
    if (!isIn(range, release)) return false;
    if (sizes === 'any' || (sizes === 'first compute' && isFirstCompute)) return true;
    return names.has(name.replace(/^standard_/, ''));
  });
  return found && { GPUDriverType: found.type, GPUDriverVersion: found.version, GPUImageSHA: found.image };
}
