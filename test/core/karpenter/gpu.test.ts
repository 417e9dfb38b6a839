import { describe, expect, it } from 'vitest';
import { gpuDriver, gpuSize } from '../../../server/src/core/karpenter/resources/gpu.js';
import { pool, readResources, requiring, valueOf } from '../../support/karpenter.js';

describe('GPUs', () => {
  it.each([
    ['Standard_D4s_v5', undefined, 'cuda-lts', '580.159.04', '20260629214430'],
    ['Standard_NC24ads_A100_v4', undefined, 'cuda-lts', '580.159.04', '20260629214430'],
    ['standard_nv36ads_a10_v5', undefined, 'grid', '570.211.01', '20260522192315'],
    ['Standard_NC288lds_xl_RTXPRO6000BSE_v6', undefined, 'grid-v20', '595.58.03', '20260609172331'],
    ['Standard_NC128lds_xl_RTXPRO6000BSE_v6', undefined, 'cuda-lts', '580.159.04', '20260629214430'],
    ['Standard_NC128lds_xl_RTXPRO6000BSE_v6', 'v1.13.1', 'grid-v20', '595.58.03', '20260609172331'],
    ['Standard_NC24r_Promo', undefined, 'cuda', '470.82.01', '20260629214430'],
    ['Standard_NC24ads_A100_v4', 'v1.13.0', 'cuda', '580.126.09', '20260126030251'],
    ['Standard_NC24ads_A100_v4', 'v1.6.3', 'cuda', '550.144.03', '20250328201547'],
    ['Standard_NV6ads_A10_v5', 'v1.12.2', 'grid', '550.144.06', '20250512225043'],
  ] as const)('of %s have the driver of release %s', (size, release, type, version, image) => {
    expect(gpuDriver(size, release)).toEqual({
      GPUDriverType: type,
      GPUDriverVersion: version,
      GPUImageSHA: image,
    });
  });

  it('are known by the list of a release, in any case and with _Promo', () => {
    expect(gpuSize('STANDARD_NC24R_PROMO', undefined)?.vendor).toBe('nvidia');
    expect(gpuSize('Standard_NV8ads_V710_v5', undefined)?.vendor).toBe('amd');
    expect(gpuSize('Standard_NV8ads_V710_v5', 'v1.10.2')).toBeUndefined();
    expect(gpuSize('Standard_NC8ads_A10_v4', 'v1.13.1')?.families).toBe('Ubuntu');
    expect(gpuSize('Standard_NV4as_v4', undefined)).toBeUndefined();
  });

  it('are not those of an NVIDIA node if AMD made them', () => {
    const spec = requiring('node.kubernetes.io/instance-type In Standard_NV4ads_V710_v5');
    expect(valueOf(readResources(pool({ spec, nodeClass: 'gpu: {mode: None}' })))).toMatchObject({
      GPUNode: false,
      GPUDriverInstallationEnabled: false,
      GPUDriverType: 'cuda-lts',
    });
  });
});
