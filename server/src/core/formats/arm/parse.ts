import { limits } from '../../limits.js';
import type { Span } from '../../text/span.js';

/** An expression, or the place where it cannot be read on and why: a part of a sentence. */
type ParsedExpression =
  | { readonly expression: Expression; readonly fault?: undefined }
  | { readonly fault: { readonly span: Span; readonly reason: string } };

/** Reads the expression between the brackets of a template's string. Never throws; nesting is bounded. */
export function parseExpression(text: string): ParsedExpression {
  const start = text.indexOf('[') + 1;
  const end = text.lastIndexOf(']');
  const parser = new ExpressionParser(text, start, end < start ? text.length : end);
  return parser.parse();
}

/** Why reading stops; carried up without exceptions. */
interface Fault {
  readonly kind: 'fault';
  readonly at: number;
  readonly reason: string;
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

  parse(): ParsedExpression {
    const read = this.#readExpression(0);
    if (read.kind === 'fault') return { fault: faultOf(read) };
    this.#skipBlanks();
    if (this.#at < this.#end) {
      return { fault: faultOf({ kind: 'fault', at: this.#at, reason: 'something follows the end of the expression' }) };
    }
    return { expression: read };
  }

  #readExpression(depth: number): Expression | Fault {
    if (depth > limits.armDepth) return this.#fault('it is nested too deeply');
    let read = this.#readPrimary(depth);
    while (read.kind !== 'fault') {
      this.#skipBlanks();
      const c = this.#peek();
      if (c !== '.' && c !== '[') return read;
      read = c === '.' ? this.#readProperty(read) : this.#readIndex(read, depth);
    }
    return read;
  }

  #readPrimary(depth: number): Expression | Fault {
    this.#skipBlanks();
    const c = this.#peek();
    if (c === "'") return this.#readLiteral();
    const number = this.#match(/[+-]?\d+(?:\.\d+)?/y);
    if (number !== undefined) return { kind: 'number', value: Number(number.text), span: number.span };
    const name = this.#match(/[A-Za-z_][\w.]*/y);
    if (name === undefined) return this.#fault('a function, a text or a number is missing');
    return this.#readCall(name.text, name.span.start, depth);
  }

  #readLiteral(): Expression | Fault {
    const start = this.#at;
    let value = '';
    let from = start + 1;
    for (;;) {
      const quote = this.#text.indexOf("'", from);
      if (quote < 0 || quote >= this.#end) {
        this.#at = start;
        return this.#fault('a text in quotes is never closed');
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

  #readCall(name: string, start: number, depth: number): Expression | Fault {
    this.#skipBlanks();
    if (this.#peek() !== '(') return this.#fault(`( is missing behind ${name}`);
    this.#at++;
    const args: Expression[] = [];
    this.#skipBlanks();
    while (this.#peek() !== ')') {
      if (args.length >= limits.armArguments) return this.#fault(`${name} has too many arguments`);
      const read = this.#readExpression(depth + 1);
      if (read.kind === 'fault') return read;
      args.push(read);
      this.#skipBlanks();
      if (this.#peek() === ',') this.#at++;
      else if (this.#peek() !== ')') return this.#fault(`, or ) is missing in ${name}`);
      this.#skipBlanks();
    }
    this.#at++;
    return { kind: 'call', name, args, span: { start, end: this.#at } };
  }

  #readProperty(target: Expression): Expression | Fault {
    this.#at++;
    const name = this.#match(/\s*[A-Za-z_$][\w$-]*/y);
    if (name === undefined) return this.#fault('a name is missing behind the point');
    return { kind: 'property', target, name: name.text.trim(), span: { start: target.span.start, end: this.#at } };
  }

  #readIndex(target: Expression, depth: number): Expression | Fault {
    this.#at++;
    const index = this.#readExpression(depth + 1);
    if (index.kind === 'fault') return index;
    this.#skipBlanks();
    if (this.#peek() !== ']') return this.#fault('] is missing');
    this.#at++;
    return { kind: 'index', target, index, span: { start: target.span.start, end: this.#at } };
  }

  #peek(): string {
    return this.#at < this.#end ? this.#text.charAt(this.#at) : '';
  }

  #match(pattern: RegExp): { text: string; span: Span } | undefined {
    const sticky = new RegExp(pattern, 'y');
    sticky.lastIndex = this.#at;
    const text = sticky.exec(this.#text)?.[0];
    if (text === undefined || this.#at + text.length > this.#end) return undefined;
    const span = { start: this.#at, end: this.#at + text.length };
    this.#at = span.end;
    return { text, span };
  }

  #skipBlanks(): void {
    while (this.#at < this.#end && /\s/.test(this.#text.charAt(this.#at))) this.#at++;
  }

  #fault(reason: string): Fault {
    return { kind: 'fault', at: this.#at, reason };
  }
}

function faultOf({ at, reason }: Fault): { span: Span; reason: string } {
  return { span: { start: at, end: at + 1 }, reason };
}

/** A template language expression, with places in the text that it was read from. */
export type Expression = LiteralExpression | NumberExpression | CallExpression | PropertyExpression | IndexExpression;

interface LiteralExpression {
  readonly kind: 'literal';
  readonly value: string;
  /** Where each stretch of the value stands: a doubled quote stands for one. */
  readonly span: Span;
}

interface NumberExpression {
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

interface PropertyExpression {
  readonly kind: 'property';
  readonly target: Expression;
  readonly name: string;
  readonly span: Span;
}

interface IndexExpression {
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
