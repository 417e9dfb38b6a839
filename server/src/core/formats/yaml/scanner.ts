import { limits } from '../../limits.js';
import type { Budget } from '../../text/budget.js';
import type { Span } from '../../text/span.js';
import { Cursor, isBreakOrEnd, isSpaceOrEnd, YamlError } from './characters.js';
import { anchorName, type Directive, directive, tag, type WrittenTag } from './properties.js';
import { blockScalar, plainScalar, quotedScalar, type Scalar } from './scalars.js';

/** The tokens of a YAML text, named as in the YAML 1.1 productions. */
export type Token = { readonly span: Span } & (
  | { readonly is: 'directive'; readonly directive: Directive | undefined }
  | { readonly is: 'scalar'; readonly scalar: Scalar }
  | { readonly is: 'anchor' | 'alias'; readonly name: string }
  | { readonly is: 'tag'; readonly tag: WrittenTag }
  | {
      readonly is:
        | 'document-start'
        | 'document-end'
        | 'stream-end'
        | 'block-sequence'
        | 'block-mapping'
        | 'block-end'
        | 'flow-sequence'
        | 'flow-mapping'
        | 'flow-sequence-end'
        | 'flow-mapping-end'
        | 'entry'
        | 'flow-entry'
        | 'key'
        | 'value';
    }
  /** If it is for the parser to refuse, PyYAML names the collection around it. */
  | { readonly is: 'fault'; readonly fault: YamlError; readonly isParsed?: true }
);

/** The position of a possible key, which becomes one if a `:` follows. */
interface PossibleKey {
  /** Where the token of the key would be inserted, among the tokens that are kept. */
  index: number;
  readonly at: number;
  readonly line: number;
  readonly column: number;
  /** In block context, text at the indentation of the collection must be a key. */
  readonly required: boolean;
}

/** The greatest length of a key without `?` in YAML 1.1 and PyYAML. */
const longestKey = 1_024;

const nothingLeft: Token = { is: 'stream-end', span: { start: 0, end: 0 } };

/** Tokens before the current one that are kept at most, so that the tokens of a large text aren't in memory together. */
const mostPassed = 256;

/**
 * The tokens of a text as PyYAML 6.0 reads them; it refuses the same texts. They are read when they are needed. A fault is the
 * last one, in place of the stream's end. When the budget is spent, the text ends where the reading is.
 */
export class Tokens {
  readonly #scanner: Scanner;
  readonly #budget: Budget | undefined;
  /** The index of the current one among those that are kept. */
  #at = 0;

  constructor(text: string, budget?: Budget) {
    this.#scanner = new Scanner(text);
    this.#budget = budget;
    this.#read();
  }

  get current(): Token {
    return this.#scanner.tokens[this.#at] ?? nothingLeft;
  }

  /** The token before the current one; undefined at the beginning. */
  get previous(): Token | undefined {
    return this.#scanner.tokens[this.#at - 1];
  }

  /** Goes on to the next token; neither the stream's end nor a fault is ever passed. */
  advance(): void {
    this.#at++;
    if (this.#at > mostPassed) {
      this.#scanner.drop(this.#at - 1);
      this.#at = 1;
    }
    this.#read();
  }

