import { basename, dirname, join, resolve } from 'node:path';
import {
  Analysis,
  type Checkout,
  type DocumentKind,
  growingMasking,
  type GrowingMasking,
  type Masked,
  type Masking,
  parseCloudInitVersion,
  type ImageRange,
  limits,
  parseImageRange,
  parseNodeImage,
  parseRelease,
  readInstanceData,
  providerRelease,
  readKarpenterSettings,
  type Release,
  releaseRemark,
  type Settings,
  type Source,
  type TemplateOptions,
  unrecognisedIn,
  type ValidationContext,
} from '../core/index.js';
import { defaultCloudInitVersion } from '../core/names.js';
import { Checkouts } from '../adapters/checkout.js';
import { nodePlatform } from '../adapters/nodePlatform.js';
import { readFoundFile, readNamedFile, reasonOf, RefusedFile } from '../adapters/readFiles.js';
import { SourceFileReader } from '../adapters/sourceFiles.js';
import { createVersionControl, type VersionControl } from '../adapters/versionControl.js';
import { configurations, type FileConfiguration, settingFiles } from './configuration.js';
import { type InputFile, inputFiles, type LostFiles } from './operands.js';
import { JsonResults } from './output/jsonResults.js';
import { FileProgress } from './output/progress.js';
import { lineAndColumn } from './output/style.js';
import { terminalLine, type TerminalOutput } from './output/terminal.js';
import { checkRecordOptions, type RecordLine, recordLines } from './records.js';
import { type SpreadFile, spreadFiles } from './spreadFiles.js';
import { handleEach } from './steps.js';
import type { FileReport } from './threads.js';
import { type CommandIo, exitStatus, type OptionSpecs, type ParsedArguments, UsageError, worse } from './command.js';

/** Options for all files of a command. */
interface InputOptions<T> {
  /** The kind of a document that can't be detected. */
  readonly fallbackKind?: DocumentKind;
  readonly templates?: TemplateOptions;
  /** What validation depends on besides the options of all commands. */
  readonly context?: Partial<ValidationContext>;
  /** What `--node-image` and `--release` name: one image (the default), a range of them, or only a time. */
  readonly images?: 'one' | 'range' | 'time';
  /** Whether an operand can be a folder. */
  readonly folders?: boolean;
  /** Gets each result in the order of the files; then they aren't collected, so that memory doesn't grow with their number. */
  readonly take?: (result: T | UnreadableFile) => void;
  /** Prints results in JSON, each as soon as it is there. */
  readonly json?: JsonResults | undefined;
  /**
   * Whether `work` can run in other threads if there are many files: it keeps nothing from one file to the next, and its result
   * can be copied. Then the secrets and masks of each file are its own.
   */
  readonly isSpread?: boolean;
}

/** Prints the results of a call in JSON, one by one; undefined for another format. */
export function jsonResults(
  args: ParsedArguments,
  io: CommandIo,
  masking: Masking,
  format: string,
): JsonResults | undefined {
  if (args.flag('ndjson')) return new JsonResults(io, masking, 'lines');
  return format === 'json' ? new JsonResults(io, masking, 'list') : undefined;
}

/** The masking for the whole output of a call; it learns the secrets of each file that the call reads. */
export function outputMasking(args: ParsedArguments): GrowingMasking {
  return growingMasking({ showSecrets: args.flag('show-secrets') });
}

/** What is known of a file besides its content. */
export interface ConfiguredInput extends FileConfiguration {
  /** Whether it was found in a folder or by a pattern. */
  readonly wasFound: boolean;
}

/** What a command makes of a file; by default its exit status is that of success. */
interface Outcome<T> {
  /** What remains of it until the end of the call. */
  readonly result: T;
  /** What is printed as JSON. */
  readonly json?: object;
  readonly status?: number;
}

/** The same when the file may have been left out, as one in a folder that isn't recognised. */
type FileOutcome<T> =
  | { readonly result: T | UnreadableFile; readonly entry?: TerminalOutput | undefined; readonly status: number }
  | 'skipped';

/** What a command makes of all files of a call. */
interface Outcomes<T> {
  readonly results: (T | UnreadableFile)[];
  readonly status: number;
  /** Files in folders that aren't recognised, or too large to be. */
  readonly skipped: number;
}

/** The result of a file that can't be read. */
export interface UnreadableFile {
  readonly file: Masked;
  readonly error: { readonly code: 'file/unreadable' | 'record/invalid'; readonly message: Masked };
}

