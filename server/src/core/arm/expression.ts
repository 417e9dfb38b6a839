import type { Span } from '../text/span.js';

/** A template language expression, with places in the text that it was read from. */
export type Expression = LiteralExpression | NumberExpression | CallExpression | PropertyExpression | IndexExpression;

export interface LiteralExpression {
  readonly kind: 'literal';
  readonly value: string;
  /** Where each stretch of the value stands: a doubled quote stands for one. */
  readonly span: Span;
}

export interface NumberExpression {
  readonly kind: 'number';
  readonly value: number;
  readonly span: Span;
}

/** A function; `name` as written, with the namespace of a user's own function in front. */
export interface CallExpression {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Expression[];
  readonly span: Span;
}

export interface PropertyExpression {
  readonly kind: 'property';
  readonly target: Expression;
  readonly name: string;
  readonly span: Span;
}

export interface IndexExpression {
  readonly kind: 'index';
  readonly target: Expression;
  readonly index: Expression;
  readonly span: Span;
}

/**
 * Whether a string of a template is an expression: it stands in brackets and begins with a function. `[[` is how a
 * template writes a literal bracket.
 */
export function isArmExpression(text: string): boolean {
  return /^\s*\[\s*[A-Za-z_][\w.]{0,100}\s*\(/.test(text) && /\]\s*$/.test(text.slice(-200));
}

/** Whether a string of a template only looks like an expression; its text begins with the second bracket. */
export function isEscapedBracket(text: string): boolean {
  return text.startsWith('[[');
}
