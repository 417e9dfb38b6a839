import { relative, resolve } from 'node:path';
import {
  type ConfigurationFile,
  ConfigurationFiles,
  namedConfiguration,
  pathsFrom,
} from '../adapters/configurationFiles.js';
import { Checkouts } from '../adapters/checkout.js';
import { createSettingFiles, type SettingFileReader, settingFolder } from '../adapters/settingFiles.js';
import { nodePlatform } from '../adapters/nodePlatform.js';
import type { VersionControl } from '../adapters/versionControl.js';
import {
  allProblemCodes,
  type AcceptedProblems,
  type Checkout,
  createLineIndex,
  type SettingPath,
  type Masking,
  readSettings,
  type Result,
  type Settings,
  settingsOf,
  type SettingsSource,
  severityLevels,
} from '../core/index.js';
import { failure, success } from '../core/names.js';
import { pathInBaseline } from './baseline.js';
import { slashed } from './operands.js';
import { lineAndColumn } from './output/style.js';
import { terminalLine } from './output/terminal.js';
import { type CommandIo, type OptionSpecs, type ParsedArguments, UsageError, words } from './command.js';

/** Options of commands that report problems. */
export const reportingOptions = {
  severity: {
    type: 'string',
    value: 'CODE=LEVEL',
    help: 'set severities, such as contract/plain-secret=off,yaml/*=warning',
  },
  ignore: {
    type: 'string',
    value: 'CODES',
    help: "leave out codes, or with 'GLOB:CODES' those of files that match",
    values: () => allProblemCodes,
  },
} as const satisfies OptionSpecs;

/** What holds for one file of a call. */
export interface FileConfiguration {
  readonly settings: Settings;
  /** Where they come from, the strongest last. */
  readonly sources: readonly SettingsSource[];
  /** The configuration file among them. */
  readonly file: ConfigurationFile | undefined;
  /** What its baseline accepts. */
  readonly accepted: AcceptedProblems | undefined;
}

/**
 * Finds out what holds for each file of a call: what its configuration file and the options say. A found file with mistakes is
 * reported once, and the result for its files is the reason why they aren't processed. Throws {@link UsageError} for wrong
 * options.
 */
export async function configurations(
  args: ParsedArguments,
  io: CommandIo,
  masking: Masking,
  versionControl: VersionControl,
): Promise<(path: string) => Result<FileConfiguration>> {
  const options = optionSources(optionSections(args));
  const asked = args.text('config');
  const files = new ConfigurationFiles(versionControl);
  const named = asked === undefined || asked === 'none' ? undefined : await namedConfiguration(asked);
  const reported = new Set<string>();
  /** Prints lines about something, once. */
  const report = (about: string, lines: readonly string[]): void => {
    if (reported.has(about)) return;
    reported.add(about);
    for (const line of lines) io.err(terminalLine`aks-bootstrap: ${line}\n`.masked(masking));
  };
  const fault = (file: ConfigurationFile): string | undefined => {
    const lines = mistakesIn(file);
    if (lines.length === 0) return undefined;
    report(lines.join('\n'), lines);
    return `its configuration ${shownPath(file.path)} has mistakes`;
  };
  if (named !== undefined && fault(named) !== undefined) throw new UsageError(`--config ${asked ?? ''} has mistakes`);
  const { baseline: readBaseline } = settingFiles();
  const acceptedIn = (path: string, setting: SettingPath | undefined): AcceptedProblems | undefined => {
    const baseline = args.text('write-baseline') === undefined ? readBaseline(setting) : undefined;
    if (setting === undefined || baseline === undefined) return undefined;
    const from = resolve(setting.folder ?? '.', setting.path);
    const fingerprints = baseline.get(pathInBaseline(from, path)) ?? new Set<string>();
    return { source: shownPath(from), fingerprints, platform: nodePlatform };
  };
  return (path) => {
    const absolute = resolve(path);
    const file = asked === undefined ? files.of(absolute) : named;
    const reason = file && fault(file);
    if (reason !== undefined) return failure(reason);
    const sources = [...(file === undefined ? [] : [sourceOf(file, absolute)]), ...options(absolute)];
    const settings = settingsOf(sources);
    try {
      return success({ settings, sources, file, accepted: acceptedIn(absolute, settings.baseline) });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      report(error.message, [error.message]);
      return failure(`its baseline can't be used`);
    }
  };
}