/**
 * Reads and analyses the files of a call in their order, and collects the results and the worst exit status. Unreadable files
 * are reported immediately. Of the files in folders, `work` gets those that are recognised.
 */
export async function processFiles<T>(
  args: ParsedArguments,
  io: CommandIo,
  masking: GrowingMasking,
  work: (analysis: Analysis, file: string, input: ConfiguredInput) => Outcome<T> | Promise<Outcome<T>>,
  { context, images = 'one', folders = false, take, json, isSpread = false, ...options }: InputOptions<T> = {},
): Promise<Outcomes<T>> {
  const hasRecords = args.flag('ndjson');
  if (hasRecords) checkRecordOptions(args);
  else if (args.files.length === 0) throw new UsageError('name at least one file, or - for standard input');
  const versionControl = createVersionControl();
  const configured = await configurations(args, io, masking, versionControl);
  const contextOf = await contextReader(args, io, masking, images, versionControl);
  const sourceFiles = new SourceFileReader();
  /** The same with the files that it reads; standard input has a folder only if it has a name. */
  const withItsFiles = (analysis: Analysis, { path, foundIn }: InputFile): Analysis => {
    const name = path === '-' ? args.text('name') : path;
    if (name === undefined) return analysis;
    const source = resolve(name);
    return sourceFiles.withFiles(analysis, source, [versionControl.rootOf(dirname(source)), foundIn]);
  };
  const results: (T | UnreadableFile)[] = [];
  let status: number = exitStatus.fine;
  let skipped = 0;
  const add = (outcome: FileOutcome<T>): void => {
    if (outcome === 'skipped') skipped++;
    else {
      status = worse(status, outcome.status);
      if (outcome.entry !== undefined) json?.print(outcome.entry);
      if (take === undefined) results.push(outcome.result);
      else take(outcome.result);
    }
  };
  const fail = (name: string, reason: string, isReported = false): FileOutcome<T> => {
    if (!isReported) io.err(terminalLine`aks-bootstrap: ${name} cannot be read: ${reason}\n`.masked(masking));
    const message = masking.text(`${name} cannot be read: ${reason}.`);
    const result = { file: masking.text(name), error: { code: 'file/unreadable', message } } as const;
    return { result, entry: json?.entryOf(result), status: exitStatus.usage };
  };
  const nameOf = ({ path }: InputFile | LostFiles): string =>
    path === '-' ? (args.text('name') ?? 'standard input') : path;
  const process = async (input: InputFile): Promise<FileOutcome<T>> => {
    const { path, foundIn } = input;
    const name = nameOf(input);
    const configuration = configured(name);
    // Of a folder, the mistakes in its configuration are reported, not every file.
    if (!configuration.ok) return fail(name, configuration.error, foundIn !== undefined);
    const { settings } = configuration.value;
    let source: Source;
    try {
      const content = await contentOf(input, io);
      const kind = args.kind ?? settings.kind;
      source = { name, content, kind, ...options, context: { ...context, ...contextOf(path, settings) } };
    } catch (error) {
      if (foundIn !== undefined && error instanceof RefusedFile) return 'skipped';
      return fail(name, error instanceof UsageError ? error.message : reasonOf(error));
    }
    const analysis = withItsFiles(new Analysis(source, nodePlatform), input);
    if (foundIn !== undefined && unrecognisedIn(analysis).includes(analysis.root)) return 'skipped';
    return outcomeOf(analysis, { ...configuration.value, wasFound: foundIn !== undefined });
  };
  const outcomeOf = async (analysis: Analysis, input: ConfiguredInput, line?: number): Promise<FileOutcome<T>> => {
    masking.about(analysis);
    const { result, json: shown, status: own = exitStatus.fine } = await work(analysis, analysis.name, input);
    const entry = shown && json?.entryOf(line === undefined ? shown : { line, ...shown });
    return { result, entry, status: own };
  };
  /** Records say nothing about files here: none is looked for by their names but the configuration of the working folder. */
  const processRecord = async (read: RecordLine): Promise<FileOutcome<T>> => {
    const { line } = read;
    const failRecord = (message: string): FileOutcome<T> => {
      const result = { line, error: { code: 'record/invalid', message: masking.text(message) } } as const;
      return {
        result: { file: masking.text(`line ${line}`), ...result },
        entry: json?.entryOf(result),
        status: exitStatus.usage,
      };
    };
    masking.startOver();
    if ('fault' in read) return failRecord(read.fault);
    const { name = args.text('name') ?? `line ${line}`, content, kind } = read.record;
    const configuration = configured(basename(name));
    if (!configuration.ok) return failRecord(configuration.error);
    const { settings } = configuration.value;
    const source = {
      name,
      content,
      kind: kind ?? args.kind ?? settings.kind,
      ...options,
      context: { ...context, ...contextOf('-', settings) },
    };
    return outcomeOf(new Analysis(source, nodePlatform), { ...configuration.value, wasFound: false }, line);
  };
  if (io.thread !== undefined) {
    for await (const job of io.thread.files()) {
      masking.startOver();
      io.thread.report(await process(job));
    }
    return { results, status, skipped };
  }
  if (hasRecords) {
    const lines = recordLines(io.standardInput());
    await handleEach(lines, async (line) => add(await processRecord(line)), io, { isInput: true });
    return { results, status, skipped };
  }
  const inputs = args.files.flatMap((operand) => [...inputFiles(operand, folders, versionControl)]);
  const isFleet = isSpread && inputs.length > limits.filesInProcess;
  const progress = new FileProgress(inputs.length, io);
  const next = (outcome: FileOutcome<T>): void => {
    add(outcome);
    progress.next();
  };
  try {
    if (isFleet && io.startThread !== undefined) {
      const print = printing(io);
      const take = (file: SpreadFile<FileOutcome<T>>): void => {
        if ('report' in file) print(file.report);
        next('report' in file ? file.report.outcome : fail(nameOf(file.input), file.reason));
      };
      await handleEach(spreadFiles<FileOutcome<T>>(inputs, io.startThread, args, io), take, io);
    } else {
      const handle = async (input: InputFile | LostFiles): Promise<void> => {
        if (isFleet) masking.startOver();
        next('error' in input ? fail(input.path, reasonOf(input.error)) : await process(input));
      };
      await handleEach(inputs, handle, io);
    }
  } finally {
    progress.end();
  }
  return { results, status, skipped };
}