  /** Reads up to the current token, and until it can't be a key any more: PyYAML, too, fails there. */
  #read(): void {
    const scanner = this.#scanner;
    try {
      while (!scanner.done && !scanner.isFinal(this.#at)) {
        if (this.#budget?.step() === true) scanner.end();
        else scanner.next();
      }
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      scanner.fail({ is: 'fault', fault: error, span: error.span }, this.#at);
    }
  }
}

class Scanner {
  readonly #cursor: Cursor;
  /** Those that were read and not dropped. */
  tokens: Token[] = [];
  readonly #indents: number[] = [];
  #indent = -1;
  #flowLevel = 0;
  #keyAllowed = true;
  readonly #possibleKeys: (PossibleKey | undefined)[] = [];
  done = false;

  constructor(text: string) {
    this.#cursor = new Cursor(text);
  }

  /** Ends the tokens with a fault, in place of those from an index on. */
  fail(fault: Token, from = this.tokens.length): void {
    this.tokens.splice(from, Infinity, fault);
    this.done = true;
  }

  /** Whether the token at an index is read, and no key can begin at it or before it any more. */
  isFinal(index: number): boolean {
    return index < this.tokens.length && this.#dropStaleKeys() > index;
  }

  /** Forgets the first tokens. */
  drop(count: number): void {
    this.tokens = this.tokens.slice(count);
    for (const key of this.#possibleKeys) if (key !== undefined) key.index -= count;
  }

  /** Ends the text here. */
  end(): void {
    this.#leaveDocument();
    this.#push('stream-end', 0);
    this.done = true;
  }

  next(): void {
    const cursor = this.#cursor;
    this.#skipToToken();
    this.#dropStaleKeys();
    this.#unwind(cursor.column);
    const c = cursor.peek();
    if (c === '') this.end();
    else if (cursor.column === 0 && c === '%') this.#directive();
    else if (cursor.column === 0 && cursor.atMarker()) {
      this.#leaveDocument();
      this.#push(c === '-' ? 'document-start' : 'document-end', 3);
    } else this.#content(c, cursor.peek(1));
  }

  #content(c: string, next: string): void {
    const inFlow = this.#flowLevel > 0;
    switch (c) {
      case '[':
        this.#openFlow('flow-sequence');
        break;
      case '{':
        this.#openFlow('flow-mapping');
        break;
      case ']':
        this.#closeFlow('flow-sequence-end');
        break;
      case '}':
        this.#closeFlow('flow-mapping-end');
        break;
      case ',':
        this.#forgetKey();
        this.#keyAllowed = true;
        this.#push('flow-entry', 1);
        break;
      case '-':
        if (isSpaceOrEnd(next)) this.#entry();
        else this.#plain(c, next);
        break;
      case '?':
        if (inFlow || isSpaceOrEnd(next)) this.#key();
        else this.#plain(c, next);
        break;
      case ':':
        if (inFlow || isSpaceOrEnd(next)) this.#value();
        else this.#plain(c, next);
        break;
      case '*':
        this.#named('alias');
        break;
      case '&':
        this.#named('anchor');
        break;
      case '!':
        this.#tag();
        break;
      case '|':
      case '>':
        if (inFlow) this.#plain(c, next);
        else this.#block();
        break;
      case "'":
      case '"':
        this.#noteKey();
        this.#keyAllowed = false;
        this.#scalar(quotedScalar(this.#cursor));
        break;
      default:
        this.#plain(c, next);
    }
  }

  #block(): void {
    this.#forgetKey();
    this.#keyAllowed = true;
    this.#scalar(blockScalar(this.#cursor, this.#indent));
  }

  #plain(c: string, next: string): void {
    const { text, at } = this.#cursor;
    if (c === '\t') {
      throw new YamlError(
        "A tab isn't allowed here: cloud-init's YAML reader accepts only spaces before a value, a key or a comment.",
        at,
        'yaml/tab',
      );
    }
    const indicates = '-?:,[]{}#&*!|>\'"%@`'.includes(text.charAt(at));
    const inWord = !isSpaceOrEnd(next) && (c === '-' || (this.#flowLevel === 0 && (c === '?' || c === ':')));
    if (indicates && !inWord) {
      throw new YamlError(`A value cannot begin with ${text.charAt(at)}; quote it.`, at);
    }
    this.#noteKey();
    const scalar = plainScalar(this.#cursor, this.#indent, this.#flowLevel > 0);
    // A key may begin after a line break.
    this.#keyAllowed = scalar.crossed;
    this.#scalar(scalar);
  }

  #skipToToken(): void {
    const cursor = this.#cursor;
    for (;;) {
      cursor.skipSpaces();
      if (cursor.peek() === '#') cursor.skipLine();
      if (cursor.lineBreak() === '') return;
      if (this.#flowLevel === 0) this.#keyAllowed = true;
    }
  }

  /** A key is on one line, and its length is limited. Returns the index of the first one that is possible. */
  #dropStaleKeys(): number {
    const { line, at } = this.#cursor;
    let first = Infinity;
    for (let level = 0; level <= this.#flowLevel; level++) {
      const key = this.#possibleKeys[level];
      if (key === undefined) continue;
      if (key.line === line && at - key.at <= longestKey) {
        first = Math.min(first, key.index);
        continue;
      }
      this.#refuseRequired(key);
      this.#possibleKeys[level] = undefined;
    }
    return first;
  }

  #refuseRequired(key: PossibleKey): void {
    if (!key.required) return;
    const { text } = this.#cursor;
    let end = key.at;
    while (end < text.length && !isBreakOrEnd(text.charAt(end))) end++;
    throw new YamlError('A key with a colon after it was expected.', {
      start: key.at,
      end: key.at + text.slice(key.at, end).trimEnd().length,
    });
  }

  #noteKey(): void {
    const { at, line, column } = this.#cursor;
    if (!this.#keyAllowed) return;
    this.#forgetKey();
    this.#possibleKeys[this.#flowLevel] = {
      index: this.tokens.length,
      at,
      line,
      column,
      required: this.#flowLevel === 0 && this.#indent === column,
    };
  }

