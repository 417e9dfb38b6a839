import {
  type ContainerdSettings,
  kataConfidential,
  kataPreview,
  kubenetCni,
  metricsAndStreaming,
  preamble,
  registry,
  runtimes,
  table,
  tardevSnapshotter,
} from './containerdSettings.js';
import { type Lines, when } from './lines.js';

const cri = 'plugins."io.containerd.grpc.v1.cri"';
const containerd = `${cri}.containerd`;

/** `config.toml` for containerd 1.x. `gpu` says whether it is the one for nodes whose GPUs are used. */
export function containerd1Config(settings: ContainerdSettings, gpu: boolean): Lines {
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
