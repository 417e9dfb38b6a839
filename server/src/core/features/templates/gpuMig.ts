import { kubelet, nodeConfig } from './base.js';
import { choose, type Template } from './template.js';

/** The sizes are ones whose GPUs can be cut; `MIG_NODE` follows `gpu_instance_profile` alone (AgentBaker 06836ee230). */
export const gpuMig: Template = {
  label: 'GPU node with MIG',
  doc: 'A node whose NVIDIA GPUs are each cut into instances of one profile. With the strategy `Single` pods ask for `nvidia.com/gpu`, with `Mixed` there is a resource for each profile. The profile cannot be changed once the node has joined.',
  config: nodeConfig('Ubuntu', {
    vm_size: choose('Standard_NC24ads_A100_v4', 'Standard_ND96asr_v4'),
    kubelet_config: kubelet({ osSku: 'Ubuntu', labels: { 'kubernetes.azure.com/accelerator': 'nvidia' } }),
    gpu_config: {
      enable_nvidia: true,
      config_gpu_driver: true,
      gpu_device_plugin: true,
      gpu_instance_profile: choose('MIG1g', 'MIG2g', 'MIG3g', 'MIG4g', 'MIG7g'),
      mig_strategy: choose('Single', 'Mixed'),
    },
  }),
};
