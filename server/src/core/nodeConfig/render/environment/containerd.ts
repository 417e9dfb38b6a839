import { isAtLeast } from '../../../values/goVersions.js';
import { boolAt, enumNameAt, type MessageValue, textAt } from '../../value.js';
import { hasRegistryFolder, indent, type Lines, when } from './files.js';
import type { EnvironmentOptions } from './options.js';

/** What both generations of the containerd config depend on. Texts are pasted as they are, without any quoting. */
interface ContainerdSettings {
  readonly dataFolder: string;
  readonly pauseImage: string;
  readonly kata: boolean;
  readonly artifactStreaming: boolean;
  readonly cgroupV2: boolean;
  readonly kubenetBridge: boolean;
  readonly registryFolder: boolean;
  /** Whether the config says that the node has NVIDIA GPUs. */
  readonly nvidia: boolean;
}

/** Proto paths of the fields that the settings are read from; the config without GPUs leaves out the last. */
export const containerdSources = [
  'kubelet_config.container_data_dir',
  'kube_binary_config.pod_infra_container_image_url',
  'is_kata',
  'enable_artifact_streaming',
  'needs_cgroupv2',
  'network_config.network_plugin',
  'network_config.network_policy',
  'kubernetes_version',
] as const;

export const nvidiaSource = 'gpu_config.enable_nvidia';

/** Reads the settings from a config. */
function containerdSettings(config: MessageValue): ContainerdSettings {
  return {
    dataFolder: textAt(config, 'kubelet_config.container_data_dir'),
    pauseImage: textAt(config, 'kube_binary_config.pod_infra_container_image_url'),
    kata: boolAt(config, 'is_kata'),
    artifactStreaming: boolAt(config, 'enable_artifact_streaming'),
    cgroupV2: boolAt(config, 'needs_cgroupv2'),
    kubenetBridge: needsKubenetBridge(config),
    registryFolder: hasRegistryFolder(config),
    nvidia: boolAt(config, nvidiaSource),
  };
}

/** kubenet's bridge must not be made twice; with Calico there is none. */
export function needsKubenetBridge(config: MessageValue): boolean {
  return (
    enumNameAt(config, 'network_config.network_plugin') === 'NETWORK_PLUGIN_KUBENET' &&
    enumNameAt(config, 'network_config.network_policy') !== 'NETWORK_POLICY_CALICO'
  );
}

/** A TOML table with what is in it, one step further in. */
function table(name: string, content: Lines, step = 2): Lines {
  return [`[${name}]`, ...indent(content, step)];
}

/** What stands above the plugins. */
function preamble({ dataFolder, kata }: ContainerdSettings): Lines {
  return [
    'version = 2',
    'oom_score = -999',
    ...when(dataFolder !== '', `root = "${dataFolder}"`),
    ...when(
      kata,
      ...table('plugins."io.containerd.snapshotter.v1.erofs"', [
        'default_size = "10G"',
        'enable_fsverity = false',
        'ovl_mount_options = []',
      ]),
      '',
      ...table('plugins."io.containerd.service.v1.diff-service"', ['default = ["erofs", "walking"]']),
      '',
      ...table('plugins."io.containerd.differ.v1.erofs"', [
        'mkfs_options = ["-T0", "--mkfs-time", "--sort=none"]',
        'enable_tar_index = false',
      ]),
    ),
  ];
}

/** The runtimes for trusted and untrusted pods, both through the same program. */
function runtimes(owner: string, { nvidia, systemdCgroup }: { nvidia: boolean; systemdCgroup: boolean }): Lines {
  const name = nvidia ? 'nvidia-container-runtime' : 'runc';
  const program = `BinaryName = "/usr/bin/${name}"`;
  const type = 'runtime_type = "io.containerd.runc.v2"';
  return [
    `default_runtime_name = "${name}"`,
    ...table(`${owner}.runtimes.${name}`, [type]),
    ...table(`${owner}.runtimes.${name}.options`, [program, ...when(systemdCgroup, 'SystemdCgroup = true')]),
    ...table(`${owner}.runtimes.untrusted`, [type]),
    ...table(`${owner}.runtimes.untrusted.options`, [program]),
  ];
}

/** Where kubenet's configuration comes from. */
function kubenetCni(owner: string): Lines {
  return table(`${owner}.cni`, [
    'bin_dir = "/opt/cni/bin"',
    'conf_dir = "/etc/cni/net.d"',
    'conf_template = "/etc/containerd/kubenet_template.conf"',
  ]);
}

/** Registry hosts, and the header by which the registry knows AKS. */
function registry(owner: string, { registryFolder }: ContainerdSettings): Lines {
  return [
    ...when(registryFolder, ...table(`${owner}.registry`, ['config_path = "/etc/containerd/certs.d"'])),
    ...table(`${owner}.registry.headers`, ['X-Meta-Source-Client = ["azure/aks"]']),
  ];
}

/** Metrics, and the snapshotter of artifact streaming. */
function metricsAndStreaming({ artifactStreaming }: ContainerdSettings): Lines {
  return [
    ...table('metrics', ['address = "0.0.0.0:10257"']),
    ...when(artifactStreaming, ...proxySnapshotter('overlaybd', '/run/overlaybd-snapshotter/overlaybd.sock')),
  ];
}

/** The runtime of Kata's next generation, the same in both generations of containerd. */
function kataPreview(owner: string): Lines {
  return table(`${owner}.runtimes.kata-preview`, [
    'runtime_type = "io.containerd.kata.v2"',
    'privileged_without_host_devices = true',
    'snapshotter = "erofs"',
    ...table(`${owner}.runtimes.kata-preview.options`, [
      'ConfigPath = "/usr/share/defaults/kata-containers/configuration-clh-preview.toml"',
    ]),
  ]);
}

