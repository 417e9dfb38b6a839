import type { Analysis } from '../analysis.js';
import type { CloudInitVerdict } from '../cloudConfig/read.js';
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
  /** Present for a file that could not be read. */
  readonly error?: { readonly code: 'file/unreadable'; readonly message: string };
  /** Present if nothing in the file is recognised, so that nothing was checked. */
  readonly unrecognised?: true;
  readonly problems: readonly ProblemResult[];
  /** Problems that comments of the file suppress; absent if there are none. */
  readonly ignored?: readonly ProblemResult[];
  /** For a node config: how aks-node-controller reads it. */
  readonly contract?: ContractVerdict;
  /** For a cloud-config: the verdict of cloud-init. */
  readonly cloudInit?: CloudInitVerdict;
}

/** Every problem of a file with a selected code, and the verdicts of the readers on the node. */
export function validationResult(
  file: string,
  analysis: Analysis,
  masking: Masking,
  isSelected: (found: FileProblem) => boolean = () => true,
): ValidationResult {
  const { problems, ignored } = validate(analysis);
  const results = (list: readonly FileProblem[]): ProblemResult[] =>
    list.map((found) => problemResult(analysis, found, masking));
  return given({
    file,
    kind: analysis.kind,
    unrecognised: unrecognisedIn(analysis).includes(analysis.root) ? (true as const) : undefined,
    problems: results(problems.filter(isSelected)),
    ignored: ignored.length === 0 ? undefined : results(ignored),
    contract: analysis.nodeConfig?.verdict(masking),
    cloudInit: analysis.cloudConfig?.verdict(masking),
  });
}

/** How many files were read, how many of them were not checked and why, and the problems of the others. */
export interface ValidationSummary {
  readonly files: number;
  readonly unrecognised: number;
  readonly unreadable: number;
  readonly errors: number;
  readonly warnings: number;
}

/** The summary of results and of further files that were not recognised. */
export function validationSummary(results: readonly ValidationResult[], skipped = 0): ValidationSummary {
  const all = results.flatMap((result) => result.problems);
  const count = (severity: Severity): number => all.filter((found) => found.severity === severity).length;
  return {
    files: results.length + skipped,
    unrecognised: results.filter(({ unrecognised }) => unrecognised).length + skipped,
    unreadable: results.filter(({ error }) => error !== undefined).length,
    errors: count('error'),
    warnings: count('warning'),
  };
}
