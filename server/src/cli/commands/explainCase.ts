import { join } from 'node:path';
import {
  Analysis,
  bootChart,
  type Case,
  caseReport,
  CaseReader,
  chartReport,
  chartSvg,
  explainFailure,
  explanationResult,
  type FailureFamily,
  type GrowingMasking,
  type Masked,
  reportedUnder,
  type TextDay,
  validate,
} from '../../core/index.js';
import { counted } from '../../core/names.js';
import { nodePlatform } from '../../adapters/nodePlatform.js';
import { createVersionControl } from '../../adapters/versionControl.js';
import { caseFiles } from '../caseFiles.js';
import { type CommandIo, exitStatus, type ParsedArguments } from '../command.js';
import { configurations } from '../configuration.js';
import { checkoutFor, outputMasking, type UnreadableFile } from '../inputs.js';
import { leadsToFolder } from '../operands.js';
import { caseText } from '../output/case.js';
import { chartText } from '../output/explanation.js';
import { printJson } from '../output/style.js';
import { createStyle, terminalLine, terminalOutput } from '../output/terminal.js';

/** What the user chose besides the files. */
interface Chosen {
  readonly family: FailureFamily | undefined;
  readonly day: TextDay | undefined;
  readonly format: 'text' | 'json' | 'svg' | 'markdown';
}

/** Explains the files of one case together. */
export async function explainCase(
  args: ParsedArguments,
  io: CommandIo,
  { family, day, format }: Chosen,
): Promise<number> {
  const masking = outputMasking(args);
  const [first = '-'] = args.files;
  const checkout = await checkoutFor(args, io, masking, leadsToFolder(first) ? join(first, 'any') : first);
  const configured = await configurations(args, io, masking, createVersionControl());
  const options = { family, day, exitCodes: checkout?.exitCodes };
  const reader = new CaseReader(masking, options);
  const results: object[] = [];
  let status: number = exitStatus.fine;
  let read = 0;
  for await (const file of caseFiles(args, io)) {
    if ('reason' in file) {
      const reason = reader.leaveOut(file.name, file.reason);
      if (format === 'json') results.push(unreadable(masking.text(file.name), reason));
      if (file.wasNamed === undefined) continue;
      io.err(terminalLine`aks-bootstrap: ${file.name}: ${file.reason}\n`.masked(masking));
      status = exitStatus.usage;
      continue;
    }
    io.progress?.(`${counted(++read, 'file')} read`);
    const analysis = new Analysis({ name: file.name, content: file.bytes, kind: args.kind }, nodePlatform);
    const configuration = configured(file.name);
    reader.add(file.name, analysis, () => {
      const { problems } = validate(analysis);
      if (!configuration.ok) return problems;
      return reportedUnder(configuration.value.settings, problems, configuration.value.accepted).problems;
    });
    if (format === 'json') {
      const explanation = explainFailure(analysis.failureText, { ...options, masking, budget: analysis.newBudget() });
      // A copy, which doesn't keep the text of the file in memory.
      results.push(structuredClone({ file: file.name, ...explanationResult(explanation, analysis.lines) }));
    }
  }
  io.progress?.('');
  const found = reader.case;
  if (format === 'json') printJson(io, masking, results, { case: found });
  else print(found, args, io, masking, format);
  return status;
}

function print(
  found: Case,
  args: ParsedArguments,
  io: CommandIo,
  masking: GrowingMasking,
  format: 'text' | 'svg' | 'markdown',
): void {
  const [first = ''] = args.files;
  const single = first === '-' ? (args.text('name') ?? 'standard input') : first;
  const name = args.files.length === 1 ? single : counted(args.files.length, 'file');
  const style = createStyle(io.colour);
  if (!args.flag('timeline')) {
    if (format === 'text') io.out(caseText(name, found, style).masked(masking));
    else io.out(terminalOutput(masking.markdown(caseReport(found, { name, pathOf: (file) => file }))));
    return;
  }
  const [shown] = found.timelines;
  const empty = { steps: [], untimed: [], longestGap: null, slowest: null, silent: [], remarks: [] };
  const chart = bootChart(shown?.timeline ?? empty, [shown?.instance ?? name]);
  if (format === 'text') io.out(chartText(chart, style).masked(masking));
  else io.out(terminalOutput(format === 'svg' ? masking.text(chartSvg(chart)) : masking.markdown(chartReport(chart))));
}

function unreadable(file: Masked, message: Masked): UnreadableFile {
  return { file, error: { code: 'file/unreadable', message } };
}