/** The snapshotter of confidential containers. */
function tardevSnapshotter(): Lines {
  return proxySnapshotter('tardev', '/run/containerd/tardev-snapshotter.sock');
}

/** The runtime of confidential containers. */
function kataConfidential(owner: string): Lines {
  return table(`${owner}.runtimes.kata-cc`, [
    'snapshotter = "tardev"',
    'runtime_type = "io.containerd.kata-cc.v2"',
    'privileged_without_host_devices = true',
    'pod_annotations = ["io.katacontainers.*"]',
    ...table(`${owner}.runtimes.kata-cc.options`, [
      'ConfigPath = "/opt/confidential-containers/share/defaults/kata-containers/configuration-clh-snp.toml"',
    ]),
  ]);
}

function proxySnapshotter(name: string, socket: string): Lines {
  return table('proxy_plugins', [...table(`proxy_plugins.${name}`, ['type = "snapshot"', `address = "${socket}"`])]);
}

const cri = 'plugins."io.containerd.grpc.v1.cri"';
const containerd = `${cri}.containerd`;

/** `config.toml` for containerd 1.x. `gpu` says whether it is the one for nodes whose GPUs are used. */
function containerd1Config(settings: ContainerdSettings, gpu: boolean): Lines {
  const { pauseImage, kata, artifactStreaming, cgroupV2, kubenetBridge, nvidia } = settings;
  return [
    ...preamble(settings),
    ...table(cri, [
      `sandbox_image = "${pauseImage}"`,
      ...when(gpu, 'enable_cdi = true'),
      ...table(containerd, [
        // Kata and streaming each say their own, so both together say everything twice.
        ...when(kata, 'disable_snapshot_annotations = false', 'snapshotter = "overlayfs"'),
        ...when(artifactStreaming, 'snapshotter = "overlaybd"', 'disable_snapshot_annotations = false'),
        ...runtimes(containerd, { nvidia: gpu && nvidia, systemdCgroup: cgroupV2 }),
      ]),
      ...when(kubenetBridge, ...kubenetCni(cri)),
      ...registry(cri, settings),
    ]),
    ...metricsAndStreaming(settings),
    ...when(kata, ...kataRuntimes1()),
  ];
}

function kataRuntimes1(): Lines {
  return [
    ...table(`${containerd}.runtimes.kata`, ['runtime_type = "io.containerd.kata.v2"', 'snapshotter = "overlayfs"']),
    ...table(`${containerd}.runtimes.katacli`, ['runtime_type = "io.containerd.runc.v1"']),
    ...table(`${containerd}.runtimes.katacli.options`, [
      'NoPivotRoot = false',
      'NoNewKeyring = false',
      'ShimCgroup = ""',
      'IoUid = 0',
      'IoGid = 0',
      'BinaryName = "/usr/bin/kata-runtime"',
      'Root = ""',
      'CriuPath = ""',
      'SystemdCgroup = false',
    ]),
    ...kataPreview(containerd),
    ...tardevSnapshotter(),
    ...kataConfidential(containerd),
  ];
}

const images = 'plugins."io.containerd.cri.v1.images"';
const runtime = 'plugins."io.containerd.cri.v1.runtime"';
/** Upstream left Kata's runtimes under the plugin's former name. */
const kataOwner = 'plugins."io.containerd.grpc.v1.cri".containerd';

/** `config.toml` for containerd 2.x. `gpu` says whether it is the one for nodes whose GPUs are used. */
function containerd2Config(settings: ContainerdSettings, gpu: boolean): Lines {
  const { pauseImage, kata, artifactStreaming, kubenetBridge, nvidia } = settings;
  return [
    ...preamble(settings),
    ...table(images, [
      ...when(artifactStreaming, 'snapshotter = "overlaybd"', 'disable_snapshot_annotations = false'),
      ...table(`${images}.pinned_images`, [`sandbox = "${pauseImage}"`]),
      ...registry(images, settings),
    ]),
    ...table(
      `${runtime}.containerd`,
      runtimes(`${runtime}.containerd`, { nvidia: gpu && nvidia, systemdCgroup: true }),
      4,
    ),
    ...when(kubenetBridge, ...indent(kubenetCni(runtime), 2)),
    ...metricsAndStreaming(settings),
    ...when(kata, ...kataRuntimes2(gpu)),
  ];
}

/** Without GPUs upstream leaves out the runtime of confidential containers, though not its snapshotter. */
function kataRuntimes2(gpu: boolean): Lines {
  return [
    ...table(`${kataOwner}.runtimes.kata`, [
      'runtime_type = "io.containerd.kata.v2"',
      'privileged_without_host_devices = true',
      'snapshotter = "overlayfs"',
      ...table(`${kataOwner}.runtimes.kata.options`, [
        'ConfigPath = "/usr/share/defaults/kata-containers/configuration.toml"',
      ]),
    ]),
    ...kataPreview(kataOwner),
    ...tardevSnapshotter(),
    ...when(gpu, ...kataConfidential(kataOwner)),
  ];
}

/** The containerd release from which the config is written for containerd 2. */
export const containerd2From = '2.0.0';

/** The containerd config in the form of the containerd on the node, whatever version the config asks for. */
export function containerdConfig(
  config: MessageValue,
  { containerdVersion }: EnvironmentOptions,
  gpu: boolean,
): string {
  const generation = isAtLeast(containerdVersion ?? '', containerd2From) ? containerd2Config : containerd1Config;
  return `${generation(containerdSettings(config), gpu).join('\n')}\n`;
}