  #forgetKey(): void {
    const key = this.#possibleKeys[this.#flowLevel];
    if (key === undefined) return;
    this.#refuseRequired(key);
    this.#possibleKeys[this.#flowLevel] = undefined;
  }

  #unwind(column: number): void {
    if (this.#flowLevel > 0) return;
    while (this.#indent > column) {
      this.#indent = this.#indents.pop() ?? -1;
      this.#push('block-end', 0);
    }
  }

  /** Whether a block collection begins at this column, which is the case if it is deeper than the one around it. */
  #deepen(column: number): boolean {
    if (this.#indent >= column) return false;
    this.#indents.push(this.#indent);
    this.#indent = column;
    this.#checkDepth();
    return true;
  }

  #checkDepth(): void {
    if (this.#indents.length + this.#flowLevel > limits.yamlDepth) {
      throw new YamlError(`Collections are nested more than ${limits.yamlDepth} deep.`, this.#cursor.at);
    }
  }

  #leaveDocument(): void {
    this.#unwind(-1);
    this.#forgetKey();
    this.#keyAllowed = false;
  }

  #directive(): void {
    this.#leaveDocument();
    const start = this.#cursor.at;
    const read = directive(this.#cursor);
    this.tokens.push({ is: 'directive', directive: read, span: { start, end: this.#cursor.at } });
  }

  #openFlow(is: 'flow-sequence' | 'flow-mapping'): void {
    this.#noteKey();
    this.#flowLevel++;
    this.#checkDepth();
    this.#keyAllowed = true;
    this.#push(is, 1);
  }

  #closeFlow(is: 'flow-sequence-end' | 'flow-mapping-end'): void {
    this.#forgetKey();
    if (this.#flowLevel === 0) {
      const fault = new YamlError(`No bracket is open for ${this.#cursor.peek()} to close.`, this.#cursor.at);
      this.fail({ is: 'fault', fault, isParsed: true, span: fault.span });
      return;
    }
    this.#flowLevel--;
    this.#keyAllowed = false;
    this.#push(is, 1);
  }

  #entry(): void {
    if (this.#flowLevel === 0) {
      if (!this.#keyAllowed)
        throw new YamlError('A list cannot begin here; write its first - on a separate line.', this.#cursor.at);
      if (this.#deepen(this.#cursor.column)) this.#push('block-sequence', 0);
    }
    this.#keyAllowed = true;
    this.#forgetKey();
    this.#push('entry', 1);
  }

  #key(): void {
    if (this.#flowLevel === 0) {
      if (!this.#keyAllowed) throw new YamlError('A key cannot begin here.', this.#cursor.at);
      if (this.#deepen(this.#cursor.column)) this.#push('block-mapping', 0);
    }
    this.#keyAllowed = this.#flowLevel === 0;
    this.#forgetKey();
    this.#push('key', 1);
  }

  #value(): void {
    const key = this.#possibleKeys[this.#flowLevel];
    if (key !== undefined) {
      this.#possibleKeys[this.#flowLevel] = undefined;
      const span = { start: key.at, end: key.at };
      const opens = this.#flowLevel === 0 && this.#deepen(key.column);
      // Only the few tokens of the key are moved.
      if (opens) this.tokens.splice(key.index, 0, { is: 'block-mapping', span }, { is: 'key', span });
      else this.tokens.splice(key.index, 0, { is: 'key', span });
      this.#keyAllowed = false;
    } else {
      if (this.#flowLevel === 0) {
        if (!this.#keyAllowed) {
          throw new YamlError(
            'This colon makes a key of the text before it, where a key is not allowed; quote a value that contains ": ".',
            this.#cursor.at,
          );
        }
        if (this.#deepen(this.#cursor.column)) this.#push('block-mapping', 0);
      }
      this.#keyAllowed = this.#flowLevel === 0;
      this.#forgetKey();
    }
    this.#push('value', 1);
  }

  #named(is: 'anchor' | 'alias'): void {
    this.#noteKey();
    this.#keyAllowed = false;
    const start = this.#cursor.at;
    const name = anchorName(this.#cursor);
    this.tokens.push({ is, name, span: { start, end: this.#cursor.at } });
  }

  #tag(): void {
    this.#noteKey();
    this.#keyAllowed = false;
    const start = this.#cursor.at;
    const read = tag(this.#cursor);
    this.tokens.push({ is: 'tag', tag: read, span: { start, end: this.#cursor.at } });
  }

  #scalar(scalar: Scalar): void {
    this.tokens.push({ is: 'scalar', scalar, span: scalar.span });
  }

  #push(is: Exclude<Token['is'], 'directive' | 'scalar' | 'anchor' | 'alias' | 'tag' | 'fault'>, length: number): void {
    const start = this.#cursor.at;
    this.#cursor.at += length;
    this.tokens.push({ is, span: { start, end: this.#cursor.at } });
  }
}
