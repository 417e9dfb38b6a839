import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownName, knownNames } from '../../../../server/src/core/values/known/index.js';
import type { KnownName, VocabularyName } from '../../../../server/src/core/values/known/vocabulary.js';

const vocabularies: readonly VocabularyName[] = [
  'eviction-signal',
  'feature-gate',
  'kubelet-flag',
  'location',
  'node-label',
  'reservable-resource',
  'sysctl',
  'tls-cipher-suite',
  'vm-size',
];

const minor = (version: string): number => {
  const match = /^1\.(\d+)$/.exec(version);
  if (match === null) throw new Error(`not a Kubernetes minor: ${version}`);
  return Number(match[1]);
};

const duplicates = (texts: readonly string[]): string[] => texts.filter((text, index) => texts.indexOf(text) !== index);

describe.each(vocabularies)('the known names of %s', (vocabulary) => {
  const names = knownNames(vocabulary);
  const where = (wanted: (known: KnownName) => boolean): string[] => names.filter(wanted).map((known) => known.name);

  it('are unique, whatever their casing', () => {
    expect(duplicates(names.map((known) => known.name.toLowerCase()))).toEqual([]);
  });

  it('have descriptions in sentences, each different', () => {
    expect(duplicates(names.map((known) => known.doc))).toEqual([]);
    expect(where((known) => !/^[^\s.,].*[^\s.]\.$/s.test(known.doc) || /\s{2}/.test(known.doc))).toEqual([]);
  });

  it('have their versions in order', () => {
    for (const known of names) {
      const { since, deprecatedIn, removedIn } = known;
      const versions = [since, deprecatedIn, removedIn].filter((version) => version !== undefined).map(minor);
      expect(versions, known.name).toEqual([...versions].sort((a, b) => a - b));
      if (since !== undefined && deprecatedIn !== undefined) expect(since, known.name).not.toBe(deprecatedIn);
      if (since !== undefined && removedIn !== undefined) expect(since, known.name).not.toBe(removedIn);
    }
  });

  it('have accepted values as examples', () => {
    expect(where((known) => known.oneOf?.includes(known.example ?? '') === false)).toEqual([]);
    expect(where((known) => duplicates(known.oneOf ?? []).length > 0)).toEqual([]);
  });

  it('are found by name, and no other name is', () => {
    for (const known of names) expect(knownName(vocabulary, known.name)).toBe(known);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const found = knownName(vocabulary, text);
        return found === undefined || names.includes(found);
      }),
    );
    for (const inherited of ['constructor', '__proto__', 'toString', '']) {
      expect(knownName(vocabulary, inherited)).toBeUndefined();
    }
  });
});

describe('looking up a known name', () => {
  it.each<[VocabularyName, string, string | undefined]>([
    ['location', 'East US 2', 'eastus2'],
    ['location', 'WESTEUROPE', 'westeurope'],
    ['location', 'US DoD Central', 'usdodcentral'],
    ['location', 'eastus9', undefined],
    ['vm-size', 'standard_nc24ads_a100_V4', 'Standard_NC24ads_A100_v4'],
    ['vm-size', ' Standard_D2s_v5', undefined],
    ['kubelet-flag', '--max_pods', '--max-pods'],
    ['kubelet-flag', '--Max-Pods', undefined],
    ['kubelet-flag', 'max-pods', undefined],
    ['feature-gate', 'nodeswap', undefined],
    ['node-label', 'Agentpool', undefined],
    ['tls-cipher-suite', 'tls_aes_128_gcm_sha256', undefined],
    ['eviction-signal', 'nodefs.inodesfree', undefined],
    ['sysctl', 'net/core/somaxconn', undefined],
  ])('in %s, %j finds %j', (vocabulary, text, name) => {
    expect(knownName(vocabulary, text)?.name).toBe(name);
  });

  it('accepts the display name of a region', () => {
    for (const region of knownNames('location')) {
      expect(knownName('location', region.doc.slice(0, region.doc.indexOf(',')))).toBe(region);
    }
  });
});

