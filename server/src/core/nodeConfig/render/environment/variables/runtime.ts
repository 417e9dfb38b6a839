import { type GpuDriver, gpuDriverOf, needsFabricManager } from '../../../../values/known/vmSizes.js';
import { messageAt, type MessageValue, textAt } from '../../../value.js';
import { separated } from '../../../../record/trace.js';
import { containerd2From, containerdConfig, containerdSources, nvidiaSource } from '../containerd.js';
import { toLower } from '../go.js';
import type { EnvironmentOptions, GpuComponent } from '../options.js';
import {
  base64File,
  blankSeparatedFile,
  bool,
  computed,
  condition,
  type EnvironmentVariable,
  template,
  traced,
  tracedStringsAt,
  verbatim,
} from '../variable.js';

const ulimits = 'custom_linux_os_config.ulimit_config';
const configPath = '/etc/containerd/config.toml';
const form = `in the form of containerd 2 where the node has ${containerd2From} or a later one`;

/** systemd's name for each limit, in the order of the names. */
const limits = [
  ['LimitMEMLOCK', 'max_locked_memory'],
  ['LimitNOFILE', 'no_file'],
] as const;

/** containerd and its limits. */
export const containerdVariables: readonly EnvironmentVariable[] = [
  template(
    'CONTAINERD_CONFIG_CONTENT',
    {
      from: [...containerdSources, nvidiaSource],
      rule: `Base64 of containerd's config, with NVIDIA's runtime where \`${nvidiaSource}\` is true, ${form}.`,
      file: base64File('containerd.toml', configPath),
    },
    (config, options) => containerdConfig(config, options, true),
  ),
  template(
    'CONTAINERD_CONFIG_NO_GPU_CONTENT',
    {
      from: containerdSources,
      rule: `Base64 of the config that containerd gets on a GPU node without a driver, ${form}.`,
      file: base64File('containerd.no-gpu.toml', configPath),
    },
    (config, options) => containerdConfig(config, options, false),
  ),
  bool('NEEDS_CGROUPV2', 'needs_cgroupv2'),
  bool('IS_KATA', 'is_kata'),
  bool('ARTIFACT_STREAMING_ENABLED', 'enable_artifact_streaming'),
  condition(
    'SHOULD_CONFIG_CONTAINERD_ULIMITS',
    { from: [], presenceOf: [ulimits], rule: `Whether there is a \`${ulimits}\`, even an empty one.` },
    (config) => messageAt(config, ulimits) !== undefined,
  ),
  computed(
    'CONTAINERD_ULIMITS',
    {
      from: limits.map(([, field]) => `${ulimits}.${field}`),
      presenceOf: [ulimits],
      rule: `\`[Service]\` and the limits of \`${ulimits}\` as systemd takes them, each followed by a blank; empty without that message.`,
      file: blankSeparatedFile('set_ulimits.conf', '/etc/systemd/system/containerd.service.d/set_ulimits.conf'),
    },
    (config) => {
      const given = messageAt(config, ulimits);
      if (given === undefined) return '';
      const present = new Set([...given.fields.keys()].map((field) => field.name));
      const settings = limits.filter(([, field]) => present.has(field));
      return ['[Service]', ...settings.map(([name, field]) => `${name}=${textAt(given, field)}`), ''].join(' ');
    },
  ),
];

const size = 'vm_size';
const profile = 'gpu_config.gpu_instance_profile';
const layout = 'gpu_config.mig_profile_layout';

interface Driver {
  /** The image of the components list that the version is taken from. */
  readonly image: string;
  /** The version if it does not come from the list. */
  readonly pinned?: string;
}

const drivers: Readonly<Record<GpuDriver, Driver>> = {
  'grid-v20': { image: 'aks-gpu-grid-v20' },
  grid: { image: 'aks-gpu-grid' },
  cuda: { image: 'aks-gpu-cuda-lts', pinned: 'cuda-470.82.01' },
  'cuda-lts': { image: 'aks-gpu-cuda-lts' },
};

const typeOfDriver = (config: MessageValue): GpuDriver => gpuDriverOf(toLower(textAt(config, size)));
const driverOf = (config: MessageValue): Driver => drivers[typeOfDriver(config)];

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
    typeOfDriver,
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
    (config) => needsFabricManager(toLower(textAt(config, size))),
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
