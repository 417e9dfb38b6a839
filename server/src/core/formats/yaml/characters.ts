import type { Span } from '../../text/span.js';
import type { SyntaxTree } from '../tree/node.js';

// The character classes of YAML 1.1, as PyYAML 6.0 has them. After the end of the text a character is the empty string,
// which belongs to no class unless the name says so.

/** YAML 1.1 has three line breaks more than later versions. */
export function isBreak(c: string): boolean {
  return c === '\n' || c === '\r' || c === '\x85' || c === '\u2028' || c === '\u2029';
}

export function isBreakOrEnd(c: string): boolean {
  return c === '' || isBreak(c);
}

/** A space, a tab, a line break or the end: what has to follow an indicator. */
export function isSpaceOrEnd(c: string): boolean {
  return c === ' ' || c === '\t' || isBreakOrEnd(c);
}

/** The characters of names of anchors, tag handles and directives. */
export function isNameCharacter(c: string): boolean {
  return /^[-\w]$/.test(c);
}

/** Characters that PyYAML refuses anywhere in a document: control characters, halves of surrogate pairs. */
export const unacceptable = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const space = 32;

/** A position that moves through a text and knows its line. */
export class Cursor {
  readonly text: string;
  readonly #line = /[^\n\r\x85\u2028\u2029]*/y;
  /** Where a plain scalar stops: before a comment, a tab, the colon of a key, or a line break. */
  readonly #blockStop = / #|[\t\n\r\x85\u2028\u2029]|:(?![^ \t\n\r\x85\u2028\u2029])/g;
  /** The same inside brackets. */
  readonly #flowStop = / #|[\t\n\r\x85\u2028\u2029,[\]{}?]|:(?![^ \t\n\r\x85\u2028\u2029,[\]{}])/g;
  at = 0;
  line = 0;
  #lineStart = 0;

  constructor(text: string) {
    this.text = text;
    // A byte order mark does not count as a column.
    if (text.startsWith('\ufeff')) this.at = this.#lineStart = 1;
  }

  /** The character at a distance from the position; empty after the end of the text. */
  peek(ahead = 0): string {
    return this.text.charAt(this.at + ahead);
  }

  /** The number of characters before the position on its line. */
  get column(): number {
    return this.at - this.#lineStart;
  }

  /** Skips a line break of one or two characters. Returns its meaning in a value, or '' if there is none. */
  lineBreak(): string {
    const c = this.peek();
    if (!isBreak(c)) return '';
    this.at += c === '\r' && this.peek(1) === '\n' ? 2 : 1;
    this.line++;
    this.#lineStart = this.at;
    return c === '\u2028' || c === '\u2029' ? c : '\n';
  }

  skipSpaces(): void {
    const { text } = this;
    let { at } = this;
    while (text.charCodeAt(at) === space) at++;
    this.at = at;
  }

  skipWhiteSpace(): void {
    while (this.peek() === ' ' || this.peek() === '\t') this.at++;
  }

  /** Moves to the end of the line, before its break. */
  skipLine(): void {
    this.#line.lastIndex = this.at;
    this.#line.test(this.text);
    this.at = this.#line.lastIndex;
  }

  /** The end of the last word on this line that belongs to a plain scalar. */
  plainEnd(inFlow: boolean): number {
    const { text } = this;
    const stop = inFlow ? this.#flowStop : this.#blockStop;
    stop.lastIndex = this.at;
    let end = stop.test(text) ? stop.lastIndex - 1 : text.length;
    while (end > this.at && text.charCodeAt(end - 1) === space) end--;
    return end;
  }

  /** Whether the position is at `---` or `...`, followed by white space or the end. */
  atMarker(): boolean {
    const c = this.peek();
    return (c === '-' || c === '.') && this.peek(1) === c && this.peek(2) === c && isSpaceOrEnd(this.peek(3));
  }
}

/** Why a YAML text can't be read any further, and the position. */
export interface YamlFault {
  readonly message: string;
  readonly span: Span;
  readonly code: 'yaml/syntax' | 'yaml/tab';
  /** The beginning of what PyYAML was reading, if it names that as the position. */
  readonly context?: number | undefined;
  /** What PyYAML refuses before it comes to this. */
  readonly earlier?: SyntaxTree['refusal'];
}

/** Thrown inside this folder; `readYaml` returns it as a `YamlFault`. */
export class YamlError extends Error implements YamlFault {
  readonly span: Span;
  readonly code: YamlFault['code'];
  readonly context: number | undefined;

  /** `reason` is a sentence for users; `at` is a range or the offset of one character. */
  constructor(reason: string, at: number | Span, code: YamlFault['code'] = 'yaml/syntax', context?: number) {
    super(reason);
    this.span = typeof at === 'number' ? { start: at, end: at + 1 } : at;
    this.code = code;
    this.context = context;
  }
}
