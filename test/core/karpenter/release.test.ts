import { describe, expect, it } from 'vitest';
import {
  isIn,
  type ProviderRelease,
  providerRelease,
  providerReleases,
} from '../../../server/src/core/karpenter/resources/release.js';
import { asked, pool, readResources, requiring, valueOf } from '../../support/karpenter.js';

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
      { role: 'agent', 'sku-gpu-name': 'A100' },
      ['mode', 'localdns-state', 'os-sku', 'sku-series', 'placement-scope'],
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

  it('before v1.6.6 do not pass on requirements of labels that come with the VM', () => {
    expect(labelsOf('v1.6.5')).not.toHaveProperty(['topology.kubernetes.io/zone']);
    expect(labelsOf('v1.6.5')).toHaveProperty(['example.com/stage'], 'test');
    expect(labelsOf('v1.6.6')).toHaveProperty(['topology.kubernetes.io/zone'], 'westeurope-1');
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
    const changes = { nodeClass: 'localDNS: {mode: Preferred}', status: `kubernetesVersion: ${version}` };
    expect(labelsOf(release, changes)['localdns-state']).toBe(expected);
  });
});
