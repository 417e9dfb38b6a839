import { describe, expect, it } from 'vitest';
import { aksName, extensionMeaning, extensionNameMeaning } from '../../../../server/src/core/values/known/azure.js';
import { namedImage, nodeImageFacts } from '../../../../server/src/core/values/known/nodeImages.js';

describe('names that AKS makes', () => {
  it.each<[string, object]>([
    ['aks-pool1-12345678-vmss', { is: 'scale set', pool: 'pool1', hash: '12345678' }],
    ['aks-pool1-12345678-vmss000000', { is: 'instance', scaleSet: 'aks-pool1-12345678-vmss', instance: 0 }],
    ['aks-pool1-12345678-vmss00000a', { is: 'instance', digits: '00000a', instance: 10 }],
    ['AKS-POOL1-12345678-VMSS0000VU', { is: 'instance', pool: 'POOL1', instance: 1146 }],
    ['aks-system-12345678-vmsszzzzzz', { is: 'instance', instance: 2_176_782_335 }],
    ['aks-pool1-12345678-3', { is: 'machine', pool: 'pool1', instance: 3 }],
    [
      'MC_shop_prod_westeurope',
      { is: 'node resource group', owner: { group: 'shop', cluster: 'prod' }, location: 'westeurope' },
    ],
    ['mc_shop_prod_WestEurope', { is: 'node resource group', location: 'westeurope' }],
    ['MC_my_shop_prod_westeurope', { is: 'node resource group', owner: undefined, location: 'westeurope' }],
    [`MC_${'g'.repeat(60)}_${'c'.repeat(16)}`, { is: 'node resource group', owner: undefined, location: undefined }],
  ])('%s', (name, expected) => {
    expect(aksName(name)).toMatchObject(expected);
  });

  it.each([
    'aks-pool1-1234567-vmss',
    'aks-pool1-12345678-vmss00000',
    'aks-1pool-12345678-vmss',
    'aks-waytoolongpoolname-12345678-vmss',
    'MC_shop_westeurope',
    'MC_shop_prod_nowhere',
    'MC_shop__westeurope',
    'shop',
  ])('not %s', (name) => {
    expect(aksName(name)).toBeUndefined();
  });
});

describe('node images', () => {
  const id = (gallery: string, image: string, version?: string, kind = 'galleries'): string =>
    `/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/r/providers/Microsoft.Compute/${kind}/${gallery}/images/${image}${version === undefined ? '' : `/versions/${version}`}`;
  const facts = (text: string) => {
    const image = namedImage(text);
    return image && nodeImageFacts(image);
  };

  it.each<[string, object]>([
    [
      id('AKSUbuntu', '2204gen2containerd', '202605.27.0'),
      {
        os: 'Ubuntu 22.04',
        generation: 2,
        architecture: 'x64',
        traits: [],
        version: { name: '202605.27.0', built: '2026-05-27' },
        last: undefined,
      },
    ],
    [
      'AKSUbuntu-2204gen2containerd-202605.27.0',
      { os: 'Ubuntu 22.04', generation: 2, version: { built: '2026-05-27' } },
    ],
    [
      id('AKSUbuntu', '1804containerd', '2022.08.29'),
      { os: 'Ubuntu 18.04', generation: 1, version: { built: '2022-08-29' } },
    ],
    [
      '/CommunityGalleries/AKSUbuntu-38d80f77-467a-481f-a8d4-09b6d4220bd2/images/2404gen2arm64containerd/versions/latest',
      { os: 'Ubuntu 24.04', architecture: 'Arm64', version: { name: 'latest', built: undefined } },
    ],
    [id('AKSAzureLinux', 'V3gen2'), { os: 'Azure Linux 3', generation: 2, version: undefined, last: undefined }],
    [id('AKSAzureLinux', 'V2gen2arm64'), { os: 'Azure Linux 2', architecture: 'Arm64', last: '202512.06.0' }],
    [
      id('aksazurelinux', 'OSGuardV3gen2fipsTL'),
      { os: 'Azure Linux 3 with OS Guard', traits: ['FIPS-validated cryptography', 'for trusted launch'] },
    ],
    [id('AKSCBLMariner', 'V2katagen2'), { os: 'CBL-Mariner 2', last: '202509.05.0' }],
    [id('AKSFlatcar', 'flatcargen2arm64'), { os: 'Flatcar Container Linux', architecture: 'Arm64', generation: 2 }],
    [
      'AKSWindows-windows-2022-containerd-gen2-20348.2227.240111',
      {
        os: 'Windows Server 2022',
        generation: 2,
        version: { name: '20348.2227.240111', built: '2024-01-11', windowsBuild: '20348.2227' },
      },
    ],
    [id('AKSWindows', 'windows-23H2'), { os: 'Windows Server 23H2', generation: 1 }],
  ])('%s', (text, expected) => {
    expect(facts(text)).toMatchObject(expected);
  });

  it.each([
    id('CblMariner.1P', 'cbl-mariner-2-gen2', 'latest'),
    id('AKSUbuntu', 'jammy'),
    id('AKSUbuntuMine', '2204containerd'),
    'AKSUbuntu-2204gen2containerd',
    'Canonical:ubuntu-24_04-lts:server:latest',
  ])('not %s', (text) => {
    expect(facts(text)).toBeUndefined();
  });
});

describe('extensions', () => {
  it('are known by publisher and type in any case, and by the names that are given to them', () => {
    expect(extensionMeaning('microsoft.azure.extensions', 'customscript')).toContain('for Linux');
    expect(extensionMeaning('Microsoft.Compute', 'CustomScript')).toBeUndefined();
    expect(extensionMeaning('Microsoft.AKS', 'Compute.AKS.Linux.AKSNode')).toContain('AKS Linux extension');
    for (const name of [
      'vmssCSE',
      'aks-pool1-12345678-vmss-AKSLinuxBilling',
      'cse-agent-karpenter',
      'cse-master-0',
      'cse0',
    ])
      expect(extensionNameMeaning(name), name).toBeDefined();
    expect(extensionNameMeaning('mine')).toBeUndefined();
  });
});
