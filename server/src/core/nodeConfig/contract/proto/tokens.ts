import type { Span } from '../../../text/span.js';

/** A token of a `.proto` file. Names keep their dots: `aksnodeconfig.v1`. */
export interface ProtoToken {
  readonly kind: 'name' | 'number' | 'string' | 'symbol' | 'end';
  /** As it is written; of a string, what is between the quotes. */
  readonly text: string;
  readonly span: Span;
  /** Its first line, from 0. */
  readonly line: number;
  /** The comments between the token before it and this one. */
  readonly before: readonly ProtoComment[];
}

/** One block comment, or line comments on lines that follow each other. */
export interface ProtoComment {
  readonly text: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** Whether it begins on the line on which the token before it ends. */
  readonly isBehind: boolean;
}

export interface ProtoTokens {
  readonly tokens: readonly ProtoToken[];
  readonly end: ProtoToken;
  /** Strings and comments that never end. */
  readonly unclosed: readonly Span[];
}

/** The tokens of a `.proto` file (protobuf's language specification, proto3). Never fails: other characters are symbols. */
export function protoTokens(text: string): ProtoTokens {
  const scanner = new Scanner(text);
  while (scanner.next());
  const { tokens, unclosed } = scanner;
  return { tokens, unclosed, end: scanner.token('end', '') };
}

const space = /[ \t\r\v\f\ufeff]+/y;
const name = /[A-Za-z_.][\w.]*/y;
const number = /\d[\w.]*/y;
const lineComment = /\/\/[^\n]*/y;

class Scanner {
  readonly tokens: ProtoToken[] = [];
  readonly unclosed: Span[] = [];
  readonly #text: string;
  #at = 0;
  #line = 0;
  #lastLine = -1;
  #comments: ProtoComment[] = [];
  #isLineComment = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads on by one token, comment, line ending or space; false at the end. */
  next(): boolean {
    const character = this.#text[this.#at];
    if (character === undefined) return false;
    if (character === '\n') {
      this.#at++;
      this.#line++;
    } else if (this.#match(space) !== undefined) return true;
    else if (this.#text.startsWith('//', this.#at)) this.#lineComment();
    else if (this.#text.startsWith('/*', this.#at)) this.#blockComment();
    else if (character === '"' || character === "'") this.#string(character);
    else {
      const start = this.#at;
      const named = this.#match(name);
      const found = named ?? this.#match(number);
      if (found === undefined) this.#at++;
      const kind = named !== undefined ? 'name' : found !== undefined ? 'number' : 'symbol';
      this.tokens.push(this.token(kind, this.#text.slice(start, this.#at), start));
    }
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  /** A token that ends here, with the comments before it. */
  token(kind: ProtoToken['kind'], text: string, start = this.#at): ProtoToken {
    const span = { start, end: this.#at };
    const token = { kind, text, span, line: this.#line, before: this.#comments };
    this.#comments = [];
    this.#isLineComment = false;
    this.#lastLine = this.#line;
    return token;
  }

  /** Line comments that follow each other are one, except behind a token. */
  #lineComment(): void {
    const text = (this.#match(lineComment) ?? '').replace(/^\/\/ ?/, '').trimEnd();
    const line = this.#line;
    const before = this.#comments.at(-1);
    if (this.#isLineComment && before !== undefined && !before.isBehind && before.lastLine === line - 1)
      this.#comments[this.#comments.length - 1] = { ...before, text: `${before.text}\n${text}`, lastLine: line };
    else this.#comment(text, line);
    this.#isLineComment = true;
  }

  #blockComment(): void {
    const start = this.#at;
    const close = this.#text.indexOf('*/', start + 2);
    const end = close < 0 ? this.#text.length : close;
    this.#at = close < 0 ? end : close + 2;
    if (close < 0) this.unclosed.push({ start, end: start + 2 });
    const lines = this.#text.slice(start + 2, end).split('\n');
    const text = lines.map((line) => line.replace(/^[ \t]*\*?/, '').trim()).join('\n');
    const firstLine = this.#line;
    this.#line += lines.length - 1;
    this.#comment(text.trim(), firstLine);
    this.#isLineComment = false;
  }

  #comment(text: string, firstLine: number): void {
    this.#comments.push({ text, firstLine, lastLine: this.#line, isBehind: firstLine === this.#lastLine });
  }

  #isLineEnd(at: number): boolean {
    return this.#text[at] === '\n' || this.#text[at] === '\r';
  }

  /** A string ends on its line. */
  #string(quote: string): void {
    const start = this.#at++;
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at];
      if (this.#isLineEnd(this.#at)) break;
      if (character === '\\' && !this.#isLineEnd(this.#at + 1)) this.#at++;
      else if (character === quote) {
        const text = this.#text.slice(start + 1, this.#at++);
        this.tokens.push(this.token('string', text, start));
        return;
      }
    }
    this.#at = Math.min(this.#at, this.#text.length);
    this.unclosed.push({ start, end: this.#at });
    this.tokens.push(this.token('string', this.#text.slice(start + 1, this.#at), start));
  }
}
