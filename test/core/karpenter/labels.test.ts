import { describe, expect, it } from 'vitest';
import { labelRules } from '../../../server/src/core/karpenter/resources/labelRules.js';
import { asked, pool, readResources, requiring, valueOf } from '../../support/karpenter.js';

type Changes = Parameters<typeof pool>[0] & { readonly requirements?: readonly string[] };

const anySize = 'node.kubernetes.io/instance-type In Standard_D4s_v5';

/** The labels of a node, by their names without the domain of AKS or Karpenter's provider. */
function labelsOf({ requirements = [anySize], spec = '', ...changes }: Changes = {}) {
  const analysis = readResources(pool({ ...changes, spec: requiring(...requirements) + spec }));
  return new Map(
    [...(valueOf(analysis).labels ?? [])].map(([key, value]) => [
      key.replace(/^(?:kubernetes|karpenter)\.azure\.com\//, ''),
      value,
    ]),
  );
}

describe('labels of a node', () => {
  it('contain those that every node has', () => {
    expect(Object.fromEntries(labelsOf())).toMatchObject({
      role: 'agent',
      mode: 'user',
      'karpenter.sh/do-not-sync-taints': 'true',
      scalesetpriority: 'regular',
      priority: 'regular',
      'localdns-state': 'disabled',
      'sku-storage-ultra-ssd': 'false',
      'kubernetes.io/os': 'linux',
    });
  });

  it('are regular for spot nodes, unless a requirement has the key of AKS', () => {
    const byCapacity = labelsOf({ requirements: ['karpenter.sh/capacity-type In spot'] });
    expect([byCapacity.get('karpenter.sh/capacity-type'), byCapacity.get('scalesetpriority')]).toEqual([
      'spot',
      'regular',
    ]);
    const byPriority = labelsOf({ requirements: ['kubernetes.azure.com/scalesetpriority In spot'] });
    expect(byPriority.get('karpenter.sh/capacity-type')).toBe('spot');
    expect([byPriority.get('scalesetpriority'), byPriority.get('priority')]).toEqual(['spot', 'regular']);
  });

  it.each([
    [['karpenter.sh/capacity-type NotIn spot'], 'on-demand'],
    [['kubernetes.azure.com/priority NotIn regular'], 'spot'],
    [['karpenter.sh/capacity-type In spot on-demand'], undefined],
    [['karpenter.sh/capacity-type Exists'], undefined],
  ])('have the capacity type that %j leaves', (requirements, expected) => {
    expect(labelsOf({ requirements }).get('karpenter.sh/capacity-type')).toBe(expected);
  });

  it.each([
    ['imageFamily: Ubuntu2204', '1.34.1', 'Ubuntu', 'Ubuntu2204', 'Ubuntu2204'],
    ['imageFamily: Ubuntu', '1.33.9', 'Ubuntu', 'Ubuntu', 'Ubuntu2204'],
    ['', '1.34.0', 'Ubuntu', 'Ubuntu', 'Ubuntu2404'],
    ['', '1.34.0-rc.1', 'Ubuntu', 'Ubuntu', 'Ubuntu2204'],
    ['imageFamily: AzureLinux', '1.31.9', 'AzureLinux', 'AzureLinux', 'AzureLinux2'],
    ['imageFamily: AzureLinux', '1.32.0', 'AzureLinux', 'AzureLinux', 'AzureLinux3'],
    ['fipsMode: FIPS', '1.34.0', 'Ubuntu', 'Ubuntu', 'Ubuntu'],
    ['fipsMode: FIPS, security: {trustedLaunch: {vtpm: true}}', '1.34.0', 'Ubuntu', 'Ubuntu', 'Ubuntu2204'],
    ['security: {trustedLaunch: {secureBoot: true}}', '1.34.0', 'Ubuntu', 'Ubuntu', 'Ubuntu2204'],
    [
      'imageFamily: Ubuntu2404, security: {trustedLaunch: {vtpm: true}}',
      '1.34.0',
      'Ubuntu',
      'Ubuntu2404',
      'Ubuntu2404',
    ],
  ])('contain the operating system of {%s} with Kubernetes %s', (nodeClass, version, sku, requested, effective) => {
    const labels = labelsOf({ nodeClass, status: `kubernetesVersion: ${version}` });
    expect(['os-sku', 'os-sku-requested', 'os-sku-effective'].map((key) => labels.get(key))).toEqual([
      sku,
      requested,
      effective,
    ]);
    expect(labels.get('fips_enabled')).toBe(nodeClass.includes('FIPS') ? 'true' : undefined);
  });

  it.each([
    ['', 'localDNSState: Enabled', 'enabled'],
    ['localDNS: {mode: Disabled}', 'localDNSState: Enabled', 'enabled'],
    ['localDNS: {mode: Required}', '', 'enabled'],
    ['localDNS: {mode: Preferred}', 'kubernetesVersion: 1.36.0', 'disabled'],
    ['localDNS: {mode: Preferred}', 'kubernetesVersion: 1.99.0', undefined],
  ])('contain the state of local DNS for {%s} with {%s}', (nodeClass, status, expected) => {
    expect(labelsOf({ nodeClass, status }).get('localdns-state')).toBe(expected);
  });

  it('contain artifact streaming except on arm64', () => {
    const streaming = 'artifactStreaming: {enabled: true}';
    const labelFor = (size: string) =>
      labelsOf({ nodeClass: streaming, requirements: [`node.kubernetes.io/instance-type In ${size}`] });
    expect(labelFor('Standard_D4s_v5').get('artifactstreaming-enabled')).toBe('true');
    expect(labelFor('Standard_D4ps_v6').has('artifactstreaming-enabled')).toBe(false);
  });

  it.each([
    [['topology.kubernetes.io/zone In westeurope-1'], 'westeurope-1', 'zonal'],
    [['topology.kubernetes.io/zone In westeurope-1 westeurope-2'], undefined, 'zonal'],
    [['topology.disk.csi.azure.com/zone In westeurope-2'], 'westeurope-2', 'zonal'],
    [['topology.disk.csi.azure.com/zone In ""'], '0', 'regional'],
    [['failure-domain.beta.kubernetes.io/zone In 0'], '0', 'regional'],
    [['topology.kubernetes.io/zone NotIn 0'], undefined, 'zonal'],
    [['karpenter.azure.com/placement-scope In regional'], undefined, 'regional'],
    [['karpenter.azure.com/placement-scope NotIn zonal'], undefined, 'regional'],
    [['topology.kubernetes.io/zone In westeurope-1 0'], undefined, undefined],
    [[], undefined, undefined],
  ])('have zone and placement scope of %j', (requirements, zone, scope) => {
    const labels = labelsOf({ requirements });
    expect([labels.get('topology.kubernetes.io/zone'), labels.get('placement-scope')]).toEqual([zone, scope]);
    expect([...labels.keys()].filter((key) => key.includes('csi') || key.includes('beta'))).toEqual([]);
  });

  it.each([
    ['In true', 'true'],
    ['NotIn false', 'true'],
    ['In true false', 'false'],
    ['Exists', 'false'],
    ['In false', 'false'],
  ])('say whether ultra disks are required by %s', (requirement, expected) => {
    const requirements = [`karpenter.azure.com/sku-storage-ultra-ssd ${requirement}`];
    expect(labelsOf({ requirements }).get('sku-storage-ultra-ssd')).toBe(expected);
  });

  it.each([
    ['Standard_NC4as_T4_v3', 'nvidia', 'T4', undefined],
    ['Standard_NC36ds_xl_RTXPRO6000BSE_v6', 'nvidia', 'RTXPRO6000BSE', undefined],
    ['Standard_ND96isr_MI300X_v5', 'amd', 'MI300X', undefined],
    ['Standard_NC6', 'nvidia', undefined, undefined],
    // Azure's GPU count counts for sizes of the provider's list only.
    ['Standard_NV4as_v4', undefined, undefined, '0'],
    ['Standard_D4s_v5', undefined, undefined, '0'],
  ])('have the GPUs of %s', (size, manufacturer, name, count) => {
    const labels = labelsOf({ requirements: [`node.kubernetes.io/instance-type In ${size}`] });
    expect(['sku-gpu-manufacturer', 'sku-gpu-name', 'sku-gpu-count'].map((key) => labels.get(key))).toEqual([
      manufacturer,
      name,
      count,
    ]);
  });

  it('follow bounds that leave one number', () => {
    const requirements = ['example.com/gen Gt 3', 'example.com/gen Lt 5', 'karpenter.azure.com/sku-cpu Gte 4'];
    expect(labelsOf({ requirements }).get('example.com/gen')).toBe('4');
    expect(labelsOf({ requirements }).has('sku-cpu')).toBe(false);
  });

  it.each([
    ['MC_shop_prod_westeurope', 'MC_shop_prod_westeurope'],
    ['MC_shop(prod)', 'MC_shop-prod-z'],
    ['a'.repeat(70), 'a'.repeat(63)],
    [`${'a'.repeat(62)}_b`, `${'a'.repeat(62)}z`],
    [`${'a'.repeat(61)}.`, `${'a'.repeat(61)}.z`],
  ])('shorten the resource group %s', (group, expected) => {
    const settings = `environment: {AZURE_NODE_RESOURCE_GROUP: ${group}}`;
    expect(labelsOf({ settings, labels: 'kubernetes.azure.com/cluster: mine' }).get('cluster')).toBe(expected);
  });

  it('of a NodeClaim do not contain what Karpenter added from the VM', () => {
    const claim = `apiVersion: karpenter.sh/v1
kind: NodeClaim
metadata:
  name: one-x7f2k
  labels:
    karpenter.sh/nodepool: one
    karpenter.sh/capacity-type: spot
    kubernetes.azure.com/scalesetpriority: spot
    kubernetes.azure.com/mode: system
    node.kubernetes.io/instance-type: Standard_D4s_v5
    topology.kubernetes.io/zone: westeurope-2
    example.com/ring: outer
spec:
  nodeClassRef: {group: karpenter.azure.com, kind: AKSNodeClass, name: default}
  requirements:
    - {key: topology.kubernetes.io/zone, operator: In, values: [westeurope-1, westeurope-2]}
    - {key: example.com/ring, operator: Exists}
---
apiVersion: karpenter.azure.com/v1beta1
kind: AKSNodeClass
metadata: {name: default}
`;
    const analysis = readResources(claim);
    const labels = Object.fromEntries(valueOf(analysis).labels ?? []);
    expect(labels).toMatchObject({
      'example.com/ring': 'outer',
      'karpenter.sh/capacity-type': 'spot',
      'karpenter.sh/nodepool': 'one',
      'karpenter.azure.com/placement-scope': 'zonal',
      'kubernetes.azure.com/mode': 'system',
      'kubernetes.azure.com/scalesetpriority': 'regular',
      'node.kubernetes.io/instance-type': 'Standard_D4s_v5',
    });
    expect(labels['topology.kubernetes.io/zone']).toBeUndefined();
    expect(asked(analysis)).not.toContain('capacityType');
  });

  it('have a rule each, with the lines that set them', () => {
    for (const { label, upstream } of labelRules) expect(upstream, label).toMatch(/^pkg\/\S+\.go#\d+/);
    const computed = [...(valueOf(readResources(pool({ spec: requiring(anySize) }))).labels?.keys() ?? [])];
    const known = new Set(labelRules.map(({ label }) => label));
    expect(computed.filter((key) => !known.has(key))).toEqual([]);
  });
});
