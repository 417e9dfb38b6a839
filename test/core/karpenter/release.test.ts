import { describe, expect, it } from 'vitest';
import {
  isIn,
  type ProviderRelease,
  providerRelease,
  providerReleases,
} from '../../../server/src/core/karpenter/resources/release.js';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { Analysis, karpenterScriptOf } from '../../../server/src/core/index.js';
import type { KarpenterScript } from '../../../server/src/core/karpenter/script/render.js';
import { asked, localDns, options, pool, readResources, requiring, valueOf } from '../../support/karpenter.js';

const spec = requiring(
  'node.kubernetes.io/instance-type In Standard_NC24ads_A100_v4',
  'topology.kubernetes.io/zone In westeurope-1',
  'example.com/stage In test',
);

function optionsOf(release: ProviderRelease | undefined, changes: Parameters<typeof pool>[0] = {}) {
  return valueOf(readResources(pool({ spec, ...changes }), { release }));
}

/** The labels of AKS and Karpenter, without their domains. */
function labelsOf(
  release: ProviderRelease | undefined,
  changes: Parameters<typeof pool>[0] = {},
): Record<string, string> {
  const labels = optionsOf(release, changes).labels ?? [];
  return Object.fromEntries(
    [...labels].map(([key, value]) => [key.replace(/^(?:kubernetes|karpenter)\.azure\.com\//, ''), value]),
  );
}

describe("releases of Karpenter's provider", () => {
  it('are known by name, with or without v', () => {
    expect([providerRelease('v1.6.3'), providerRelease('1.6.3'), providerRelease('v1.6.0')]).toEqual([
      'v1.6.3',
      'v1.6.3',
      undefined,
    ]);
    expect(providerReleases.length).toBeGreaterThan(25);
  });

  it.each([
    [{ since: 'v1.7.0' }, 'v1.6.8', false],
    [{ since: 'v1.7.0' }, 'v1.10.0', true],
    [{ until: 'v1.13.0' }, 'v1.12.2', true],
    [{ until: 'v1.13.0' }, 'v1.13.0', false],
    [{ until: 'v1.13.0' }, undefined, false],
    [{ since: 'v1.13.0' }, undefined, true],
  ] as const)('%j contains %s: %s', (range, release, expected) => {
    expect(isIn(range, release)).toBe(expected);
  });

  it.each([
    [
      'v1.6.3',
      { role: 'agent', mode: 'user', 'sku-gpu-name': 'A100' },
      ['localdns-state', 'os-sku', 'sku-series', 'placement-scope'],
    ],
    [
      'v1.6.7',
      { mode: 'user', 'localdns-state': 'disabled', 'sku-series': 'NCads_v4' },
      ['karpenter.sh/do-not-sync-taints'],
    ],
    ['v1.6.8', { 'karpenter.sh/do-not-sync-taints': 'true' }, ['scalesetpriority', 'os-sku-effective']],
    ['v1.7.2', { scalesetpriority: 'regular', 'os-sku-effective': 'Ubuntu2204' }, ['priority', 'placement-scope']],
    ['v1.12.2', { priority: 'regular', 'placement-scope': 'zonal' }, ['sku-storage-ultra-ssd']],
    ['v1.14.2', { 'sku-storage-ultra-ssd': 'false' }, []],
  ] as const)('%s sets labels', (release, expected, absent) => {
    const labels = labelsOf(release, { status: 'kubernetesVersion: 1.33.2' });
    expect(labels).toMatchObject(expected);
    for (const key of absent) expect(labels).not.toHaveProperty([key]);
  });

  it('leave out labels that are only in the settings and not known yet', () => {
    const settings =
      'detected: {labels: {karpenter.azure.com/placement-scope: regional, karpenter.azure.com/sku-gpu-count: "1"}}';
    expect(labelsOf('v1.6.3', { settings })).not.toHaveProperty(['placement-scope']);
    expect(labelsOf('v1.6.3', { settings })).toHaveProperty(['sku-gpu-count'], '1');
  });

  it('before v1.6.6 make no label of a requirement, and give labels of AKS their own values', () => {
    expect(labelsOf('v1.6.5')).not.toHaveProperty(['topology.kubernetes.io/zone']);
    expect(labelsOf('v1.6.5')).not.toHaveProperty(['example.com/stage']);
    expect(labelsOf('v1.6.6')).toMatchObject({
      'topology.kubernetes.io/zone': 'westeurope-1',
      'example.com/stage': 'test',
    });
    const labels = 'kubernetes.azure.com/role: own, kubernetes.azure.com/mode: system';
    expect(labelsOf('v1.6.5', { labels })).toMatchObject({ role: 'agent', mode: 'system' });
    expect(labelsOf('v1.6.6', { labels })).toMatchObject({ role: 'own', mode: 'system' });
  });

  it('before v1.10.0 choose no value for a label', () => {
    const changes = {
      spec: requiring('example.com/stage In test prod', 'example.com/count Gt 3', 'example.com/count Lt 5'),
    };
    const unknown = (release: ProviderRelease): string[] =>
      asked(readResources(pool(changes), { release }), false).filter((name) => name.includes('example.com'));
    expect(unknown('v1.7.2')).toEqual([]);
    expect(unknown('v1.10.0')).toEqual(['labels["example.com/stage"]']);
    expect(labelsOf('v1.7.2', changes)).not.toHaveProperty(['example.com/count']);
    expect(labelsOf('v1.10.0', changes)).toHaveProperty(['example.com/count'], '4');
  });

  it('read an empty zone as the zone 0 since v1.14.0', () => {
    const changes = { spec: requiring('topology.disk.csi.azure.com/zone In ""') };
    const zone = 'topology.kubernetes.io/zone';
    expect([labelsOf('v1.13.1', changes)[zone], labelsOf('v1.14.0', changes)[zone]]).toEqual(['', '0']);
  });

  it('know labels of AKS for spot nodes one after the other', () => {
    const changes = { spec: requiring('kubernetes.azure.com/priority In spot') };
    expect(asked(readResources(pool(changes), { release: 'v1.10.0' }))).toContain('capacityType');
    expect(labelsOf('v1.12.0', changes)).toHaveProperty(['karpenter.sh/capacity-type'], 'spot');
  });

  it('before v1.10.0 pass on labels that a kubelet may not set', () => {
    const labels = 'node-restriction.kubernetes.io/a: b';
    expect(labelsOf('v1.7.2', { labels })).toHaveProperty(['node-restriction.kubernetes.io/a'], 'b');
    expect(labelsOf('v1.10.0', { labels })).not.toHaveProperty(['node-restriction.kubernetes.io/a']);
  });

  it('have the drivers of their time, and none of them asks for more', () => {
    expect(optionsOf('v1.6.3')).toMatchObject({ GPUDriverType: 'cuda', GPUDriverVersion: '550.144.03' });
    expect(optionsOf('v1.13.1')).toMatchObject({ GPUDriverType: 'cuda', GPUDriverVersion: '580.126.09' });
    expect(optionsOf('v1.14.0')).toMatchObject({ GPUDriverType: 'cuda-lts', GPUDriverVersion: '580.159.04' });
  });

  it('read what they know of node classes and settings', () => {
    const nodeClass = 'gpu: {mode: None}, fipsMode: FIPS, security: {trustedLaunch: {vtpm: true}}';
    expect(optionsOf('v1.10.2', { nodeClass }).GPUDriverInstallationEnabled).toBe(true);
    expect(optionsOf('v1.12.0', { nodeClass }).GPUDriverInstallationEnabled).toBe(false);
    expect(labelsOf('v1.14.2', { nodeClass })['os-sku-effective']).toBe('Ubuntu');
    expect(labelsOf(undefined, { nodeClass })['os-sku-effective']).toBe('Ubuntu2204');
    const settings = 'environment: {AZURE_TENANT_ID: a, ARM_TENANT_ID: b, DNS_SERVICE_IP: 10.1.0.10}';
    expect(optionsOf('v1.6.8', { settings }).tenantID).toBe('b');
    expect(optionsOf('v1.7.0', { settings }).tenantID).toBe('a');
    expect(optionsOf('v1.6.5', { settings }).kubeletConfig?.clusterDNSServiceIP).toBeUndefined();
    expect(asked(readResources(pool({ spec }), { release: 'v1.6.5' }))).toEqual(
      expect.arrayContaining(['ARM_TENANT_ID']),
    );
    expect(asked(readResources(pool({ spec }), { release: 'v1.6.5' }))).not.toContain('DNS_SERVICE_IP');
  });

  it.each([
    ['v1.6.8', '1.35.0', 'disabled'],
    ['v1.7.0', '1.35.0', 'enabled'],
    ['v1.12.1', '1.35.0', 'disabled'],
    ['v1.13.1', '1.36.0', undefined],
    ['v1.14.0', '1.36.0', 'disabled'],
  ] as const)('%s with Kubernetes %s has local DNS %s if it is preferred', (release, version, expected) => {
    const changes = { nodeClass: localDns('Preferred'), status: `kubernetesVersion: ${version}` };
    expect(labelsOf(release, changes)['localdns-state']).toBe(expected);
  });
});

describe("the script of a release of Karpenter's provider", () => {
  const settings = `environment:
  CLUSTER_NAME: shop
  CLUSTER_ENDPOINT: https://shop.hcp.westeurope.azmk8s.io
  KUBELET_BOOTSTRAP_TOKEN: 07401b.f395accd246ae52d
  ARM_TENANT_ID: 72f988bf-86f1-41af-91ab-2d7cd011db47
  ARM_SUBSCRIPTION_ID: b24988ac-6180-42a0-ab88-20f7382dd24c
  KUBELET_IDENTITY_CLIENT_ID: acdd72a7-3385-48ef-bd42-f606fba81ae7
  LOCATION: westeurope
  AZURE_NODE_RESOURCE_GROUP: MC_shop
  VNET_SUBNET_ID: ${options.subnetID}
  VNET_GUID: a519e60a-cac0-40b2-b883-084477fe6f5c
  DNS_SERVICE_IP: 10.1.0.10
detected: {CABundle: Y2VydGlmaWNhdGU=, networkSecurityGroupName: aks-agentpool-40321617-nsg, memoryMiB: 225280}
`;
  const changes = { spec, settings, nodeClass: 'kubelet: {cpuManagerPolicy: static}, gpu: {mode: None}' };
  const capacity = '        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}\n';

  function scriptOf(release: ProviderRelease | undefined, version = '1.35.0'): KarpenterScript {
    const status = `kubernetesVersion: ${version}`;
    const analysis = readResources(pool({ ...changes, spec: `${spec}${capacity}`, status }), { release });
    const rendered = karpenterScriptOf(analysis, { showSecrets: true });
    if (!rendered.ok) throw new Error(rendered.error.message);
    return rendered.value;
  }

  it.each([
    ['v1.7.0', 'CSE_TIMEOUT=15m', false],
    ['v1.7.1', 'CSE_TIMEOUT=15m', true],
    ['v1.4.1', 'ENABLE_KUBELET_SERVING_CERTIFICATE_ROTATION=', false],
    ['v1.5.0', 'ENABLE_KUBELET_SERVING_CERTIFICATE_ROTATION=', true],
    ['v1.7.2', 'VM_TYPE=vmss', true],
    ['v1.10.0', 'VM_TYPE=standard', true],
    ['v1.6.5', '--cloud-config=', true],
    ['v1.6.6', '--cloud-config=', false],
    ['v1.6.5', '--cluster-dns=10.0.0.10', true],
    ['v1.6.6', '--cluster-dns=10.1.0.10', true],
    ['v1.7.2', '--pod-infra-container-image=', true],
    ['v1.10.0', '--pod-infra-container-image=', false],
    ['v1.4.1', '--cpu-manager-policy=', false],
    ['v1.5.0', '--cpu-manager-policy=static', true],
    ['v1.10.2', 'GPU_NODE=true', true],
    ['v1.12.0', 'GPU_NODE=false', true],
    ['v1.13.0', 'KUBE_BINARY_URL=https://acs-mirror', true],
    ['v1.13.1', 'KUBE_BINARY_URL=\n', true],
    [undefined, 'CONFIG_GPU_DRIVER_IF_NEEDED=false', true],
  ] as const)('%s: %s is in it: %s', (release, part, expected) => {
    expect(scriptOf(release).script.includes(part)).toBe(expected);
  });

  it('downloads the credential provider of its time', () => {
    const urlOf = (release: ProviderRelease, version: string): string | undefined =>
      /CREDENTIAL_PROVIDER_DOWNLOAD_URL=\S*-v([\d.]+)\.tar/.exec(scriptOf(release, version).script)?.[1];
    expect([urlOf('v1.4.1', '1.31.2'), urlOf('v1.5.0', '1.31.2')]).toEqual(['1.31.4', '1.31.6']);
    expect([urlOf('v1.4.1', '1.34.0'), urlOf('v1.5.0', '1.34.0')]).toEqual(['1.32.3', '1.33.0']);
  });

  it("has spaces at the ends of three lines of containerd's config before v1.12.0", () => {
    const ends = (release: ProviderRelease): number => scriptOf(release).containerdConfig.split(' \n').length - 1;
    expect([ends('v1.10.2'), ends('v1.12.0')]).toEqual([3, 0]);
  });

  it('is that of bootstrap options, too', () => {
    const karpenter = { release: 'v1.7.0' } as const;
    const content = JSON.stringify(options);
    const analysis = new Analysis({ name: 'a.bootstrap-options.json', content, context: { karpenter } }, nodePlatform);
    const rendered = karpenterScriptOf(analysis, { showSecrets: true });
    expect(rendered.ok && rendered.value.script.includes('CSE_TIMEOUT')).toBe(false);
    expect(rendered.ok && rendered.value.script.includes('VM_TYPE=vmss')).toBe(true);
  });
});
