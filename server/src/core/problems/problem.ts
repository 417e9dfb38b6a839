import type { PositionMap } from '../text/positionMap.js';
import type { Span } from '../text/span.js';
import { type ProblemCode, problemCodes, type Severity } from './codes.js';

/** A replacement of one range of the document. */
export interface TextChange {
  readonly span: Span;
  readonly newText: string;
}

/** A change that fixes a problem. `title` is an imperative sentence without a full stop. */
export interface Fix {
  readonly title: string;
  readonly changes: readonly TextChange[];
  /** Whether *fix all* may apply it without review. */
  readonly safe: boolean;
}

/** A fix that replaces one range. */
export function replacement(title: string, span: Span, newText: string, { safe }: Pick<Fix, 'safe'>): Fix {
  return { title, changes: [{ span, newText }], safe };
}

/** Another range that a problem is about. */
export interface RelatedPlace {
  /** The range in the file, also for a problem of a document inside it. */
  readonly span: Span;
  readonly message: string;
}

/** A problem in one document. Offsets and pointer are of that document, not of an outer one. */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  /** JSON Pointer of the value that the problem is about; empty for the whole document. */
  readonly pointer: string;
  readonly deprecated?: true;
  /** Whether the range has no effect, so editors may fade it. */
  readonly unnecessary?: true;
  /** Whether one of several equal remarks on a document is enough. */
  readonly once?: true;
  readonly fixes?: readonly Fix[];
  readonly related?: readonly RelatedPlace[];
}

/** Optional members of a problem. */
export interface ProblemExtras {
  readonly pointer?: string;
  readonly deprecated?: true;
  readonly unnecessary?: true;
  readonly once?: true;
  readonly fixes?: readonly Fix[];
  readonly related?: readonly RelatedPlace[];
}

/** A problem with the default severity of its code. */
export function problem(code: ProblemCode, span: Span, message: string, extras: ProblemExtras = {}): Problem {
  return { code, severity: problemCodes[code].severity, message, span, pointer: '', ...extras };
}

/** Maps fixes of a document to the outer text; drops fixes that can't be made there. */
export function movedFixes(fixes: readonly Fix[], { toOuterChange }: PositionMap): Fix[] {
  if (toOuterChange === undefined) return [];
  return fixes.flatMap((fix) => {
    const changes = fix.changes.map(toOuterChange).filter((change) => change !== undefined);
    return changes.length === fix.changes.length ? [{ ...fix, changes }] : [];
  });
}
