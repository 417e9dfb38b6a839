import {
  type Analysis,
  type FileProblem,
  maskSecrets,
  type Position,
  type ProblemCode,
  problemHref,
  type Severity,
} from '../core/index.js';

/** A problem as JSON results have it. Positions are zero-based lines and UTF-16 columns of the file. */
export interface ProblemResult {
  readonly severity: Severity;
  readonly code: ProblemCode;
  readonly message: string;
  /** JSON Pointer in the document that the problem is in. */
  readonly pointer: string;
  readonly range: { readonly start: Position; readonly end: Position };
  /** The way from the file to that document; empty for the file itself. */
  readonly layers: readonly string[];
  readonly deprecated?: true;
  readonly href: string;
}

export function problemResult(analysis: Analysis, found: FileProblem, showSecrets: boolean): ProblemResult {
  return {
    severity: found.severity,
    code: found.code,
    message: showSecrets ? found.message : maskSecrets(found.message).text,
    pointer: found.pointer,
    range: { start: analysis.lines.positionAt(found.span.start), end: analysis.lines.positionAt(found.span.end) },
    layers: found.layers,
    ...(found.deprecated === true ? { deprecated: true as const } : {}),
    href: problemHref(found.code),
  };
}

/** The `validate` result of one file, as the machine-readable formats take it. */
export interface ValidationResult {
  readonly file: string;
  /** Absent for a file that could not be read. */
  readonly kind?: string;
  readonly problems: readonly ProblemResult[];
  /** Problems that comments of the file leave out; absent where there are none. */
  readonly ignored?: readonly ProblemResult[];
}
