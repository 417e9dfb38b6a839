import {
  type Analysis,
  kinds,
  isKnown,
  problemResult,
  validate as problemsOf,
  type ValidationResult,
  validationResult,
  validationSummary,
} from '../../core/index.js';
import { defaultCloudInitVersion } from '../../core/names.js';
import { type Command, type CommandIo, exitStatus, sharedOptions } from '../command.js';
import { processFiles } from '../inputs.js';
import { codeFrame, githubAnnotations, sarifLog } from '../output/problems.js';
import { count, createStyle, printJson, type Style } from '../output/style.js';

export const validate: Command = {
  name: 'validate',
  summary: 'report every problem of a document and of the payloads inside it',
  operands: 'FILE...',
  options: {
    ...sharedOptions,
    'node-image': {
      type: 'string',
      value: 'VERSION',
      help: 'warn about fields that need a newer node image than this one, such as 202605.27.0',
    },
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
    format: { type: 'string', value: 'text|json|sarif|github', help: 'how to print the result (default: text)' },
  },
  details: `The kind of a document follows from --kind, else from its name, else from its content. Payloads
inside it are decoded and validated by their own rules; their problems are shown at their position in
the file, with the payload path.

A comment such as "# aks-bootstrap: ignore cloud-config/unusual-path" ignores a problem of its line or the
next line of a cloud-config; "ignore-file" ignores it in the whole file. The verdict of cloud-init doesn't change.

Examples
  aks-bootstrap validate aks-node-controller-config.json
  aks-bootstrap validate --node-image 202605.27.0 aks-node-controller-config.json
  az vmss show ... | aks-bootstrap validate --name vmss.json -
  aks-bootstrap validate --format sarif configs/*.json > problems.sarif`,
  async run(args, io) {
    const format = args.choice('format', ['text', 'json', 'sarif', 'github']) ?? 'text';
    const showSecrets = args.flag('show-secrets');
    const style = createStyle(io.colour);
    const { results, status } = await processFiles(args, io, (analysis, file) => {
      const result = validationResult(file, analysis, showSecrets);
      for (const { rule, error } of problemsOf(analysis).failures)
        io.err(`aks-bootstrap: ${file}: the rule ${rule} failed and was left out: ${String(error)}\n`);
      if (format === 'text') io.out(textOf(file, analysis, style, showSecrets));
      const isFaulty = result.problems.some(({ severity }) => severity === 'error');
      return { result, status: isFaulty ? exitStatus.problems : exitStatus.fine };
    });
    print(
      format,
      results.map((one) => ('error' in one ? { problems: [], ...one } : one)),
      io,
      style,
    );
    return status;
  },
};

function textOf(file: string, analysis: Analysis, style: Style, showSecrets: boolean): string {
  const { problems, ignored: left } = problemsOf(analysis);
  const ignored = left.length === 0 ? '' : ` (${left.length} ignored by comments)`;
  const kind = kinds[analysis.kind].title;
  if (problems.length === 0) {
    const isChecked = isKnown(analysis) || analysis.root.children.length > 0;
    const outcome = isChecked ? `${kind}, no problems` : 'not recognised, not checked';
    return `${style.bold(file)}: ${outcome}${ignored}\n\n`;
  }
  const blocks = problems.map((found) => {
    const { line, character } = analysis.lines.positionAt(found.span.start);
    const { message, related = [] } = problemResult(analysis, found, showSecrets);
    const inside =
      found.layers.length === 0 ? '' : `\n  ${style.dim(`inside ${found.layers.join(' > ')}${found.pointer}`)}`;
    const head = `${style.bold(`${file}:${line + 1}:${character + 1}`)} ${style.severity(found.severity, found.severity)} ${style.dim(found.code)}`;
    const see = related.map(({ message: place, range: { start } }) => {
      return `\n  ${style.dim(`see ${file}:${start.line + 1}:${start.character + 1}`)} ${place}`;
    });
    return `${head}\n  ${message}${inside}${see.join('')}\n${codeFrame(analysis, found, style, showSecrets)}\n`;
  });
  return `${style.bold(file)}: ${kind}, ${count(problems.length, 'problem')}${ignored}\n\n${blocks.join('\n')}\n`;
}

function print(
  format: 'text' | 'json' | 'sarif' | 'github',
  results: readonly ValidationResult[],
  io: CommandIo,
  style: Style,
): void {
  const summary = validationSummary(results);
  switch (format) {
    case 'json':
      printJson(io, results, { summary });
      break;
    case 'sarif':
      io.out(`${JSON.stringify(sarifLog(results), undefined, 2)}\n`);
      break;
    case 'github':
      io.out(githubAnnotations(results));
      break;
    case 'text':
      io.out(
        style.bold(
          `${count(summary.files, 'file')}, ${count(summary.errors, 'error')}, ${count(summary.warnings, 'warning')}\n`,
        ),
      );
  }
}