describe('the known kubelet flags', () => {
  it('include the flags that AKS passes', () => {
    const passed = [
      ...['--address', '--anonymous-auth', '--authentication-token-webhook', '--authorization-mode'],
      ...['--azure-container-registry-config', '--cgroups-per-qos', '--client-ca-file', '--cloud-config'],
      ...['--cloud-provider', '--cluster-dns', '--cluster-domain', '--container-log-max-files'],
      ...['--container-log-max-size', '--cpu-cfs-quota', '--cpu-manager-policy', '--dynamic-config-dir'],
      ...['--enforce-node-allocatable', '--event-qps', '--eviction-hard', '--eviction-max-pod-grace-period'],
      ...['--eviction-soft', '--eviction-soft-grace-period', '--feature-gates', '--image-credential-provider-bin-dir'],
      ...['--image-credential-provider-config', '--image-gc-high-threshold', '--image-gc-low-threshold'],
      ...['--keep-terminated-pod-volumes', '--kube-reserved', '--kubeconfig', '--max-pods', '--node-labels'],
      ...['--node-status-update-frequency', '--pod-infra-container-image', '--pod-manifest-path', '--pod-max-pids'],
      ...['--protect-kernel-defaults', '--read-only-port', '--register-with-taints', '--resolv-conf'],
      ...['--rotate-certificates', '--rotate-server-certificates', '--streaming-connection-idle-timeout'],
      ...['--system-reserved', '--tls-cert-file', '--tls-cipher-suites', '--tls-private-key-file'],
      ...['--topology-manager-policy', '--allowed-unsafe-sysctls', '--volume-plugin-dir', '--runtime-cgroups'],
      ...['--container-runtime-endpoint', '--bootstrap-kubeconfig', '--runtime-request-timeout', '--enable-server'],
    ];
    expect(passed.filter((name) => knownName('kubelet-flag', name) === undefined)).toEqual([]);
  });

  it('give the version that removed a flag', () => {
    const removals: readonly [string, string | undefined][] = [
      ['--network-plugin', '1.24'],
      ['--cni-bin-dir', '1.24'],
      ['--docker-endpoint', '1.24'],
      ['--docker-root', '1.24'],
      ['--dynamic-config-dir', '1.24'],
      ['--non-masquerade-cidr', '1.24'],
      ['--experimental-kernel-memcg-notification', '1.25'],
      ['--logtostderr', '1.26'],
      ['--container-runtime', '1.27'],
      ['--azure-container-registry-config', '1.30'],
      ['--keep-terminated-pod-volumes', '1.31'],
      ['--iptables-drop-bit', '1.31'],
      ['--cloud-config', '1.34'],
      ['--register-schedulable', '1.34'],
      ['--pod-infra-container-image', '1.35'],
      ['--cloud-provider', undefined],
      ['--rotate-certificates', undefined],
      ['--streaming-connection-idle-timeout', undefined],
    ];
    const known = removals.map(([name]) => knownName('kubelet-flag', name));
    expect(known.map((flag) => [flag?.name, flag?.removedIn])).toEqual(removals);
  });

  it('begin with two dashes and have no underscores', () => {
    expect(knownNames('kubelet-flag').filter(({ name }) => !/^--[a-z][a-z0-9-]*$/.test(name))).toEqual([]);
  });
});

describe('the known feature gates', () => {
  it('have a readable history, oldest first', () => {
    for (const { name, detail, since, deprecatedIn } of knownNames('feature-gate')) {
      const changes = (detail ?? '').split(', ').map((change) => {
        const match = /^(1\.\d+) (alpha|beta|GA|deprecated) (?:locked )?(?:on|off)$/.exec(change);
        expect(match, `${name}: ${change}`).not.toBeNull();
        return { version: match?.[1] ?? '', stage: match?.[2] };
      });
      const versions = changes.map((change) => minor(change.version));
      expect(versions, name).toEqual([...new Set(versions)].sort((a, b) => a - b));
      expect(since, name).toBe(changes[0]?.stage === 'deprecated' ? undefined : changes[0]?.version);
      expect(deprecatedIn, name).toBe(changes.find((change) => change.stage === 'deprecated')?.version);
    }
  });

  it('give the version that removed a gate', () => {
    const removals: readonly [string, string | undefined][] = [
      ['DynamicKubeletConfig', '1.24'],
      ['RotateKubeletClientCertificate', '1.22'],
      ['CSIMigrationAzureDisk', '1.27'],
      ['DisableAcceleratorUsageMetrics', '1.28'],
      ['KubeletCredentialProviders', '1.28'],
      ['SeccompDefault', '1.29'],
      ['TopologyManager', '1.29'],
      ['CPUManager', '1.33'],
      ['RotateKubeletServerCertificate', undefined],
      ['GracefulNodeShutdown', undefined],
      ['NodeSwap', undefined],
    ];
    const known = removals.map(([name]) => knownName('feature-gate', name));
    expect(known.map((gate) => [gate?.name, gate?.removedIn])).toEqual(removals);
    for (const gate of known) expect(gate?.oneOf).toEqual(['true', 'false']);
  });
});

describe('the known sysctls', () => {
  it('give the version that made them safe for pods', () => {
    expect(knownName('sysctl', 'net.ipv4.tcp_keepalive_time')).toMatchObject({ safeSince: '1.29' });
    expect(knownName('sysctl', 'net.ipv4.tcp_rmem')).toMatchObject({ detail: 'safe since 1.32', safeSince: '1.32' });
    expect(knownName('sysctl', 'net.core.somaxconn')).not.toHaveProperty('safeSince');
  });

  it('are namespaced parameters and patterns', () => {
    const ofItsOwn = /^(?:kernel\.(?:shm|msg)[a-z_]*\*?|kernel\.sem|fs\.mqueue\.[a-z_*]+|net\.[a-z0-9_.*]+)$/;
    const names = knownNames('sysctl').map(({ name }) => name);
    expect(names.filter((name) => !ofItsOwn.test(name) || /\*./.test(name))).toEqual([]);
  });
});

describe('the known cipher suites', () => {
  it('are preferred or insecure', () => {
    const byDetail = (detail: string): number =>
      knownNames('tls-cipher-suite').filter((known) => known.detail === detail).length;
    expect([byDetail('preferred'), byDetail('insecure')]).toEqual([15, 12]);
    expect(knownName('tls-cipher-suite', 'TLS_RSA_WITH_AES_128_GCM_SHA256')?.detail).toBe('insecure');
  });
});
