import type { NodePath } from '../../formats/tree/paths.js';
import { separated, type TracedText } from '../../record/trace.js';
import { formatDuration } from '../../values/durations.js';
import type { KubeletConfiguration, Taint } from '../options/options.generated.js';
import type { ScriptContext } from './variable.js';

const mirror = 'https://acs-mirror.azureedge.net';

const arch = ({ options }: ScriptContext): TracedText => ({ text: options.arch ?? '', from: ['arch'] });

/** Where the kubelet is downloaded; from Kubernetes 1.34 on the node image has it as a package, and it is empty. */
export function kubeBinaryUrl(context: ScriptContext): readonly TracedText[] {
  if (context.minor >= 34n) return [];
  return [
    { text: `${mirror}/kubernetes/v` },
    { text: context.options.kubernetesVersion ?? '', from: ['kubernetesVersion'] },
    { text: '/binaries/kubernetes-node-linux-' },
    arch(context),
    { text: '.tar.gz' },
  ];
}

/** The first Kubernetes 1.x whose kubelet gets its registry credentials from a program of its own. */
const firstWithProvider = 30n;

/** Releases of the credential provider by minor version of Kubernetes; later ones get the last. */
const providerReleases: ReadonlyMap<bigint, string> = new Map([
  [30n, '1.30.12'],
  [31n, '1.31.6'],
  [32n, '1.32.5'],
]);
const lastProviderRelease = '1.33.0';

/** Whether the kubelet asks a credential provider for what registries want. */
function hasCredentialProvider({ minor }: ScriptContext): boolean {
  return minor >= firstWithProvider;
}

/** Where that program is downloaded; empty for older versions of Kubernetes. */
export function credentialProviderUrl(context: ScriptContext): readonly TracedText[] {
  if (!hasCredentialProvider(context)) return [];
  const release = { text: providerReleases.get(context.minor) ?? lastProviderRelease, from: ['kubernetesVersion'] };
  return [
    { text: `${mirror}/cloud-provider-azure/v` },
    release,
    { text: '/binaries/azure-acr-credential-provider-linux-' },
    arch(context),
    { text: '-v' },
    release,
    { text: '.tar.gz' },
  ];
}

/** Where Azure's network plugin is downloaded. */
export function azureCniUrl(context: ScriptContext): readonly TracedText[] {
  return [
    { text: `${mirror}/azure-cni/v1.4.32/binaries/azure-vnet-cni-linux-` },
    arch(context),
    { text: '-v1.4.32.tgz' },
  ];
}

/** Where the common network plugins are downloaded. */
export function cniPluginsUrl(context: ScriptContext): readonly TracedText[] {
  return [{ text: `${mirror}/cni-plugins/v1.1.1/binaries/cni-plugins-linux-` }, arch(context), { text: '-v1.1.1.tgz' }];
}

/** The flags of every node, as far as its options do not replace them. */
const always: readonly (readonly [flag: string, value: string])[] = [
  ['--address', '0.0.0.0'],
  ['--anonymous-auth', 'false'],
  ['--authentication-token-webhook', 'true'],
  ['--authorization-mode', 'Webhook'],
  ['--cgroups-per-qos', 'true'],
  ['--client-ca-file', '/etc/kubernetes/certs/ca.crt'],
  ['--cloud-provider', 'external'],
  ['--cluster-dns', '10.0.0.10'],
  ['--cluster-domain', 'cluster.local'],
  ['--enforce-node-allocatable', 'pods'],
  ['--event-qps', '0'],
  ['--eviction-hard', 'memory.available<750Mi,nodefs.available<10%,nodefs.inodesFree<5%'],
  ['--image-gc-high-threshold', '85'],
  ['--image-gc-low-threshold', '80'],
  ['--kubeconfig', '/var/lib/kubelet/kubeconfig'],
  ['--max-pods', '110'],
  ['--node-status-update-frequency', '10s'],
  ['--pod-manifest-path', '/etc/kubernetes/manifests'],
  ['--pod-max-pids', '-1'],
  ['--protect-kernel-defaults', 'true'],
  ['--read-only-port', '0'],
  ['--resolv-conf', '/run/systemd/resolve/resolv.conf'],
  ['--rotate-certificates', 'true'],
  ['--streaming-connection-idle-timeout', '4h'],
  ['--tls-cert-file', '/etc/kubernetes/certs/kubeletserver.crt'],
  [
    '--tls-cipher-suites',
    [
      'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
      'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
      'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305',
      'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
      'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305',
      'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
      'TLS_RSA_WITH_AES_256_GCM_SHA384',
      'TLS_RSA_WITH_AES_128_GCM_SHA256',
    ].join(','),
  ],
  ['--tls-private-key-file', '/etc/kubernetes/certs/kubeletserver.key'],
];

