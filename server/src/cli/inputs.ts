import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  Analysis,
  type ValidationContext,
  type DocumentKind,
  type InstanceData,
  limits,
  parseCloudInitVersion,
  parseNodeImage,
  readInstanceData,
  readKarpenterSettings,
  type ResourceContext,
  type Result,
  type TemplateOptions,
} from '../core/index.js';
import { failure, success } from '../core/names.js';
import { nodePlatform } from '../adapters/nodePlatform.js';
import { createVersionControl } from '../adapters/versionControl.js';
import type { ParsedArguments } from './arguments.js';
import { type CommandIo, UsageError } from './io.js';

/** One file of a call: its analysis, or the reason why it can't be read. */
export interface Input {
  readonly file: string;
  readonly analysis: Result<Analysis>;
}

/** Options for all files of a command. */
export interface InputOptions {
  /** The kind of a document that can't be detected. */
  readonly fallbackKind?: DocumentKind;
  readonly templates?: TemplateOptions;
}

/** Reads and analyses the files of a call in their order. Unreadable files are reported immediately. */
export async function* readInputs(
  files: readonly string[],
  args: ParsedArguments,
  io: CommandIo,
  options: InputOptions = {},
): AsyncGenerator<Input> {
  const contextOf = contextReader(args, await instanceDataOf(args), await karpenterOf(args));
  for (const file of files) {
    const name = file === '-' ? (args.text('name') ?? 'standard input') : file;
    try {
      const content = file === '-' ? await io.readStandardInput() : await contentOf(file);
      const context = contextOf(file);
      const source = { name, content, kind: args.kind, ...options, context };
      yield { file: name, analysis: success(new Analysis(source, nodePlatform)) };
    } catch (error) {
      const reason = reasonOf(error);
      io.err(`aks-bootstrap: ${name} cannot be read: ${reason}\n`);
      yield { file: name, analysis: failure(reason) };
    }
  }
}

/** The context of a file: its environment and the options of the call. */
function contextReader(
  args: ParsedArguments,
  instanceData: InstanceData | undefined,
  karpenter: ResourceContext,
): (file: string) => ValidationContext {
  const image = args.text('node-image');
  const nodeImage = image === undefined ? undefined : parseNodeImage(image);
  if (image !== undefined && nodeImage === undefined)
    throw new UsageError(`--node-image must be a version such as 202605.27.0, not ${JSON.stringify(image)}`);
  const version = args.text('cloud-init');
  const cloudInit = version === undefined ? undefined : parseCloudInitVersion(version);
  if (version !== undefined && cloudInit === undefined)
    throw new UsageError(`--cloud-init must be a version such as 24.3.1, not ${JSON.stringify(version)}`);
  const versionControl = createVersionControl();
  const now = Date.now();
  return (file) => ({
    now,
    nodeImage,
    cloudInit,
    instanceData,
    karpenter,
    underVersionControl: file !== '-' && versionControl.isTracked(resolve(file)),
  });
}

/** The instance data that `--instance-data` names; throws {@link UsageError} if it can't be read. */
async function instanceDataOf(args: ParsedArguments): Promise<InstanceData | undefined> {
  const file = args.text('instance-data');
  if (file === undefined) return undefined;
  const content = await readNamedFile(file);
  if (!content.ok) throw new UsageError(`--instance-data ${file} cannot be read: ${content.error}`);
  const data = readInstanceData(new TextDecoder().decode(content.value));
  if (data === undefined) throw new UsageError(`--instance-data ${file} isn't a JSON object.`);
  return data;
}

/** What `--karpenter-settings` and `--node-pool` say; throws {@link UsageError} if the settings can't be read. */
async function karpenterOf(args: ParsedArguments): Promise<ResourceContext> {
  const nodePool = args.text('node-pool');
  const file = args.text('karpenter-settings');
  if (file === undefined) return { nodePool };
  const content = await readNamedFile(file);
  if (!content.ok) throw new UsageError(`--karpenter-settings ${file} cannot be read: ${content.error}`);
  const settings = readKarpenterSettings(new TextDecoder().decode(content.value));
  if (settings === undefined)
    throw new UsageError(`--karpenter-settings ${file} isn't a KarpenterSettings document; validate it to see why`);
  return { nodePool, settings };
}

/** The bytes of a file that an option names, or why it can't be read. */
export async function readNamedFile(file: string): Promise<Result<Uint8Array>> {
  try {
    return success(await contentOf(file));
  } catch (error) {
    return failure(reasonOf(error));
  }
}

async function contentOf(file: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  // A file that is far too large isn't loaded; the limit plus one byte is enough to report it.
  if (size > 2 * limits.inputBytes) return new Uint8Array(limits.inputBytes + 1);
  return readFile(file);
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a directory';
    case 'EACCES':
    case 'EPERM':
      return 'it may not be read';
    case undefined:
      throw error;
    default:
      return message;
  }
}
