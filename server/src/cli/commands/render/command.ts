import {
  type Analysis,
  type DocumentKind,
  type GpuComponents,
  isContainerdVersion,
  type Masking,
  missingLines,
  parseGpuComponents,
  type Rendered,
  renderingResult,
  type SecretsOption,
} from '../../../core/index.js';
import {
  type Command,
  type CommandIo,
  exitStatus,
  type OptionSpecs,
  type ParsedArguments,
  sharedOptions,
} from '../../command.js';
import { settingFiles } from '../../configuration.js';
import { type ConfiguredInput, outputMasking, processFiles, readOption } from '../../inputs.js';
import { printJson } from '../../output/style.js';
import { terminalLine } from '../../output/terminal.js';

/** A rendering as fields of the JSON result and as text. */
interface Rendering {
  readonly fields: object;
  readonly text: string;
  /** Printed to standard error in the text format. */
  readonly remark?: string | undefined;
  /** The error because of which it is made of a part of the document only. */
  readonly incomplete?: string | undefined;
}

/** Renders one document. */
type Renderer = (analysis: Analysis, secrets: SecretsOption, node: NodeSettings) => Rendered<Rendering>;

/** What the configuration file sets for the node. */
interface NodeSettings {
  readonly containerdVersion: string | undefined;
  /** Reads the list of drivers; throws {@link UsageError} if that isn't possible. */
  readonly gpuComponents: () => GpuComponents | undefined;
}

interface RenderCommand {
  /** The second word of the command. */
  readonly name: string;
  readonly summary: string;
  /** The kind of every document if the call names none; by default it is detected. */
  readonly kind?: DocumentKind;
  readonly options?: OptionSpecs;
  readonly details: string;
  /** Reads the options once, before any document. */
  readonly prepare: (args: ParsedArguments) => Renderer | Promise<Renderer>;
}

/** A command of the `render` family; they differ only in the rendering itself. */
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

/** Converts a value of the core into a rendering; a failure stays as it is. */
export function mapRendered<T>(rendered: Rendered<T>, toRendering: (value: T) => Rendering): Rendered<Rendering> {
  return rendered.ok ? { ok: true, value: toRendering(rendered.value) } : rendered;
}

/** The remark on masked secrets; `real` is what `--show-secrets` prints. */
export function maskingRemark(masked: number, real: string): string | undefined {
  if (masked === 0) return undefined;
  return `${masked} secret${masked === 1 ? ' is' : 's are'} masked, use --show-secrets for the real ${real}`;
}

async function run(args: ParsedArguments, io: CommandIo, render: Renderer): Promise<number> {
  const format = args.choice('format', ['text', 'json']) ?? 'text';
  const masking = outputMasking(args);
  const files = settingFiles();
  const work = (analysis: Analysis, file: string, { settings }: ConfiguredInput) => {
    const { containerdVersion: version } = settings;
    const node = { containerdVersion: version, gpuComponents: () => files.gpuComponents(settings.gpuComponents) };
    const rendered = render(analysis, { showSecrets: masking.showsSecrets, masking }, node);
    if (format === 'text' && rendered.ok) printText(file, rendered.value, args.files.length > 1, io, masking);
    if (format === 'text' && !rendered.ok) {
      const { message, code, missing = [] } = rendered.error;
      io.err(terminalLine`aks-bootstrap: ${file} cannot be rendered: ${message} (${code})\n`.masked(masking));
      for (const line of missingLines(missing.filter(({ blocks }) => blocks)))
        io.err(terminalLine`${line}\n`.masked(masking));
    }
    const result = renderingResult(masking.text(file), rendered, ({ fields }) => fields);
    return {
      result: rendered.ok ? result : masking.strings(result),
      status: rendered.ok && rendered.value.incomplete === undefined ? exitStatus.fine : exitStatus.problems,
    };
  };
  const { results, status } = await processFiles(args, io, masking, work, { fallbackKind: 'node-config' });
  if (format === 'json') printJson(io, masking.rendered, results);
  return status;
}

function printText(
  file: string,
  { text, remark, incomplete }: Rendering,
  titled: boolean,
  io: CommandIo,
  masking: Masking,
): void {
  if (titled) io.out(terminalLine`# ${file}\n`.masked(masking));
  io.document(masking.rendered.text(text.endsWith('\n') ? text : `${text}\n`));
  for (const line of [incomplete, remark])
    if (line !== undefined) io.err(terminalLine`aks-bootstrap: ${file}: ${line}\n`.masked(masking));
}

/** The version of containerd on the node. */
export const containerdOption = {
  containerd: { type: 'string', value: 'VERSION', help: 'the containerd on the node (default: some 1.x)' },
} as const satisfies OptionSpecs;

/** The GPU drivers on the node. */
export const gpuComponentsOption = {
  'gpu-components': { type: 'string', value: 'FILE', help: "the node image's components.json, for GPU drivers" },
} as const satisfies OptionSpecs;

/** The version of `--containerd`. */
export function containerdVersion(args: ParsedArguments): string | undefined {
  return args.parsed(
    'containerd',
    (version) => (isContainerdVersion(version) ? version : undefined),
    'a version such as 1.7.22',
  );
}

/** The list that `--gpu-components` names. */
export function gpuComponents(args: ParsedArguments): Promise<GpuComponents | undefined> {
  return readOption(args, 'gpu-components', (text, invalid) => {
    const parsed = parseGpuComponents(text);
    return parsed.ok ? parsed.value : invalid(`isn't a list of GPU components. ${parsed.error}`);
  });
}
