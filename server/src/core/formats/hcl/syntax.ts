import type { PositionMap } from '../../text/positionMap.js';
import type { Span } from '../../text/span.js';

/**
 * What is read of HCL, the language of Terraform: its structure and its strings. Other expressions stay as written. Positions
 * are UTF-16 offsets of the text.
 */
export type HclValue = HclObject | HclTuple | HclTemplate | HclCall | HclExpression;

interface HclNode {
  readonly span: Span;
}

/** A file, the body of a block, or an object. */
export interface HclObject extends HclNode {
  readonly kind: 'object';
  readonly attributes: readonly HclAttribute[];
  /** Blocks of a body; objects have none. */
  readonly blocks: readonly HclBlock[];
}

export interface HclAttribute {
  readonly name: string;
  readonly key: Span;
  readonly value: HclValue;
  /** In a printed plan, the value before the change. */
  readonly before?: HclValue;
}

export interface HclBlock {
  readonly type: string;
  readonly labels: readonly string[];
  readonly body: HclObject;
}

export interface HclTuple extends HclNode {
  readonly kind: 'tuple';
  readonly items: readonly HclValue[];
}

/** A function call with its arguments. */
export interface HclCall extends HclNode {
  readonly kind: 'call';
  readonly name: string;
  readonly arguments: readonly HclValue[];
}

/** A number, a truth value, null, a reference, or anything else that has to be evaluated. */
export interface HclExpression extends HclNode {
  readonly kind: 'expression';
  /** Strings, calls and collections in it. */
  readonly operands: readonly HclValue[];
}

/** A string in quotes or a here-document. `span` includes quotes and markers. */
export interface HclTemplate extends HclNode, TemplateText {
  readonly kind: 'template';
  readonly form: HclForm;
  /** What is between the quotes, or the lines of the here-document. */
  readonly body: Span;
  /** Whether it has its closing quote or marker. */
  readonly isClosed: boolean;
}

/** How a string is written. */
export type HclForm =
  | { readonly is: 'quoted' }
  /** `indent` is what precedes each line; empty without the `-` of `<<-`. */
  | { readonly is: 'heredoc'; readonly marker: string; readonly isFlush: boolean; readonly indent: string }
  /** As Terraform prints it in a plan: for reading only. */
  | { readonly is: 'printed' };

/** The text of a template, with placeholders for what has to be evaluated. */
export interface TemplateText {
  readonly text: string;
  /** From the text to the document. */
  readonly map: PositionMap;
  readonly symbols: readonly HclSymbol[];
}

/** An interpolation or directive of a template. */
export interface HclSymbol {
  /** The placeholder in the text of the template. */
  readonly inner: Span;
  /** With its braces, in the document. */
  readonly outer: Span;
  /** As written: of `${var.name}` the inner part, of `%{ if a }` all of it. */
  readonly expression: string;
}
