/**
 * aksnodeconfig/v1/gpu_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. The MIG profiles are
 * those that its mig-partition.sh knows.
 */
import { field, message } from '../describe.js';

const migProfiles = ['MIG1g', 'MIG2g', 'MIG3g', 'MIG4g', 'MIG7g'] as const;

export const gpuConfigMessages = [
  message('GpuConfig', 'GPU driver, device plugin, MIG partitions and managed GPUs, for NVIDIA in the main.', [
    field(
      'optional bool enable_nvidia = 1',
      "Whether the node is one with NVIDIA GPUs, whatever its VM size: `GPU_NODE` is set and containerd's default runtime is NVIDIA's.",
    ),
    field(
      'bool config_gpu_driver = 2',
      'Whether provisioning installs the GPU driver. Without it a GPU node only checks that a driver works; other nodes ignore it.',
    ),
    field(
      'bool gpu_device_plugin = 3',
      'Whether the NVIDIA device plugin runs as a service of the node. Only GPU nodes look at it.',
    ),
    field(
      'string gpu_instance_profile = 4',
      'MIG profile into which every GPU is cut. Any text marks a MIG node, which reboots once; empty leaves the GPUs whole.',
      { oneOf: migProfiles, examples: ['MIG1g', 'MIG3g'] },
    ),
    field('optional bool enable_amd_gpu = 5', 'Whether the node has AMD GPUs. No script variable carries it.', {
      since: 'v0.20250209.0',
    }),
    field(
      'bool managed_gpu_experience_afec_enabled = 6',
      'Whether the subscription has the managed GPU preview registered. It turns nothing on: `enable_managed_gpu` does.',
      { since: 'v0.20251029.0' },
    ),
    field(
      'bool enable_managed_gpu = 7',
      "Whether AKS runs NVIDIA's device plugin, DCGM and its metrics exporter on the node. Needs `enable_nvidia`; together with `enable_managed_gpu_dra` provisioning fails.",
      { since: 'v0.20260127.0' },
    ),
    field(
      'string mig_strategy = 8',
      "How the managed device plugin shows a MIG node's partitions. Only the exact `Mixed` gives a resource for each profile; `Single`, `None` and everything else give plain `nvidia.com/gpu`.",
      { since: 'v0.20260127.0', oneOf: ['None', 'Single', 'Mixed'], examples: ['Single', 'Mixed'] },
    ),
    field(
      'repeated string mig_profile_layout = 9',
      'MIG profiles to cut each GPU into, in order, where they are not all the same. Only `gpu_instance_profile` marks a MIG node, so fill that too.',
      { since: 'v0.20260803.0', oneOf: migProfiles, examples: [['MIG3g', 'MIG2g', 'MIG1g', 'MIG1g']] },
    ),
    field(
      'bool enable_managed_gpu_dra = 10',
      'Like `enable_managed_gpu`, but GPUs are handed out by dynamic resource allocation instead of the device plugin. Only one of the two may be set.',
      { since: 'v0.20260820.0' },
    ),
  ]),
];
