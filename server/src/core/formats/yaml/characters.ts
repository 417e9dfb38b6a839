import type { Span } from '../../text/span.js';

/**
 * The characters that YAML 1.1 tells apart, as PyYAML 6.0 does. A position behind the end of the text reads as
 * NaN, which belongs to no class except where "or the end" is said.
 */
export const Char = {
  Tab: 0x09,
  LineFeed: 0x0a,
  Return: 0x0d,
  Blank: 0x20,
  Exclamation: 0x21,
  DoubleQuote: 0x22,
  Hash: 0x23,
  Percent: 0x25,
  Ampersand: 0x26,
  SingleQuote: 0x27,
  Asterisk: 0x2a,
  Plus: 0x2b,
  Comma: 0x2c,
  Dash: 0x2d,
  Dot: 0x2e,
  Zero: 0x30,
  Nine: 0x39,
  Colon: 0x3a,
  Less: 0x3c,
  Greater: 0x3e,
  Question: 0x3f,
  At: 0x40,
  LeftBracket: 0x5b,
  Backslash: 0x5c,
  RightBracket: 0x5d,
  Grave: 0x60,
  LeftBrace: 0x7b,
  Bar: 0x7c,
  RightBrace: 0x7d,
  NextLine: 0x85,
  LineSeparator: 0x2028,
  ParagraphSeparator: 0x2029,
} as const;

/** YAML 1.1 has three line breaks more than later versions. */
export function isBreak(c: number): boolean {
  return (
    c === Char.LineFeed ||
    c === Char.Return ||
    c === Char.NextLine ||
    c === Char.LineSeparator ||
    c === Char.ParagraphSeparator
  );
}

export function isBreakOrEnd(c: number): boolean {
  return isBreak(c) || Number.isNaN(c);
}

/** A blank, a tab, a line break or the end: what has to follow an indicator. */
export function isSpaceOrEnd(c: number): boolean {
  return c === Char.Blank || c === Char.Tab || isBreakOrEnd(c);
}

/** `,` `[` `]` `{` `}`: what ends a plain scalar inside brackets. */
export function isFlowIndicator(c: number): boolean {
  return (
    c === Char.Comma ||
    c === Char.LeftBracket ||
    c === Char.RightBracket ||
    c === Char.LeftBrace ||
    c === Char.RightBrace
  );
}

/** A letter, digit, dash or underscore of ASCII: what names of anchors, tag handles and directives are made of. */
export function isNameCharacter(c: number): boolean {
  return (
    (c >= 0x30 && c <= 0x39) || (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a) || c === Char.Dash || c === 0x5f
  );
}

/** Characters that PyYAML refuses anywhere in a document: control characters, halves of surrogate pairs. */
export const unacceptable = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** A place that moves through a text and knows its line. */
export class Cursor {
  readonly text: string;
  at = 0;
  line = 0;
  #lineStart = 0;

  constructor(text: string) {
    this.text = text;
    // A byte order mark in front takes no room.
    if (text.startsWith('\ufeff')) this.at = this.#lineStart = 1;
  }

  /** The character `ahead` of here; NaN behind the end. */
  peek(ahead = 0): number {
    return this.text.charCodeAt(this.at + ahead);
  }

  /** Characters between the line's start and here. */
  get column(): number {
    return this.at - this.#lineStart;
  }

  /** Takes one line break, of one or two characters; gives what it means in a value, or '' where there is none. */
  lineBreak(): string {
    const c = this.peek();
    if (!isBreak(c)) return '';
    this.at += c === Char.Return && this.peek(1) === Char.LineFeed ? 2 : 1;
    this.line++;
    this.#lineStart = this.at;
    return c === Char.LineSeparator || c === Char.ParagraphSeparator ? String.fromCharCode(c) : '\n';
  }

  skipBlanks(): void {
    while (this.peek() === Char.Blank) this.at++;
  }

  skipBlanksAndTabs(): void {
    while (this.peek() === Char.Blank || this.peek() === Char.Tab) this.at++;
  }

  /** Moves to the end of the line, in front of its break. */
  skipLine(): void {
    const { text } = this;
    let at = this.at;
    while (at < text.length && !isBreak(text.charCodeAt(at))) at++;
    this.at = at;
  }

  /** Whether `---` or `...` stands here, with white space or the end behind it. */
  atMarker(): boolean {
    const c = this.peek();
    return (
      (c === Char.Dash || c === Char.Dot) && this.peek(1) === c && this.peek(2) === c && isSpaceOrEnd(this.peek(3))
    );
  }
}

/** Why a YAML text can't be read any further, and where. */
export interface YamlFault {
  readonly message: string;
  readonly span: Span;
  readonly code: 'yaml/syntax' | 'yaml/tab';
}

/** Thrown inside this folder; `readYaml` returns it as a `YamlFault`. */
export class YamlError extends Error implements YamlFault {
  readonly span: Span;
  readonly code: YamlFault['code'];

  /** `reason` is a sentence for users; `at` is a range or the offset of one character. */
  constructor(reason: string, at: number | Span, code: YamlFault['code'] = 'yaml/syntax') {
    super(reason);
    this.span = typeof at === 'number' ? { start: at, end: at + 1 } : at;
    this.code = code;
  }
}
