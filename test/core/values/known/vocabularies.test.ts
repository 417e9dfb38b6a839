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

describe.each(vocabularies)('the list %s', (vocabulary) => {
  const names = knownNames(vocabulary);
  const where = (wanted: (known: KnownName) => boolean): string[] => names.filter(wanted).map((known) => known.name);

  it('has each name once, in any casing', () => {
    expect(names.length).toBeGreaterThan(3);
    expect(duplicates(names.map((known) => known.name.toLowerCase()))).toEqual([]);
  });

  it('says something else about each name, in sentences', () => {
    expect(duplicates(names.map((known) => known.doc))).toEqual([]);
    expect(where((known) => !/^[^\s.,].*[^\s.]\.$/s.test(known.doc) || /\s{2}/.test(known.doc))).toEqual([]);
  });

  it('has versions in order', () => {
    for (const known of names) {
      const { since, deprecatedIn, removedIn } = known;
      const versions = [since, deprecatedIn, removedIn].filter((version) => version !== undefined).map(minor);
      expect(versions, known.name).toEqual([...versions].sort((a, b) => a - b));
      if (since !== undefined && deprecatedIn !== undefined) expect(since, known.name).not.toBe(deprecatedIn);
      if (since !== undefined && removedIn !== undefined) expect(since, known.name).not.toBe(removedIn);
    }
  });

  it('has examples among the values that a name takes', () => {
    expect(where((known) => known.oneOf?.includes(known.example ?? '') === false)).toEqual([]);
    expect(where((known) => duplicates(known.oneOf ?? []).length > 0)).toEqual([]);
  });

  it('finds each of its names, and nothing for others', () => {
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

describe('case and spelling in a lookup', () => {
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
  ])('%s: %j is %j', (vocabulary, text, name) => {
    expect(knownName(vocabulary, text)?.name).toBe(name);
  });

  it('finds a region by the display name that its text begins with', () => {
    for (const region of knownNames('location')) {
      expect(knownName('location', region.doc.slice(0, region.doc.indexOf(',')))).toBe(region);
    }
  });
});

describe('what is known of flags', () => {
  it('covers the flags that AKS passes', () => {
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

  it.each<[string, string | undefined]>([
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
  ])('%s is gone from %s on', (name, removedIn) => {
    const known = knownName('kubelet-flag', name);
    expect(known).toBeDefined();
    expect(known?.removedIn).toBe(removedIn);
  });

  it('begins every name with two dashes and gives no underscore', () => {
    expect(knownNames('kubelet-flag').filter(({ name }) => !/^--[a-z][a-z0-9-]*$/.test(name))).toEqual([]);
  });
});

describe('what is known of feature gates', () => {
  it('has a readable history for each, oldest first', () => {
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

  it.each<[string, string | undefined]>([
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
  ])('%s is gone from %s on', (name, removedIn) => {
    expect(knownName('feature-gate', name)).toMatchObject({ oneOf: ['true', 'false'] });
    expect(knownName('feature-gate', name)?.removedIn).toBe(removedIn);
  });
});

describe('what is known of sysctls', () => {
  it('says from which version on permission is needless', () => {
    expect(knownName('sysctl', 'net.ipv4.tcp_keepalive_time')).toMatchObject({ safeSince: '1.29' });
    expect(knownName('sysctl', 'net.ipv4.tcp_rmem')).toMatchObject({ detail: 'safe since 1.32', safeSince: '1.32' });
    expect(knownName('sysctl', 'net.core.somaxconn')).not.toHaveProperty('safeSince');
  });

  it('has only parameters and patterns that a pod can have for itself', () => {
    const ofItsOwn = /^(?:kernel\.(?:shm|msg)[a-z_]*\*?|kernel\.sem|fs\.mqueue\.[a-z_*]+|net\.[a-z0-9_.*]+)$/;
    const names = knownNames('sysctl').map(({ name }) => name);
    expect(names.filter((name) => !ofItsOwn.test(name) || /\*./.test(name))).toEqual([]);
  });
});

describe('what is known of cipher suites', () => {
  it('tells preferred from insecure ones', () => {
    const byDetail = (detail: string): number =>
      knownNames('tls-cipher-suite').filter((known) => known.detail === detail).length;
    expect([byDetail('preferred'), byDetail('insecure')]).toEqual([15, 12]);
    expect(knownName('tls-cipher-suite', 'TLS_RSA_WITH_AES_128_GCM_SHA256')?.detail).toBe('insecure');
  });
});
