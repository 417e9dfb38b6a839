import {
  type Analysis,
  cutBefore,
  type LineIndex,
  type Span,
  type TextChange,
} from '../../../server/src/core/index.js';
import type { Random } from '../random.js';

/** What an entry point is tried with. */
export interface Trial {
  readonly analysis: Analysis;
  /** Another document of the same origin: the same with further changes. */
  readonly twin: () => Analysis;
  readonly random: Random;
  /** What a run counts besides its inputs. */
  readonly figures: Figures;
}

/** Figures of a run. */
export interface Figures {
  documents: number;
  /** Of all documents, decoded. */
  characters: number;
  fixes: number;
  edits: number;
  requests: number;
}

/** Functions of the core that are tried together, and what must hold of their results, else it throws. */
export interface Entry {
  readonly name: string;
  /** The exported functions that it calls. */
  readonly covers: readonly string[];
  readonly run: (trial: Trial) => void;
}

export function check(holds: boolean, what: () => string): asserts holds {
  if (!holds) throw new Error(what());
}

/** Checks that a range is in a text. */
export function checkSpan({ start, end }: Span, text: string, what: string): void {
  check(
    Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= text.length,
    () => `${what} is at ${start}..${end} of ${text.length}`,
  );
}

/** Checks that a span is in its text and splits no character. */
export function checkWhole(span: Span, text: string, what: string): void {
  checkSpan(span, text, what);
  check(
    [span.start, span.end].every((at) => cutBefore(text, at) === at),
    () => `${what} at ${span.start}..${span.end} splits a character`,
  );
}

/** Checks that changes can be made together: in the text, none over another. */
export function checkChanges(changes: readonly TextChange[], text: string, what: string): void {
  let last = 0;
  for (const { span } of [...changes].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)) {
    checkSpan(span, text, what);
    check(span.start >= last, () => `${what} changes ${span.start}..${span.end} twice`);
    last = span.end;
  }
}

/** An offset of a text: any, or one at a character with a meaning. */
export function offsetIn(text: string, random: Random): number {
  const at = random.below(text.length + 1);
  if (random.oneIn(3)) return at;
  const marked = text.slice(at, at + 400).search(/["':{}[\],\n=<]/);
  return marked < 0 ? at : at + marked + random.below(2);
}

/** A range of a text. */
export function spanIn(text: string, random: Random): Span {
  const [a, b] = [offsetIn(text, random), offsetIn(text, random)];
  return random.oneIn(4) ? { start: 0, end: text.length } : { start: Math.min(a, b), end: Math.max(a, b) };
}

/** Checks that a result can be sent to another program. */
export function checkJson(result: unknown, what: string): string {
  const json = JSON.stringify(result) as string | undefined;
  check(json !== undefined, () => `${what} isn't JSON`);
  return json;
}

/** Checks that offsets lead to a position and back. */
export function checkLines(lines: LineIndex, text: string, random: Random): void {
  const offset = random.below(text.length + 1);
  const position = lines.positionAt(offset);
  const back = lines.offsetAt(position);
  // Between the characters of a line ending there is no position.
  check(back === offset || text.slice(back, offset) === '\r', () => `offset ${offset} becomes ${back}`);
}
