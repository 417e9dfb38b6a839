import {
  type Analysis,
  type DocumentKind,
  type GpuComponents,
  isVersion,
  parseGpuComponents,
  type Rendered,
  type RenderFailure,
  renderingResult,
} from '../../../core/index.js';
import { type Command, type OptionSpecs, type ParsedArguments, requireFiles, sharedOptions } from '../../arguments.js';
import { readInputs, readNamedFile } from '../../inputs.js';
import { type CommandIo, exitStatus, UsageError, worse } from '../../io.js';
import { printJson, unreadableResult } from '../../output/style.js';

/** A rendering in both forms: fields of the JSON result, text for people and pipes. */
interface Rendering {
  readonly fields: object;
  readonly text: string;
  /** Said on standard error in the text format. */
  readonly remark?: string | undefined;
}

/** Renders one document. */
type Renderer = (analysis: Analysis) => Rendered<Rendering>;

interface RenderCommand {
  /** The second word of the command. */
  readonly name: string;
  readonly summary: string;
  /** The kind of every document unless the call names one; node configs are detected by name and content. */
  readonly kind?: DocumentKind;
  readonly options?: OptionSpecs;
  readonly details: string;
  /** Reads the options once, before any document is looked at. */
  readonly prepare: (args: ParsedArguments) => Renderer | Promise<Renderer>;
}

/** A command of the `render` family: everything but the rendering itself is the same for all of them. */
export function renderCommand({ name, summary, kind, options = {}, details, prepare }: RenderCommand): Command {
  return {
    name: `render ${name}`,
    summary,
    operands: 'FILE...',
    options: { ...sharedOptions, ...options },
    details,
    run: async (args, io) =>
      run(kind === undefined ? args : { ...args, kind: args.kind ?? kind }, io, await prepare(args)),
  };
}

/** Turns a value of the core into a rendering, or hands its failure on. */
export function mapRendered<T>(rendered: Rendered<T>, toRendering: (value: T) => Rendering): Rendered<Rendering> {
  return rendered.ok ? { ok: true, value: toRendering(rendered.value) } : rendered;
}

/** What is said of hidden secrets; `real` names what only `--show-secrets` gives. */
export function maskingRemark(masked: number, real: string): string | undefined {
  if (masked === 0) return undefined;
  return `${masked} secret${masked === 1 ? ' is' : 's are'} masked, use --show-secrets for the real ${real}`;
}

async function run(args: ParsedArguments, io: CommandIo, render: Renderer): Promise<number> {
  const format = args.choice('format', ['text', 'json'], 'text');
  const files = requireFiles(args);
  const results: object[] = [];
  let status: number = exitStatus.fine;
  for await (const input of readInputs(files, args, io, { fallbackKind: 'node-config' })) {
    if (!input.analysis.ok) {
      results.push(unreadableResult(input.file, input.analysis.error));
      status = worse(status, exitStatus.usage);
      continue;
    }
    const rendered = render(input.analysis.value);
    results.push(renderingResult(input.file, rendered, ({ fields }) => fields));
    if (rendered.ok) {
      if (format === 'text') printText(input.file, rendered.value, files.length > 1, io);
    } else {
      if (format === 'text') printFailure(input.file, rendered.error, io);
      status = worse(status, exitStatus.problems);
    }
  }
  if (format === 'json') printJson(io, results);
  return status;
}

function printText(file: string, { text, remark }: Rendering, titled: boolean, io: CommandIo): void {
  if (titled) io.out(`# ${file}\n`);
  io.out(text.endsWith('\n') ? text : `${text}\n`);
  if (remark !== undefined) io.err(`aks-bootstrap: ${file}: ${remark}\n`);
}

function printFailure(file: string, error: RenderFailure, io: CommandIo): void {
  io.err(`aks-bootstrap: ${file} cannot be rendered: ${error.message} (${error.code})\n`);
}

/** The option that says which containerd is on the node. */
export const containerdOption = {
  containerd: { type: 'string', value: 'VERSION', help: 'the containerd on the node (default: some 1.x)' },
} as const satisfies OptionSpecs;

/** The option that says which GPU drivers are on the node. */
export const gpuComponentsOption = {
  'gpu-components': { type: 'string', value: 'FILE', help: "the node image's components.json, for GPU drivers" },
} as const satisfies OptionSpecs;

/** The version of `--containerd`; throws {@link UsageError} for what is none. */
export function containerdVersion(args: ParsedArguments): string | undefined {
  const version = args.text('containerd');
  if (version !== undefined && !isVersion(version)) {
    throw new UsageError(`--containerd must be a version such as 1.7.22, not ${JSON.stringify(version)}`);
  }
  return version;
}

/** The list that `--gpu-components` names; throws {@link UsageError} where it cannot be read or is none. */
export async function gpuComponents(args: ParsedArguments): Promise<GpuComponents | undefined> {
  const file = args.text('gpu-components');
  if (file === undefined) return undefined;
  const content = await readNamedFile(file);
  if (!content.ok) throw new UsageError(`--gpu-components ${file} cannot be read: ${content.error}`);
  const parsed = parseGpuComponents(new TextDecoder().decode(content.value));
  if (!parsed.ok) throw new UsageError(`--gpu-components ${file} isn't a list of GPU components. ${parsed.error}`);
  return parsed.value;
}
