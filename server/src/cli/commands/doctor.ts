import { resolve } from 'node:path';
import { ConfigurationFiles } from '../../adapters/configurationFiles.js';
import { nodePlatform } from '../../adapters/nodePlatform.js';
import { createVersionControl } from '../../adapters/versionControl.js';
import {
  Analysis,
  customDataOf,
  knownReleases,
  limits,
  maskingOf,
  providerReleases,
  validate,
} from '../../core/index.js';
import { defaultCloudInitVersion, schemaNames } from '../../core/names.js';
import { version } from '../../version.js';
import { type Command, type CommandIo, exitStatus, sharedOptions, UsageError } from '../command.js';
import { shownPath } from '../configuration.js';
import { publishedSchema } from './schema.js';
import { printJson } from '../output/style.js';
import { createStyle, joined, terminalLine } from '../output/terminal.js';

/** The oldest Node that is supported: major and minor version. */
const oldestNode = [20, 19] as const;

/** What was looked at, and whether it is as it has to be. */
interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly value: string;
}

export const doctor: Command = {
  name: 'doctor',
  summary: 'show versions, what is known, and whether everything works here',
  operands: '',
  options: { format: sharedOptions.format, color: sharedOptions.color, help: sharedOptions.help },
  details: `Validates, renders and decodes a small sample, and looks at Node, the configuration file of the working folder, the
repository and the terminal. It starts no program and uses no network. The exit status is 1 if something does not work.
Add what it prints to a report about aks-bootstrap.

Examples
  aks-bootstrap doctor
  aks-bootstrap doctor --format json`,
  run(args, io) {
    const format = args.choice('format', ['text', 'json']) ?? 'text';
    if (args.files.length > 0) throw new UsageError('doctor accepts no file');
    if (!isCoreThere()) {
      // Without the core there is no masking, so these are only words of ours.
      const core: Finding = {
        name: 'core',
        ok: false,
        value: 'dist/core.js cannot be loaded; install aks-bootstrap again',
      };
      io.own(
        format === 'json'
          ? `${JSON.stringify({ version: 1, results: [core] })}\n`
          : `failed  ${core.name}  ${core.value}\n`,
      );
      return Promise.resolve(exitStatus.problems);
    }
    const found = [...aboutProgram(io), ...aboutSurroundings(io)];
    const isWell = found.every(({ ok }) => ok);
    const masking = maskingOf([]);
    if (format === 'json') printJson(io, masking, found);
    else {
      const style = createStyle(io.colour);
      const width = Math.max(...found.map(({ name }) => name.length));
      const lines = found.map(({ name, ok, value }) => {
        const mark = ok ? terminalLine`ok    ` : style.severity('error', 'failed');
        return terminalLine`${mark}  ${name.padEnd(width)}  ${value}\n`;
      });
      io.out(joined(lines).masked(masking));
    }
    return Promise.resolve(isWell ? exitStatus.fine : exitStatus.problems);
  },
};

/** The core is loaded when it is first used. */
function isCoreThere(): boolean {
  try {
    return limits.inputBytes > 0;
  } catch {
    return false;
  }
}

function aboutProgram(io: CommandIo): Finding[] {
  const { versions, platform, arch } = process;
  const [major = 0, minor = 0] = versions.node.split('.').map(Number);
  const [oldest, newest] = [knownReleases[0], knownReleases.at(-1)];
  const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;
  return [
    { name: 'aks-bootstrap', ok: true, value: version },
    {
      name: 'Node',
      ok: major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]),
      value: `${versions.node} on ${platform} ${arch}; ${oldestNode.join('.')} or newer is needed`,
    },
    selfCheck(),
    schemas(io),
    {
      name: 'node images',
      ok: true,
      value: `${oldest?.version ?? ''} to ${newest?.version ?? ''} (AgentBaker ${oldest?.tag ?? ''} to ${newest?.tag ?? ''})`,
    },
    { name: 'cloud-init', ok: true, value: `${defaultCloudInitVersion.text} unless another one is named` },
    { name: 'Karpenter', ok: true, value: `Azure provider ${providerReleases[0]} to ${providerReleases.at(-1) ?? ''}` },
    {
      name: 'limits',
      ok: true,
      value: `${megabytes(limits.inputBytes)} a file, ${megabytes(limits.decodedBytes)} of decoded payloads, ${limits.decodeMilliseconds / 1000} seconds for opening and checking`,
    },
  ];
}

/** Whether the files of the schemas are beside the bundles. */
function schemas(io: CommandIo): Finding {
  const missing = schemaNames.filter((name) => {
    try {
      return publishedSchema(name, io).title === '';
    } catch {
      return true;
    }
  });
  const value = missing.length === 0 ? schemaNames.join(', ') : `${missing.join(', ')} cannot be read`;
  return { name: 'JSON Schemas', ok: missing.length === 0, value };
}

/** Whether a sample gets the answers that it has to get. */
function selfCheck(): Finding {
  const name = 'self-check';
  const text = '{"version":"v1","kubelet_node_lables":{}}';
  const config = new Analysis({ name: 'aks-node-controller-config.json', content: text }, nodePlatform);
  const rendered = customDataOf(config, undefined, { showSecrets: true });
  const content = rendered.ok ? rendered.value.customData : '';
  const packed = nodePlatform.gzip(new TextEncoder().encode(content));
  const decoded = [...new Analysis({ name: 'custom-data', content: packed }, nodePlatform).documents()];
  const failed = [
    ...(validate(config).problems.some(({ code }) => code === 'contract/unknown-field') ? [] : ['validate']),
    ...(rendered.ok ? [] : ['render']),
    ...(decoded.some(({ kind }) => kind === 'node-config') ? [] : ['decode']),
  ];
  return failed.length === 0
    ? { name, ok: true, value: 'a sample is validated, rendered and decoded' }
    : { name, ok: false, value: `a sample gets wrong answers from ${failed.join(', ')}` };
}

function aboutSurroundings({ colour }: CommandIo): Finding[] {
  const versionControl = createVersionControl();
  const root = versionControl.rootOf(resolve('.'));
  const configuration = new ConfigurationFiles(versionControl).of(resolve('document'));
  const content = configuration?.content;
  const fault = content?.ok === false ? content.error : content?.value.problems[0]?.message;
  const path = configuration === undefined ? 'none' : shownPath(configuration.path);
  return [
    {
      name: 'configuration',
      ok: fault === undefined,
      value: fault === undefined ? path : `${path} can't be used: ${fault}`,
    },
    { name: 'repository', ok: true, value: root ?? 'none' },
    { name: 'colours', ok: true, value: colour ? 'yes' : 'no' },
  ];
}
