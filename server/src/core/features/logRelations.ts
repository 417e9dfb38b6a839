import type { Analysis } from '../analysis.js';
import { logLines } from '../bootLog/line.js';
import { type LogPhase, structureOf } from '../bootLog/phases.js';
import { limits } from '../limits.js';
import type { Span } from '../text/span.js';

/** The phase of a log that a place is in: all of it, and the line with which it begins. */
export function phaseAt({ text }: Analysis, offset: number): { readonly span: Span; readonly name: Span }[] {
  const phase = phaseAround(text, offset);
  return phase === undefined ? [] : [{ span: phase.span, name: phase.head }];
}

/** What the script itself ran in the phase around a place, without what its expansions did. */
export function commandsAround({ text }: Analysis, offset: number, withHead: boolean): Span[] {
  const phase = phaseAround(text, offset);
  if (phase === undefined) return [];
  const within = text.slice(phase.span.start, phase.span.end);
  const commands: Span[] = [];
  for (const { depth, span } of logLines(within)) {
    if (commands.length >= limits.phaseCommands) break;
    const place = { start: span.start + phase.span.start, end: span.end + phase.span.start };
    if (depth === 1 && place.start !== phase.head.start) commands.push(place);
  }
  return withHead ? [phase.head, ...commands] : commands;
}

function phaseAround(text: string, offset: number): LogPhase | undefined {
  return structureOf(text).phases.findLast(({ span }) => span.start <= offset && offset <= span.end);
}
