import {
  type Analysis,
  type Masking,
  maskingOf,
  pathText,
  problemResult,
  unrecognisedIn,
  validate as problemsOf,
  type ValidationResult,
  validationResult,
  type ValidationSummary,
  validationSummary,
} from '../../core/index.js';
import { defaultCloudInitVersion } from '../../core/names.js';
import { type Command, type CommandIo, exitStatus, sharedOptions } from '../command.js';
import { outputMasking, processFiles, releaseOptions } from '../inputs.js';
import { positionOf, ProblemFrames } from '../output/frames.js';
import { githubAnnotations, sarifLog } from '../output/problems.js';
import { count, printJson } from '../output/style.js';
import {
  createStyle,
  joined,
  type Style,
  terminalLine,
  terminalLines,
  terminalOutput,
  type TerminalText,
} from '../output/terminal.js';
import { karpenterOptions } from './render/karpenter.js';

export const validate: Command = {
  name: 'validate',
  summary: 'report every problem of a document and of the payloads inside it',
  operands: 'FILE|DIR...',
  options: {
    ...sharedOptions,
    ...releaseOptions,
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
    ...karpenterOptions,
    strict: { type: 'boolean', help: 'report an error for content that is not recognised, and so not checked' },
    format: { type: 'string', value: 'text|json|sarif|github', help: 'how to print the result (default: text)' },
  },
  details: `The kind of a document follows from --kind, else from its name, else from its content. Payloads
inside it are decoded and validated by their own rules; their problems are shown in the decoded text, with
the position in the file and the payload path. A file that isn't recognised is not checked, and is counted
apart from files without problems.

A folder stands for all files below it, and a pattern such as 'fleet/**/*.json' (quoted) for those that match it, without
what Git ignores, links and node_modules. Of these files, only the recognised ones are checked, and only those with
problems are listed; --strict doesn't count the others as errors.

A comment such as "# aks-bootstrap: ignore cloud-config/unusual-path" ignores a problem of its line or the
next line of a cloud-config; "ignore-file" ignores it in the whole file. The verdict of cloud-init doesn't change.

With --karpenter v1.6.3, NodePools and AKSNodeClasses are checked as that release of Karpenter's Azure provider refuses
them, and --karpenter-settings adds what Karpenter knows of the cluster.

With --node-image 202603.30.0..202608.20.0, a node config is checked for all node images from one to the other, such as
those that AKS supports; a field is reported with the images that drop it.

Examples
  aks-bootstrap validate aks-node-controller-config.json
  aks-bootstrap validate --node-image 202605.27.0 aks-node-controller-config.json
  az vmss show ... | aks-bootstrap validate --name vmss.json -
  aks-bootstrap validate --format sarif configs > problems.sarif`,
  async run(args, io) {
    const format = args.choice('format', ['text', 'json', 'sarif', 'github']) ?? 'text';
    const masking = outputMasking(args);
    // For names and kinds of files. The secrets of a file, which take long to find, can't be in them.
    const plain = maskingOf([], { showSecrets: masking.showsSecrets });
    const style = createStyle(io.colour);
    const context = {
      strict: args.flag('strict'),
      ...(args.text('instance-data') === undefined && { instanceDataFault: noInstanceData }),
    };
    const work = (analysis: Analysis, file: string, wasFound: boolean) => {
      const result = validationResult(file, analysis, masking);
      for (const { rule, error } of problemsOf(analysis).failures)
        io.err(
          terminalLine`aks-bootstrap: ${file}: the rule ${rule} failed and was left out: ${String(error)}\n`.masked(
            masking,
          ),
        );
      const quotes = result.problems.length > 0 || unrecognisedIn(analysis).length > 0;
      const isSilent = wasFound && result.problems.length === 0;
      if (format === 'text' && !isSilent)
        io.out(textOf(file, analysis, style, masking).masked(quotes ? masking : plain));
      const isFaulty = result.problems.some(({ severity }) => severity === 'error');
      return { result, status: isFaulty ? exitStatus.problems : exitStatus.fine };
    };
    const inputs = { context, images: 'range', folders: true } as const;
    const { results, status, skipped } = await processFiles(args, io, masking, work, inputs);
    print(
      format,
      results.map((one) => ('error' in one ? { problems: [], ...one } : one)),
      skipped,
      io,
      masking,
      style,
    );
    return status;
  },
};

