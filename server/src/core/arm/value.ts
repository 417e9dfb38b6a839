import type { ArrayNode, ObjectNode } from '../syntax/node.js';
import type { PlainValue } from '../syntax/toValue.js';
import type { PositionMap } from '../text/positionMap.js';
import type { Span } from '../text/span.js';
import type { ArmScope } from './scope.js';

/** What an expression comes to, as far as that is known without Azure. */
export type ArmValue = TextValue | EncodedValue | DataValue | NodeValue | SymbolValue;

/** A text made of what is known and what is not. */
export interface TextValue {
  readonly kind: 'text';
  readonly pieces: readonly Piece[];
}

/** base64 of a text; kept as the text, so that places in it are not lost and unknown pieces do not hide it. */
export interface EncodedValue {
  readonly kind: 'encoded';
  readonly pieces: readonly Piece[];
  /** The expression that encodes. */
  readonly symbol: SymbolPiece;
}

/** A number, a truth value, null, a list or an object, all of it known. */
export interface DataValue {
  readonly kind: 'data';
  readonly value: PlainValue;
}

/** A list or object of the template, whose members are evaluated when they are asked for. */
export interface NodeValue {
  readonly kind: 'node';
  readonly node: ObjectNode | ArrayNode;
  readonly scope: ArmScope;
}

/** Something that only Azure knows, or a parameter without a value. */
export interface SymbolValue {
  readonly kind: 'symbol';
  readonly symbol: SymbolPiece;
}

export type Piece = LiteralPiece | SymbolPiece;

export interface LiteralPiece {
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