/** Prints what threads have printed; a remark on more than a file, which each of them makes, once. */
function printing(io: CommandIo): (report: FileReport<unknown>) => void {
  const remarks = new Set<string>();
  return ({ printed }) => {
    for (const one of printed)
      if (one.to === 'document') io.document(one.text);
      else if (one.to === 'own') io.own(one.text);
      else if (one.to === 'out') io.out(one.text);
      else if (!remarks.has(one.text)) {
        remarks.add(one.text);
        io.err(one.text);
      }
  };
}

function contentOf({ path, foundIn }: InputFile, io: CommandIo): Uint8Array | Promise<Uint8Array> {
  if (path === '-') return io.readStandardInput();
  return foundIn === undefined ? readNamedFile(path) : readFoundFile(path, foundIn, limits.inputBytes);
}

/** The release of AgentBaker whose aks-node-controller is asked. */
export const releaseOptions = {
  'node-image': { type: 'string', value: 'VERSION', help: 'answer as this node image does, such as 202605.27.0' },
  release: { type: 'string', value: 'TAG', help: 'the same by its AgentBaker release, such as v0.20260527.0' },
} as const satisfies OptionSpecs;

/** What cloud-configs are for. */
export const cloudConfigOptions = {
  'cloud-init': {
    type: 'string',
    value: 'VERSION',
    help: `the cloud-init that cloud-configs are for, such as 24.3.1 (default: ${defaultCloudInitVersion.text})`,
  },
  'instance-data': {
    type: 'string',
    value: 'FILE',
    help: 'render Jinja user data with this instance data (JSON) first, as cloud-init does',
  },
} as const satisfies OptionSpecs;

/** The images that `releaseOptions` choose; undefined without them. Only some commands accept a range. */
function chosenImages(args: ParsedArguments, ranges: boolean): ImageRange | undefined {
  const reader = (parse: (text: string) => Release | undefined) => (text: string) =>
    ranges || !text.includes('..') ? parseImageRange(text, parse) : undefined;
  const or = (range: string): string => (ranges ? ` or a range such as ${range}` : '');
  const image = args.parsed(
    'node-image',
    reader(parseNodeImage),
    `a version such as 202605.27.0${or('202603.30.0..202608.20.0')}`,
  );
  const release = args.parsed(
    'release',
    reader(parseRelease),
    `a tag such as v0.20260527.0${or('v0.20260330.0..v0.20260820.0')}`,
  );
  if (image !== undefined && release !== undefined) throw new UsageError('give either --node-image or --release');
  return image ?? release;
}

