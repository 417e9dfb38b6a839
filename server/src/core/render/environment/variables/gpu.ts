import { type MessageValue, textAt } from '../../../contract/value.js';
import { separated } from '../../trace.js';
import { tracedStringsAt } from '../textPieces.js';
import { toLower } from '../go/text.js';
import { fabricManagerSizes, gridSizes, gridV20Sizes } from '../../../knowledge/gpuSizes.js';
import type { EnvironmentOptions, GpuComponent } from '../options.js';
import { bool, computed, condition, type EnvironmentVariable, traced, verbatim } from '../variable.js';

/** Sizes are compared as a whole and without case. */
const lowerCased = (sizes: readonly string[]): ReadonlySet<string> => new Set(sizes.map((name) => name.toLowerCase()));
const grid20 = lowerCased(gridV20Sizes);
const graphics = lowerCased(gridSizes);
const onFabric = lowerCased(fabricManagerSizes);

const size = 'vm_size';
const profile = 'gpu_config.gpu_instance_profile';
const layout = 'gpu_config.mig_profile_layout';

/** How a family of VM sizes gets its driver. */
interface Driver {
  readonly type: string;
  /** The image of the components list that the version is taken from. */
  readonly image: string;
  /** The version where it does not come from the list. */
  readonly pinned?: string;
}

const gridV20: Driver = { type: 'grid-v20', image: 'aks-gpu-grid-v20' };
const grid: Driver = { type: 'grid', image: 'aks-gpu-grid' };
/** The first NC sizes have K80 cards, which no later driver supports. */
const firstNc: Driver = { type: 'cuda', image: 'aks-gpu-cuda-lts', pinned: 'cuda-470.82.01' };
const cuda: Driver = { type: 'cuda-lts', image: 'aks-gpu-cuda-lts' };

/** Every size has a driver, also one without a GPU. */
function driverOf(config: MessageValue): Driver {
  const name = toLower(textAt(config, size));
  if (grid20.has(name)) return gridV20;
  if (graphics.has(name)) return grid;
  return name.startsWith('standard_nc') && !name.includes('_v') ? firstNc : cuda;
}

function componentOf(config: MessageValue, { gpuComponents }: EnvironmentOptions): GpuComponent | undefined {
  return gpuComponents?.get(driverOf(config).image);
}

/** GPUs: whether there are any, their driver, and how they are shared. */
export const gpuVariables: readonly EnvironmentVariable[] = [
  bool('GPU_NODE', 'gpu_config.enable_nvidia'),
  bool('CONFIG_GPU_DRIVER_IF_NEEDED', 'gpu_config.config_gpu_driver'),
  bool('ENABLE_GPU_DEVICE_PLUGIN_IF_NEEDED', 'gpu_config.gpu_device_plugin'),
  computed(
    'GPU_DRIVER_TYPE',
    {
      from: [size],
      rule: `The driver that \`${size}\` takes: \`grid-v20\`, \`grid\`, \`cuda\` for the first NC sizes, and \`cuda-lts\` for all others, with a GPU or without.`,
    },
    (config) => driverOf(config).type,
  ),
  computed(
    'GPU_DRIVER_VERSION',
    {
      from: [size],
      rule: `The driver version that the node's components list has for \`${size}\`, empty without a list; \`cuda-470.82.01\` for the first NC sizes in any case.`,
    },
    (config, options) => driverOf(config).pinned ?? componentOf(config, options)?.driverVersion ?? '',
  ),
  computed(
    'GPU_IMAGE_SHA',
    {
      from: [size],
      rule: `The suffix that the driver image for \`${size}\` has in the node's components list; empty without a list.`,
    },
    (config, options) => componentOf(config, options)?.imageSuffix ?? '',
  ),
  condition(
    'GPU_NEEDS_FABRIC_MANAGER',
    { from: [size], rule: `Whether \`${size}\`, in any casing, is one whose GPUs are on an NVLink fabric.` },
    (config) => onFabric.has(toLower(textAt(config, size))),
  ),
  verbatim('GPU_INSTANCE_PROFILE', profile),
  condition(
    'MIG_NODE',
    { from: [profile], rule: `Whether \`${profile}\` is not empty; \`${layout}\` is not looked at.` },
    (config) => textAt(config, profile) !== '',
  ),
  verbatim('NVIDIA_MIG_STRATEGY', 'gpu_config.mig_strategy'),
  traced(
    'NVIDIA_MIG_PROFILE_LAYOUT',
    { from: [layout], rule: `The entries of \`${layout}\`, separated by commas.` },
    (config) => separated(tracedStringsAt(config, layout), ','),
  ),
  bool('ENABLE_MANAGED_GPU', 'gpu_config.enable_managed_gpu'),
  bool('ENABLE_MANAGED_GPU_DRA', 'gpu_config.enable_managed_gpu_dra'),
  bool('MANAGED_GPU_EXPERIENCE_AFEC_ENABLED', 'gpu_config.managed_gpu_experience_afec_enabled'),
];
