import type { Analysis } from '../analysis.js';
import type { FileProblem } from '../document/payload.js';
import { type ProblemCode, problemHref, type Severity } from '../problems/codes.js';
import { maskSecrets } from '../secrets/mask.js';
import type { LineIndex, Position, Span } from '../text/span.js';

/** The object that `--format json` of the command line prints, and that the editor's tools return. */
export function answer(results: readonly object[], more: object = {}): object {
  return { version: 1, results, ...more };
}

/** An object without its undefined members, which JSON doesn't have. */
export function given<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>;
}

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** A range in results: zero-based lines and UTF-16 columns. */
export interface ResultRange {
  readonly start: Position;
  readonly end: Position;
}

export function rangeOf(lines: LineIndex, { start, end }: Span): ResultRange {
  return { start: lines.positionAt(start), end: lines.positionAt(end) };
}

/** A problem as JSON results have it. Positions are zero-based lines and UTF-16 columns of the file. */
export interface ProblemResult {
  readonly severity: Severity;
  readonly code: ProblemCode;
  readonly message: string;
  /** JSON Pointer in the document that the problem is in. */
  readonly pointer: string;
  readonly range: ResultRange;
  /** The payload path from the file to that document; empty for the file itself. */
  readonly layers: readonly string[];
  readonly deprecated?: true;
  /** Other ranges of the file that the problem is about. */
  readonly related?: readonly { readonly message: string; readonly range: ResultRange }[];
  readonly href: string;
}

export function problemResult(analysis: Analysis, found: FileProblem, showSecrets: boolean): ProblemResult {
  const shown = (message: string): string => (showSecrets ? message : maskSecrets(message).text);
  return given({
    severity: found.severity,
    code: found.code,
    message: shown(found.message),
    pointer: found.pointer,
    range: rangeOf(analysis.lines, found.span),
    layers: found.layers,
    deprecated: found.deprecated,
    related: found.related?.map(({ message, span }) => ({
      message: shown(message),
      range: rangeOf(analysis.lines, span),
    })),
    href: problemHref(found.code),
  });
}
