import { limits } from '../../limits.js';
import { failure, type Result, success } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import { copyOf } from '../../text/strings.js';

/** A template language expression, with spans in the text that it was read from. */
export type Expression = { readonly span: Span } & (
  | { readonly kind: 'literal'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  /** `name` is as written, with the namespace of a user-defined function. */
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'property'; readonly target: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly target: Expression; readonly index: Expression }
);

export type CallExpression = Extract<Expression, { kind: 'call' }>;

/** Where an expression can't be read any further, and why: `reason` is part of a sentence. */
interface ExpressionFault {
  readonly kind: 'fault';
  readonly span: Span;
  readonly reason: string;
}

/** Reads the expression between the brackets of a template's string. Never throws; nesting is bounded. */
export function parseExpression(text: string): Result<Expression, ExpressionFault> {
  const start = text.indexOf('[') + 1;
  const end = text.lastIndexOf(']');
  return new ExpressionParser(text, start, end < start ? text.length : end).parse();
}

class ExpressionParser {
  readonly #text: string;
  readonly #end: number;
  #at: number;

  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.#at = start;
    this.#end = end;
  }

  parse(): Result<Expression, ExpressionFault> {
    const read = this.#readExpression(0);
    if (read.kind === 'fault') return failure(read);
    this.#skipSpaces();
    return this.#at < this.#end ? failure(this.#fault('something follows the end of the expression')) : success(read);
  }

  #readExpression(depth: number): Expression | ExpressionFault {
    if (depth > limits.armDepth) return this.#fault('it is nested too deeply');
    let read = this.#readPrimary(depth);
    while (read.kind !== 'fault') {
      this.#skipSpaces();
      const c = this.#peek();
      if (c !== '.' && c !== '[') return read;
      read = c === '.' ? this.#readProperty(read) : this.#readIndex(read, depth);
    }
    return read;
  }

  #readPrimary(depth: number): Expression | ExpressionFault {
    this.#skipSpaces();
    const c = this.#peek();
    if (c === "'") return this.#readLiteral();
    const number = this.#match(/[+-]?\d+(?:\.\d+)?/y);
    if (number !== undefined) return { kind: 'number', value: Number(number.text), span: number.span };
    const name = this.#match(/[A-Za-z_][\w.]*/y);
    if (name === undefined) return this.#fault('a function, a string or a number is missing');
    return this.#readCall(name.text, name.span.start, depth);
  }

  #readLiteral(): Expression | ExpressionFault {
    const start = this.#at;
    let value = '';
    let from = start + 1;
    for (;;) {
      const quote = this.#text.indexOf("'", from);
      if (quote < 0 || quote >= this.#end) {
        this.#at = start;
        return this.#fault('a string in quotes is never closed');
      }
      value += this.#text.slice(from, quote);
      if (this.#text.charAt(quote + 1) !== "'" || quote + 1 >= this.#end) {
        this.#at = quote + 1;
        return { kind: 'literal', value, span: { start, end: this.#at } };
      }
      value += "'";
      from = quote + 2;
    }
  }

  #readCall(name: string, start: number, depth: number): Expression | ExpressionFault {
    this.#skipSpaces();
    if (this.#peek() !== '(') return this.#fault(`( is missing after ${name}`);
    this.#at++;
    const args: Expression[] = [];
    this.#skipSpaces();
    while (this.#peek() !== ')') {
      if (args.length >= limits.armArguments) return this.#fault(`${name} has too many arguments`);
      const read = this.#readExpression(depth + 1);
      if (read.kind === 'fault') return read;
      args.push(read);
      this.#skipSpaces();
      if (this.#peek() === ',') this.#at++;
      else if (this.#peek() !== ')') return this.#fault(`, or ) is missing in ${name}`);
      this.#skipSpaces();
    }
    this.#at++;
    return { kind: 'call', name, args, span: { start, end: this.#at } };
  }

  #readProperty(target: Expression): Expression | ExpressionFault {
    this.#at++;
    const name = this.#match(/\s*[A-Za-z_$][\w$-]*/y);
    if (name === undefined) return this.#fault('a name is missing after the dot');
    return { kind: 'property', target, name: name.text.trim(), span: { start: target.span.start, end: this.#at } };
  }

  #readIndex(target: Expression, depth: number): Expression | ExpressionFault {
    this.#at++;
    const index = this.#readExpression(depth + 1);
    if (index.kind === 'fault') return index;
    this.#skipSpaces();
    if (this.#peek() !== ']') return this.#fault('] is missing');
    this.#at++;
    return { kind: 'index', target, index, span: { start: target.span.start, end: this.#at } };
  }

  #peek(): string {
    return this.#at < this.#end ? this.#text.charAt(this.#at) : '';
  }

  #match(pattern: RegExp): { text: string; span: Span } | undefined {
    const sticky = copyOf(pattern, 'y');
    sticky.lastIndex = this.#at;
    const text = sticky.exec(this.#text)?.[0];
    if (text === undefined || this.#at + text.length > this.#end) return undefined;
    const span = { start: this.#at, end: this.#at + text.length };
    this.#at = span.end;
    return { text, span };
  }

  #skipSpaces(): void {
    while (this.#at < this.#end && /\s/.test(this.#text.charAt(this.#at))) this.#at++;
  }

  #fault(reason: string): ExpressionFault {
    return { kind: 'fault', span: { start: this.#at, end: this.#at + 1 }, reason };
  }
}

/**
 * Whether a string of a template is an expression: in brackets, and beginning with a function. `[[` is a literal
 * bracket.
 */
export function isArmExpression(text: string): boolean {
  return /^\s*\[\s*[A-Za-z_][\w.]{0,100}\s*\(/.test(text) && /\]\s*$/.test(text.slice(-200));
}

/** Whether a string of a template begins with a literal bracket; its value begins with the second one. */
export function isEscapedBracket(text: string): boolean {
  return text.startsWith('[[');
}
