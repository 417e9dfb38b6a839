import type { Budget } from '../../text/budget.js';
import type { Span } from '../../text/span.js';
import { type LogLine, logLines } from './line.js';
import { stepOf } from './steps.js';

/** A part of a log, up to the beginning of the next phase. */
export interface LogPhase {
  readonly name: string;
  readonly span: Span;
  /** The first line. */
  readonly head: Span;
  readonly failed: boolean;
}

/** The structure of a log. */
export interface LogStructure {
  readonly phases: readonly LogPhase[];
  /** Ranges of commands inside expansions of a trace, to fold. */
  readonly runs: readonly Span[];
}

/** The minimum number of consecutive lines in a run. */
const fewestLines = 3;

/**
 * The phases of a log and the runs of its trace. Phases begin at the steps of the boot, in a trace at the calls of
 * `logs_to_events`, which name the next step. When the budget is spent, the rest is left out.
 */
export function structureOf(text: string, budget?: Budget): LogStructure {
  const heads: { name: string; span: Span; failed: boolean }[] = [];
  const runs: Span[] = [];
  let run: { start: number; end: number; count: number } | undefined;
  const close = (): void => {
    if (run !== undefined && run.count >= fewestLines) runs.push({ start: run.start, end: run.end });
    run = undefined;
  };
  for (const line of logLines(text, budget)) {
    const phase = callOf(line.message);
    const step = stepOf(line);
    if (phase !== undefined && line.depth > 0) heads.push({ name: phase, span: line.span, failed: false });
    else if (step !== undefined) heads.push({ name: step.name, span: line.span, failed: step.failed });
    if (line.depth < 2) close();
    else if (run === undefined) run = { start: line.span.start, end: line.span.end, count: 1 };
    else run = { start: run.start, end: line.span.end, count: run.count + 1 };
  }
  close();
  const phases = heads.map(({ name, span, failed }, index): LogPhase => {
    const next = heads[index + 1]?.span.start;
    return {
      name,
      failed,
      head: span,
      span: { start: span.start, end: next === undefined ? text.length : Math.max(span.end, next - 1) },
    };
  });
  return { phases, runs };
}

/** The calls in a trace that name the steps, with the ranges of their lines. */
export function* traceCalls(lines: Iterable<LogLine>): Generator<{ readonly name: string; readonly span: Span }> {
  for (const { depth, message, span } of lines) {
    const name = depth > 0 ? callOf(message) : undefined;
    if (name !== undefined) yield { name, span };
  }
}

/** The name of the step that a line of a trace starts. */
function callOf(message: string): string | undefined {
  return /^logs_to_events '?([\w.-]{1,120})/.exec(message)?.[1];
}
