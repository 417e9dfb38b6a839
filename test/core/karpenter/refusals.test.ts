import { describe, expect, it } from 'vitest';
import { validate } from '../../../server/src/core/index.js';
import { pool, readResources, requiring } from '../../support/karpenter.js';

/** Refusals as code, text in the document and message. */
function refused(text: string, settings?: string): [code: string, place: string, message: string][] {
  const analysis = readResources(text, settings === undefined ? {} : { settings });
  const codes = new Set(['setting', 'node-class', 'pool'].map((part) => `karpenter/refused-${part}`));
  const others = ['karpenter/no-script', 'karpenter/impossible-requirement', 'karpenter/size-never-offered'];
  return validate(analysis)
    .problems.filter(({ code }) => codes.has(code) || others.includes(code))
    .map(({ code, span, message }) => [code, analysis.text.slice(span.start, span.end), message]);
}

const environment = (text: string): string => pool({ settings: `environment: {${text}}` });

describe('settings that Karpenter refuses', () => {
  it.each([
    ['NETWORK_PLUGIN: kubenet', 'kubenet', 'azure or none', '79-81'],
    ['NETWORK_PLUGIN_MODE: vnet', 'vnet', 'overlay or empty', '82-84'],
    ['NETWORK_DATAPLANE: calico', 'calico', 'azure or cilium or empty', '85-87'],
    ['NETWORK_PLUGIN: none', 'none', 'NETWORK_PLUGIN_MODE must be empty', '89-91'],
    ['NETWORK_PLUGIN: none, NETWORK_PLUGIN_MODE: overlay', 'overlay', 'NETWORK_PLUGIN_MODE must be empty', '89-91'],
    ['VNET_SUBNET_ID: /subscriptions/a', '/subscriptions/a', 'the ID of a subnet', '95-101'],
    ['DNS_SERVICE_IP: 10.0.0.300', '10.0.0.300', 'an IP address', '55-62'],
    ['VNET_GUID: a519e60a', 'a519e60a', 'a UUID', '64-69'],
    ['KUBELET_IDENTITY_CLIENT_ID: abc', 'abc', 'a UUID', '71-76'],
    ['CLUSTER_ENDPOINT: shop.hcp.azmk8s.io', 'shop.hcp.azmk8s.io', 'a URL with a host', '103-111'],
    ['SSH_PUBLIC_KEY: ""', '""', 'must not be empty', '161-181'],
    ['PROVISION_MODE: scripted', 'scripted', 'aksscriptless or bootstrappingclient', '120-123'],
  ])('%s', (setting, place, reason, lines) => {
    const [first, ...more] = refused(environment(setting));
    expect([first?.[0], first?.[1], more]).toEqual(['karpenter/refused-setting', place, []]);
    expect(first?.[2]).toContain(reason);
    expect(first?.[2]).toContain(`options_validation.go#${lines}`);
  });

  it.each([
    ['NETWORK_PLUGIN: none, NETWORK_PLUGIN_MODE: ""'],
    ['NETWORK_PLUGIN_MODE: "", NETWORK_DATAPLANE: ""'],
    ['DNS_SERVICE_IP: "fd00::a"'],
    ['VNET_GUID: ""'],
    ['KUBELET_IDENTITY_CLIENT_ID: acdd72a7-3385-48ef-bd42-f606fba81ae7'],
    ['CLUSTER_ENDPOINT: "https://shop.hcp.azmk8s.io:443"'],
  ])('but not %s', (setting) => {
    expect(refused(environment(setting))).toEqual([]);
  });

  it('are reported once, without other rules about the same value', () => {
    const analysis = readResources(environment('NETWORK_PLUGIN: kubenet, VNET_GUID: a'));
    expect(validate(analysis).problems.map(({ code }) => code)).toEqual(Array(2).fill('karpenter/refused-setting'));
  });

  it('are reported at the beginning of the file if they are in another one', () => {
    const outside = 'apiVersion: aks-bootstrap/v1\nkind: KarpenterSettings\nenvironment: {NETWORK_PLUGIN: kubenet}\n';
    expect(refused(pool(), outside).map(([code, place]) => [code, place])).toEqual([
      ['karpenter/refused-setting', 'a'],
    ]);
  });

  it('contain the name of another network security group, and modes without a script', () => {
    expect(refused(pool({ settings: 'detected: {networkSecurityGroupName: own-nsg}' }))[0]?.[0]).toBe(
      'karpenter/refused-setting',
    );
    expect(refused(environment('PROVISION_MODE: aksmachineapi'))[0]?.[0]).toBe('karpenter/no-script');
  });
});

