import type { TextChange } from '../../problems/problem.js';
import type { Span } from '../../text/span.js';

/**
 * The text after changes that do not collide, given in any order. Insertions at one offset keep the
 * order in which they are given, and precede what is replaced from there on.
 */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  return applyWithin(text, { start: 0, end: text.length }, changes);
}

/** The same for the range of a text that contains all changes; their offsets are those of the text. */
export function applyWithin(text: string, within: Span, changes: readonly TextChange[]): string {
  if (changes.length === 0) return text.slice(within.start, within.end);
  const pieces: string[] = [];
  let at = within.start;
  for (const { span, newText } of inOrder(changes)) {
    pieces.push(text.slice(at, span.start), newText);
    at = span.end;
  }
  pieces.push(text.slice(at, within.end));
  return pieces.join('');
}

/** Whether two changes cannot both be made: they share characters, or one inserts where the other changes. */
export function changesOverlap(a: Span, b: Span): boolean {
  if (a.start < b.end && b.start < a.end) return true;
  const inserts = a.start === a.end || b.start === b.end;
  return inserts && a.start <= b.end && b.start <= a.end;
}

/**
 * One set of changes that does what two do after each other: `first` on a text of `length` characters,
 * `second` on the result. Neither set may collide in itself.
 */
export function composeChanges(
  length: number,
  first: readonly TextChange[],
  second: readonly TextChange[],
): TextChange[] {
  return changesOf(length, edited(edited([{ start: 0, end: length }], first), second));
}

/** A range of the text that is kept, or new text. */
type Piece = Span | string;

function edited(pieces: readonly Piece[], changes: readonly TextChange[]): Piece[] {
  const result: Piece[] = [];
  let next = 0;
  let rest = pieces[next];
  let at = 0;
  /** Walks to an offset of the text that the pieces make, keeping or dropping what lies on the way. */
  const walk = (to: number, keep: boolean): void => {
    while (rest !== undefined && at < to) {
      const size = sizeOf(rest);
      const taken = Math.min(size, to - at);
      if (keep && taken > 0) result.push(cut(rest, 0, taken));
      at += taken;
      rest = taken < size ? cut(rest, taken, size) : pieces[++next];
    }
  };
  for (const { span, newText } of inOrder(changes)) {
    walk(span.start, true);
    result.push(newText);
    walk(span.end, false);
  }
  walk(Infinity, true);
  return result;
}

function changesOf(length: number, pieces: readonly Piece[]): TextChange[] {
  const changes: TextChange[] = [];
  let kept = 0;
  let inserted = '';
  const close = (until: number): void => {
    if (until > kept || inserted !== '') changes.push({ span: { start: kept, end: until }, newText: inserted });
    inserted = '';
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') inserted += piece;
    else {
      close(piece.start);
      kept = piece.end;
    }
  }
  close(length);
  return changes;
}

function sizeOf(piece: Piece): number {
  return typeof piece === 'string' ? piece.length : piece.end - piece.start;
}

function cut(piece: Piece, from: number, to: number): Piece {
  return typeof piece === 'string' ? piece.slice(from, to) : { start: piece.start + from, end: piece.start + to };
}

function inOrder(changes: readonly TextChange[]): TextChange[] {
  return [...changes].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}
