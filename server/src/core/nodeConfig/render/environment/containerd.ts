import { containerdNumbers, isAtLeast, isAtLeastStrictly } from '../../../values/goVersions.js';
import { change, contains, type Controller } from '../../../values/known/releases.js';
import { boolAt, enumNameAt, type MessageValue, textAt, valueAt } from '../../value.js';
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

/** The snapshotter that artifact streaming replaced. */
export const teleportSource = 'teleport_config.status';

/** What changed in the configs of containerd. */
export const containerdChanges = {
  cgroupByValue: change(
    'v0.20251003.0',
    7082,
    '`SystemdCgroup = true` is written only for `needs_cgroupv2: true`; before, `false` wrote it too.',
  ),
  withoutTeleport: change(
    'v0.20260324.0',
    8052,
    'The teleportd snapshotter is gone, and a line for Kata is indented by four spaces instead of six.',
  ),
  tolerantVersions: change(
    'v0.20260427.0',
    8399,
    '`kubernetes_version` is read with a leading `v`, fewer numbers or leading zeros; before, such a version counted as older.',
  ),
  streamingIndent: change(
    'v0.20260612.0',
    8453,
    'Lines for artifact streaming are indented by spaces instead of a tab.',
  ),
  generation2: change('v0.20260717.0', 8825, 'containerd 2 gets a config in its own format.'),
  kataPreview: change('v0.20260804.0', 9085, 'Kata gets the erofs snapshotter and the runtime `kata-preview`.'),
  withoutKataPreview: change('v0.20260806.1', 9148, 'The erofs snapshotter and `kata-preview` are taken back.'),
  kataPreviewAgain: change(
    'v0.20260817.0',
    9151,
    'Kata gets the erofs snapshotter and the runtime `kata-preview` again, with another config file.',
  ),
};

type ContainerdSettings = ReturnType<typeof containerdSettings>;

