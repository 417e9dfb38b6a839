import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownName, knownNames } from '../../../../server/src/core/values/known/index.js';
import { gpuClassOf } from '../../../../server/src/core/values/known/vmSizes.js';

/** vendor, model, driver, MIG, Fabric Manager; dashes stand for what does not apply. */
const gpuSizes: readonly [size: string, facts: string][] = [
  ['Standard_NC6', 'nvidia K80 cuda no no'],
  ['Standard_NC24r', 'nvidia K80 cuda no no'],
  ['Standard_NC24_Promo', 'nvidia K80 cuda no no'],
  ['Standard_NC6s_v2', 'nvidia P100 cuda-lts no no'],
  ['Standard_NC6s_v3', 'nvidia V100 cuda-lts no no'],
  ['Standard_NC24rs_v3', 'nvidia V100 cuda-lts no no'],
  ['Standard_NC4as_T4_v3', 'nvidia T4 cuda-lts no no'],
  ['Standard_NC64as_T4_v3', 'nvidia T4 cuda-lts no no'],
  ['Standard_NC8ads_A10_v4', 'nvidia A10 grid no no'],
  ['Standard_NC16ads_A10_v4', 'nvidia A10 grid no no'],
  ['Standard_NC32ads_A10_v4', 'nvidia A10 grid no no'],
  ['Standard_NC24ads_A100_v4', 'nvidia A100 cuda-lts yes no'],
  ['Standard_NC48ads_A100_v4', 'nvidia A100 cuda-lts yes no'],
  ['Standard_NC96ads_A100_v4', 'nvidia A100 cuda-lts yes no'],
  ['Standard_NC40ads_H100_v5', 'nvidia H100 cuda-lts yes no'],
  ['Standard_NC80adis_H100_v5', 'nvidia H100 cuda-lts yes no'],
  ['Standard_NCC40ads_H100_v5', 'nvidia H100 cuda-lts yes no'],
  ['Standard_NC24lds_xl_RTXPRO6000BSE_v6', 'nvidia RTX-PRO-6000-Blackwell grid-v20 yes no'],
  ['Standard_NC320ds_xl_RTXPRO6000BSE_v6', 'nvidia RTX-PRO-6000-Blackwell grid-v20 yes no'],
  ['Standard_ND6s', 'nvidia P40 cuda-lts no no'],
  ['Standard_ND40rs_v2', 'nvidia V100 cuda-lts no no'],
  ['Standard_ND96asr_v4', 'nvidia A100 cuda-lts yes yes'],
  ['Standard_ND96ams_v4', 'nvidia A100 cuda-lts yes yes'],
  ['Standard_ND96amsr_A100_v4', 'nvidia A100 cuda-lts yes yes'],
  ['Standard_ND120asr_A100_v4', 'nvidia A100 cuda-lts yes yes'],
  ['Standard_ND46s_H100_v5', 'nvidia H100 cuda-lts yes yes'],
  ['Standard_ND96isr_H100_v5', 'nvidia H100 cuda-lts yes yes'],
  ['Standard_ND100is_H100_v5', 'nvidia H100 cuda-lts yes yes'],
  ['Standard_ND96isrf_H200_v5', 'nvidia H200 cuda-lts yes yes'],
  ['Standard_ND128isr_NDR_GB200_v6', 'nvidia GB200 cuda-lts yes no'],
  ['Standard_ND128isr_GB300_v6', 'nvidia GB300 cuda-lts yes no'],
  ['Standard_ND96isr_MI300X_v5', 'amd MI300X - no no'],
  ['Standard_ND96isr_MI400X_v9', 'amd - - - no'],
  ['Standard_NG8ads_V620_v1', 'amd V620 - no no'],
  ['Standard_NG32adms_V620_v1', 'amd V620 - no no'],
  ['Standard_NG32ads_W999_v2', 'amd - - - no'],
  ['Standard_NV6', 'nvidia M60 cuda-lts no no'],
  ['Standard_NV12s_v3', 'nvidia M60 cuda-lts no no'],
  ['Standard_NV4as_v4', 'amd MI25 - no no'],
  ['Standard_NV32as_v4', 'amd MI25 - no no'],
  ['Standard_NV4ads_V710_v5', 'amd V710 - no no'],
  ['Standard_NV6ads_A10_v5', 'nvidia A10 grid no no'],
  ['Standard_NV72ads_A10_v5', 'nvidia A10 grid no no'],
  ['Standard_NV999ads_A10_v5', 'nvidia A10 cuda-lts no no'],
  ['Standard_ND256s_R100_v9', 'nvidia - cuda-lts - no'],
];

