import { limits } from '../../limits.js';
import type { Budget } from '../../text/budget.js';
import type { Span } from '../../text/span.js';
import type { HclAttribute, HclBlock, HclObject, HclTemplate, HclValue } from './syntax.js';
import { endOfString, heredocText, printedLines, printedText, quotedText } from './template.js';

interface HclOptions {
  /** Whether the text is a plan as Terraform prints it: with marks before what changes, and prose around it. */
  readonly isPlan?: boolean;
  readonly budget?: Budget | undefined;
}

/**
 * Reads a file of HCL, or a printed plan. Never fails: what can't be read is left out, mostly up to the end of its line
 * (hashicorp/hcl 2.24; Terraform 1.13 for plans).
 */
export function parseHcl(text: string, options: HclOptions = {}): HclObject {
  return new HclParser(text, options).file();
}

/** Beginnings of identifiers; other letters than those of ASCII count, too. */
const identifier = /[\p{L}_][\p{L}\p{N}\p{M}_-]*/uy;
/** What introduces a here-document. Behind the marker, a plan may have a comment. */
const heredoc = /<<(-?)([\p{L}_][\p{L}\p{N}\p{M}_-]{0,200})[ \t]*(?:#[^\r\n]*)?\r?\n/uy;
/** The marks of a printed plan. */
const planMark = /(?:-\/\+|\+\/-|<=|[-+~])[ \t]+/y;
const planIndent = /^ *(?:(?:-\/\+|\+\/-|<=|[-+~]) +)?/;

class HclParser {
  readonly #text: string;
  readonly #isPlan: boolean;
  readonly #budget: Budget | undefined;
  #at = 0;
  #depth = 0;
  #unclosed = 0;

  constructor(text: string, { isPlan = false, budget }: HclOptions) {
    this.#text = text;
    this.#isPlan = isPlan;
    this.#budget = budget;
  }

  file(): HclObject {
    // A brace too many doesn't end the file.
    const parts: HclObject[] = [];
    while (this.#at < this.#text.length) {
      parts.push(this.#members(0, false));
      this.#at++;
    }
    return {
      kind: 'object',
      attributes: parts.flatMap(({ attributes }) => attributes),
      blocks: parts.flatMap(({ blocks }) => blocks),
      span: { start: 0, end: this.#text.length },
    };
  }

  /** Members up to the closing brace, or the end of the text. Objects may have commas between them. */
  #members(start: number, isObject: boolean): HclObject {
    const attributes: HclAttribute[] = [];
    const blocks: HclBlock[] = [];
    for (;;) {
      this.#skipBlanks(isObject);
      if (this.#isPlan) this.#match(planMark);
      if (this.#at >= this.#text.length || this.#peek() === '}') break;
      const before = this.#at;
      const found = this.#member(isObject);
      if (found === undefined) this.#skipLine(before, isObject);
      else if ('type' in found) blocks.push(found);
      else attributes.push(found);
    }
    return { kind: 'object', attributes, blocks, span: { start, end: this.#at } };
  }

  #member(isObject: boolean): HclAttribute | HclBlock | undefined {
    const start = this.#at;
    const name = this.#name();
    if (name === undefined) return undefined;
    const key = { start, end: this.#at };
    this.#skipSpaces();
    const sign = this.#peek();
    const isAssigned = sign === '=' && this.#peek(1) !== '=';
    if (isAssigned || (isObject && sign === ':')) {
      this.#at++;
      const value = this.#expression(false);
      return this.#isPlan ? this.#changed(name, key, value) : { name, key, value };
    }
    return isObject ? undefined : this.#block(name);
  }

  /** A value of a plan with the value that it changes to. */
  #changed(name: string, key: Span, value: HclValue): HclAttribute {
    this.#skipSpaces();
    if (!this.#text.startsWith('->', this.#at)) return { name, key, value };
    this.#at += 2;
    return { name, key, before: value, value: this.#expression(false) };
  }

  #block(type: string): HclBlock | undefined {
    const labels: string[] = [];
    for (;;) {
      this.#skipSpaces();
      if (this.#peek() === '{') break;
      const label = this.#name();
      if (label === undefined) return undefined;
      labels.push(label);
    }
    const body = this.#nested(() => this.#braces(false));
    return body?.kind === 'object' ? { type, labels, body } : undefined;
  }

  /** An identifier or a string without interpolations. */
  #name(): string | undefined {
    if (this.#peek() !== '"') return this.#match(identifier)?.[0];
    const { text, symbols } = this.#string();
    return symbols.length === 0 ? text : undefined;
  }

  /** A value up to a comma, a closing bracket or, outside of brackets, the end of the line. */
  #expression(isMultiline: boolean): HclValue {
    this.#skipWithin(isMultiline);
    const start = this.#at;
    const first = this.#nested(() => this.#operand());
    this.#skipWithin(isMultiline);
    if (first !== undefined && this.#isAtEnd(isMultiline)) return first;
    // Operators, and what else can only be evaluated.
    const operands = first === undefined ? [] : [first];
    while (!this.#isAtEnd(isMultiline)) {
      const before = this.#at;
      const operand = this.#nested(() => this.#operand());
      if (operand !== undefined) operands.push(operand);
      if (this.#at === before) this.#at++;
      this.#skipWithin(isMultiline);
    }
    return this.#asWritten(start, operands);
  }

  #isAtEnd(isMultiline: boolean): boolean {
    const character = this.#peek();
    if (character === '' || ',)]}'.includes(character)) return true;
    if (character === '-' && this.#isPlan && this.#peek(1) === '>') return true;
    return !isMultiline && (character === '\n' || character === '\r');
  }

  /** A string, a collection, a call or an expression in parentheses; undefined for anything else. */
  #operand(): HclValue | undefined {
    const start = this.#at;
    switch (this.#peek()) {
      case '"':
        return this.#wrapped(this.#string());
      case '<':
        return this.#heredoc();
      case '{':
        return this.#braces(true);
      case '[': {
        this.#at++;
        const items = this.#list(']');
        // A comprehension isn't a list.
        return this.#isComprehension(start)
          ? this.#asWritten(start, items)
          : { kind: 'tuple', items, span: this.#from(start) };
      }
      case '(': {
        this.#at++;
        const [only, ...others] = this.#list(')');
        return only === undefined || others.length > 0 ? this.#asWritten(start, []) : only;
      }
      default: {
        const name = this.#match(identifier)?.[0];
        if (name === undefined) return undefined;
        while (this.#text.startsWith('::', this.#at)) {
          this.#at += 2;
          this.#match(identifier);
        }
        if (this.#peek() !== '(') return this.#asWritten(start, []);
        const called = this.#text.slice(start, this.#at++);
        const given = this.#list(')');
        return { kind: 'call', name: called, arguments: given, span: this.#from(start) };
      }
    }
  }

  /** The values up to a closing bracket. */
  #list(closing: string): HclValue[] {
    const items: HclValue[] = [];
    for (;;) {
      this.#skipBlanks(true);
      if (this.#isPlan) this.#match(planMark);
      const character = this.#peek();
      if (character === '' || character === closing) break;
      const before = this.#at;
      items.push(this.#expression(true));
      // Another closing bracket than the expected one.
      if (this.#at === before) this.#at++;
    }
    this.#at = Math.min(this.#at + 1, this.#text.length);
    return items;
  }

  /** A body, an object, or a comprehension that makes one. */
  #braces(isObject: boolean): HclValue {
    const start = this.#at++;
    const { attributes, blocks } = this.#members(start, isObject);
    this.#at = Math.min(this.#at + 1, this.#text.length);
    if (isObject && this.#isComprehension(start))
      return this.#asWritten(
        start,
        attributes.map(({ value }) => value),
      );
    return { kind: 'object', attributes, blocks, span: this.#from(start) };
  }

  /** Whether the bracket at `start` opens `[for …]` or `{for …}`. */
  #isComprehension(start: number): boolean {
    return /^.\s{0,1000}for\s/.test(this.#text.slice(start, start + 1_010));
  }

  /** A string that is nothing but one interpolation has the value of its expression. */
  #wrapped(string: HclTemplate): HclValue {
    const [only, ...others] = string.symbols;
    const { start, end } = only?.inner ?? string.span;
    const isWrapped = start === 0 && end === string.text.length && others.length === 0;
    if (only === undefined || !isWrapped || !string.isClosed || only.expression.startsWith('%')) return string;
    const after = this.#at;
    this.#at = only.outer.start + (this.#text.charAt(only.outer.start + 2) === '~' ? 3 : 2);
    const value = this.#nested(() => this.#expression(true));
    this.#at = after;
    return value ?? string;
  }

  #string(): HclTemplate {
    const start = this.#at;
    const { end, closed } = endOfString(this.#text, start);
    this.#at = end;
    const body = { start: start + 1, end: closed ? end - 1 : end };
    if (!closed && ++this.#unclosed > limits.hclRecoveries) this.#at = this.#text.length;
    const found = this.#isPlan ? printedText(this.#text, body) : quotedText(this.#text, body);
    const form = this.#isPlan ? ({ is: 'printed' } as const) : ({ is: 'quoted' } as const);
    return { kind: 'template', ...found, form, body, span: { start, end }, isClosed: closed };
  }

  #heredoc(): HclTemplate | undefined {
    const start = this.#at;
    const opening = this.#match(heredoc);
    if (opening === undefined) return undefined;
    const [, dash, marker = ''] = opening;
    const body = { start: this.#at, end: this.#text.length };
    let closed = false;
    for (let line = this.#at; line < this.#text.length && !closed;) {
      const newline = this.#text.indexOf('\n', line);
      const end = newline < 0 ? this.#text.length : newline;
      if (this.#isMarker(line, end, marker)) {
        body.end = line;
        this.#at = this.#text.indexOf(marker, line) + marker.length;
        closed = true;
      }
      line = end + 1;
    }
    if (!closed) this.#at = this.#text.length;
    const common = { kind: 'template', body, span: this.#from(start), isClosed: closed } as const;
    if (this.#isPlan) {
      // Lines of the text are indented by four more than the name.
      const lineStart = this.#text.lastIndexOf('\n', start - 1) + 1;
      const column = (planIndent.exec(this.#text.slice(lineStart, start))?.[0].length ?? 0) + 4;
      return { ...common, ...printedLines(this.#text, body, column), form: { is: 'printed' } };
    }
    const { indent, ...found } = heredocText(this.#text, body, dash === '-');
    return { ...common, ...found, form: { is: 'heredoc', marker, isFlush: dash === '-', indent } };
  }

  /** Whether a line has nothing but the marker of a here-document; in a plan, the old value may be said to become null. */
  #isMarker(start: number, end: number, marker: string): boolean {
    // A line with the marker isn't much longer.
    const line = end - start > 1_000 + marker.length ? '' : this.#text.slice(start, end).trim();
    return line === marker || (this.#isPlan && line === `${marker} -> null`);
  }

  /** Reads something inside of something else; deeper ones than `limits.hclDepth` are skipped with the rest of the text. */
  #nested<T>(read: () => T): T | undefined {
    if (this.#depth >= limits.hclDepth || this.#budget?.step() === true) {
      this.#at = this.#text.length;
      return undefined;
    }
    this.#depth++;
    const found = read();
    this.#depth--;
    return found;
  }

  #asWritten(start: number, operands: readonly HclValue[]): HclValue {
    const end = start + this.#text.slice(start, this.#at).trimEnd().length;
    return { kind: 'expression', operands, span: { start, end } };
  }

  #from(start: number): Span {
    return { start, end: this.#at };
  }

  #peek(by = 0): string {
    return this.#text.charAt(this.#at + by);
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at += found[0].length;
    return found;
  }

  #skipSpaces(): void {
    while (this.#peek() === ' ' || this.#peek() === '\t') this.#at++;
  }

  /** Spaces and comments inside of an expression. */
  #skipWithin(isMultiline: boolean): void {
    if (isMultiline) {
      this.#skipBlanks(false);
      return;
    }
    do this.#skipSpaces();
    while (this.#skipComment());
  }

  /** Spaces, line endings, comments and, in lists, commas. */
  #skipBlanks(withCommas: boolean): void {
    for (;;) {
      const character = this.#peek();
      if (character === ' ' || character === '\t' || character === '\n' || character === '\r') this.#at++;
      else if (withCommas && character === ',') this.#at++;
      else if (!this.#skipComment()) return;
    }
  }

  /** Up to the end of the line for `#` and `//`. */
  #skipComment(): boolean {
    const isLine = this.#peek() === '#' || this.#text.startsWith('//', this.#at);
    if (!isLine && !this.#text.startsWith('/*', this.#at)) return false;
    const end = isLine ? this.#text.indexOf('\n', this.#at) : this.#text.indexOf('*/', this.#at + 2);
    this.#at = end < 0 ? this.#text.length : end + (isLine ? 0 : 2);
    return true;
  }

  /** What isn't a member, up to the end of its line; in an object, up to a comma or brace, too. */
  #skipLine(start: number, isObject: boolean): void {
    this.#at = Math.max(this.#at, start);
    const stops = isObject ? '\n,}' : '\n';
    if (this.#at === start && this.#peek() !== '') this.#at++;
    while (this.#at < this.#text.length && !stops.includes(this.#peek())) this.#at++;
  }
}
