import { describe, expect, it } from 'vitest';
import { scriptVariables } from '../../../server/src/core/karpenter/script/table.js';
import { decodeBase64 } from '../../../server/src/core/text/base64.js';
import { decodeText } from '../../../server/src/core/text/bytes.js';
import { flagsWith, options, renderWith, valueWith } from '../../support/karpenter.js';

const provider = (release: string, arch = 'amd64'): string =>
  `https://acs-mirror.azureedge.net/cloud-provider-azure/v${release}/binaries/azure-acr-credential-provider-linux-${arch}-v${release}.tar.gz`;

describe('what the Kubernetes version decides', () => {
  it.each([
    ['1.27.9', ''],
    ['1.29.15', ''],
    ['1.30.0', provider('1.30.12')],
    ['1.31.8', provider('1.31.6')],
    ['1.32.0', provider('1.32.5')],
    ['1.33.0', provider('1.33.0')],
    ['1.34.1', provider('1.33.0')],
    ['1.40.0', provider('1.33.0')],
    ['2.5.0', ''],
  ])('%s downloads the credential provider from %s', (kubernetesVersion, url) => {
    expect(valueWith('CREDENTIAL_PROVIDER_DOWNLOAD_URL', { kubernetesVersion })).toBe(url);
    const flags = flagsWith({ kubernetesVersion });
    expect('--image-credential-provider-config' in flags).toBe(url !== '');
    expect('--image-credential-provider-bin-dir' in flags).toBe(url !== '');
    expect('--azure-container-registry-config' in flags).toBe(url === '');
    expect(flags['--feature-gates']).toBe(url === '' ? 'DisableKubeletCloudCredentialProviders=false' : undefined);
  });

  it.each([
    ['1.30.9', true, true, true],
    ['1.31.0', false, true, true],
    ['1.31.0-beta.1', false, true, true],
    ['1.33.9', false, true, true],
    ['1.34.0-alpha.0', false, false, true],
    ['1.34.9', false, false, true],
    ['1.35.0-rc.1', false, false, false],
    ['1.36.0', false, false, false],
  ])('%s', (kubernetesVersion, keepsVolumes, hasCloudConfig, hasPauseImage) => {
    const flags = flagsWith({ kubernetesVersion });
    expect('--keep-terminated-pod-volumes' in flags).toBe(keepsVolumes);
    expect('--cloud-config' in flags).toBe(hasCloudConfig);
    expect('--pod-infra-container-image' in flags).toBe(hasPauseImage);
    const url = `https://acs-mirror.azureedge.net/kubernetes/v${kubernetesVersion}/binaries/kubernetes-node-linux-amd64.tar.gz`;
    expect(valueWith('KUBE_BINARY_URL', { kubernetesVersion })).toBe(hasCloudConfig ? url : '');
  });

  it.each(['v1.33.2', '1.33', '', '1.33.2.0', '01.33.2'])('panics on %j', (kubernetesVersion) => {
    expect(renderWith({ kubernetesVersion })).toMatchObject({ ok: false, error: { code: 'render/karpenter-panics' } });
  });

  it('panics without a version and without certificates', () => {
    expect(renderWith({ kubernetesVersion: undefined }).ok).toBe(false);
    expect(renderWith({ CABundle: undefined }).ok).toBe(false);
    expect(renderWith({ CABundle: null }).ok).toBe(false);
    expect(valueWith('KUBE_CA_CRT', { CABundle: '' })).toBe('');
  });
});

