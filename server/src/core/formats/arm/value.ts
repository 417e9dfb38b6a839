import { limits } from '../../limits.js';
import { composeMaps, fragmentMap, type PositionMap } from '../../text/positionMap.js';
import type { Span } from '../../text/span.js';
import type { PlainValue } from '../tree/expand.js';
import type { ArrayNode, ObjectNode } from '../tree/node.js';
import type { ArmScope } from './scope.js';

/** The value of an expression, as far as it is known without Azure. */
export type ArmValue =
  | TextValue
  /** base64 of a string; kept as the string, so that positions in it remain known next to unknown pieces. */
  | { readonly kind: 'encoded'; readonly pieces: readonly Piece[]; readonly symbol: SymbolPiece }
  /** A number, a boolean, null, a list or an object that is known completely. */
  | { readonly kind: 'data'; readonly value: PlainValue }
  /** A list or object of the template, whose members are evaluated on demand. */
  | { readonly kind: 'node'; readonly node: ObjectNode | ArrayNode; readonly scope: ArmScope }
  | SymbolValue;

/** A string of known and unknown pieces. */
export interface TextValue {
  readonly kind: 'text';
  readonly pieces: readonly Piece[];
}

/** Something that only Azure knows, or a parameter without a value. */
export interface SymbolValue {
  readonly kind: 'symbol';
  readonly symbol: SymbolPiece;
}

export type Piece = LiteralPiece | SymbolPiece;

interface LiteralPiece {
  readonly is: 'literal';
  readonly text: string;
  /** From the text to the file; undefined for computed text. */
  readonly map: PositionMap | undefined;
}

export interface SymbolPiece {
  readonly is: 'symbol';
  /** The expression as written. */
  readonly expression: string;
  readonly span: Span;
}

/** A computed string. */
export function textOf(text: string): TextValue {
  return { kind: 'text', pieces: text === '' ? [] : [{ is: 'literal', text, map: undefined }] };
}

/** The value of the evaluator for a plain value. */
export function valueOf(value: PlainValue): ArmValue {
  return typeof value === 'string' ? textOf(value) : { kind: 'data', value };
}

/** The text of pieces; undefined if any of them is unknown. */
export function knownText(pieces: readonly Piece[]): string | undefined {
  let text = '';
  for (const piece of pieces) {
    if (piece.is === 'symbol') return undefined;
    text += piece.text;
  }
  return text;
}

/** Collects the pieces of a text: repeated in each other, variables of a short template make a text of any size. */
export class PieceCollector {
  readonly pieces: Piece[] = [];
  #isFull = false;
  #length = 0;

  /** Whether the text would be longer than `limits.armTextLength` or have more than `limits.armPieces`. */
  get isFull(): boolean {
    return this.#isFull;
  }

  add(pieces: readonly Piece[]): void {
    this.#isFull ||= this.pieces.length + pieces.length > limits.armPieces;
    if (this.#isFull) return;
    for (const piece of pieces) {
      this.pieces.push(piece);
      if (piece.is === 'literal') this.#length += piece.text.length;
    }
    this.#isFull = this.#length > limits.armTextLength;
  }
}

/**
 * Collects the result of `format()`: `{0}` is replaced, `{{` and `}}` are literal braces. False if the pattern is not known
 * completely, or contains a number format or the index of a missing argument.
 */
export function formatPieces(
  pattern: readonly Piece[],
  values: readonly (readonly Piece[])[],
  result: PieceCollector,
): boolean {
  for (const piece of pattern) {
    if (piece.is === 'symbol') return false;
    let at = 0;
    for (const match of piece.text.matchAll(/\{\{|\}\}|\{(\d{1,4})\}|[{}]/g)) {
      if (result.isFull) return true;
      result.add(fragment(piece, at, match.index));
      at = match.index + match[0].length;
      if (match[1] !== undefined) {
        const value = values[Number(match[1])];
        if (value === undefined) return false;
        result.add(value);
      } else if (match[0].length === 2) result.add(fragment(piece, at - 1, at));
      else return false;
    }
    result.add(fragment(piece, at, piece.text.length));
  }
  return true;
}

function fragment({ text, map }: LiteralPiece, start: number, end: number): Piece[] {
  if (start === end) return [];
  return [{ is: 'literal', text: text.slice(start, end), map: map && composeMaps(map, fragmentMap(start)) }];
}
