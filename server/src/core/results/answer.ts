import type { Analysis } from '../analysis.js';
import { type FileProblem, trailTo } from '../document/payload.js';
import { type ProblemCode, problemHref, type Severity } from '../problems/codes.js';
import type { Masked, Masking } from '../secrets/masking.js';
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
  readonly message: Masked;
  /** JSON Pointer in the document that the problem is in. */
  readonly pointer: Masked;
  readonly range: ResultRange;
  /** The payload path from the file to that document; empty for the file itself. */
  readonly layers: readonly Masked[];
  /** The position in the document that the problem is in; absent for problems of the file itself and of decoding. */
  readonly inside?: ResultInside;
  readonly deprecated?: true;
  /** Other ranges of the file that the problem is about. */
  readonly related?: readonly { readonly message: Masked; readonly range: ResultRange }[];
  readonly href: string;
}

/** A position in a decoded document. */
export interface ResultInside {
  /** What users call the document, such as its file name. */
  readonly name: Masked;
  readonly range: ResultRange;
}

export function problemResult(analysis: Analysis, found: FileProblem, masking: Masking): ProblemResult {
  return given({
    severity: found.severity,
    code: found.code,
    message: masking.text(found.message),
    pointer: masking.text(found.pointer),
    range: rangeOf(analysis.lines, found.span),
    layers: found.layers.map((step) => masking.text(step)),
    inside: positionInside(analysis, found, masking),
    deprecated: found.deprecated,
    related: found.related?.map(({ message, span }) => ({
      message: masking.text(message),
      range: rangeOf(analysis.lines, span),
    })),
    href: problemHref(found.code),
  });
}

function positionInside(
  analysis: Analysis,
  { inner, document }: FileProblem,
  masking: Masking,
): ResultInside | undefined {
  if (inner === undefined || document.text === undefined) return undefined;
  const name = trailTo(analysis, document).at(-1) ?? 'decoded text';
  return { name: masking.text(name), range: rangeOf(analysis.linesOf(document), inner) };
}

/** The payload path of a problem as one text. */
export function pathText({ layers, pointer }: Pick<FileProblem, 'layers' | 'pointer'>): string {
  return [...layers, ...(pointer === '' ? [] : [pointer])].join(' > ');
}