describe('the kubelet config', () => {
  it('keeps the flags of every node if it is absent', () => {
    const absent = flagsWith({ kubeletConfig: null });
    expect(absent).toEqual(flagsWith());
    expect(absent['--max-pods']).toBe('110');
    expect(absent['--eviction-hard']).toBe('memory.available<750Mi,nodefs.available<10%,nodefs.inodesFree<5%');
  });

  it('sets only the number of pods, to zero, if it is empty', () => {
    expect(flagsWith({ kubeletConfig: {} })).toEqual({ ...flagsWith(), '--max-pods': '0' });
  });

  it('ignores empty strings, lists and maps', () => {
    const kubeletConfig = {
      maxPods: 110,
      clusterDNSServiceIP: '',
      systemReserved: {},
      kubeReserved: {},
      evictionHard: {},
      evictionSoft: {},
      evictionSoftGracePeriod: {},
      cpuManagerPolicy: '',
      topologyManagerPolicy: '',
      containerLogMaxSize: '',
      allowedUnsafeSysctls: [],
      cpuCFSQuotaPeriod: '100ms',
    };
    expect(flagsWith({ kubeletConfig })).toEqual(flagsWith());
  });

  it('writes zeros, which differ from absence', () => {
    const kubeletConfig = {
      maxPods: 0,
      evictionMaxPodGracePeriod: 0,
      imageGCHighThresholdPercent: 0,
      imageGCLowThresholdPercent: 0,
      cpuCFSQuota: false,
      containerLogMaxFiles: 0,
      podPidsLimit: 0,
      evictionSoftGracePeriod: { 'memory.available': '0' },
    };
    expect(flagsWith({ kubeletConfig })).toMatchObject({
      '--max-pods': '0',
      '--eviction-max-pod-grace-period': '0',
      '--image-gc-high-threshold': '0',
      '--image-gc-low-threshold': '0',
      '--cpu-cfs-quota': 'false',
      '--container-log-max-files': '0',
      '--pod-max-pids': '0',
      '--eviction-soft-grace-period': 'memory.available=0s',
    });
  });

  it('replaces thresholds as a whole and sorts what Karpenter does not', () => {
    const kubeletConfig = {
      evictionHard: { 'pid.available': '10%', 'memory.available': '1Gi' },
      kubeReserved: { memory: '1Gi', cpu: '100m' },
      evictionSoftGracePeriod: { b: '90s', a: '1h' },
      allowedUnsafeSysctls: ['net.b', 'net.a'],
      clusterDNSServiceIP: '10.2.0.10',
    };
    expect(flagsWith({ kubeletConfig })).toMatchObject({
      '--eviction-hard': 'memory.available<1Gi,pid.available<10%',
      '--kube-reserved': 'cpu=100m,memory=1Gi',
      '--eviction-soft-grace-period': 'a=1h0m0s,b=1m30s',
      '--allowed-unsafe-sysctls': 'net.b,net.a',
      '--cluster-dns': '10.2.0.10',
    });
  });
});

describe('taints and labels', () => {
  it.each([
    [{ key: 'k', value: 'v', effect: 'NoSchedule' }, 'k=v:NoSchedule'],
    [{ key: 'k', effect: 'NoExecute' }, 'k:NoExecute'],
    [{ key: 'k', value: 'v' }, 'k=v:'],
    [{ key: 'k' }, 'k'],
    [{ effect: 'NoSchedule' }, ':NoSchedule'],
    [null, ''],
  ])('%j is %s', (taint, text) => {
    expect(flagsWith({ taints: [taint] })['--register-with-taints']).toBe(text);
  });

  it('keeps the order of taints and sorts labels', () => {
    const taints = ['b', 'a'].map((key) => ({ key, effect: 'NoSchedule' }));
    expect(flagsWith({ taints })['--register-with-taints']).toBe('b:NoSchedule,a:NoSchedule');
    expect('--register-with-taints' in flagsWith({ taints: [] })).toBe(false);
    expect(valueWith('KUBELET_NODE_LABELS', { labels: { z: '1', 'a/b': '', a: '2' } })).toBe('a=2,a/b=,z=1');
    expect(valueWith('KUBELET_NODE_LABELS', { labels: {} })).toBe('');
  });
});

