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
