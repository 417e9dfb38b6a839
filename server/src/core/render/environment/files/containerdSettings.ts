import { type MessageValue, textAt } from '../../../contract/value.js';
import { boolAt, enumNameAt } from '../../../contract/fields.js';
import { hasRegistryFolder } from '../kubernetesGates.js';
import { indent, type Lines, when } from './lines.js';

/** What both generations of the containerd config depend on. Texts are pasted as they are, without any quoting. */
export interface ContainerdSettings {
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
export function containerdSettings(config: MessageValue): ContainerdSettings {
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
export function table(name: string, content: Lines, step = 2): Lines {
  return [`[${name}]`, ...indent(content, step)];
}

/** What stands above the plugins. */
export function preamble({ dataFolder, kata }: ContainerdSettings): Lines {
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
export function runtimes(owner: string, { nvidia, systemdCgroup }: { nvidia: boolean; systemdCgroup: boolean }): Lines {
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
export function kubenetCni(owner: string): Lines {
  return table(`${owner}.cni`, [
    'bin_dir = "/opt/cni/bin"',
    'conf_dir = "/etc/cni/net.d"',
    'conf_template = "/etc/containerd/kubenet_template.conf"',
  ]);
}

/** Registry hosts, and the header by which the registry knows AKS. */
export function registry(owner: string, { registryFolder }: ContainerdSettings): Lines {
  return [
    ...when(registryFolder, ...table(`${owner}.registry`, ['config_path = "/etc/containerd/certs.d"'])),
    ...table(`${owner}.registry.headers`, ['X-Meta-Source-Client = ["azure/aks"]']),
  ];
}

/** Metrics, and the snapshotter of artifact streaming. */
export function metricsAndStreaming({ artifactStreaming }: ContainerdSettings): Lines {
  return [
    ...table('metrics', ['address = "0.0.0.0:10257"']),
    ...when(artifactStreaming, ...proxySnapshotter('overlaybd', '/run/overlaybd-snapshotter/overlaybd.sock')),
  ];
}

/** The runtime of Kata's next generation, the same in both generations of containerd. */
export function kataPreview(owner: string): Lines {
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
export function tardevSnapshotter(): Lines {
  return proxySnapshotter('tardev', '/run/containerd/tardev-snapshotter.sock');
}

/** The runtime of confidential containers. */
export function kataConfidential(owner: string): Lines {
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