/** The flags that depend on the minor version of Kubernetes: which kubelets know them. */
function byVersion(context: ScriptContext): (readonly [flag: string, value: string])[] {
  const { minor } = context;
  const flags: (readonly [string, string])[] = [];
  if (minor < 31n) flags.push(['--keep-terminated-pod-volumes', 'false']);
  if (minor < 34n) flags.push(['--cloud-config', '/etc/kubernetes/azure.json']);
  if (minor < 35n) flags.push(['--pod-infra-container-image', 'mcr.microsoft.com/oss/kubernetes/pause:3.6']);
  if (hasCredentialProvider(context)) {
    flags.push(
      ['--image-credential-provider-config', '/var/lib/kubelet/credential-provider-config.yaml'],
      ['--image-credential-provider-bin-dir', '/var/lib/kubelet/credential-provider'],
    );
  } else {
    flags.push(
      ['--feature-gates', 'DisableKubeletCloudCredentialProviders=false'],
      ['--azure-container-registry-config', '/etc/kubernetes/azure.json'],
    );
  }
  return flags;
}

/** Values of flags, piece by piece. */
type Flags = Map<string, readonly TracedText[]>;

/**
 * The kubelet's flags with blanks between them. Karpenter writes them in no fixed order; here they are sorted. A flag
 * that the options give takes the place of the one of every node.
 */
export function kubeletFlags(context: ScriptContext): readonly TracedText[] {
  const { taints, kubeletConfig } = context.options;
  const flags: Flags = new Map([...always, ...byVersion(context)].map(([flag, text]) => [flag, [{ text }]]));
  if (taints !== undefined && taints.length > 0) {
    const listed = taints.map((taint, index): TracedText => ({ text: taintText(taint), from: ['taints', index] }));
    flags.set('--register-with-taints', separated(listed, ','));
  }
  if (kubeletConfig !== undefined) addKubeletConfig(flags, kubeletConfig);
  return sortedByKey(
    [...flags].map(([flag, value]) => ({ key: flag, pieces: [{ text: `${flag}=` }, ...value] })),
    ' ',
  );
}

/** Pieces that belong to a key. */
interface Keyed {
  readonly key: string;
  readonly pieces: readonly TracedText[];
}

/** The pieces in the order of their keys, with a separator between them. */
export function sortedByKey(entries: readonly Keyed[], separator: string): TracedText[] {
  return [...entries]
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .flatMap(({ pieces }, index) => (index === 0 ? [...pieces] : [{ text: separator }, ...pieces]));
}

/** Kubernetes' `Taint.ToString`. Without an effect there is a colon only behind a value. */
function taintText({ key = '', value = '', effect = '' }: Taint): string {
  if (effect === '') return value === '' ? key : `${key}=${value}:`;
  return value === '' ? `${key}:${effect}` : `${key}=${value}:${effect}`;
}

const root = 'kubeletConfig';