describe('resources that are refused', () => {
  it.each([
    ['imageFamily: Ubuntu2004', 'Ubuntu2004'],
    ['imageFamily: Ubuntu2404, fipsMode: FIPS', 'FIPS'],
    ['imageFamily: Ubuntu2204, fipsMode: FIPS', 'FIPS'],
    ['imageFamily: AzureLinux, fipsMode: FIPS, security: {trustedLaunch: {vtpm: true}}', 'FIPS'],
    ['osDiskSizeGB: 20', '20'],
    ['vnetSubnetID: /subscriptions/a', '/subscriptions/a'],
    ['linuxOSConfig: {swapFileSize: 1Gi}', '1Gi'],
    ['localDNS: {mode: Always}', 'Always'],
  ])('AKSNodeClass {%s}', (nodeClass, place) => {
    expect(refused(pool({ nodeClass })).map(([code, at]) => [code, at])).toEqual([
      ['karpenter/refused-node-class', place],
    ]);
  });

  it.each([
    ['fipsMode: FIPS'],
    ['imageFamily: Ubuntu2204, fipsMode: FIPS, security: {trustedLaunch: {vtpm: true}}'],
    ['linuxOSConfig: {swapFileSize: 1Gi}, kubelet: {failSwapOn: false}'],
  ])('but not {%s}', (nodeClass) => {
    expect(refused(pool({ nodeClass }))).toEqual([]);
  });

  it.each([
    ['example.com/a Is b', 'Is'],
    ['example.com/a In', '[]'],
    ['example.com/a Gt a', '["a"]'],
    ['example.com/a Lte -1', '["-1"]'],
    ['example.com/a Gte 1 2', '["1", "2"]'],
    ['karpenter.sh/capacity-type In reserved', '["reserved"]'],
    ['kubernetes.azure.com/scalesetpriority In Spot', '["Spot"]'],
    ['karpenter.azure.com/sku-hyperv-generation In 2', 'karpenter.azure.com/sku-hyperv-generation'],
    ['karpenter.sh/nodepool In a', 'karpenter.sh/nodepool'],
    ['kubernetes.io/hostname In a', 'kubernetes.io/hostname'],
  ])('requirement %s', (requirement, place) => {
    const found = refused(pool({ spec: requiring(requirement) })).filter(([code]) => code === 'karpenter/refused-pool');
    expect(found.map(([, at]) => at)).toEqual([place]);
  });

  it('values without quotes and reserved labels', () => {
    const spec = '      requirements:\n        - {key: example.com/a, operator: In, values: [4]}\n';
    expect(refused(pool({ spec }))[0]?.slice(0, 2)).toEqual(['karpenter/refused-pool', '4']);
    expect(refused(pool({ labels: 'karpenter.sh/own: a' }))[0]?.[2]).toContain('reserved for Karpenter');
    expect(refused(pool({ labels: 'kubernetes.azure.com/own: a' }))).toEqual([]);
  });
});

