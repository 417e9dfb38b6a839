import {
  allProblemCodes,
  bootChart,
  bootTimeline,
  chartReport,
  chartSvg,
  codeResult,
  codeTables,
  dayOfImage,
  errorNamed,
  parseRelease,
  type ProblemCode,
  problemCodes,
  problemHref,
  provisioningReport,
  maskingOf,
  nearestErrorName,
  type ExplainedCode,
  type Explanation,
  explainCode,
  explainFailure,
  explainShellCode,
  explanationResult,
  sourceOf,
  unreadReason,
  type BootText,
  type FailureFamily,
  type TextDay,
} from '../../core/index.js';
import { failureFamilies } from '../../core/names.js';
import {
  type Command,
  type CommandIo,
  exitStatus,
  type ParsedArguments,
  sharedOptions,
  UsageError,
} from '../command.js';
import { isCase } from '../caseFiles.js';
import { checkoutFor, jsonResults, outputMasking, processFiles } from '../inputs.js';
import { chartText, codeText, explanationText } from '../output/explanation.js';
import { plainText, problemsPage, readExplanations } from '../output/problemsPage.js';
import { recordOptions } from '../records.js';
import { spreadOptions } from '../spreadFiles.js';
import { printJson, printOwnJson } from '../output/style.js';
import { createStyle, joined, terminalLine, terminalOutput } from '../output/terminal.js';
import { explainCase } from './explainCase.js';

