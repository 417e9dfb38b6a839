import type { Analysis, FileProblem } from '../core/index.js';
import { problemResult, type ProblemResult, type ValidationResult } from './problemResult.js';

/** Every problem of a file, and what the readers on the node make of it. */
export function validationResult(file: string, analysis: Analysis, showSecrets: boolean): ValidationResult {
  const contract = analysis.contractVerdict(showSecrets);
  const cloudInit = analysis.cloudInitVerdict(showSecrets);
  const results = (problems: readonly FileProblem[]): ProblemResult[] =>
    problems.map((found) => problemResult(analysis, found, showSecrets));
  return {
    file,
    kind: analysis.kind,
    problems: results(analysis.problems),
    ...(analysis.ignoredProblems.length === 0 ? {} : { ignored: results(analysis.ignoredProblems) }),
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
