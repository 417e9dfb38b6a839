/** aksnodeconfig/v1/gpu_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const gpuConfigMessages = [
  message('GpuConfig', 'NVIDIA driver, device plugin and partitioning.', [
    field(
      'optional bool enable_nvidia = 1',
      'Whether the node is treated as one with NVIDIA GPUs, whatever its VM size.',
    ),
    field('bool config_gpu_driver = 2', 'Whether provisioning installs the GPU driver.'),
    field('bool gpu_device_plugin = 3', 'Whether the NVIDIA device plugin runs as a service of the node.'),
    field('string gpu_instance_profile = 4', 'MIG profile into which every GPU is cut; empty leaves the GPUs whole.', {
      examples: ['MIG1g'],
    }),
    field('optional bool enable_amd_gpu = 5', 'Whether the node has AMD GPUs. No script variable carries it.', {
      since: 'v0.20250209.0',
    }),
    field(
      'bool managed_gpu_experience_afec_enabled = 6',
      'Whether the subscription has the managed GPU preview registered.',
      { since: 'v0.20251029.0' },
    ),
    field('bool enable_managed_gpu = 7', 'Whether AKS manages driver, plugin and monitoring of the GPUs.', {
      since: 'v0.20260127.0',
    }),
    field(
      'string mig_strategy = 8',
      'How the device plugin shows MIG slices: `None`, `Single` or `Mixed`. Only the exact `Mixed` gives a resource per profile.',
      {
        since: 'v0.20260127.0',
        examples: ['Single', 'Mixed'],
      },
    ),
    field(
      'repeated string mig_profile_layout = 9',
      'MIG profiles to cut each GPU into, in order, where they are not all the same. Only `gpu_instance_profile` marks a MIG node, so fill that too.',
      { since: 'v0.20260803.0', examples: [['MIG3g', 'MIG2g', 'MIG1g', 'MIG1g']] },
    ),
    field(
      'bool enable_managed_gpu_dra = 10',
      'Whether managed GPUs are handed out by dynamic resource allocation instead of the device plugin.',
      { since: 'v0.20260820.0' },
    ),
  ]),
];
