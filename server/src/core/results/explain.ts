import type { CodeEntry, Explanation } from '../failure/explain.js';
import type { NoExitCode } from '../failure/noExitCode.js';
import type { CodeTable } from '../failure/exitCodes/table.js';
import type { Masked } from '../secrets/masking.js';
import type { LineIndex } from '../text/span.js';
import { rangeOf, type ResultRange } from './answer.js';

/** An explanation in results. */
export interface ExplanationResult extends Omit<Explanation, 'span' | 'extent' | 'silence' | 'evidence'> {
  readonly evidence: { readonly text: Masked; readonly range: ResultRange } | null;
  readonly silence: Pick<NoExitCode, 'kind' | 'reason'> | null;
  /** The exit code in the text. */
  readonly range: ResultRange | null;
}

export function explanationResult(explanation: Explanation, lines: LineIndex): ExplanationResult {
  const { span, extent: _, silence, evidence, ...rest } = explanation;
  return {
    ...rest,
    evidence: evidence && { text: evidence.text, range: rangeOf(lines, evidence.span) },
    silence: silence && { kind: silence.kind, reason: silence.reason },
    range: span === undefined ? null : rangeOf(lines, span),
  };
}

/** A meaning of an exit code, and the table that has it. */
export interface ExplainedCode {
  readonly table: CodeTable | undefined;
  readonly entry: CodeEntry;
}

/** One meaning of an exit code. A code of the shell is in no table. */
export function codeResult(code: number, { table, entry }: ExplainedCode): object {
  return {
    exitCode: code,
    errorName: entry.name ?? null,
    family: table?.family ?? null,
    since: entry.since ?? null,
    until: entry.until ?? null,
    phase: entry.phase ?? null,
    meaning: entry.meaning,
    causes: entry.causes,
    nextSteps: entry.next,
    deprecated: entry.deprecated === true,
    table: table === undefined ? null : { family: table.family, source: table.source },
  };
}
