import { composeMaps, fragmentMap, type PositionMap } from '../../text/positionMap.js';
import type { Span } from '../../text/span.js';
import { append } from '../../text/strings.js';
import type { PlainValue } from '../tree/expand.js';
import type { ArrayNode, ObjectNode } from '../tree/node.js';
import type { ArmScope } from './scope.js';

/** What an expression comes to, as far as that is known without Azure. */
export type ArmValue = TextValue | EncodedValue | DataValue | NodeValue | SymbolValue;

/** A text made of what is known and what is not. */
export interface TextValue {
  readonly kind: 'text';
  readonly pieces: readonly Piece[];
}

/** base64 of a text; kept as the text, so that places in it are not lost and unknown pieces do not hide it. */
interface EncodedValue {
  readonly kind: 'encoded';
  readonly pieces: readonly Piece[];
  /** The expression that encodes. */
  readonly symbol: SymbolPiece;
}

/** A number, a truth value, null, a list or an object, all of it known. */
interface DataValue {
  readonly kind: 'data';
  readonly value: PlainValue;
}

/** A list or object of the template, whose members are evaluated when they are asked for. */
interface NodeValue {
  readonly kind: 'node';
  readonly node: ObjectNode | ArrayNode;
  readonly scope: ArmScope;
}

/** Something that only Azure knows, or a parameter without a value. */
interface SymbolValue {
  readonly kind: 'symbol';
  readonly symbol: SymbolPiece;
}

export type Piece = LiteralPiece | SymbolPiece;

interface LiteralPiece {
  readonly is: 'literal';
  readonly text: string;
  /** From the text to the file; undefined for what was computed. */
  readonly map: PositionMap | undefined;
}

export interface SymbolPiece {
  readonly is: 'symbol';
  /** The expression as written. */
  readonly expression: string;
  readonly span: Span;
}

/** A text that was computed. */
export function textOf(text: string): TextValue {
  return { kind: 'text', pieces: text === '' ? [] : [{ is: 'literal', text, map: undefined }] };
}

/** A plain value in the form that the evaluator works with. */
export function valueOf(value: PlainValue): ArmValue {
  return typeof value === 'string' ? textOf(value) : { kind: 'data', value };
}

/** The text of pieces that are all known. */
export function knownText(pieces: readonly Piece[]): string | undefined {
  let text = '';
  for (const piece of pieces) {
    if (piece.is === 'symbol') return undefined;
    text += piece.text;
  }
  return text;
}

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
