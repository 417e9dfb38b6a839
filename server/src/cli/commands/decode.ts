import {
  type Analysis,
  append,
  type Child,
  childTitle,
  decodingResult,
  ExtractedNames,
  type FileProblem,
  isKnown,
  karpenterReport,
  type KarpenterReport,
  kinds,
  pathText,
  modeOf,
  type Payload,
  problemResult,
  reportedUnder,
  type ReportOptions,
  unopenedIn,
  validate,
} from '../../core/index.js';
import { counted, grouped } from '../../core/names.js';
import { OutputFolder } from '../../adapters/writeFiles.js';
import { type Command, exitStatus, sharedOptions } from '../command.js';
import { reportingOptions } from '../configuration.js';
import { extractFiles } from '../extract.js';
import { type ConfiguredInput, jsonResults, outputMasking, processFiles, readOption } from '../inputs.js';
import { positionOf } from '../output/frames.js';
import { recordOptions } from '../records.js';
import { spreadOptions } from '../spreadFiles.js';
import { createStyle, joined, type Style, terminalLine, type TerminalText } from '../output/terminal.js';

export const decode: Command = {
  name: 'decode',
  summary: 'show every payload inside a document, layer by layer',
  operands: 'FILE|DIR...',
  options: {
    ...sharedOptions,
    text: { type: 'boolean', help: 'print the decoded text of each payload too' },
    why: { type: 'boolean', help: 'say how the kind of each document was recognised' },
    ...reportingOptions,
    parameters: { type: 'string', value: 'FILE', help: 'read values of template parameters from this file' },
    'arm-defaults': { type: 'boolean', help: 'use defaults for template parameters without a value' },
    extract: { type: 'string', value: 'DIR', help: 'write the decoded documents into this folder' },
    ...spreadOptions,
    ...recordOptions,
  },
  details: `Reads scale set and VM JSON in every casing, activity log entries, ARM templates, states, plans and source
of Terraform, Secrets and other resources of Kubernetes, goal states,
extension settings and command lines, MIME messages, boothooks, cloud-config, Ignition, bare base64 and
gzip, and JSON that was copied with its quotes escaped. Nothing is run and nothing is fetched.
Expressions of templates are evaluated unless they need a request to Azure; with --parameters or
--arm-defaults, numbers and lists are evaluated too. --extract never writes outside its folder, whatever a
payload calls its files. The exit status is 1 if something could not be decoded; what is wrong in a decoded
document is for validate.

Of a folder, or of a pattern such as 'state/**/*.json' (quoted), the recognised files are decoded, without what Git
ignores, links and node_modules.

Examples
  aks-bootstrap decode vmss.json
  pbpaste | aks-bootstrap decode --text -
  aks-bootstrap decode --parameters parameters.json template.json
  aks-bootstrap decode --extract decoded vmss.json`,
  async run(args, io) {
    const format = args.flag('ndjson') ? 'json' : (args.choice('format', ['text', 'json']) ?? 'text');
    const masking = outputMasking(args);
    const withText = args.flag('text');
    const folder = args.text('extract');
    const output = folder === undefined ? undefined : new OutputFolder(folder);
    const style = createStyle(io.colour);
    const names = new ExtractedNames();
    const templates = {
      useDefaults: args.flag('arm-defaults'),
      parameters: await readOption(args, 'parameters', (text) => text),
    };
    const json = jsonResults(args, io, masking, format);
    const work = (analysis: Analysis, file: string, { settings, accepted }: ConfiguredInput) => {
      let isFaulty = validate(analysis).problems.some(hidesContent);
      const karpenter = karpenterReport(analysis);
      if (format === 'text' && karpenter !== undefined) io.out(karpenterLine(karpenter).masked(masking));
      if (format === 'text' && args.flag('why')) io.out(reasonLine(file, analysis).masked(masking));
      const { problems } = reportedUnder(settings, validate(analysis).problems, accepted);
      if (format === 'text') io.out(treeOf(file, analysis, style, { withText, masking, problems }).masked(masking));
      if (folder !== undefined && output !== undefined) {
        const outcome = extractFiles(file, analysis, output, names, masking);
        for (const refused of outcome.refused)
          io.err(terminalLine`aks-bootstrap: ${file}: not extracted: ${refused}\n`.masked(masking));
        const written = `${counted(outcome.written, 'document')} written to ${folder}`;
        const masked = outcome.masked ? ', with secrets masked' : '';
        io.err(terminalLine`aks-bootstrap: ${file}: ${written}${masked}\n`.masked(masking));
        isFaulty ||= outcome.refused.length > 0;
      }
      const status = isFaulty ? exitStatus.problems : exitStatus.fine;
      if (json === undefined) return { result: undefined, status };
      return { result: undefined, json: decodingResult(file, analysis, { withText, masking, problems }), status };
    };
    // The names of extracted files depend on each other.
    const inputs = { templates, folders: true, json, isSpread: folder === undefined, take: () => undefined };
    const { status } = await processFiles(args, io, masking, work, inputs);
    json?.end();
    return status;
  },
};

