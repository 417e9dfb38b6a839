import type { LineIndex, Position } from '../text/lineIndex.js';
import type { Explanation } from './explain.js';
import type { NoExitCode } from './silence.js';

/** An explanation as results and answers have it: places are lines and columns. */
export interface ExplanationResult extends Omit<Explanation, 'span' | 'extent' | 'silence'> {
  readonly silence: Pick<NoExitCode, 'kind' | 'reason'> | null;
  /** Where the text states the code; zero-based lines and UTF-16 columns. */
  readonly range: { readonly start: Position; readonly end: Position } | null;
}

export function explanationResult(explanation: Explanation, lines: LineIndex): ExplanationResult {
  const { span, extent: _, silence, ...rest } = explanation;
  return {
    ...rest,
    silence: silence && { kind: silence.kind, reason: silence.reason },
    range: span === undefined ? null : { start: lines.positionAt(span.start), end: lines.positionAt(span.end) },
  };
}
