import type { Analysis } from '../analysis.js';
import type { FileProblem } from '../document/payload.js';
import { validate } from '../validate.js';
import type { Severity } from '../problems/codes.js';
import { given, problemResult, type ProblemResult } from './answer.js';

/** The `validate` result of one file, as the machine-readable formats use it. */
export interface ValidationResult {
  readonly file: string;
  /** Absent for a file that could not be read. */
  readonly kind?: string;
  readonly problems: readonly ProblemResult[];
  /** Problems that comments of the file suppress; absent if there are none. */
  readonly ignored?: readonly ProblemResult[];
}

/** Every problem of a file, and the verdicts of the readers on the node. */
export function validationResult(file: string, analysis: Analysis, showSecrets: boolean): ValidationResult {
  const { problems, ignored } = validate(analysis);
  const results = (list: readonly FileProblem[]): ProblemResult[] =>
    list.map((found) => problemResult(analysis, found, showSecrets));
  return given({
    file,
    kind: analysis.kind,
    problems: results(problems),
    ignored: ignored.length === 0 ? undefined : results(ignored),
    contract: analysis.nodeConfig?.verdict(showSecrets),
    cloudInit: analysis.cloudConfig?.verdict(showSecrets),
  });
}

/** The number of files, errors and warnings. */
export function validationSummary(results: readonly ValidationResult[]): {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
} {
  const all = results.flatMap((result) => result.problems);
  const count = (severity: Severity): number => all.filter((found) => found.severity === severity).length;
  return { files: results.length, errors: count('error'), warnings: count('warning') };
}