const noInstanceData = 'cloud-init rejects a template without instance data; name a file with --instance-data.';

function textOf(file: string, analysis: Analysis, style: Style, masking: Masking): TerminalText {
  const { problems, ignored: left } = problemsOf(analysis);
  const ignored = left.length === 0 ? '' : ` (${left.length} ignored by comments)`;
  const notChecked = unrecognisedIn(analysis);
  const isRecognised = !notChecked.includes(analysis.root);
  const kind = isRecognised ? kindTitle(analysis) : 'not recognised';
  const outcome =
    problems.length > 0
      ? `${kind}, ${count(problems.length, 'problem')}`
      : isRecognised
        ? `${kind}, no problems`
        : `${kind}, not checked`;
  const rest =
    isRecognised && notChecked.length > 0 && analysis.context.strict !== true
      ? `; not recognised, not checked: ${notChecked.map(({ name }) => name).join(', ')}`
      : '';
  const frames = new ProblemFrames(analysis, masking, style);
  const blocks = problems.map((found) => {
    const { message, related = [] } = problemResult(analysis, found, masking);
    const inside = found.layers.length === 0 ? '' : terminalLine`\n  ${style.dim(`inside ${pathText(found)}`)}`;
    const head = terminalLine`${style.bold(positionOf(file, analysis, found))} ${style.severity(found.severity, found.severity)} ${style.dim(found.code)}`;
    const see = related.map(({ message: place, range: { start } }) => {
      return terminalLine`\n  ${style.dim(`see ${file}:${start.line + 1}:${start.character + 1}`)} ${place}`;
    });
    return terminalLine`${head}\n  ${message}${inside}${joined(see)}\n${frames.frameOf(found)}\n\n`;
  });
  return terminalLine`${style.bold(file)}: ${outcome}${rest}${ignored}\n\n${joined(blocks)}`;
}

/** What a file is; one that isn't itself recognised may hold documents that are. */
function kindTitle({ kind, title }: Analysis): string {
  return kind === 'unknown' ? 'document with payloads' : title;
}

/** `2 files, 1 error, 0 warnings`; files that were not checked are counted apart. */
function summaryText({ files, unrecognised, unreadable, errors, warnings }: ValidationSummary): string {
  const isComplete = unrecognised === 0 && unreadable === 0;
  const counts = [
    count(files - unrecognised - unreadable, 'file') + (isComplete ? '' : ' checked'),
    ...(unrecognised === 0 ? [] : [`${unrecognised.toLocaleString('en')} not recognised`]),
    ...(unreadable === 0 ? [] : [`${unreadable.toLocaleString('en')} unreadable`]),
    count(errors, 'error'),
    count(warnings, 'warning'),
  ];
  return counts.join(', ');
}

function print(
  format: 'text' | 'json' | 'sarif' | 'github',
  results: readonly ValidationResult[],
  skipped: number,
  io: CommandIo,
  masking: Masking,
  style: Style,
): void {
  const summary = validationSummary(results, skipped);
  switch (format) {
    case 'json':
      printJson(io, masking, results, { summary });
      break;
    case 'sarif':
      io.out(terminalOutput(masking.json(sarifLog(results))));
      break;
    case 'github':
      io.out(terminalLines(githubAnnotations(results)).masked(masking));
      break;
    case 'text':
      io.own(terminalLine`${style.bold(summaryText(summary))}\n`.text);
  }
}
