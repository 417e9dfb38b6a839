import type { PositionMap } from '../text/positionMap.js';
import type { Span } from '../text/span.js';
import { type ProblemCode, problemCodes, type Severity } from './codes.js';

/** A replacement of one stretch of the document. */
export interface TextChange {
  readonly span: Span;
  readonly newText: string;
}

/** A change that mends a problem. `title` is an imperative sentence without a full stop. */
export interface Fix {
  readonly title: string;
  readonly changes: readonly TextChange[];
  /** Whether it may be applied without looking, as *fix all* does. */
  readonly safe: boolean;
}

/** One finding in one document. Offsets and pointer belong to that document, not to a text around it. */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  /** JSON Pointer of the value that the problem is about; empty for the whole document. */
  readonly pointer: string;
  readonly deprecated?: true;
  /** Whether the stretch does nothing, so that editors may fade it. */
  readonly unnecessary?: true;
  readonly fixes?: readonly Fix[];
}

/** What a rule adds to a code, a place and a sentence. */
export interface ProblemExtras {
  readonly pointer?: string;
  readonly deprecated?: true;
  readonly unnecessary?: true;
  readonly fixes?: readonly Fix[];
}

/** A problem with the default severity of its code. */
export function problem(code: ProblemCode, span: Span, message: string, extras: ProblemExtras = {}): Problem {
  return { code, severity: problemCodes[code].severity, message, span, pointer: '', ...extras };
}

/** Fixes of a document as fixes of the text around it; those are left out that cannot be made there. */
export function movedFixes(fixes: readonly Fix[], { toOuterChange }: PositionMap): Fix[] {
  if (toOuterChange === undefined) return [];
  return fixes.flatMap((fix) => {
    const changes = fix.changes.map(toOuterChange).filter((change) => change !== undefined);
    return changes.length === fix.changes.length ? [{ ...fix, changes }] : [];
  });
}
