import {
  type Analysis,
  bootCommandOf,
  cseOf,
  customDataDialects,
  customDataOf,
  limits,
  type Rendered,
  type RenderFailure,
} from '../../core/index.js';
import { type OptionSpecs, type ParsedArguments, requireFiles, sharedOptions } from '../arguments.js';
import { readInputs } from '../inputs.js';
import { type CommandIo, exitStatus, worse } from '../io.js';
import { printJson, unreadableResult } from '../output/results.js';
import type { Command } from './command.js';

/** A rendering in both forms: fields of the JSON result, text for people and pipes. */
interface Rendering {
  readonly fields: object;
  readonly text: string;
  /** Said on standard error in the text format. */
  readonly remark?: string;
}

type Renderer = (analysis: Analysis, args: ParsedArguments) => Rendered<Rendering>;

const customData = renderCommand(
  'custom-data',
  'the custom data that a producer would send for a node config',
  {
    dialect: { type: 'string', value: customDataDialects.join('|'), help: 'the form (default: cloud-init)' },
    decoded: { type: 'boolean', help: 'print the text instead of its base64' },
  },
  `cloud-init   today's form: a MIME message with a boothook that writes the config
flatcar      Ignition, for Flatcar and Azure Container Linux
write-files  the older form: a cloud-config with write_files

Secrets in the config are masked, so what is printed cannot start a node; --show-secrets gives
the real thing.`,
  (analysis, args) => {
    const dialect = args.choice('dialect', customDataDialects, 'cloud-init');
    const rendered = customDataOf(analysis, dialect, { showSecrets: args.flag('show-secrets') });
    if (!rendered.ok) return rendered;
    const { customData: encoded, decoded, config, masked } = rendered.value;
    const share = ((100 * encoded.length) / limits.customDataCharacters).toFixed(1);
    const hidden =
      masked === 0
        ? ''
        : `; ${masked} secret${masked === 1 ? ' is' : 's are'} masked, use --show-secrets for the real custom data`;
    return {
      ok: true,
      value: {
        fields: { customData: encoded, decoded, config },
        text: args.flag('decoded') ? decoded : encoded,
        remark: `${encoded.length.toLocaleString('en')} base64 characters, ${share} % of what Azure takes${hidden}`,
      },
    };
  },
);

const cse = renderCommand(
  'cse',
  'the commandToExecute of the vmssCSE extension',
  {},
  'It only waits for the node controller, so it is the same for every config.',
  (analysis) => {
    const rendered = cseOf(analysis);
    return rendered.ok ? { ok: true, value: { fields: { cse: rendered.value }, text: rendered.value } } : rendered;
  },
);

const bootCommand = renderCommand(
  'boot-command',
  'the command line that aks-node-controller starts on the node',
  {},
  'Printed one argument a line.',
  (analysis) => {
    const rendered = bootCommandOf(analysis);
    return rendered.ok
      ? { ok: true, value: { fields: { argv: rendered.value }, text: rendered.value.join('\n') } }
      : rendered;
  },
);

/** The `render` family. A new rendering is a renderer in the core and an entry here. */
export const renderCommands: readonly Command[] = [customData, cse, bootCommand];

function renderCommand(
  name: string,
  summary: string,
  options: OptionSpecs,
  details: string,
  render: Renderer,
): Command {
  return {
    name: `render ${name}`,
    summary,
    operands: 'FILE...',
    options: { ...sharedOptions, ...options },
    details,
    run: (args, io) => run(args, io, render),
  };
}

async function run(args: ParsedArguments, io: CommandIo, render: Renderer): Promise<number> {
  const format = args.choice('format', ['text', 'json'], 'text');
  const files = requireFiles(args);
  const results: object[] = [];
  let status: number = exitStatus.fine;
  for await (const input of readInputs(files, args, io, 'node-config')) {
    if ('unreadable' in input) {
      io.err(`aks-bootstrap: ${input.file} cannot be read: ${input.unreadable}\n`);
      results.push(unreadableResult(input.file, input.unreadable));
      status = worse(status, exitStatus.usage);
      continue;
    }
    const rendered = render(input.analysis, args);
    if (rendered.ok) {
      results.push({ file: input.file, ...rendered.value.fields });
      if (format === 'text') printText(input.file, rendered.value, files.length > 1, io);
    } else {
      results.push({ file: input.file, error: rendered.error });
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
