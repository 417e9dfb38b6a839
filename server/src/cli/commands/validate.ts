import { cwd } from 'node:process';
import { nodePlatform } from '../../adapters/nodePlatform.js';
import { createVersionControl } from '../../adapters/versionControl.js';
import {
  addToList,
  allProblemCodes,
  type Analysis,
  type BaselineEntry,
  baselineEntry,
  codeCounts,
  type CountedResult,
  countedResult,
  type DocumentProblems,
  type FileProblem,
  FleetRecorder,
  type Masking,
  maskingOf,
  matchesCode,
  type ProblemGroup,
  problemsByDocument,
  problemsResult,
  ProblemSummary,
  type ReportedProblems,
  reportedUnder,
  severities,
  type Severity,
  unrecognisedIn,
  validate as problemsOf,
  type ValidationResult,
  validationResult,
  type ValidationSummary,
  validationSummary,
} from '../../core/index.js';
import { counted, errorMessage } from '../../core/names.js';
import { version } from '../../version.js';
import {
  type Command,
  type CommandIo,
  didYouMean,
  exitStatus,
  type ParsedArguments,
  sharedOptions,
  UsageError,
  words,
  worse,
} from '../command.js';
import { acceptedBy, baselineOptions, pathInBaseline, writeBaseline } from '../baseline.js';
import { reportingOptions } from '../configuration.js';
import { fixed, type FixedFile, writeFixed } from '../fixing.js';
import {
  cloudConfigOptions,
  type ConfiguredInput,
  jsonResults,
  outputMasking,
  processFiles,
  releaseOptions,
} from '../inputs.js';
import { patchOf } from '../output/patch.js';
import { githubAnnotations, gitlabReport, junitReport } from '../output/pipelines.js';
import { problemsPage, readExplanations } from '../output/problemsPage.js';
import { sarifLog } from '../output/sarif.js';
import { linesOf, summaryText, textOf } from '../output/validation.js';
import { printJson } from '../output/style.js';
import { codesText, problemGroupsText } from '../output/summaries.js';
import { createStyle, type Style, terminalLine, terminalLines, terminalOutput } from '../output/terminal.js';
import { recordOptions } from '../records.js';
import { spreadOptions } from '../spreadFiles.js';
import { karpenterOptions } from './render/karpenter.js';

const formats = ['text', 'concise', 'summary', 'json', 'sarif', 'github', 'gitlab', 'junit'] as const;

