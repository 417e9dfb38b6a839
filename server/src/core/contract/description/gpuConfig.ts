/** aksnodeconfig/v1/gpu_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const gpuConfigMessages = [
  message('GpuConfig', 'TBD', [
    field('optional bool enable_nvidia = 1', 'TBD'),
    field('bool config_gpu_driver = 2', 'TBD'),
    field('bool gpu_device_plugin = 3', 'TBD'),
    field('string gpu_instance_profile = 4', 'TBD'),
    field('optional bool enable_amd_gpu = 5', 'TBD', { since: 'v0.20250209.0' }),
    field('bool managed_gpu_experience_afec_enabled = 6', 'TBD', { since: 'v0.20251029.0' }),
    field('bool enable_managed_gpu = 7', 'TBD', { since: 'v0.20260127.0' }),
    field('string mig_strategy = 8', 'TBD', { since: 'v0.20260127.0' }),
    field('repeated string mig_profile_layout = 9', 'TBD', { since: 'v0.20260803.0' }),
    field('bool enable_managed_gpu_dra = 10', 'TBD', { since: 'v0.20260820.0' }),
  ]),
];