describe('nodes that are impossible', () => {
  const size = (name: string): string => `node.kubernetes.io/instance-type In ${name}`;

  it.each([
    [['kubernetes.io/os In windows'], 'linux'],
    [['kubernetes.io/arch In arm64', size('Standard_D4s_v5')], 'kubernetes.io/arch amd64'],
    [['karpenter.azure.com/sku-cpu Gt 4', size('Standard_D4s_v5')], 'karpenter.azure.com/sku-cpu 4'],
    [['karpenter.azure.com/sku-family In E', size('Standard_D4s_v5')], 'karpenter.azure.com/sku-family D'],
    [['topology.kubernetes.io/zone In eastus-1 eastus-2'], 'westeurope-1'],
    [['topology.kubernetes.io/region In eastus'], 'westeurope'],
    [['karpenter.sh/capacity-type In spot', 'kubernetes.azure.com/priority In regular'], 'neither'],
    [['example.com/a In b', 'example.com/a In c'], 'nodes do not get the label'],
    [['kubernetes.io/arch In arm64', 'kubernetes.io/arch NotIn arm64'], 'no VM meets them'],
  ])('%j', (requirements, reason) => {
    const text = pool({ spec: requiring(...requirements), settings: 'environment: {LOCATION: westeurope}' });
    const [first, ...more] = refused(text);
    expect([first?.[0], more]).toEqual(['karpenter/impossible-requirement', []]);
    expect(first?.[2]).toContain(reason);
  });

  it.each([
    [['topology.kubernetes.io/zone In eastus-1 westeurope-1']],
    [['topology.kubernetes.io/zone In 0']],
    [['example.com/a DoesNotExist']],
    [['kubernetes.io/os Exists', size('Standard_D4s_v5')]],
  ])('but not %j', (requirements) => {
    const text = pool({ spec: requiring(...requirements), settings: 'environment: {LOCATION: westeurope}' });
    expect(refused(text)).toEqual([]);
  });

  it.each([
    ['Standard_NV4ads_V710_v5', '', 'gpu.mode None'],
    ['Standard_NC36ds_xl_RTXPRO6000BSE_v6', 'imageFamily: AzureLinux', 'not with AzureLinux'],
    ['Standard_NV4as_v4', '', "not in Karpenter's list"],
    ['Standard_D2s_v5', 'localDNS: {mode: Required}', '4 vCPUs'],
    ['Standard_D4ps_v6', 'artifactStreaming: {enabled: true}', 'arm64'],
    ['Standard_E8-2s_v5', '', 'constrained'],
    ['Standard_DC4as_v5', '', 'confidential'],
    ['Standard_B1ms', '', 'AKS does not support'],
    ['Standard_E64is_v3', '', 'AKS does not support'],
  ])('VM size %s with {%s}', (name, nodeClass, reason) => {
    const [first, ...more] = refused(pool({ spec: requiring(size(name)), nodeClass }));
    expect([first?.[0], first?.[1], more]).toEqual(['karpenter/size-never-offered', JSON.stringify(name), []]);
    expect(first?.[2]).toContain(reason);
    expect(first?.[2]).toMatch(/Rule: pkg\/providers\/instancetype\/\S+\.go#\d+-\d+\.$/);
  });

  it('VM sizes with what is known about them', () => {
    const spec = requiring(size('Standard_DS1_v2'));
    expect(refused(pool({ spec, settings: 'detected: {vCPUs: 1}' }))[0]?.[2]).toContain('fewer than 2 vCPUs');
    const small = 'detected: {vmSize: Standard_B2als_v2, memoryMiB: 2048}';
    expect(refused(pool({ settings: small }))[0]?.[2]).toContain('3.5 GiB');
    expect(refused(pool({ spec, settings: 'detected: {vCPUs: 2}' }))).toEqual([]);
  });

  it('but not sizes of which one is offered', () => {
    const spec = requiring(size('Standard_NV4ads_V710_v5 Standard_D4s_v5'));
    expect(refused(pool({ spec }))).toEqual([]);
    const amd = requiring(size('Standard_NV4ads_V710_v5'));
    expect(refused(pool({ spec: amd, nodeClass: 'gpu: {mode: None}' }))).toEqual([]);
  });
});
