import { join, resolve } from 'node:path';
import { pathsFrom } from '../../adapters/configurationFiles.js';
import { createVersionControl } from '../../adapters/versionControl.js';
import { type DescribedSetting, describeSettings, writtenIn } from '../../core/index.js';
import { baselineOptions } from '../baseline.js';
import { type Command, exitStatus, type ParsedArguments, sharedOptions } from '../command.js';
import {
  configurations,
  type FileConfiguration,
  type OptionSection,
  optionSections,
  optionSources,
  reportingOptions,
  shownPath,
} from '../configuration.js';
import { cloudConfigOptions, outputMasking, releaseOptions } from '../inputs.js';
import { leadsToFolder } from '../operands.js';
import { printJson } from '../output/style.js';
import { createStyle, joined, type Style, terminalLine, type TerminalText } from '../output/terminal.js';
import { karpenterOptions } from './render/karpenter.js';

/** The settings that options stand for. */
const settingOptions: Readonly<Record<string, readonly string[]>> = {
  kind: ['kinds', '**'],
  'node-image': ['nodeImage'],
  'cloud-init': ['cloudInit', 'version'],
  'instance-data': ['cloudInit', 'instanceData'],
  'karpenter-settings': ['karpenter', 'settings'],
  karpenter: ['karpenter', 'release'],
  contract: ['contract'],
};

const { format, name: _name, 'show-secrets': _secrets, ...shared } = sharedOptions;

export const config: Command = {
  name: 'config',
  summary: 'the settings that hold for a file, and where each comes from',
  operands: '[FILE...]',
  options: {
    format,
    ...shared,
    'node-image': releaseOptions['node-image'],
    ...cloudConfigOptions,
    ...karpenterOptions,
    ...reportingOptions,
    baseline: baselineOptions.baseline,
  },
  details: `Settings come from the nearest .aks-bootstrap.yaml (or .yml, .json) in the folder of a file or above, up to the root
of its repository, and from options, which override it. Without FILE, those of the working folder are printed. Of entries
by globs, those that don't hold for the file are marked. docs/configuration.md explains every key.

The exit status is 2 if the configuration file has mistakes.

Examples
  aks-bootstrap config
  aks-bootstrap config configs/pool.json
  aks-bootstrap config --format json configs/pool.json
  aks-bootstrap config --severity 'contract/*=warning' configs/pool.json`,
  async run(args, io) {
    const shownFormat = args.choice('format', ['text', 'json']) ?? 'text';
    const masking = outputMasking(args);
    const style = createStyle(io.colour);
    const sections = [...optionSections(args), ...settingSections(args)];
    // Wrong values are reported like those of the file.
    optionSources(sections);
    const configured = await configurations(args, io, masking, createVersionControl());
    const results: object[] = [];
    let status: number = exitStatus.fine;
    for (const file of args.files.length === 0 ? ['.'] : args.files) {
      const isFolder = leadsToFolder(file);
      const path = resolve(isFolder ? join(file, 'any') : file);
      const found = configured(path);
      if (!found.ok) {
        status = exitStatus.usage;
        const error = { code: 'file/unreadable', message: `${file} has no settings: ${found.error}.` };
        results.push({ file, error });
        if (shownFormat === 'text') io.err(terminalLine`aks-bootstrap: ${file}: ${found.error}\n`.masked(masking));
        continue;
      }
      const settings = settingsWith(found.value, sections, isFolder ? undefined : path);
      const configuration = found.value.file === undefined ? null : shownPath(found.value.file.path);
      results.push({ file, configuration, settings });
      if (shownFormat === 'text') io.out(textOf(file, configuration, settings, style).masked(masking));
    }
    if (shownFormat === 'json') printJson(io, masking, results);
    return status;
  },
};

function settingSections(args: ParsedArguments): OptionSection[] {
  return Object.entries(settingOptions).flatMap(([option, path]) => {
    const written = args.text(option);
    if (written === undefined) return [];
    const section = path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), written);
    return [{ name: `--${option}`, section: section as object }];
  });
}

/** The settings of a configuration file and of options, for a file or, without a path, for a folder. */
function settingsWith(
  { file }: FileConfiguration,
  sections: readonly OptionSection[],
  path: string | undefined,
): DescribedSetting[] {
  const pathsOf = (folder: string): string[] | undefined => (path === undefined ? undefined : pathsFrom(folder, path));
  const root = file?.content.ok === true ? file.content.value.root : undefined;
  return describeSettings([
    ...(file === undefined
      ? []
      : [{ ...writtenIn(shownPath(file.path), file.text, root), paths: pathsOf(resolve(file.path, '..')) }]),
    ...sections.map(({ name, section }) => ({
      value: section,
      sourceOf: () => name,
      paths: pathsOf(resolve('.')),
    })),
  ]);
}

function textOf(
  file: string,
  configuration: string | null,
  settings: readonly DescribedSetting[],
  style: Style,
): TerminalText {
  const rows = settings.map((one) => ({ ...one, shown: valueText(one) }));
  const keyWidth = Math.max(...rows.map(({ key }) => key.length));
  const valueWidth = Math.min(60, Math.max(...rows.map(({ shown }) => shown.length)));
  const lines = rows.map(({ key, shown, value, source, applies }) => {
    const from = value === null ? '' : source;
    const others = applies === false ? ' (not for this file)' : '';
    const origin = from + others;
    if (origin === '') return terminalLine`  ${key.padEnd(keyWidth)}  ${shown}\n`;
    return terminalLine`  ${key.padEnd(keyWidth)}  ${shown.padEnd(valueWidth)}  ${style.dim(origin)}\n`;
  });
  return terminalLine`${style.bold(file)}: ${configuration ?? 'no configuration file'}\n${joined(lines)}\n`;
}

function valueText({ entry, value }: DescribedSetting): string {
  if (value === null) return 'not set';
  const text = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value);
  return entry === undefined ? text : `${entry}: ${text}`;
}
