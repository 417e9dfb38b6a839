import { append } from '../append.js';
import { composeMaps, fragmentMap } from '../text/positionMap.js';
import type { LiteralPiece, Piece } from './value.js';

/**
 * What `format()` makes of a pattern: `{0}` is replaced, `{{` and `}}` are literal braces. Undefined where the pattern
 * is not known in full, or asks for a number format or an argument that is not there.
 */
export function formatPieces(
  pattern: readonly Piece[],
  values: readonly (readonly Piece[])[],
): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  for (const piece of pattern) {
    if (piece.is === 'symbol') return undefined;
    let at = 0;
    for (const match of piece.text.matchAll(/\{\{|\}\}|\{(\d{1,4})\}|[{}]/g)) {
      append(pieces, fragment(piece, at, match.index));
      at = match.index + match[0].length;
      if (match[1] !== undefined) {
        const value = values[Number(match[1])];
        if (value === undefined) return undefined;
        append(pieces, value);
      } else if (match[0].length === 2) append(pieces, fragment(piece, at - 1, at));
      else return undefined;
    }
    append(pieces, fragment(piece, at, piece.text.length));
  }
  return pieces;
}

function fragment({ text, map }: LiteralPiece, start: number, end: number): Piece[] {
  if (start === end) return [];
  return [{ is: 'literal', text: text.slice(start, end), map: map && composeMaps(map, fragmentMap(start)) }];
}
