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