export const validate: Command = {
  name: 'validate',
  summary: 'report every problem of a document and of the payloads inside it',
  operands: 'FILE|DIR...',
  options: {
    ...sharedOptions,
    ...releaseOptions,
    ...reportingOptions,
    ...baselineOptions,
    ...spreadOptions,
    ...recordOptions,
    ...cloudConfigOptions,
    ...karpenterOptions,
    strict: { type: 'boolean', help: "report an error for content that isn't recognised" },
    select: {
      type: 'string',
      value: 'CODES',
      help: 'only report problems with these codes, such as contract/unknown-field,cloud-config/*',
      values: () => allProblemCodes,
    },
    summary: {
      type: 'string',
      value: 'code|image|group',
      help: 'only count problems, for each of these',
    },
    'fail-on': {
      type: 'string',
      value: 'error|warning|information',
      help: 'least severity that makes the exit status 1 (default: error)',
    },
    'max-warnings': { type: 'string', value: 'NUMBER', help: 'end with 1 if there are more warnings than this' },
    fix: { type: 'boolean', help: 'write all safe fixes, and report the problems left' },
    diff: {
      type: 'boolean',
      help: 'print what --fix would change, and write nothing; ends with 1 if that is anything',
    },
    format: {
      type: 'string',
      value: formats.join('|'),
      help: 'how to print the result (default: text); concise has a line for each problem, summary for each code',
    },
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

A fix is safe if only one correction is possible, so the node reads what was meant. --fix also makes those inside of
payloads, which are encoded and written back; it writes only files in UTF-8, never through links, and not into a file that
changed meanwhile. --diff shows changes inside of a payload in its decoded text, with secrets masked.

With --karpenter v1.6.3, NodePools and AKSNodeClasses are checked as that release of Karpenter's Azure provider refuses
them, and --karpenter-settings adds what Karpenter knows of the cluster.

With --node-image 202603.30.0..202608.20.0, a node config is checked for all node images from one to the other, such as
those that AKS supports; a field is reported with the images that drop it.

Examples
  aks-bootstrap validate aks-node-controller-config.json
  aks-bootstrap validate --format concise --select 'contract/*' fleet
  aks-bootstrap validate --fail-on warning .
  aks-bootstrap validate --diff . && aks-bootstrap validate --fix .
  aks-bootstrap validate --node-image 202605.27.0 aks-node-controller-config.json
  az vmss show ... | aks-bootstrap validate --name vmss.json -
  aks-bootstrap validate --format sarif configs > problems.sarif`,
  async run(args, io) {
    const format = args.flag('ndjson') ? 'json' : (args.choice('format', formats) ?? 'text');
    const by = summaryOption(args, format);
    const fixing = fixingOf(args, format);
    const isSelected = selection(args);
    const failing = severitiesFrom(args.choice('fail-on', ['error', 'warning', 'information']) ?? 'error');
    const mostWarnings = args.parsed('max-warnings', wholeNumber, 'a whole number such as 0');
    const masking = outputMasking(args);
    const plain = withoutFiles(masking);
    const style = createStyle(io.colour);
    const baseline = args.text('write-baseline');
    const context = {
      strict: args.flag('strict'),
      ...(args.text('instance-data') === undefined && { instanceDataFault: noInstanceData }),
    };
    const json = by === undefined ? jsonResults(args, io, masking, format) : undefined;
    const isReport = ['sarif', 'github', 'gitlab', 'junit'].includes(format);
    const kept = (result: ValidationResult): KeptResult => ({
      counted: countedResult(result),
      ...(isReport && { full: result }),
    });
    const recorder = isGrouped(by) ? new FleetRecorder() : undefined;
    const work = (
      read: Analysis,
      file: string,
      { settings, accepted, wasFound }: ConfiguredInput,
    ): { result: KeptResult; json?: object; status: number } => {
      const reportedOf = (any: Analysis): ReportedProblems => {
        const found = reportedUnder(settings, problemsOf(any).problems, accepted);
        return { ...found, problems: found.problems.filter(isSelected) };
      };
      const fix = fixing && fixed(read, (any) => reportedOf(any).problems);
      if (fix !== undefined) masking.about(fix.analysis);
      if (fix?.isComplete === false)
        io.err(terminalLine`aks-bootstrap: ${file}: there was no time for all fixes\n`.masked(plain));
      if (fixing === 'diff' && fix !== undefined) {
        for (const steps of fix.documents)
          io.out(patchOf(file, steps, read, fix.analysis, masking, style).masked(masking));
        const result = { file, problems: [], fixed: fix.applied };
        return { result: kept(result), status: fix.applied > 0 ? exitStatus.problems : exitStatus.fine };
      }
      const unwritten = fix && writeError(file, read, fix);
      if (unwritten !== undefined)
        io.err(terminalLine`aks-bootstrap: ${file} is not fixed: ${unwritten}\n`.masked(masking));
      const isWritten = fix !== undefined && unwritten === undefined;
      const analysis = isWritten ? fix.analysis : read;
      const asked = reportedOf(analysis);
      const reported = baseline === undefined ? asked : acceptedBy(baseline, asked);
      const entry =
        baseline === undefined
          ? undefined
          : baselineEntry(pathInBaseline(baseline, file), asked.problems, nodePlatform);
      const result = {
        ...(json === undefined ? problemsResult : validationResult)(file, analysis, masking, reported),
        ...(fix !== undefined && { fixed: isWritten ? fix.applied : 0 }),
      };
      for (const { rule, error } of problemsOf(analysis).failures)
        io.err(
          terminalLine`aks-bootstrap: ${file}: the rule ${rule} failed and was left out: ${String(error)}\n`.masked(
            masking,
          ),
        );
      const quotes = result.problems.length > 0 || unrecognisedIn(analysis).length > 0;
      const isSilent = wasFound && result.problems.length === 0;
      if (format === 'text' && by === undefined && !isSilent)
        io.out(textOf(file, analysis, reported, style, masking).masked(quotes ? masking : plain));
      if (format === 'concise') io.out(linesOf(file, analysis, reported, style, masking).masked(masking));
      const isFaulty = result.problems.some(({ severity }) => failing.has(severity));
      const status = isFaulty ? exitStatus.problems : exitStatus.fine;
      const remaining = {
        ...kept(result),
        entry,
        stale: reported.stale,
        ...(recorder && { documents: problemsByDocument(analysis, reported.problems, masking, recorder) }),
      };
      return { result: remaining, json: result, status: unwritten === undefined ? status : exitStatus.usage };
    };
    // A file is written from the working folder, which a thread can't change.
    const inputs = { context, images: 'range', folders: true, isSpread: fixing !== 'fix', json } as const;
    const { results, status, skipped } = await processFiles(args, io, masking, work, inputs);
    const whole = results.map((one) => ('error' in one ? kept({ problems: [], ...one }) : one));
    const all = whole.map(({ counted }) => counted);
    const reports = whole.flatMap(({ full }) => full ?? []);
    const stale = whole.reduce((sum, one) => sum + (one.stale ?? 0), 0);
    const summary = { ...validationSummary(all, skipped), ...(stale > 0 && { stale }) };
    if (fixing === 'diff') {
      const files = all.filter((one) => (one.fixed ?? 0) > 0).length;
      io.own(
        terminalLine`${style.bold(`${counted(summary.fixed ?? 0, 'fix', 'fixes')} in ${counted(files, 'file')}, nothing written`)}\n`
          .text,
      );
      return status;
    }
    if (by !== undefined) printSummary(by, format, whole, summary, io, masking, style);
    else if (json === undefined) print(format, { reports, summary }, failing, io, masking, style);
    else json.end({ summary });
    if (baseline !== undefined) {
      const entries = whole.flatMap(({ entry }) => entry ?? []);
      return worse(status, writeBaseline(baseline, entries, summary.unreadable, io, masking));
    }
    return summary.warnings > (mostWarnings ?? Infinity) ? worse(status, exitStatus.problems) : status;
  },
};

/** Whether to fix the files, or only to print how. Throws {@link UsageError} for combinations that make no sense. */
function fixingOf(args: ParsedArguments, format: string): 'fix' | 'diff' | undefined {
  if (args.flag('diff')) {
    if (format !== 'text') throw new UsageError('--diff prints changes, so it accepts only --format text');
    return 'diff';
  }
  if (!args.flag('fix')) return undefined;
  if (args.files.includes('-'))
    throw new UsageError('--fix writes files; to see the fixes of standard input, use --diff');
  return 'fix';
}

/** Writes a fixed file, if there is something to write; returns why that isn't possible. */
function writeError(file: string, read: Analysis, { analysis, applied }: FixedFile): string | undefined {
  if (applied === 0) return undefined;
  try {
    writeFixed(file, read, analysis);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

const noInstanceData = 'cloud-init rejects a template without instance data; name a file with --instance-data.';

type Selection = (found: FileProblem) => boolean;

/** The problems that `--select` names; all without it. Throws {@link UsageError} for codes that don't exist. */
function selection(args: ParsedArguments): Selection {
  const list = args.text('select');
  const patterns = list === undefined ? undefined : words(list);
  for (const pattern of patterns ?? [])
    if (!allProblemCodes.some((code) => matchesCode(pattern, code)))
      throw new UsageError(`--select: there is no code ${pattern}${didYouMean(pattern, allProblemCodes)}`);
  return ({ code }) => patterns?.some((pattern) => matchesCode(pattern, code)) ?? true;
}

/** The severities that are at least this one. */
function severitiesFrom(least: Severity): ReadonlySet<Severity> {
  return new Set(severities.slice(0, severities.indexOf(least) + 1));
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** What problems are counted by. */
type SummaryKind = 'code' | 'image' | 'group';

/** What `--summary` chooses; `--format summary` counts by code. */
function summaryOption(args: ParsedArguments, format: string): SummaryKind | undefined {
  const chosen = args.choice('summary', ['code', 'image', 'group']);
  if (chosen !== undefined && (args.flag('ndjson') || !['text', 'json', 'summary'].includes(format)))
    throw new UsageError('--summary prints text, or JSON with --format json');
  return chosen ?? (format === 'summary' ? 'code' : undefined);
}

function isGrouped(by: SummaryKind | undefined): by is 'image' | 'group' {
  return by === 'image' || by === 'group';
}

function printSummary(
  by: SummaryKind,
  format: string,
  results: readonly KeptResult[],
  summary: ValidationSummary,
  io: CommandIo,
  masking: Masking,
  style: Style,
): void {
  const byFile = new Map<string, CountedResult['problems'][]>();
  for (const { counted } of results) addToList(byFile, counted.file, counted.problems);
  const counted = [...byFile.values()].map((lists) => lists.flat());
  const groups = isGrouped(by) ? problemGroups(by, results) : undefined;
  if (format === 'json') {
    const unreadable = results.flatMap(({ counted: { file, error } }) =>
      error === undefined ? [] : [{ file, error }],
    );
    printJson(io, masking, unreadable, { summary, by, ...(groups ? { groups } : { codes: codeCounts(counted) }) });
    return;
  }
  const text = groups ? problemGroupsText(groups, style) : codesText(codeCounts(counted), style, { noun: 'file' });
  const space = groups === undefined && summary.files > 0 && counted.some(({ length }) => length > 0) ? '\n' : '';
  io.out(terminalLine`${text}${terminalLines(space)}${style.bold(summaryText(summary))}\n`.masked(masking));
}

function problemGroups(by: 'image' | 'group', results: readonly KeptResult[]): readonly ProblemGroup[] {
  const found = new ProblemSummary(by);
  for (const { counted, documents } of results) found.add(counted.file, documents ?? []);
  return found.groups;
}

/** The folder that paths in reports start at: the root of the repository around the working folder. */
function rootFolder(): string {
  return createVersionControl().rootOf('.') ?? cwd();
}

/** What remains of the result of a file. */
interface KeptResult {
  readonly counted: CountedResult;
  /** For formats that are printed at the end. */
  readonly full?: ValidationResult;
  /** For a summary by documents. */
  readonly documents?: readonly DocumentProblems[];
  /** For the baseline that is written. */
  readonly entry?: BaselineEntry | undefined;
  /** Problems that the baseline accepts and the file doesn't have. */
  readonly stale?: number;
}

/** For counts, and names and kinds of files: the secrets of files, which take long to find, can't be in them. */
function withoutFiles({ showsSecrets }: Masking): Masking {
  return maskingOf([], { showSecrets: showsSecrets });
}

/** What is printed at the end; `reports` are only there for formats that need them. */
interface Validated {
  readonly reports: readonly ValidationResult[];
  readonly summary: ValidationSummary;
}

function print(
  format: (typeof formats)[number],
  { reports: results, summary }: Validated,
  failing: ReadonlySet<Severity>,
  io: CommandIo,
  masking: Masking,
  style: Style,
): void {
  switch (format) {
    case 'json':
      break;
    case 'sarif':
      io.out(
        terminalOutput(
          masking.json(
            sarifLog(results, {
              root: rootFolder(),
              version,
              explanations: readExplanations(io.readOwnFile(problemsPage)),
            }),
          ),
        ),
      );
      break;
    case 'gitlab':
      io.out(terminalOutput(masking.json(gitlabReport(results, rootFolder()))));
      break;
    case 'junit':
      io.out(terminalOutput(masking.text(junitReport(results, failing))));
      break;
    case 'github':
      io.out(terminalLines(githubAnnotations(results)).masked(masking));
      break;
    case 'summary':
      break;
    case 'text':
    case 'concise':
      io.out(terminalLine`${style.bold(summaryText(summary))}\n`.masked(withoutFiles(masking)));
  }
}