function addKubeletConfig(flags: Flags, config: KubeletConfiguration): void {
  const set = (flag: string, name: keyof KubeletConfiguration, text: string): void => {
    flags.set(flag, [{ text, from: config[name] === undefined ? [root] : [root, name] }]);
  };
  const setText = (flag: string, name: keyof KubeletConfiguration, text = ''): void => {
    if (text !== '') set(flag, name, text);
  };
  const setGiven = (flag: string, name: keyof KubeletConfiguration, value?: number | bigint | boolean): void => {
    if (value !== undefined) set(flag, name, String(value));
  };
  const setMap = (
    flag: string,
    name: keyof KubeletConfiguration,
    separator: '<' | '=',
    entries: Iterable<readonly [key: string, value: string]> = [],
  ): void => {
    const keyed = [...entries].map(([key, value]): Keyed => ({
      key,
      pieces: [{ text: `${key}${separator}${value}`, from: entryPlace(name, key) }],
    }));
    if (keyed.length > 0) flags.set(flag, sortedByKey(keyed, ','));
  };
  // Other than the rest it is written where it is absent, too.
  set('--max-pods', 'maxPods', String(config.maxPods ?? 0));
  setMap('--system-reserved', 'systemReserved', '=', config.systemReserved);
  setMap('--kube-reserved', 'kubeReserved', '=', config.kubeReserved);
  setMap('--eviction-hard', 'evictionHard', '<', config.evictionHard);
  setMap('--eviction-soft', 'evictionSoft', '<', config.evictionSoft);
  const periods = [...(config.evictionSoftGracePeriod ?? [])];
  setMap(
    '--eviction-soft-grace-period',
    'evictionSoftGracePeriod',
    '=',
    periods.map(([signal, period]) => [signal, formatDuration(period)]),
  );
  setGiven('--eviction-max-pod-grace-period', 'evictionMaxPodGracePeriod', config.evictionMaxPodGracePeriod);
  setGiven('--image-gc-high-threshold', 'imageGCHighThresholdPercent', config.imageGCHighThresholdPercent);
  setGiven('--image-gc-low-threshold', 'imageGCLowThresholdPercent', config.imageGCLowThresholdPercent);
  setGiven('--cpu-cfs-quota', 'cpuCFSQuota', config.cpuCFSQuota);
  setText('--cpu-manager-policy', 'cpuManagerPolicy', config.cpuManagerPolicy);
  setText('--topology-manager-policy', 'topologyManagerPolicy', config.topologyManagerPolicy);
  setText('--container-log-max-size', 'containerLogMaxSize', config.containerLogMaxSize);
  setGiven('--container-log-max-files', 'containerLogMaxFiles', config.containerLogMaxFiles);
  setGiven('--pod-max-pids', 'podPidsLimit', config.podPidsLimit);
  const sysctls = config.allowedUnsafeSysctls ?? [];
  if (sysctls.length > 0) {
    const listed = sysctls.map((text, index): TracedText => ({ text, from: [root, 'allowedUnsafeSysctls', index] }));
    flags.set('--allowed-unsafe-sysctls', separated(listed, ','));
  }
  setText('--cluster-dns', 'clusterDNSServiceIP', config.clusterDNSServiceIP);
}

function entryPlace(name: keyof KubeletConfiguration, key: string): NodePath {
  return [root, name, key];
}

/** The kernel parameters of every node, under the two lines of explanation that Karpenter's file begins with. */
export const sysctlFile = [
  '# This is a partial workaround to this upstream Kubernetes issue:',
  '# https://github.com/kubernetes/kubernetes/issues/41916#issuecomment-312428731',
  'net.ipv4.tcp_retries2=8',
  'net.core.message_burst=80',
  'net.core.message_cost=40',
  'net.core.somaxconn=16384',
  'net.ipv4.tcp_max_syn_backlog=16384',
  'net.ipv4.neigh.default.gc_thresh1=4096',
  'net.ipv4.neigh.default.gc_thresh2=8192',
  'net.ipv4.neigh.default.gc_thresh3=16384',
]
  .map((line) => `${line}\n`)
  .join('');

const cri = 'plugins."io.containerd.grpc.v1.cri"';

/** `config.toml` of containerd. With GPUs everything runs by NVIDIA's runtime. */
export function containerdConfig({ gpu }: Pick<ScriptContext, 'gpu'>): string {
  const name = gpu ? 'nvidia-container-runtime' : 'runc';
  const runtimes = `${cri}.containerd.runtimes`;
  const binary = `      BinaryName = "/usr/bin/${name}"`;
  const runc = '      runtime_type = "io.containerd.runc.v2"';
  const lines = [
    'version = 2',
    'oom_score = 0',
    `[${cri}]`,
    '  sandbox_image = "mcr.microsoft.com/oss/kubernetes/pause:3.6"',
    `  [${cri}.containerd]`,
    `    default_runtime_name = "${name}"`,
    `    [${runtimes}.${name}]`,
    runc,
    `    [${runtimes}.${name}.options]`,
    binary,
    '      SystemdCgroup = true',
    `    [${runtimes}.untrusted]`,
    runc,
    `    [${runtimes}.untrusted.options]`,
    binary,
    `  [${cri}.registry]`,
    '    config_path = "/etc/containerd/certs.d"',
    `  [${cri}.registry.headers]`,
    '    X-Meta-Source-Client = ["azure/aks"]',
    '[metrics]',
    '  address = "0.0.0.0:10257"',
  ];
  return lines.map((line) => `${line}\n`).join('');
}
