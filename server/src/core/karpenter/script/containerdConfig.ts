import type { ScriptContext } from './context.js';

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