/** What both generations of the containerd config depend on. Strings are inserted without escaping. */
function containerdSettings(config: MessageValue, controller: Controller | undefined) {
  const has = (one: keyof typeof containerdChanges): boolean => contains(controller, containerdChanges[one]);
  const hasFirstPreview = has('kataPreview') && !has('withoutKataPreview');
  const readsVersion = has('tolerantVersions') ? isAtLeast : isAtLeastStrictly;
  const kata = boolAt(config, 'is_kata');
  return {
    dataFolder: textAt(config, 'kubelet_config.container_data_dir'),
    pauseImage: textAt(config, 'kube_binary_config.pod_infra_container_image_url'),
    kata,
    teleport: !has('withoutTeleport') && boolAt(config, teleportSource),
    kataIndent: has('withoutTeleport') ? 0 : 2,
    preview: !kata ? undefined : has('kataPreviewAgain') ? 'second' : hasFirstPreview ? 'first' : undefined,
    artifactStreaming: boolAt(config, 'enable_artifact_streaming'),
    streamingIndent: has('streamingIndent') ? '  ' : '\t',
    cgroupV2:
      boolAt(config, 'needs_cgroupv2') || (!has('cgroupByValue') && valueAt(config, 'needs_cgroupv2') === false),
    kubenetBridge: needsKubenetBridge(config),
    // A version that can't be read counts as older.
    registryFolder: readsVersion(textAt(config, 'kubernetes_version'), '1.22.0'),
    nvidia: boolAt(config, nvidiaSource),
  } as const;
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

function preamble({ dataFolder, preview }: ContainerdSettings): Lines {
  return [
    'version = 2',
    'oom_score = -999',
    ...when(dataFolder !== '', `root = "${dataFolder}"`),
    ...when(
      preview !== undefined,
      ...table('plugins."io.containerd.snapshotter.v1.erofs"', [
        'default_size = "10G"',
        'enable_fsverity = false',
        'ovl_mount_options = []',
        ...when(preview === 'first', 'max_unmerged_layers = 1'),
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
function metricsAndStreaming({ artifactStreaming, teleport, streamingIndent }: ContainerdSettings): Lines {
  return [
    ...table('metrics', ['address = "0.0.0.0:10257"']),
    ...when(teleport, ...proxySnapshotter('teleportd', '/run/teleportd/snapshotter.sock')),
    ...when(
      artifactStreaming,
      ...proxySnapshotter('overlaybd', '/run/overlaybd-snapshotter/overlaybd.sock', streamingIndent),
    ),
  ];
}

/** The runtime of Kata's next generation, the same in both generations of containerd. */
function kataPreview({ preview }: ContainerdSettings): Lines {
  if (preview === undefined) return [];
  const config = preview === 'first' ? 'configuration-clh-templating' : 'configuration-clh-preview';
  return table(`${containerd}.runtimes.kata-preview`, [
    'runtime_type = "io.containerd.kata.v2"',
    'privileged_without_host_devices = true',
    'snapshotter = "erofs"',
    ...table(`${containerd}.runtimes.kata-preview.options`, [
      `ConfigPath = "/usr/share/defaults/kata-containers/${config}.toml"`,
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

function proxySnapshotter(name: string, socket: string, margin = '  '): Lines {
  const lines = ['type = "snapshot"', `address = "${socket}"`];
  if (margin === '  ') return table('proxy_plugins', table(`proxy_plugins.${name}`, lines));
  return [...table('proxy_plugins', [`[proxy_plugins.${name}]`]), ...lines.map((line) => margin + line)];
}

const cri = 'plugins."io.containerd.grpc.v1.cri"';
const containerd = `${cri}.containerd`;

/** `config.toml` for containerd 1.x; `gpu` for nodes whose GPUs are used. */
function containerd1Config(settings: ContainerdSettings, gpu: boolean): Lines {
  const { pauseImage, kata, kataIndent, preview, teleport, artifactStreaming, cgroupV2, kubenetBridge, nvidia } =
    settings;
  return [
    ...preamble(settings),
    ...table(cri, [
      `sandbox_image = "${pauseImage}"`,
      ...when(gpu, 'enable_cdi = true'),
      ...table(containerd, [
        // Kata and streaming each write their own lines, so both together write the same keys twice.
        ...when(teleport, 'snapshotter = "teleportd"', 'disable_snapshot_annotations = false'),
        ...when(kata && !teleport, ...indent(['disable_snapshot_annotations = false'], kataIndent)),
        ...when(preview !== undefined, 'snapshotter = "overlayfs"'),
        ...when(artifactStreaming, 'snapshotter = "overlaybd"', 'disable_snapshot_annotations = false'),
        ...runtimes(containerd, { nvidia: gpu && nvidia, systemdCgroup: cgroupV2 }),
      ]),
      ...when(kubenetBridge, ...kubenetCni(cri)),
      ...registry(cri, settings),
    ]),
    ...metricsAndStreaming(settings),
    ...when(kata, ...kataRuntimes1(settings)),
  ];
}

function kataRuntimes1(settings: ContainerdSettings): Lines {
  return [
    ...table(`${containerd}.runtimes.kata`, [
      'runtime_type = "io.containerd.kata.v2"',
      ...when(settings.preview !== undefined, 'snapshotter = "overlayfs"'),
    ]),
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
    ...kataPreview(settings),
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
    ...when(kata, ...kataRuntimes2(settings, gpu)),
  ];
}

/**
 * Upstream left Kata's runtimes under the plugin's former name. Without GPUs it omits the runtime of confidential
 * containers, but not its snapshotter.
 */
function kataRuntimes2(settings: ContainerdSettings, gpu: boolean): Lines {
  return [
    ...table(`${containerd}.runtimes.kata`, [
      'runtime_type = "io.containerd.kata.v2"',
      'privileged_without_host_devices = true',
      ...when(settings.preview !== undefined, 'snapshotter = "overlayfs"'),
      ...table(`${containerd}.runtimes.kata.options`, [
        'ConfigPath = "/usr/share/defaults/kata-containers/configuration.toml"',
      ]),
    ]),
    ...kataPreview(settings),
    ...tardevSnapshotter(),
    ...when(gpu, ...kataConfidential()),
  ];
}

/** The containerd release from which the config is written for containerd 2. */
export const containerd2From = '2.0.0';

/** The containerd config for the containerd on the node, which may differ from the version in the config. */
export function containerdConfig(
  config: MessageValue,
  { containerdVersion, controller }: EnvironmentOptions,
  gpu: boolean,
): string {
  const numbers = containerdNumbers(containerdVersion ?? '') ?? '';
  const isSecond = contains(controller, containerdChanges.generation2) && isAtLeast(numbers, containerd2From);
  const generation = isSecond ? containerd2Config : containerd1Config;
  return `${generation(containerdSettings(config, controller), gpu).join('\n')}\n`;
}