export const explain: Command = {
  name: 'explain',
  summary: 'what a failure of provisioning means, from any text that shows it',
  operands: 'FILE...',
  options: {
    ...sharedOptions,
    ...spreadOptions,
    ...recordOptions,
    code: {
      type: 'string',
      value: 'NUMBER|NAME',
      help: 'explain an exit code or the name of an error, without a file',
    },
    name: {
      ...sharedOptions.name,
      help: 'the file name of standard input (-), or without a file the name of an error to explain',
    },
    'node-image': { type: 'string', value: 'VERSION', help: 'the node image whose scripts ran, such as 202602.10.0' },
    release: { type: 'string', value: 'TAG', help: 'the same by its AgentBaker release, such as v0.20260210.0' },
    image: { type: 'string', value: 'VERSION', help: 'the same as --node-image' },
    format: {
      type: 'string',
      value: 'text|json|svg|markdown',
      help: 'how to print the result (default: text); svg draws a timeline, markdown is a report for a ticket',
    },
    case: { type: 'boolean', help: 'explain all files together as one case, as for a folder or an archive' },
    timeline: { type: 'boolean', help: 'combine the boot steps of all files into one timeline' },
    table: {
      type: 'string',
      value: failureFamilies.join('|'),
      help: 'the table that the code is from (default: detected from the text; every table for --code)',
    },
  },
  details: `A file may hold an error of the portal, an entry of the activity log, a deployment error, an instance view,
a status file of the extension, provision.json, output of az, PowerShell or Terraform, what kubectl describe
prints, a log of the node, its journal or its serial console; escaped, wrapped or cut. The exit code in
the provision status on the node has priority over the one of the extension. Codes within the trace of a
script are ignored. For a text without a code the reason is shown.

With --timeline the files are the logs of one node (cloud-init.log, cloud-init-output.log,
cluster-provision.log, waagent.log, aks-node-controller.log, the journal, the console, provision.json,
conditions, instance views, events, …); the steps of its
boot are shown as a chart by time, with failed steps, the slowest one and the longest gap.
Time zones, years and clock changes that had to be guessed are listed below it.

A folder or an archive (.zip, .tar, .tar.gz, .tgz, .gz) is a case: logs, errors and configs of one or several
nodes; an archive can also be standard input. With --case, so are several files. One sentence says who failed and why, then come the instances, each
distinct failure with the lines that show it, the fields of the node config behind it, next steps and the
timeline, and at the end the files that were not understood. Links are not followed; archives in archives
are opened.

The exit status is 0 if a failure was explained. It is 1 for a --code that no table has.

Examples
  pbpaste | aks-bootstrap explain -
  az vmss get-instance-view ... | aks-bootstrap explain --name instance-view.json -
  aks-bootstrap explain case/
  aks-bootstrap explain --format markdown support-bundle.tar.gz > report.md
  aks-bootstrap explain --timeline cloud-init.log waagent.log provision.json
  aks-bootstrap explain --timeline --format svg *.log > boot.svg
  aks-bootstrap explain 50
  aks-bootstrap explain contract/unknown-field
  aks-bootstrap explain --code 10 --node-image 202101.05.0
  aks-bootstrap explain --name VMExtensionError_OutboundConnFail
  aks-bootstrap explain --code 50 --table windows`,
  async run(args, given) {
    const merged = args.flag('timeline');
    const family = args.choice('table', failureFamilies);
    const day = dayOption(args);
    const [named] = args.files;
    const problemCode = args.files.length === 1 ? allProblemCodes.find((one) => one === named) : undefined;
    if (problemCode !== undefined) return explainProblem(problemCode, args, given);
    const hasRecords = args.flag('ndjson');
    if (hasRecords && merged) throw new UsageError('--timeline is about all files together, so it excludes --ndjson');
    const code = hasRecords ? undefined : (args.text('code') ?? nameOfError(args) ?? bareCode(args.files));
    if (code !== undefined) return explainCodeOption(code, family, day, args, given);
    const format = formatOption(args, merged);
    const io = rereadable(given);
    if (!hasRecords && (await isCase(args, io))) return explainCase(args, io, { family, day, format });
    const masking = outputMasking(args);
    const style = createStyle(io.colour);
    const texts: BootText[] = [];
    const json = merged ? undefined : jsonResults(args, io, masking, format);
    const { results, status } = await processFiles(
      args,
      io,
      masking,
      (analysis, file) => {
        const { text, failureText, lines, context } = analysis;
        const { exitCodes } = context;
        const budget = analysis.newBudget();
        const explanation = withUnreadReason(
          explainFailure(failureText, { family, day, exitCodes, masking, budget }),
          unreadReason(analysis),
        );
        if (merged) texts.push({ name: file, text, read: failureText, budget: analysis.newBudget() });
        if (format === 'text' && !merged)
          io.out(terminalLine`${explanationText(file, explanation, style)}\n`.masked(masking));
        if (format === 'markdown' && !merged)
          io.out(terminalOutput(masking.markdown(provisioningReport(explanation, file, lines))));
        const result = { file, ...explanationResult(explanation, lines) };
        return json === undefined ? { result } : { result: {}, json: result };
      },
      { images: 'time', json, isSpread: !merged },
    );
    const timeline = merged ? bootTimeline(texts, masking) : undefined;
    json?.end();
    if (merged && format === 'json') printJson(io, masking, results, { timeline });
    else if (timeline !== undefined) {
      const chart = bootChart(
        timeline,
        texts.map(({ name }) => name),
      );
      if (format === 'text') io.out(chartText(chart, style).masked(masking));
      else
        io.out(terminalOutput(format === 'svg' ? masking.text(chartSvg(chart)) : masking.markdown(chartReport(chart))));
    }
    return status;
  },
};

/** Standard input that can be read again, after looking whether it is an archive. */
function rereadable(io: CommandIo): CommandIo {
  let input: Promise<Uint8Array> | undefined;
  return { ...io, readStandardInput: () => (input ??= io.readStandardInput()) };
}

/** A file that can't be read as text has a better reason for not being explained than what its text doesn't contain. */
function withUnreadReason(explanation: Explanation, reason: string | undefined): Explanation {
  const { silence } = explanation;
  if (silence?.kind !== 'unrelated' || reason === undefined) return explanation;
  return { ...explanation, silence: { ...silence, reason } };
}

/** Only a timeline is drawn. */
function formatOption(args: ParsedArguments, merged: boolean): Format {
  if (args.flag('ndjson')) return 'json';
  const formats: readonly Format[] = merged ? ['text', 'json', 'svg', 'markdown'] : ['text', 'json', 'markdown'];
  return args.choice('format', formats) ?? 'text';
}

type Format = 'text' | 'json' | 'svg' | 'markdown';