/** Reads the context of a file: its environment, the options of the call, and its settings where these leave something open. */
export async function contextReader(
  args: ParsedArguments,
  io: CommandIo,
  masking: Masking,
  about: 'one' | 'range' | 'time',
  versionControl: VersionControl,
): Promise<(file: string, settings: Settings) => ValidationContext> {
  const chosen = about === 'time' ? undefined : chosenImages(args, about === 'range');
  const remarks = new Set<string>();
  const remarkOn = (images: ImageRange | undefined): void => {
    for (const remark of images === undefined ? [] : [images.from, images.to].map(releaseRemark)) {
      if (remark === undefined || remarks.has(remark)) continue;
      remarks.add(remark);
      io.err(terminalLine`aks-bootstrap: ${remark}\n`.masked(masking));
    }
  };
  remarkOn(chosen);
  const cloudInit = args.parsed('cloud-init', parseCloudInitVersion, 'a version such as 24.3.1');
  const instanceData = await readOption(
    args,
    'instance-data',
    (text, invalid) => readInstanceData(text) ?? invalid("isn't a JSON object."),
  );
  const karpenterSettings = await readOption(
    args,
    'karpenter-settings',
    (text, invalid) =>
      readKarpenterSettings(text) ??
      invalid("isn't a KarpenterSettings document, Karpenter's Deployment or its Helm values; validate it to see why"),
  );
  const checkout = checkoutOption(args, io);
  const release = args.parsed('karpenter', providerRelease, 'a release from v1.4.0 to v1.14.2, such as v1.6.3');
  const nodePool = args.text('node-pool');
  const now = Date.now();
  const files = settingFiles();
  return (file, settings) => {
    const images = chosen ?? (about === 'time' ? undefined : settings.nodeImages);
    remarkOn(images);
    const { contract, exitCodes } = checkout ?? files.checkout(settings.contract) ?? {};
    const data = instanceData ?? files.instanceData(settings.instanceData);
    return {
      now,
      nodeImage: images?.to,
      oldestNodeImage: about === 'range' ? images?.from : undefined,
      cloudInit: cloudInit ?? settings.cloudInit,
      instanceData: data,
      ...(data !== undefined && { instanceDataFault: undefined }),
      karpenter: {
        nodePool,
        settings: karpenterSettings ?? files.karpenterSettings(settings.karpenterSettings),
        release: release ?? settings.karpenterRelease,
      },
      dialect: settings.dialect,
      contract,
      exitCodes,
      underVersionControl: file !== '-' && versionControl.isTracked(resolve(file)),
    };
  };
}

/** Reads the checkout that --contract names, and reports the mistakes in it, which aren't fatal. */
function checkoutOption(args: ParsedArguments, io: CommandIo): Checkout | undefined {
  const folder = args.text('contract');
  if (folder === undefined) return undefined;
  const found = new Checkouts().in(resolve(folder), true);
  if (found === undefined) throw new UsageError(`--contract ${folder} has no .proto files`);
  for (const { path, start, message } of found.checkout.problems) {
    const position = `${join(folder, path)}:${lineAndColumn(start)}`;
    io.err(terminalLine`aks-bootstrap: ${position}: ${message}\n`.masked(outputMasking(args)));
  }
  return found.checkout;
}

/** The checkout of `--contract`, or else of the configuration that holds for a path. */
export async function checkoutFor(
  args: ParsedArguments,
  io: CommandIo,
  masking: Masking,
  path: string,
): Promise<Checkout | undefined> {
  const named = checkoutOption(args, io);
  if (named !== undefined) return named;
  const found = (await configurations(args, io, masking, createVersionControl()))(path);
  if (!found.ok) throw new UsageError(found.error);
  return settingFiles().checkout(found.value.settings.contract);
}

/** Reads the file that an option names; throws {@link UsageError} if it can't be read or is invalid. */
export async function readOption<T>(
  args: ParsedArguments,
  name: string,
  parse: (text: string, invalid: (problem: string) => never) => T,
): Promise<T | undefined> {
  const file = args.text(name);
  if (file === undefined) return undefined;
  const content = await readNamedFile(file).catch((error: unknown) => {
    throw new UsageError(`--${name} ${file} cannot be read: ${reasonOf(error)}`);
  });
  return parse(new TextDecoder().decode(content), (problem) => {
    throw new UsageError(`--${name} ${file} ${problem}`);
  });
}