/** Whether something could not be decoded because of a problem. */
function hidesContent({ severity, code, layers }: FileProblem): boolean {
  const isSyntax = layers.length === 0 && (code === 'json/syntax' || code === 'yaml/syntax');
  return severity === 'error' && (isSyntax || code.startsWith('payload/'));
}

/** How the kind of a document was recognised. */
function reasonLine(file: string, { title, reason }: Analysis): TerminalText {
  if (reason === undefined) return terminalLine`${file} is not recognised by its name or its content.\n`;
  return terminalLine`${file} is read as ${title} because ${reason}.\n`;
}

function treeOf(
  file: string,
  analysis: Analysis,
  style: Style,
  { withText, masking, problems }: ReportOptions & { readonly problems: readonly FileProblem[] },
): TerminalText {
  const lines = [terminalLine`${style.bold(file)}: ${analysis.title}${layersOf(analysis.root, style)}`];
  const unopened = unopenedIn(analysis);
  if (unopened !== undefined) lines.push(terminalLine`${unopened}`);
  const walk = (payload: Payload, indent: string): void => {
    payload.children.forEach((child, index) => {
      const last = index === payload.children.length - 1;
      const inner = `${indent}${last ? '   ' : '│  '}`;
      lines.push(terminalLine`${indent}${last ? '└─ ' : '├─ '}${titleOf(child, style)}`);
      const { text, children } = child.payload;
      if (withText && text !== undefined && children.length === 0) {
        append(
          lines,
          masking
            .text(text)
            .trimEnd()
            .split(/\r?\n/)
            .map((line) => terminalLine`${inner}${style.dim('┆')} ${line}`),
        );
      }
      walk(child.payload, inner);
    });
  };
  walk(analysis.root, '');
  for (const found of problems) {
    const { message } = problemResult(analysis, found, masking);
    const inside =
      found.layers.length === 0
        ? ''
        : terminalLine` ${style.dim(`inside ${pathText({ ...found, layers: found.layers.slice(-1) })}`)}`;
    lines.push(
      terminalLine`${positionOf(file, analysis, found)} ${style.severity(found.severity, found.severity)} ${style.dim(found.code)} ${message}${inside}`,
    );
  }
  return terminalLine`${joined(lines, '\n')}\n\n`;
}

/** How Karpenter made the node, in front of the tree. */
function karpenterLine({ mode, evidence, explanation }: KarpenterReport): TerminalText {
  return terminalLine`Karpenter, ${mode}: ${explanation} Evidence: ${evidence.join(', ')}.\n`;
}

function titleOf(child: Child, style: Style): TerminalText {
  const { payload } = child;
  const size = `${grouped(payload.bytes.length)} bytes`;
  switch (child.is) {
    case 'field':
      return terminalLine`${style.bold(childTitle(child))} ${size}${layersOf(payload, style)} ${style.dim(child.pointer)}${unresolvedIn(payload)}`;
    case 'part':
      return terminalLine`${style.bold(child.contentType ?? payload.partType ?? 'part')} ${size}${layersOf(payload, style)}${child.filename === undefined ? '' : ` ${child.filename}`}`;
    case 'file': {
      const given = modeOf(child);
      const mode = given === undefined ? '' : ` mode ${given}`;
      const target = child.target === undefined ? '' : ` -> ${child.target}`;
      return terminalLine`${style.bold(child.path ?? '(no path)')}${target} ${size}${mode}${layersOf(payload, style)}`;
    }
    default:
      return terminalLine`${style.bold(childTitle(child))} ${size}${layersOf(payload, style)}`;
  }
}

/** The expressions that have to be evaluated before the payload is known. */
function unresolvedIn({ details: { unresolved } }: Payload): TerminalText | string {
  return unresolved === undefined ? '' : terminalLine`, unresolved: ${[...new Set(unresolved)].join(', ')}`;
}

function layersOf(payload: Payload, style: Style): TerminalText | string {
  const named = isKnown(payload) && payload.steps.length > 0;
  const names: string[] = named ? [...payload.encodings, kinds[payload.kind].title] : [...payload.layers];
  return names.length === 0 ? '' : terminalLine` ${style.dim(`(${names.join(' > ')})`)}`;
}
