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
import { indent, type Lines, when } from './lines.js';

const images = 'plugins."io.containerd.cri.v1.images"';
const runtime = 'plugins."io.containerd.cri.v1.runtime"';
/** Upstream left Kata's runtimes under the plugin's former name. */
const kataOwner = 'plugins."io.containerd.grpc.v1.cri".containerd';

/** `config.toml` for containerd 2.x. `gpu` says whether it is the one for nodes whose GPUs are used. */
export function containerd2Config(settings: ContainerdSettings, gpu: boolean): Lines {
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
