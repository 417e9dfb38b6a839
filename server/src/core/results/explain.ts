import type { explainCode, Explanation } from '../failure/explain.js';
import type { NoExitCode } from '../failure/noExitCode.js';
import type { CodeTable } from '../failure/exitCodes/table.js';
import type { LineIndex } from '../text/span.js';
import { rangeOf, type ResultRange } from './answer.js';

/** An explanation in results. */
export interface ExplanationResult extends Omit<Explanation, 'span' | 'extent' | 'silence'> {
  readonly silence: Pick<NoExitCode, 'kind' | 'reason'> | null;
  /** The exit code in the text. */
  readonly range: ResultRange | null;
}

export function explanationResult(explanation: Explanation, lines: LineIndex): ExplanationResult {
  const { span, extent: _, silence, ...rest } = explanation;
  return {
    ...rest,
    silence: silence && { kind: silence.kind, reason: silence.reason },
    range: span === undefined ? null : rangeOf(lines, span),
  };
}

/** An exit code with its entry in a table. */
export interface ExplainedCode {
  readonly table: CodeTable;
  readonly entry: NonNullable<ReturnType<typeof explainCode>>;
}

/** The meaning of an exit code in one table. A code of the shell belongs to none. */
export function codeResult(code: number, { table, entry }: ExplainedCode): object {
  const listed = entry.name !== undefined;
  return {
    exitCode: code,
    errorName: entry.name ?? null,
    family: listed ? table.family : null,
    phase: entry.phase ?? null,
    meaning: entry.meaning,
    causes: entry.causes,
    nextSteps: entry.next,
    deprecated: entry.deprecated === true,
    table: listed ? { family: table.family, source: table.source } : null,
  };
}