/** Why a configuration file can't be used: a line for each mistake in it. */
function mistakesIn({ path, text, content }: ConfigurationFile): string[] {
  const name = shownPath(path);
  if (!content.ok) return [`${name} cannot be read: ${content.error}`];
  const lines = createLineIndex(text);
  return content.value.problems.map(({ span, code, severity, message }) => {
    return `${name}:${lineAndColumn(lines.positionAt(span.start))} ${severity} ${code} ${message}`;
  });
}

function sourceOf(file: ConfigurationFile, document: string): SettingsSource {
  const folder = resolve(file.path, '..');
  return {
    name: shownPath(file.path),
    settings: file.content.ok ? file.content.value.settings : readSettings({}),
    paths: pathsFrom(folder, document),
    folder,
    isConfined: file.isFound,
  };
}

/** A path as results show it: from the working folder. */
export function shownPath(path: string): string {
  return slashed(relative('.', path));
}

/** Reads the files that settings name; throws {@link UsageError} if that isn't possible. Each is read once. */
export function settingFiles() {
  const checkouts = new Checkouts();
  const readers = createSettingFiles();
  const used = <T>(name: string, setting: SettingPath, content: Result<T>): T => {
    if (content.ok) return content.value;
    const reason = content.error.replace(/\.$/, '');
    const { source, path } = setting;
    throw new UsageError(
      source.startsWith('--') ? `${source} ${path}: ${reason}` : `${name} of ${source} names ${path}. ${reason}`,
    );
  };
  const reading =
    <T>(name: string, read: SettingFileReader<T>) =>
    (setting: SettingPath | undefined): T | undefined =>
      setting && used(name, setting, read(setting, setting.folder ?? '.'));
  return {
    instanceData: reading('cloudInit.instanceData', readers.instanceData),
    karpenterSettings: reading('karpenter.settings', readers.karpenterSettings),
    gpuComponents: reading('preview.gpuComponents', readers.gpuComponents),
    baseline: reading('problems.baseline', readers.baseline),
    checkout(setting: SettingPath | undefined): Checkout | undefined {
      if (setting === undefined) return undefined;
      const found = checkouts.in(used('contract', setting, settingFolder(setting, setting.folder ?? '.')), true);
      return used(
        'contract',
        setting,
        found === undefined ? failure('It has no .proto files.') : success(found.checkout),
      );
    },
  };
}

/** An option as the section of settings that it stands for. */
export interface OptionSection {
  /** The option. */
  readonly name: string;
  readonly section: object;
}

/** What the options of a call say about problems, in the order in which they override each other. */
export function optionSections(args: ParsedArguments): OptionSection[] {
  const severities = args
    .texts('severity')
    .flatMap(words)
    .map((written): [string, string] => {
      const [code = '', level = '', ...more] = written.split('=');
      if (!severityLevels.some((word) => word === level) || more.length > 0)
        throw new UsageError(
          `--severity must be CODE=LEVEL with one of ${severityLevels.join(', ')}, not ${JSON.stringify(written)}`,
        );
      return [code, level];
    });
  const baseline = args.text('baseline');
  const problems = [
    ...(severities.length === 0 ? [] : [['--severity', { severity: Object.fromEntries(severities) }] as const]),
    ...args.texts('ignore').map((written) => {
      const colon = written.lastIndexOf(':');
      const ignore = { [colon < 0 ? '**' : written.slice(0, colon)]: words(written.slice(colon + 1)) };
      return ['--ignore', { ignore }] as const;
    }),
    ...(baseline === undefined ? [] : [['--baseline', { baseline }] as const]),
  ];
  return problems.map(([name, section]) => ({ name, section: { problems: section } }));
}

/** The sections of options as sources of settings for a file. Throws {@link UsageError} for what can't be used. */
export function optionSources(sections: readonly OptionSection[]): (path: string) => SettingsSource[] {
  const folder = resolve('.');
  const sources = sections.map(({ name, section }) => ({
    name,
    folder,
    settings: readSettings(section, (_, message) => {
      throw new UsageError(`${name}: ${message.replace(/\.$/, '')}`);
    }),
  }));
  return (path) => sources.map((source) => ({ ...source, paths: pathsFrom(folder, path) }));
}
