import { holdsPlaceholder, placeholderOf } from '../../text/placeholder.js';
import type { PositionMap } from '../../text/positionMap.js';
import { countWhile, type Span } from '../../text/span.js';
import type { Piece } from './value.js';

/** A text of which parts may be unknown. */
export interface AssembledText {
  /** What is unknown stands there as `__ARM_EXPR_0__` or `__TF_EXPR_0__`, with its number in `unresolved`. */
  readonly text: string;
  readonly map: PositionMap;
  /** The unknown expressions in their order. */
  readonly unresolved: readonly string[];
  /** Whether any of the text is known. */
  readonly hasLiterals: boolean;
}

/** Whether no line of a text is known in full, but for comments such as the header of a cloud-config. */
export function isUnknownThroughout(text: string): boolean {
  // Nearly every text is known in one of its first lines already.
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    if (!/^\s*(?:#|$)/.test(line) && !holdsPlaceholder(line)) return false;
    start += line.length + 1;
  }
  return holdsPlaceholder(text);
}

interface PlacedPiece {
  readonly start: number;
  readonly end: number;
  readonly map: PositionMap | undefined;
  /** Where the piece comes from, as far as that is known. */
  readonly origin: Span;
}

/** Puts the pieces of a text together; `origin` is the expression in the file. */
export function assemble(pieces: readonly Piece[], origin: Span, language: 'ARM' | 'TF' = 'ARM'): AssembledText {
  const placed: PlacedPiece[] = [];
  const texts: string[] = [];
  const unresolved: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    const text = piece.is === 'literal' ? piece.text : placeholderOf(unresolved.length, language);
    const span = { start: length, end: length + text.length };
    if (piece.is === 'symbol') {
      unresolved.push(piece.expression);
      placed.push({ ...span, map: undefined, origin: piece.span });
    } else placed.push({ ...span, map: piece.map, origin });
    texts.push(text);
    length = span.end;
  }
  return {
    text: texts.join(''),
    map: piecesMap(placed, origin),
    unresolved,
    hasLiterals: unresolved.length < pieces.length,
  };
}

/** Leads from the text to the literals that it is made of, which may stand anywhere in the file. */
function piecesMap(pieces: readonly PlacedPiece[], origin: Span): PositionMap {
  const pieceAt = (offset: number, isEnd: boolean): PlacedPiece | undefined => {
    const startOf = (index: number): number => pieces[index]?.start ?? 0;
    return pieces[countWhile(pieces.length, (i) => (isEnd ? startOf(i) < offset : startOf(i) <= offset)) - 1];
  };
  const within = (piece: PlacedPiece | undefined, start: number, end: number): Span => {
    if (piece?.map === undefined) return piece?.origin ?? origin;
    return piece.map.toOuter({ start: start - piece.start, end: end - piece.start });
  };
  return {
    exact: pieces.length > 0 && pieces.every(({ map }) => map?.exact === true),
    toOuter(span) {
      const first = pieceAt(span.start, false);
      const last = span.end > span.start ? pieceAt(span.end, true) : first;
      if (first === last || first === undefined || last === undefined) return within(first, span.start, span.end);
      const start = within(first, span.start, first.end);
      const end = within(last, last.start, span.end);
      // Literals of other variables may stand in front of it.
      return end.end > start.start ? { start: start.start, end: end.end } : start;
    },
  };
}
