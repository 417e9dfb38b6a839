import type { Analysis } from '../analysis.js';
import type { CloudInitVerdict } from '../cloudConfig/read.js';
import type { ReportedProblems } from '../configuration/settings.js';
import type { FileProblem } from '../document/payload.js';
import type { ContractVerdict } from '../nodeConfig/view.js';
import type { Masking } from '../secrets/masking.js';
import { unrecognisedIn, validate } from '../validate.js';
import type { Severity } from '../problems/codes.js';
import { given, problemResult, type ProblemResult } from './answer.js';

/** The `validate` result of one file, as the machine-readable formats use it. */
export interface ValidationResult {
  readonly file: string;
  /** Absent for a file that could not be read. */
  readonly kind?: string;
  /** Present for a file or record that could not be read. */
  readonly error?: { readonly code: 'file/unreadable' | 'record/invalid'; readonly message: string };
  /** Present if nothing in the file is recognised, so that nothing was checked. */
  readonly unrecognised?: true;
  readonly problems: readonly ProblemResult[];
  /** Problems that comments of the file suppress, or other sources; absent if there are none. */
  readonly ignored?: readonly IgnoredResult[];
  /** For a node config: how aks-node-controller reads it. */
  readonly contract?: ContractVerdict;
  /** For a cloud-config: the verdict of cloud-init. */
  readonly cloudInit?: CloudInitVerdict;
  /** How many fixes were written into the file, with `--fix`. */
  readonly fixed?: number;
}

/** A problem that isn't reported. */
export interface IgnoredResult extends ProblemResult {
  /** What hides it, such as `.aks-bootstrap.yaml` or `--ignore`; absent for a comment of the file. */
  readonly by?: string;
}

/** The problems of a file that are reported, by default all, and the verdicts of the readers on the node. */
export function validationResult(
  file: string,
  analysis: Analysis,
  masking: Masking,
  reported: Pick<ReportedProblems, 'problems' | 'hidden'> = { problems: validate(analysis).problems, hidden: [] },
): ValidationResult {
  return given({
    ...problemsResult(file, analysis, masking, reported),
    contract: analysis.nodeConfig?.verdict(masking),
    cloudInit: analysis.cloudConfig?.verdict(masking),
  });
}

/** The same without the verdicts, which contain what the readers make of the file. */
export function problemsResult(
  file: string,
  analysis: Analysis,
  masking: Masking,
  reported: Pick<ReportedProblems, 'problems' | 'hidden'>,
): ValidationResult {
  const ignored: IgnoredResult[] = [
    ...validate(analysis).ignored.map((found) => problemResult(analysis, found, masking)),
    ...reported.hidden.map(({ found, source }) => ({ ...problemResult(analysis, found, masking), by: source })),
  ];
  const results = (list: readonly FileProblem[]): ProblemResult[] =>
    list.map((found) => problemResult(analysis, found, masking));
  return given({
    file,
    kind: analysis.kind,
    unrecognised: unrecognisedIn(analysis).includes(analysis.root) ? (true as const) : undefined,
    problems: results(reported.problems),
    ignored: ignored.length === 0 ? undefined : ignored,
  });
}

/** How many files were read, how many of them were not checked and why, and the problems of the others. */
export interface ValidationSummary {
  readonly files: number;
  readonly unrecognised: number;
  readonly unreadable: number;
  readonly errors: number;
  readonly warnings: number;
  /** Problems that aren't reported, by what hides them; absent without any. Those that comments hide aren't counted. */
  readonly ignored?: Readonly<Record<string, number>>;
  /** Problems that baselines accept and the files don't have; absent without any. */
  readonly stale?: number;
  /** Fixes that were written, with `--fix`. */
  readonly fixed?: number;
}

/** What summaries need of a result: small enough to keep that of thousands of files. */
export interface CountedResult extends Pick<ValidationResult, 'file' | 'error' | 'unrecognised' | 'fixed'> {
  readonly problems: readonly Pick<ProblemResult, 'code' | 'severity'>[];
  readonly ignored?: readonly Pick<IgnoredResult, 'by'>[];
}

export function countedResult({
  file,
  error,
  unrecognised,
  fixed,
  problems,
  ignored,
}: ValidationResult): CountedResult {
  return given({
    file,
    error,
    unrecognised,
    fixed,
    problems: problems.map(({ code, severity }) => ({ code, severity })),
    ignored: ignored?.map(({ by }) => given({ by })),
  });
}

/** The summary of results and of further files that were not recognised. */
export function validationSummary(results: readonly CountedResult[], skipped = 0): ValidationSummary {
  const all = results.flatMap((result) => result.problems);
  const count = (severity: Severity): number => all.filter((found) => found.severity === severity).length;
  const ignored = new Map<string, number>();
  for (const { by } of results.flatMap((result) => result.ignored ?? []))
    if (by !== undefined) ignored.set(by, (ignored.get(by) ?? 0) + 1);
  const fixed = results.flatMap((result) => result.fixed ?? []);
  return {
    ...(ignored.size > 0 && { ignored: Object.fromEntries(ignored) }),
    files: results.length + skipped,
    unrecognised: results.filter(({ unrecognised }) => unrecognised).length + skipped,
    unreadable: results.filter(({ error }) => error !== undefined).length,
    errors: count('error'),
    warnings: count('warning'),
    ...(fixed.length > 0 && { fixed: fixed.reduce((sum, number) => sum + number) }),
  };
}
