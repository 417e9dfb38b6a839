import { isAtLeast } from '../../../values/goVersions.js';
import { boolAt, enumNameAt, type MessageValue, textAt } from '../../value.js';
import { indent, type Lines, when } from './files.js';
import type { EnvironmentOptions } from './options.js';

/** Proto paths of the fields that the settings are read from; only the config for GPUs also reads `nvidiaSource`. */
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

type ContainerdSettings = ReturnType<typeof containerdSettings>;

/** What both generations of the containerd config depend on. Strings are inserted without escaping. */
function containerdSettings(config: MessageValue) {
  return {
    dataFolder: textAt(config, 'kubelet_config.container_data_dir'),
    pauseImage: textAt(config, 'kube_binary_config.pod_infra_container_image_url'),
    kata: boolAt(config, 'is_kata'),
    artifactStreaming: boolAt(config, 'enable_artifact_streaming'),
    cgroupV2: boolAt(config, 'needs_cgroupv2'),
    kubenetBridge: needsKubenetBridge(config),
    // A version that can't be read counts as older.
    registryFolder: isAtLeast(textAt(config, 'kubernetes_version'), '1.22.0'),
    nvidia: boolAt(config, nvidiaSource),
  };
}

/** kubenet's bridge must not be created twice; with Calico there is none. */
export function needsKubenetBridge(config: MessageValue): boolean {
  return (
    enumNameAt(config, 'network_config.network_plugin') === 'NETWORK_PLUGIN_KUBENET' &&
    enumNameAt(config, 'network_config.network_policy') !== 'NETWORK_POLICY_CALICO'
  );
}

/** A TOML table with its indented content. */
function table(name: string, content: Lines, step = 2): Lines {
  return [`[${name}]`, ...indent(content, step)];
}

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
function kataPreview(): Lines {
  return table(`${containerd}.runtimes.kata-preview`, [
    'runtime_type = "io.containerd.kata.v2"',
    'privileged_without_host_devices = true',
    'snapshotter = "erofs"',
    ...table(`${containerd}.runtimes.kata-preview.options`, [
      'ConfigPath = "/usr/share/defaults/kata-containers/configuration-clh-preview.toml"',
    ]),
  ]);
}

/** The snapshotter of confidential containers. */
function tardevSnapshotter(): Lines {
  return proxySnapshotter('tardev', '/run/containerd/tardev-snapshotter.sock');
}

/** The runtime of confidential containers. */
function kataConfidential(): Lines {
  return table(`${containerd}.runtimes.kata-cc`, [
    'snapshotter = "tardev"',
    'runtime_type = "io.containerd.kata-cc.v2"',
    'privileged_without_host_devices = true',
    'pod_annotations = ["io.katacontainers.*"]',
    ...table(`${containerd}.runtimes.kata-cc.options`, [
      'ConfigPath = "/opt/confidential-containers/share/defaults/kata-containers/configuration-clh-snp.toml"',
    ]),
  ]);
}

function proxySnapshotter(name: string, socket: string): Lines {
  return table('proxy_plugins', table(`proxy_plugins.${name}`, ['type = "snapshot"', `address = "${socket}"`]));
}

const cri = 'plugins."io.containerd.grpc.v1.cri"';
const containerd = `${cri}.containerd`;

/** `config.toml` for containerd 1.x; `gpu` for nodes whose GPUs are used. */
function containerd1Config(settings: ContainerdSettings, gpu: boolean): Lines {
  const { pauseImage, kata, artifactStreaming, cgroupV2, kubenetBridge, nvidia } = settings;
  return [
    ...preamble(settings),
    ...table(cri, [
      `sandbox_image = "${pauseImage}"`,
      ...when(gpu, 'enable_cdi = true'),
      ...table(containerd, [
        // Kata and streaming each write their own lines, so both together write the same keys twice.
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
    ...kataPreview(),
    ...tardevSnapshotter(),
    ...kataConfidential(),
  ];
}

const images = 'plugins."io.containerd.cri.v1.images"';
const runtime = 'plugins."io.containerd.cri.v1.runtime"';

/** `config.toml` for containerd 2.x; `gpu` as above. */
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

/**
 * Upstream left Kata's runtimes under the plugin's former name. Without GPUs it omits the runtime of confidential
 * containers, but not its snapshotter.
 */
function kataRuntimes2(gpu: boolean): Lines {
  return [
    ...table(`${containerd}.runtimes.kata`, [
      'runtime_type = "io.containerd.kata.v2"',
      'privileged_without_host_devices = true',
      'snapshotter = "overlayfs"',
      ...table(`${containerd}.runtimes.kata.options`, [
        'ConfigPath = "/usr/share/defaults/kata-containers/configuration.toml"',
      ]),
    ]),
    ...kataPreview(),
    ...tardevSnapshotter(),
    ...when(gpu, ...kataConfidential()),
  ];
}

/** The containerd release from which the config is written for containerd 2. */
export const containerd2From = '2.0.0';

/** The containerd config for the containerd on the node, which may differ from the version in the config. */
export function containerdConfig(
  config: MessageValue,
  { containerdVersion }: EnvironmentOptions,
  gpu: boolean,
): string {
  const generation = isAtLeast(containerdVersion ?? '', containerd2From) ? containerd2Config : containerd1Config;
  return `${generation(containerdSettings(config), gpu).join('\n')}\n`;
}