const sizesWithoutGpu: readonly string[] = [
  ...['Standard_D4ds_v5', 'Standard_D4pds_v6', 'Standard_DS2_v2', 'Standard_E8ads_v6', 'Standard_F8s_v2'],
  ...['Standard_L8s_v3', 'Standard_B2ms', 'Standard_DC4as_cc_v5', 'Standard_HX176-24rs', 'Standard_M96ms_v3'],
  ...['Standard_NP10s', 'Standard_NM16ads_MA35D', 'NC6', 'Standard_NC', ' Standard_NC6', 'standard_nc6\n', ''],
];

const yesOrNo = (value: boolean | undefined): string => (value === undefined ? '-' : value ? 'yes' : 'no');

function factsOf(size: string): string | undefined {
  const gpu = gpuClassOf(size);
  if (gpu === undefined) return undefined;
  const model = gpu.model?.replaceAll(' ', '-') ?? '-';
  return `${gpu.vendor} ${model} ${gpu.driver ?? '-'} ${yesOrNo(gpu.mig)} ${yesOrNo(gpu.fabricManager)}`;
}

describe('the GPUs of a VM size', () => {
  it.each(gpuSizes)('%s has %s', (size, facts) => {
    expect(factsOf(size)).toBe(facts);
    expect(factsOf(size.toLowerCase())).toBe(facts);
    expect(factsOf(size.toUpperCase())).toBe(facts);
  });

  it.each(sizesWithoutGpu)('%j has none', (size) => {
    expect(gpuClassOf(size)).toBeUndefined();
  });

  it('are none for any text that is not the name of an N size', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        return gpuClassOf(text) === undefined || text.toLowerCase().startsWith('standard_n');
      }),
    );
  });
});

describe('the list of VM sizes', () => {
  it('says the same of a size as its class', () => {
    expect(knownName('vm-size', 'Standard_NC24ads_A100_v4')).toEqual({
      name: 'Standard_NC24ads_A100_v4',
      detail: 'NVIDIA A100, cuda-lts driver',
      doc: 'NVIDIA A100: 24 vCPUs, version 4, AMD processor, temporary disk, premium storage.',
    });
    expect(knownName('vm-size', 'Standard_ND96isr_MI300X_v5')?.detail).toBe('AMD MI300X');
    expect(knownName('vm-size', 'Standard_D8pds_v6')).toMatchObject({
      detail: 'example, no GPU',
      doc: 'General purpose: 8 vCPUs, version 6, Arm processor, temporary disk, premium storage.',
    });
  });

  it('has every size that the node treats apart, in names that are sizes', () => {
    const kinds = knownNames('vm-size').map(({ name }) => gpuClassOf(name));
    expect(kinds.filter((kind) => kind?.driver === 'grid')).toHaveLength(9);
    expect(kinds.filter((kind) => kind?.driver === 'grid-v20')).toHaveLength(15);
    expect(kinds.filter((kind) => kind?.fabricManager)).toHaveLength(20);
    expect(kinds.filter((kind) => kind !== undefined && kind.model === undefined)).toEqual([]);
    expect(knownNames('vm-size').filter(({ name }) => !/^Standard_[A-Z]+\d+/.test(name))).toEqual([]);
  });
});
