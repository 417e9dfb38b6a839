/** VM sizes with GPUs in lower case, from AgentBaker 06836ee230 (`aks-node-controller/pkg/gpu`). */

/** Sizes for graphics, which take the GRID driver. */
export const gridSizes: ReadonlySet<string> = new Set([
  'standard_nc16ads_a10_v4',
  'standard_nc32ads_a10_v4',
  'standard_nc8ads_a10_v4',
  'standard_nv12ads_a10_v5',
  'standard_nv18ads_a10_v5',
  'standard_nv36adms_a10_v5',
  'standard_nv36ads_a10_v5',
  'standard_nv6ads_a10_v5',
  'standard_nv72ads_a10_v5',
]);

/** Sizes with RTX PRO 6000, which take version 20 of the GRID driver. */
export const gridV20Sizes: ReadonlySet<string> = new Set([
  'standard_nc128ds_xl_rtxpro6000bse_v6',
  'standard_nc128lds_xl_rtxpro6000bse_v6',
  'standard_nc144ds_xl_rtxpro6000bse_v6',
  'standard_nc144lds_xl_rtxpro6000bse_v6',
  'standard_nc24lds_xl_rtxpro6000bse_v6',
  'standard_nc256ds_xl_rtxpro6000bse_v6',
  'standard_nc256lds_xl_rtxpro6000bse_v6',
  'standard_nc288ds_xl_rtxpro6000bse_v6',
  'standard_nc288lds_xl_rtxpro6000bse_v6',
  'standard_nc320ds_xl_rtxpro6000bse_v6',
  'standard_nc320lds_xl_rtxpro6000bse_v6',
  'standard_nc36ds_xl_rtxpro6000bse_v6',
  'standard_nc36lds_xl_rtxpro6000bse_v6',
  'standard_nc72ds_xl_rtxpro6000bse_v6',
  'standard_nc72lds_xl_rtxpro6000bse_v6',
]);

/** Sizes with several GPUs on an NVLink fabric. */
export const fabricManagerSizes: ReadonlySet<string> = new Set([
  'standard_nd100is_h100_v5',
  'standard_nd100isr_h100_v5',
  'standard_nd112amsr_a100_v4',
  'standard_nd112asr_a100_v4',
  'standard_nd120amsr_a100_v4',
  'standard_nd120asr_a100_v4',
  'standard_nd46s_h100_v5',
  'standard_nd48s_h100_v5',
  'standard_nd50s_h100_v5',
  'standard_nd92is_h100_v5',
  'standard_nd92isr_h100_v5',
  'standard_nd96ams_a100_v4',
  'standard_nd96ams_v4',
  'standard_nd96amsr_a100_v4',
  'standard_nd96asr_v4',
  'standard_nd96is_h100_v5',
  'standard_nd96is_h200_v5',
  'standard_nd96isr_h100_v5',
  'standard_nd96isr_h200_v5',
  'standard_nd96isrf_h200_v5',
]);