/** What a code of `validate` means, and where it is explained. */
function explainProblem(code: ProblemCode, args: ParsedArguments, io: CommandIo): number {
  const { severity, title } = problemCodes[code];
  const explanation = readExplanations(io.readOwnFile(problemsPage)).get(code);
  if (formatOption(args, false) === 'json')
    printOwnJson(io, [{ code, severity, title, explanation, href: problemHref(code) }]);
  else {
    const text = explanation === undefined ? '' : `\n${plainText(explanation).replace(/^(?=.)/gm, '  ')}\n`;
    io.own(`${code}: ${severity}\n  ${title}.\n${text}\n  more       ${problemHref(code)}\n`);
  }
  return exitStatus.fine;
}

/** `explain --name ERR_OUTBOUND_CONN_FAIL`; with a file, the option names standard input. */
function nameOfError(args: ParsedArguments): string | undefined {
  return args.files.length === 0 ? args.text('name') : undefined;
}

/** `explain 50` and `explain ERR_OUTBOUND_CONN_FAIL`; a file of this name is `./50`. */
function bareCode([file, ...others]: readonly string[]): string | undefined {
  const isCode =
    file !== undefined &&
    others.length === 0 &&
    /^(?:-?\d{1,10}|(?:ERR|WINDOWS_CSE)_[A-Z0-9_]+|\w*VMExtensionError\w*)$/.test(file);
  return isCode ? file : undefined;
}

function dayOption(args: ParsedArguments): TextDay | undefined {
  const release = args.parsed('release', parseRelease, 'a tag such as v0.20260527.0');
  const image = args.text('image') ?? args.text('node-image') ?? release?.version;
  if (image === undefined) return undefined;
  const day = dayOfImage(image);
  if (day === undefined)
    throw new UsageError(
      `--node-image must be a version such as 202602.10.0 or 2021.10.12, not ${JSON.stringify(image)}`,
    );
  return day;
}

async function explainCodeOption(
  text: string,
  family: FailureFamily | undefined,
  day: TextDay | undefined,
  args: ParsedArguments,
  io: CommandIo,
): Promise<number> {
  if (args.text('code') !== undefined && args.files.length > 0)
    throw new UsageError("--code explains a code; it can't be combined with files");
  const exitCodes = (await checkoutFor(args, io, maskingOf([]), 'any'))?.exitCodes;
  const named = errorNamed(text, exitCodes);
  if (named === undefined && !/^-?\d{1,10}$/.test(text)) throw new UsageError(unknownName(text));
  const code = named?.code ?? Number(text);
  const families = family === undefined ? failureFamilies : [family];
  const shell = named === undefined ? explainShellCode(code) : undefined;
  const listed = families.flatMap((one) =>
    explainCode(one, code, { day, exitCodes })
      .filter(({ name }) => named === undefined || name === named.name)
      .map((entry) => ({ table: { ...codeTables[one], source: sourceOf(one, entry, exitCodes) }, entry })),
  );
  const found: ExplainedCode[] = [...(shell === undefined ? [] : [{ table: undefined, entry: shell }]), ...listed];
  if (args.choice('format', ['text', 'json']) === 'json')
    printOwnJson(
      io,
      found.map((one) => codeResult(code, one)),
    );
  else if (found.length > 0) {
    const texts = found.map((one) => codeText(code, one, createStyle(io.colour)));
    io.own(joined(texts, '\n').text);
  }
  if (found.length > 0) return exitStatus.fine;
  const tables = family === undefined ? 'no table has' : `the table ${family} does not have`;
  const then = day === undefined ? '' : ` on ${day.day}`;
  const others = families.flatMap((one) =>
    explainCode(one, code).flatMap(({ name, since, until }) => periodOf(name, since, until)),
  );
  const other = day === undefined || others.length === 0 ? '' : `; at other times it was ${others.join(', ')}`;
  io.err(terminalLine`aks-bootstrap explain: ${tables} the code ${code}${then}${other}\n`.masked(outputMasking(args)));
  return exitStatus.problems;
}

function periodOf(name = '', since: string | null = null, until: string | null = null): string {
  const from = since === null ? '' : ` from ${since}`;
  return `${name}${from}${until === null ? ' on' : ` until ${until}`}`;
}

function unknownName(text: string): string {
  const near = nearestErrorName(text);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  return `no table has an error of the name ${JSON.stringify(text)}, and it isn't a whole number${hint}`;
}
