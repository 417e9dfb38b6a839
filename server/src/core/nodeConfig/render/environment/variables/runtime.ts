import { type GpuDriver, gpuDriverOf, needsFabricManager } from '../../../../values/known/vmSizes.js';
import { messageAt, type MessageValue, textAt } from '../../../value.js';
import { separated } from '../../../../record/trace.js';
import { containerd2From, containerdConfig, containerdSources, nvidiaSource } from '../containerd.js';
import { toLower } from '../go.js';
import type { EnvironmentOptions, GpuComponent } from '../options.js';
import {
  base64File,
  spaceSeparatedFile,
  bool,
  computed,
  condition,
  template,
  traced,
  tracedStringsAt,
  type VariableRows,
  verbatim,
} from '../variable.js';

const ulimits = 'custom_linux_os_config.ulimit_config';
const configPath = '/etc/containerd/config.toml';
const form = `in the format of containerd 2 if the node has ${containerd2From} or later`;

/** systemd's name for each limit, in the order of the names. */
const limits = [
  ['LimitMEMLOCK', 'max_locked_memory'],
  ['LimitNOFILE', 'no_file'],
] as const;

/** containerd and its limits. */
export const containerdVariables: VariableRows = {
  CONTAINERD_CONFIG_CONTENT: template(
    [...containerdSources, nvidiaSource],
    `Base64 of containerd's config, with NVIDIA's runtime if \`${nvidiaSource}\` is true, ${form}.`,
    base64File('containerd.toml', configPath),
    (config, options) => containerdConfig(config, options, true),
  ),
  CONTAINERD_CONFIG_NO_GPU_CONTENT: template(
    containerdSources,
    `Base64 of the config that containerd gets on a GPU node without a driver, ${form}.`,
    base64File('containerd.no-gpu.toml', configPath),
    (config, options) => containerdConfig(config, options, false),
  ),
  NEEDS_CGROUPV2: bool('needs_cgroupv2'),
  IS_KATA: bool('is_kata'),
  ARTIFACT_STREAMING_ENABLED: bool('enable_artifact_streaming'),
  SHOULD_CONFIG_CONTAINERD_ULIMITS: condition(
    [],
    `Whether there is a \`${ulimits}\`, even an empty one.`,
    (config) => messageAt(config, ulimits) !== undefined,
    { presence: [ulimits] },
  ),
  CONTAINERD_ULIMITS: computed(
    limits.map(([, field]) => `${ulimits}.${field}`),
    `\`[Service]\` and the limits of \`${ulimits}\` as systemd accepts them, each followed by a space; empty without that message.`,
    (config) => {
      const given = messageAt(config, ulimits);
      if (given === undefined) return '';
      const present = new Set([...given.fields.keys()].map((field) => field.name));
      const settings = limits.filter(([, field]) => present.has(field));
      return ['[Service]', ...settings.map(([name, field]) => `${name}=${textAt(given, field)}`), ''].join(' ');
    },
    {
      presence: [ulimits],
      file: spaceSeparatedFile('set_ulimits.conf', '/etc/systemd/system/containerd.service.d/set_ulimits.conf'),
    },
  ),
};

const size = 'vm_size';
const profile = 'gpu_config.gpu_instance_profile';
const layout = 'gpu_config.mig_profile_layout';

interface Driver {
  /** The image of the components list that the version is taken from. */
  readonly image: string;
  /** The version, if it does not come from the list. */
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
export const gpuVariables: VariableRows = {
  GPU_NODE: bool('gpu_config.enable_nvidia'),
  CONFIG_GPU_DRIVER_IF_NEEDED: bool('gpu_config.config_gpu_driver'),
  ENABLE_GPU_DEVICE_PLUGIN_IF_NEEDED: bool('gpu_config.gpu_device_plugin'),
  GPU_DRIVER_TYPE: computed(
    [size],
    `The driver for \`${size}\`: \`grid-v20\`, \`grid\`, \`cuda\` for the first NC sizes, and \`cuda-lts\` for all others, with a GPU or without.`,
    typeOfDriver,
  ),
  GPU_DRIVER_VERSION: computed(
    [size],
    `The driver version that the node's components list has for \`${size}\`, empty without a list; \`cuda-470.82.01\` for the first NC sizes in any case.`,
    (config, options) => driverOf(config).pinned ?? componentOf(config, options)?.driverVersion ?? '',
  ),
  GPU_IMAGE_SHA: computed(
    [size],
    `The suffix that the driver image for \`${size}\` has in the node's components list; empty without a list.`,
    (config, options) => componentOf(config, options)?.imageSuffix ?? '',
  ),
  GPU_NEEDS_FABRIC_MANAGER: condition(
    [size],
    `Whether \`${size}\`, in any casing, is one whose GPUs are on an NVLink fabric.`,
    (config) => needsFabricManager(toLower(textAt(config, size))),
  ),
  GPU_INSTANCE_PROFILE: verbatim(profile),
  MIG_NODE: condition(
    [profile],
    `Whether \`${profile}\` is not empty; \`${layout}\` is not read.`,
    (config) => textAt(config, profile) !== '',
  ),
  NVIDIA_MIG_STRATEGY: verbatim('gpu_config.mig_strategy'),
  NVIDIA_MIG_PROFILE_LAYOUT: traced([layout], `The entries of \`${layout}\`, separated by commas.`, (config) =>
    separated(tracedStringsAt(config, layout), ','),
  ),
  ENABLE_MANAGED_GPU: bool('gpu_config.enable_managed_gpu'),
  ENABLE_MANAGED_GPU_DRA: bool('gpu_config.enable_managed_gpu_dra'),
  MANAGED_GPU_EXPERIENCE_AFEC_ENABLED: bool('gpu_config.managed_gpu_experience_afec_enabled'),
};
