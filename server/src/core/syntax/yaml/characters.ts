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
