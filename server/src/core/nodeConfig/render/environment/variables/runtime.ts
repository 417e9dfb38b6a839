import { type GpuDriver, gpuDriverOf, isFirstNcSize, needsFabricManager } from '../../../../values/known/vmSizes.js';
import { messageAt, type MessageValue, textAt } from '../../../value.js';
import { separated } from '../../../../record/trace.js';
import { change, contains, type Change, type Controller } from '../../../../values/known/releases.js';
import {
  containerd2From,
  containerdChanges,
  containerdConfig,
  containerdSources,
  nvidiaSource,
  teleportSource,
} from '../containerd.js';
import { toLower } from '../go.js';
import { type EnvironmentOptions, type GpuComponent, parseComponent } from '../options.js';
import {
  base64File,
  spaceSeparatedFile,
  bool,
  changed,
  computed,
  condition,
  constant,
  since,
  template,
  traced,
  tracedStringsAt,
  until,
  type VariableRow,
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

const untilTeleport = (of: VariableRow): VariableRow =>
  until('v0.20260324.0', 8052, 'The field of the variable was removed.', of);

/** The value of `CONTAINERD_ULIMITS`; undefined without limits. */
function limitSettings(config: MessageValue): readonly string[] | undefined {
  const given = messageAt(config, ulimits);
  if (given === undefined) return undefined;
  const present = new Set([...given.fields.keys()].map((field) => field.name));
  return limits.filter(([, field]) => present.has(field)).map(([name, field]) => `${name}=${textAt(given, field)}`);
}

const ulimitFields = limits.map(([, field]) => `${ulimits}.${field}`);
const ulimitPath = '/etc/systemd/system/containerd.service.d/set_ulimits.conf';

/** containerd and its limits. */
export const containerdVariables: VariableRows = {
  CONTAINERD_CONFIG_CONTENT: changed(
    template(
      [...containerdSources, nvidiaSource],
      `Base64 of containerd's config, with NVIDIA's runtime if \`${nvidiaSource}\` is true, ${form}.`,
      base64File('containerd.toml', configPath),
      (config, options) => containerdConfig(config, options, true),
    ),
    ...Object.values(containerdChanges),
  ),
  CONTAINERD_CONFIG_NO_GPU_CONTENT: changed(
    template(
      containerdSources,
      `Base64 of the config that containerd gets on a GPU node without a driver, ${form}.`,
      base64File('containerd.no-gpu.toml', configPath),
      (config, options) => containerdConfig(config, options, false),
    ),
    ...Object.values(containerdChanges),
  ),
  TELEPORT_ENABLED: untilTeleport(bool(teleportSource)),
  TELEPORTD_PLUGIN_DOWNLOAD_URL: untilTeleport(verbatim('teleport_config.teleportd_plugin_download_url')),
  NEEDS_CGROUPV2: bool('needs_cgroupv2'),
  IS_KATA: bool('is_kata'),
  ARTIFACT_STREAMING_ENABLED: bool('enable_artifact_streaming'),
  SHOULD_CONFIG_CONTAINERD_ULIMITS: condition(
    [],
    `Whether there is a \`${ulimits}\`, even an empty one.`,
    (config) => messageAt(config, ulimits) !== undefined,
    { presence: [ulimits] },
  ),
  CONTAINERD_ULIMITS: changed(
    computed(
      ulimitFields,
      `\`[Service]\` and the limits of \`${ulimits}\` as systemd accepts them, each followed by a space; empty without that message.`,
      (config) => {
        const settings = limitSettings(config);
        return settings === undefined ? '' : ['[Service]', ...settings, ''].join(' ');
      },
      { presence: [ulimits], file: spaceSeparatedFile('set_ulimits.conf', ulimitPath) },
    ),
    [
      change(
        'v0.20260612.0',
        8453,
        'A space follows `[Service]` and the last limit; before, a line break followed `[Service]`.',
      ),
      computed(
        ulimitFields,
        `\`[Service]\` on a line, and the limits of \`${ulimits}\`, separated by spaces; empty without that message.`,
        (config) => {
          const settings = limitSettings(config);
          return settings === undefined ? '' : `[Service]\n${settings.join(' ')}`;
        },
        { presence: [ulimits], file: spaceSeparatedFile('set_ulimits.conf', ulimitPath) },
      ),
    ],
  ),
};

const size = 'vm_size';
const profile = 'gpu_config.gpu_instance_profile';
const layout = 'gpu_config.mig_profile_layout';
const managedDra = 'gpu_config.enable_managed_gpu_dra';

/** The last driver for the cards of the first NC sizes. */
const firstNcDriver = 'cuda-470.82.01';

/** What changed in the choice of GPU drivers (`pkg/gpu`, before that `pkg/agent`). */
const driverChanges = {
  withoutNvlinkArm: change('v0.20251120.0', 7402, 'The fabric manager is off for `Standard_ND128isr_NDR_GB200_v6`.'),
  gridV20: change('v0.20260612.0', 8666, 'The preview sizes with RTX PRO 6000 get the driver `grid-v20`.'),
  cudaLts: change('v0.20260702.0', 8811, 'The usual driver is `cuda-lts` instead of `cuda`.'),
  gridV20Final: change('v0.20260717.0', 8852, 'The final sizes with RTX PRO 6000 get the driver `grid-v20`.'),
  componentsOfImage: change(
    'v0.20260729.0',
    9003,
    "Versions of GPU drivers come from the node image's components list; before, they were built in.",
  ),
};

/** The images of drivers that were built into aks-node-controller, by the change that brought them. */
const builtIn: readonly (readonly [Change | undefined, Readonly<Record<string, string>>])[] = [
  [undefined, { 'aks-gpu-cuda': '570.172.08-20250731000559', 'aks-gpu-grid': '550.144.06-20250609191703' }],
  [
    newDrivers('v0.20251029.0', 7230),
    { 'aks-gpu-cuda': '580.95.05-20251021155213', 'aks-gpu-grid': '550.144.06-20251021155159' },
  ],
  [
    newDrivers('v0.20260113.0', 7444),
    { 'aks-gpu-cuda': '580.95.05-20260108182831', 'aks-gpu-grid': '550.144.06-20260108183226' },
  ],
  [newDrivers('v0.20260210.0', 7791), { 'aks-gpu-cuda': '580.126.09-20260126030251' }],
  [newDrivers('v0.20260226.0', 7730), { 'aks-gpu-grid': '550.144.06-20260126030228' }],
  [newDrivers('v0.20260528.0', 8539), { 'aks-gpu-grid': '570.211.01-20260522192315' }],
  [driverChanges.gridV20, { 'aks-gpu-grid-v20': '595.58.03-20260609172331' }],
  [driverChanges.cudaLts, { 'aks-gpu-cuda-lts': '580.159.04-20260629214430' }],
];

function newDrivers(tag: string, pull: number): Change {
  return change(tag, pull, 'The images of GPU drivers that are built in are newer.');
}

const componentChanges: readonly Change[] = [
  ...new Set([...builtIn.flatMap(([since]) => since ?? []), ...Object.values(driverChanges).slice(1)]),
].sort((a, b) => a.release.order - b.release.order);

const typeOfDriver = (config: MessageValue, controller: Controller | undefined): GpuDriver =>
  gpuDriverOf(toLower(textAt(config, size)), {
    previews: contains(controller, driverChanges.gridV20),
    usual: contains(controller, driverChanges.cudaLts) ? 'cuda-lts' : 'cuda',
    final: contains(controller, driverChanges.gridV20Final),
  });

/** The image of the driver in the components list. */
function imageOf(driver: GpuDriver, controller: Controller | undefined): string {
  if (driver !== 'cuda') return `aks-gpu-${driver}`;
  return contains(controller, driverChanges.cudaLts) ? 'aks-gpu-cuda-lts' : 'aks-gpu-cuda';
}

function componentOf(
  config: MessageValue,
  { controller, gpuComponents }: EnvironmentOptions,
): GpuComponent | undefined {
  const image = imageOf(typeOfDriver(config, controller), controller);
  if (contains(controller, driverChanges.componentsOfImage)) return gpuComponents?.get(image);
  const row = builtIn.findLast(
    ([since, images]) => image in images && (since === undefined || contains(controller, since)),
  );
  return parseComponent(row?.[1][image] ?? '');
}

/** GPUs: whether there are any, their driver, and how they are shared. */
export const gpuVariables: VariableRows = {
  GPU_NODE: bool('gpu_config.enable_nvidia'),
  CONFIG_GPU_DRIVER_IF_NEEDED: bool('gpu_config.config_gpu_driver'),
  ENABLE_GPU_DEVICE_PLUGIN_IF_NEEDED: bool('gpu_config.gpu_device_plugin'),
  GPU_DRIVER_TYPE: changed(
    computed(
      [size],
      `The driver for \`${size}\`: \`grid-v20\`, \`grid\`, \`cuda\` for the first NC sizes, and \`cuda-lts\` for all others, with a GPU or without.`,
      (config, { controller }) => typeOfDriver(config, controller),
    ),
    driverChanges.gridV20,
    driverChanges.cudaLts,
    driverChanges.gridV20Final,
  ),
  GPU_DRIVER_VERSION: changed(
    computed(
      [size],
      `The driver version that the node's components list has for \`${size}\`, empty without a list; \`cuda-470.82.01\` for the first NC sizes in any case.`,
      (config, options) =>
        isFirstNcSize(toLower(textAt(config, size)))
          ? firstNcDriver
          : (componentOf(config, options)?.driverVersion ?? ''),
    ),
    ...componentChanges,
  ),
  GPU_IMAGE_SHA: changed(
    computed(
      [size],
      `The suffix that the driver image for \`${size}\` has in the node's components list; empty without a list.`,
      (config, options) => componentOf(config, options)?.imageSuffix ?? '',
    ),
    ...componentChanges,
  ),
  GPU_NEEDS_FABRIC_MANAGER: changed(
    condition([size], `Whether \`${size}\`, in any casing, is one whose GPUs are on an NVLink fabric.`, (config) =>
      needsFabricManager(toLower(textAt(config, size))),
    ),
    [
      driverChanges.withoutNvlinkArm,
      condition([size], `The same, with \`Standard_ND128isr_NDR_GB200_v6\`.`, (config) => {
        const name = toLower(textAt(config, size));
        return name === 'standard_nd128isr_ndr_gb200_v6' || needsFabricManager(name);
      }),
    ],
  ),
  GPU_INSTANCE_PROFILE: verbatim(profile),
  MIG_NODE: condition(
    [profile],
    `Whether \`${profile}\` is not empty; \`${layout}\` is not read.`,
    (config) => textAt(config, profile) !== '',
  ),
  NVIDIA_MIG_STRATEGY: since('v0.20260127.0', 7695, verbatim('gpu_config.mig_strategy')),
  NVIDIA_MIG_PROFILE_LAYOUT: since(
    'v0.20260803.0',
    9081,
    traced([layout], `The entries of \`${layout}\`, separated by commas.`, (config) =>
      separated(tracedStringsAt(config, layout), ','),
    ),
  ),
  ENABLE_MANAGED_GPU: since('v0.20260127.0', 7695, bool('gpu_config.enable_managed_gpu')),
  ENABLE_MANAGED_GPU_DRA: since(
    'v0.20260714.0',
    8797,
    changed(bool(managedDra), [
      change('v0.20260820.0', 9120, `The value of \`${managedDra}\` is passed on; before, it was always \`false\`.`),
      constant('false', 'Always `false`.'),
    ]),
  ),
  MANAGED_GPU_EXPERIENCE_AFEC_ENABLED: since(
    'v0.20251029.0',
    7210,
    bool('gpu_config.managed_gpu_experience_afec_enabled'),
  ),
};
