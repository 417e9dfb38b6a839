import { textAt } from '../../../contract/value.js';
import { messageAt } from '../../../contract/fields.js';
import { containerd2From, containerdConfig } from '../files/containerdConfig.js';
import { containerdSources, nvidiaSource } from '../files/containerdSettings.js';
import { base64File, blankSeparatedFile } from '../hiddenFile.js';
import { bool, computed, condition, type EnvironmentVariable, template } from '../variable.js';

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
