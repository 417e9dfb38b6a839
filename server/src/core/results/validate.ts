import type { Analysis } from '../analysis.js';
import type { FileProblem } from '../document/payload.js';
import { validate } from '../validate.js';
import { problemResult, type ProblemResult } from './answer.js';

/** The `validate` result of one file, as the machine-readable formats use it. */
export interface ValidationResult {
  readonly file: string;
  /** Absent for a file that could not be read. */
  readonly kind?: string;
  readonly problems: readonly ProblemResult[];
  /** Problems that comments of the file leave out; absent if there are none. */
  readonly ignored?: readonly ProblemResult[];
}

/** Every problem of a file, and the verdicts of the readers on the node. */
export function validationResult(file: string, analysis: Analysis, showSecrets: boolean): ValidationResult {
  const contract = analysis.nodeConfig?.verdict(showSecrets);
  const cloudInit = analysis.cloudConfig?.verdict(showSecrets);
  const { problems, ignored } = validate(analysis);
  const results = (list: readonly FileProblem[]): ProblemResult[] =>
    list.map((found) => problemResult(analysis, found, showSecrets));
  return {
    file,
    kind: analysis.kind,
    problems: results(problems),
    ...(ignored.length === 0 ? {} : { ignored: results(ignored) }),
    ...(contract === undefined ? {} : { contract }),
    ...(cloudInit === undefined ? {} : { cloudInit }),
  };
}

/** How many files there were, and how many problems of the two kinds that count. */
export function validationSummary(results: readonly ValidationResult[]): {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
} {
  const all: readonly ProblemResult[] = results.flatMap((result) => result.problems);
  return {
    files: results.length,
    errors: all.filter((found) => found.severity === 'error').length,
    warnings: all.filter((found) => found.severity === 'warning').length,
  };
}
