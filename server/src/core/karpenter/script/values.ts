import { separated, type TracedText } from '../../record/trace.js';
import { formatDuration } from '../../values/durations.js';
import { isIn, type ReleaseRange } from '../resources/release.js';
import type { KubeletConfiguration, Taint } from '../options/options.generated.js';
import type { ScriptContext } from './variable.js';

/** The first Kubernetes 1.x whose kubelet gets its registry credentials from a program of its own. */
export const firstWithProvider = 30n;

const ciphers = [
  'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305',
  'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305',
  'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
  'TLS_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_RSA_WITH_AES_128_GCM_SHA256',
];

/** The flags of every node, unless its options replace them. */
const always = `
--address=0.0.0.0
--anonymous-auth=false
--authentication-token-webhook=true
--authorization-mode=Webhook
--cgroups-per-qos=true
--client-ca-file=/etc/kubernetes/certs/ca.crt
--cloud-provider=external
--cluster-dns=10.0.0.10
--cluster-domain=cluster.local
--enforce-node-allocatable=pods
--event-qps=0
--eviction-hard=memory.available<750Mi,nodefs.available<10%,nodefs.inodesFree<5%
--image-gc-high-threshold=85
--image-gc-low-threshold=80
--kubeconfig=/var/lib/kubelet/kubeconfig
--max-pods=110
--node-status-update-frequency=10s
--pod-manifest-path=/etc/kubernetes/manifests
--pod-max-pids=-1
--protect-kernel-defaults=true
--read-only-port=0
--resolv-conf=/run/systemd/resolve/resolv.conf
--rotate-certificates=true
--streaming-connection-idle-timeout=4h
--tls-cert-file=/etc/kubernetes/certs/kubeletserver.crt
--tls-cipher-suites=${ciphers.join(',')}
--tls-private-key-file=/etc/kubernetes/certs/kubeletserver.key
`
  .trim()
  .split('\n');

/**
 * Flags that only some kubelets know: from the first minor version of Kubernetes to before the second. Karpenter leaves
 * out the removed ones since a release of its own, if one is given.
 */
const byVersion: readonly (readonly [from: bigint, before: bigint | number, flag: string, since?: string])[] = [
  [0n, 31n, '--keep-terminated-pod-volumes=false'],
  [0n, 34n, '--cloud-config=/etc/kubernetes/azure.json', 'v1.6.6'],
  [0n, 35n, '--pod-infra-container-image=mcr.microsoft.com/oss/kubernetes/pause:3.6', 'v1.10.0'],
  [0n, firstWithProvider, '--feature-gates=DisableKubeletCloudCredentialProviders=false'],
  [0n, firstWithProvider, '--azure-container-registry-config=/etc/kubernetes/azure.json'],
  [firstWithProvider, Infinity, '--image-credential-provider-config=/var/lib/kubelet/credential-provider-config.yaml'],
  [firstWithProvider, Infinity, '--image-credential-provider-bin-dir=/var/lib/kubelet/credential-provider'],
];

/**
 * The flags that options of `kubeletConfig` replace, some only since a release; `cpuCFSQuotaPeriod` is not among them.
 */
const optionFlags: readonly (readonly [name: keyof KubeletConfiguration, flag: string, since?: string])[] = [
  ['maxPods', '--max-pods'],
  ['systemReserved', '--system-reserved'],
  ['kubeReserved', '--kube-reserved'],
  ['evictionHard', '--eviction-hard'],
  ['evictionSoft', '--eviction-soft'],
  ['evictionSoftGracePeriod', '--eviction-soft-grace-period'],
  ['evictionMaxPodGracePeriod', '--eviction-max-pod-grace-period'],
  ['imageGCHighThresholdPercent', '--image-gc-high-threshold'],
  ['imageGCLowThresholdPercent', '--image-gc-low-threshold'],
  ['cpuCFSQuota', '--cpu-cfs-quota'],
  ['cpuManagerPolicy', '--cpu-manager-policy', 'v1.5.0'],
  ['topologyManagerPolicy', '--topology-manager-policy', 'v1.5.0'],
  ['containerLogMaxSize', '--container-log-max-size', 'v1.5.0'],
  ['containerLogMaxFiles', '--container-log-max-files', 'v1.5.0'],
  ['podPidsLimit', '--pod-max-pids', 'v1.5.0'],
  ['allowedUnsafeSysctls', '--allowed-unsafe-sysctls', 'v1.5.0'],
  ['clusterDNSServiceIP', '--cluster-dns', 'v1.6.6'],
];

/**
 * The kubelet's flags with spaces between them. Karpenter writes them in no fixed order; here they are sorted. A flag
 * from the options replaces the one of every node.
 */