describe('the subnet', () => {
  const id = options.subnetID;
  it.each([
    [id, 'nodes', 'shop', 'shop-net'],
    [id.toUpperCase(), 'NODES', 'SHOP', 'SHOP-NET'],
    ['/subscriptions//resourceGroups//providers/Microsoft.Network/virtualNetworks//subnets/', '', '', ''],
    ['', '', '', ''],
    [`${id}/`, '', '', ''],
    [id.slice(1), '', '', ''],
    [id.replace('subnets', 'subnet'), '', '', ''],
    [id.replace('Microsoft.Network', 'Microsoft.Compute'), '', '', ''],
    [` ${id}`, '', '', ''],
  ])('%j', (subnetID, subnet, virtualNetwork, group) => {
    expect(valueWith('SUBNET', { subnetID })).toBe(subnet);
    expect(valueWith('VIRTUAL_NETWORK', { subnetID })).toBe(virtualNetwork);
    expect(valueWith('VIRTUAL_NETWORK_RESOURCE_GROUP', { subnetID })).toBe(group);
  });
});

describe('GPUs', () => {
  const driver = { GPUDriverVersion: '1.2', GPUDriverType: 'cuda', GPUImageSHA: 'sha' };
  it.each([
    [true, true, true],
    [true, false, false],
    [true, undefined, false],
    [false, true, false],
  ])('GPUNode %s, installation %s', (GPUNode, GPUDriverInstallationEnabled, gpu) => {
    const changes = { ...driver, GPUNode, GPUDriverInstallationEnabled };
    expect(valueWith('GPU_NODE', changes)).toBe(String(gpu));
    expect(valueWith('CONFIG_GPU_DRIVER_IF_NEEDED', changes)).toBe(String(gpu));
    expect(valueWith('GPU_DRIVER_VERSION', changes)).toBe(gpu ? '1.2' : '');
    expect(valueWith('GPU_DRIVER_TYPE', changes)).toBe(gpu ? 'cuda' : '');
    expect(valueWith('GPU_IMAGE_SHA', changes)).toBe(gpu ? 'sha' : '');
    const rendered = renderWith(changes);
    const runtime = gpu ? 'nvidia-container-runtime' : 'runc';
    expect(rendered.ok && rendered.value.containerdConfig).toContain(`default_runtime_name = "${runtime}"`);
  });
});

describe('the script', () => {
  it('has the architecture in all downloads', () => {
    const rendered = renderWith({ arch: 'arm64' });
    const script = rendered.ok ? rendered.value.script : '';
    expect(script).not.toContain('amd64');
    expect(script.match(/linux-arm64/g)).toHaveLength(5);
  });

  it('contains the containerd config that is returned beside it', () => {
    const rendered = renderWith({});
    if (!rendered.ok) throw new Error(rendered.error.message);
    const carried = rendered.value.lines.find(({ variable }) => variable.name === 'CONTAINERD_CONFIG_CONTENT');
    expect(decodeText(decodeBase64(carried?.value ?? '').bytes).text).toBe(rendered.value.containerdConfig);
  });

  it('sets every variable of the table, each on a line of its own', () => {
    const rendered = renderWith({});
    if (!rendered.ok) throw new Error(rendered.error.message);
    const { script, lines } = rendered.value;
    expect(new Set(lines.map(({ variable }) => variable))).toEqual(new Set(scriptVariables));
    const set = script.split('\n').filter((line) => /^[A-Z0-9_]+=/.test(line));
    expect(lines.map(({ span }) => script.slice(span.start, span.end))).toEqual(set);
  });

  it('traces each range to its option', () => {
    const changes = {
      taints: [{ key: 'sku', effect: 'NoSchedule' }],
      kubeletConfig: { maxPods: 30, evictionHard: { 'memory.available': '1Gi' } },
    };
    const rendered = renderWith(changes);
    if (!rendered.ok) throw new Error(rendered.error.message);
    const { script, lines } = rendered.value;
    const ranges = lines.flatMap(({ traces }) =>
      traces.map(({ span, from }) => `${from.join('|')} ${script.slice(span.start, span.end)}`),
    );
    expect(ranges).toEqual(
      expect.arrayContaining([
        'location westeurope',
        'subnetID shop-net',
        'labels|karpenter.sh/nodepool karpenter.sh/nodepool=general',
        'taints|0 sku:NoSchedule',
        'kubeletConfig|maxPods 30',
        'kubeletConfig|evictionHard|memory.available memory.available<1Gi',
      ]),
    );
  });
});