export function kubeletFlags({ minor, options, release }: ScriptContext): readonly TracedText[] {
  const { taints = [], kubeletConfig } = options;
  const known = byVersion.flatMap(([from, before, flag, since]) =>
    minor >= from && (minor < before || !isIn({ since }, release)) ? [flag] : [],
  );
  const flags = new Map<string, readonly TracedText[]>();
  for (const flag of [...always, ...known]) {
    const equals = flag.indexOf('=');
    flags.set(flag.slice(0, equals), [{ text: flag.slice(equals + 1) }]);
  }
  const listed = taints.map((taint, index): TracedText => ({ text: taintText(taint), from: ['taints', index] }));
  if (listed.length > 0) flags.set('--register-with-taints', separated(listed, ','));
  for (const [name, flag, since] of kubeletConfig === undefined ? [] : optionFlags) {
    if (!isIn({ since }, release)) continue;
    const pieces = optionPieces(name, kubeletConfig?.[name]);
    if (pieces.length > 0) flags.set(flag, pieces);
  }
  return sortedByKey(
    [...flags].map(([flag, value]) => [flag, [{ text: `${flag}=` }, ...value]]),
    ' ',
  );
}

/** The parts of an option's value in its flag; none for an absent or empty one. */
function optionPieces(
  name: keyof KubeletConfiguration,
  value: KubeletConfiguration[keyof KubeletConfiguration],
): readonly TracedText[] {
  const from = ['kubeletConfig', name];
  // Unlike the rest, this one is written even if it is absent.
  if (value === undefined) return name === 'maxPods' ? [{ text: '0', from: ['kubeletConfig'] }] : [];
  if (typeof value !== 'object') return value === '' ? [] : [{ text: String(value), from }];
  if (!(value instanceof Map))
    return separated(
      (value as readonly string[]).map((text, index) => ({ text, from: [...from, index] })),
      ',',
    );
  const separator = name === 'evictionHard' || name === 'evictionSoft' ? '<' : '=';
  const entries = [...(value as ReadonlyMap<string, string | bigint>)].map(([key, entry]) => {
    const text = typeof entry === 'bigint' ? formatDuration(entry) : entry;
    return [key, [{ text: `${key}${separator}${text}`, from: [...from, key] }]] as const;
  });
  return sortedByKey(entries, ',');
}

/** The pieces in the order of their keys, with a separator between them. */
export function sortedByKey(
  entries: readonly (readonly [key: string, pieces: readonly TracedText[]])[],
  separator: string,
): TracedText[] {
  return [...entries]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .flatMap(([, pieces], index) => (index === 0 ? pieces : [{ text: separator }, ...pieces]));
}

/** Kubernetes' `Taint.ToString`. Without an effect there is a colon only after a value. */
function taintText({ key = '', value = '', effect = '' }: Taint): string {
  if (effect === '') return value === '' ? key : `${key}=${value}:`;
  return value === '' ? `${key}:${effect}` : `${key}=${value}:${effect}`;
}

/** The kernel parameters of every node, below the two comment lines of Karpenter's file. */
export const sysctlFile = `\
# This is a partial workaround to this upstream Kubernetes issue:
# https://github.com/kubernetes/kubernetes/issues/41916#issuecomment-312428731
net.ipv4.tcp_retries2=8
net.core.message_burst=80
net.core.message_cost=40
net.core.somaxconn=16384
net.ipv4.tcp_max_syn_backlog=16384
net.ipv4.neigh.default.gc_thresh1=4096
net.ipv4.neigh.default.gc_thresh2=8192
net.ipv4.neigh.default.gc_thresh3=16384
`;

/** The releases in which a node with GPUs may be without a driver, and is then set up like one without GPUs. */
export const driverModes: ReleaseRange = { since: 'v1.12.0' };

/** `config.toml` of containerd. With GPUs everything runs in NVIDIA's runtime. */
export function containerdConfig({ gpu, release }: Pick<ScriptContext, 'gpu' | 'release'>): string {
  const name = gpu ? 'nvidia-container-runtime' : 'runc';
  // Older templates leave a space at the end of three lines.
  const space = isIn(driverModes, release) ? '' : ' ';
  const cri = 'plugins."io.containerd.grpc.v1.cri"';
  return `\
version = 2
oom_score = 0
[${cri}]
  sandbox_image = "mcr.microsoft.com/oss/kubernetes/pause:3.6"${space}
  [${cri}.containerd]
    default_runtime_name = "${name}"
    [${cri}.containerd.runtimes.${name}]
      runtime_type = "io.containerd.runc.v2"
    [${cri}.containerd.runtimes.${name}.options]
      BinaryName = "/usr/bin/${name}"
      SystemdCgroup = true${space}
    [${cri}.containerd.runtimes.untrusted]
      runtime_type = "io.containerd.runc.v2"
    [${cri}.containerd.runtimes.untrusted.options]
      BinaryName = "/usr/bin/${name}"${space}
  [${cri}.registry]
    config_path = "/etc/containerd/certs.d"
  [${cri}.registry.headers]
    X-Meta-Source-Client = ["azure/aks"]
[metrics]
  address = "0.0.0.0:10257"
`;
}
