/** Token kinds and scan errors, numbered as jsonc-parser numbers them, so that tests can hold ours against its. */
export const SyntaxKind = {
  OpenBraceToken: 1,
  CloseBraceToken: 2,
  OpenBracketToken: 3,
  CloseBracketToken: 4,
  CommaToken: 5,
  ColonToken: 6,
  NullKeyword: 7,
  TrueKeyword: 8,
  FalseKeyword: 9,
  StringLiteral: 10,
  NumericLiteral: 11,
  LineCommentTrivia: 12,
  BlockCommentTrivia: 13,
  LineBreakTrivia: 14,
  Trivia: 15,
  Unknown: 16,
  EOF: 17,
} as const;

export const ScanError = {
  None: 0,
  UnexpectedEndOfComment: 1,
  UnexpectedEndOfString: 2,
  UnexpectedEndOfNumber: 3,
  InvalidUnicode: 4,
  InvalidEscapeCharacter: 5,
  InvalidCharacter: 6,
} as const;

/** What the letter behind a back-slash stands for in JSON (RFC 8259, section 7); `u` with its digits is apart. */
export const jsonEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** The character that an escape stands for, from its back-slash on; one that JSON does not know stands for its letter. */
export function escapedCharacter(escape: string): string {
  if (escape.startsWith('\\u')) return String.fromCharCode(parseInt(escape.slice(2), 16));
  const letter = escape.slice(1);
  return jsonEscapes.get(letter) ?? letter;
}

/**
 * Divides JSON into tokens, one at a time: white space is skipped, comments are tokens of their own, and what isn't JSON
 * is `Unknown`. Tests compare it with jsonc-parser 3.3.1, whose scanner took half the time of validation, because it
 * copies white space character by character.
 */
export class JsonScanner {
  readonly #text: string;
  /** Whether the text holds surrogates anywhere. */
  readonly #wide: boolean;
  /** Characters of a string up to its end, an escape or a control character. A loop takes 1.4 times as long to parse 100 KB. */
  // eslint-disable-next-line no-control-regex
  readonly #plain = /[^"\\\u0000-\u001f]*/y;
  #position = 0;
  #offset = 0;
  #kind: number = SyntaxKind.EOF;
  #error: number = ScanError.None;
  #escapedUnicode = false;
  #value = '';

  constructor(text: string) {
    this.#text = text;
    this.#wide = /[\ud800-\udfff]/.test(text);
  }

  /** Where the token begins and ends. */
  get start(): number {
    return this.#offset;
  }
  get end(): number {
    return this.#position;
  }

  /** The content of a string with its escapes resolved, the source of other tokens. */
  get value(): string {
    return this.#value;
  }

  /** A number of `ScanError`. */
  get error(): number {
    return this.#error;
  }

  /** Whether there can be surrogates in the content of a string, as characters or as escapes. */
  get mayHoldSurrogates(): boolean {
    return this.#wide || this.#escapedUnicode;
  }

  /** A number of `SyntaxKind`. */
  get kind(): number {
    return this.#kind;
  }

  /** Goes on from another place, as where a word is longer than its token. */
  moveTo(position: number): void {
    this.#position = position;
  }

  /** Passes over the next character where it is this one, and tells whether it was. */
  passes(code: number): boolean {
    if (this.#text.charCodeAt(this.#position) !== code) return false;
    this.#position++;
    return true;
  }

  /** The kind of the next token, a number of `SyntaxKind`. */
  next(): number {
    return (this.#kind = this.#scan());
  }

  #scan(): number {
    const text = this.#text;
    let at = this.#position;
    let code = text.charCodeAt(at);
    while (code === 32 || code === 10 || code === 13 || code === 9) code = text.charCodeAt(++at);
    this.#offset = at;
    this.#position = at + 1;
    this.#error = ScanError.None;
    this.#escapedUnicode = false;
    switch (code) {
      case 34 /* " */:
        return this.#string(at + 1);
      case 44 /* , */:
        return SyntaxKind.CommaToken;
      case 58 /* : */:
        return SyntaxKind.ColonToken;
      case 91 /* [ */:
        return SyntaxKind.OpenBracketToken;
      case 93 /* ] */:
        return SyntaxKind.CloseBracketToken;
      case 123 /* { */:
        return SyntaxKind.OpenBraceToken;
      case 125 /* } */:
        return SyntaxKind.CloseBraceToken;
      case 47 /* slash */:
        return this.#commentOrSlash(at);
    }
    if (at >= text.length) {
      this.#position = text.length;
      this.#offset = text.length;
      this.#value = '';
      return SyntaxKind.EOF;
    }
    if (isDigit(code) || (code === 45 /* - */ && isDigit(text.charCodeAt(at + 1)))) return this.#number(at);
    return this.#word(at);
  }

  #string(from: number): number {
    const text = this.#text;
    this.#plain.lastIndex = from;
    this.#plain.test(text);
    const at = this.#plain.lastIndex;
    this.#value = text.slice(from, at);
    if (text.charCodeAt(at) === 34) this.#position = at + 1;
    else this.#restOfString(at);
    return SyntaxKind.StringLiteral;
  }

  /** Behind the first character of a string that is not plain. */
  #restOfString(from: number): void {
    const text = this.#text;
    let at = from;
    let plainFrom = from;
    let value = this.#value;
    for (;;) {
      const code = text.charCodeAt(at);
      if (at >= text.length || code === 10 || code === 13) {
        this.#error = ScanError.UnexpectedEndOfString;
        value += text.slice(plainFrom, at);
        break;
      }
      if (code === 34) {
        value += text.slice(plainFrom, at++);
        break;
      }
      if (code === 92) {
        value += text.slice(plainFrom, at);
        if (at + 1 >= text.length) {
          at++;
          this.#error = ScanError.UnexpectedEndOfString;
          break;
        }
        const letter = text.charAt(at + 1);
        at += 2;
        if (letter === 'u') {
          const digits = hexDigitsAt(text, at);
          at += digits.length;
          this.#escapedUnicode = true;
          if (digits.length === 4) value += String.fromCharCode(parseInt(digits, 16));
          else this.#error = ScanError.InvalidUnicode;
        } else {
          const meant = jsonEscapes.get(letter);
          if (meant === undefined) this.#error = ScanError.InvalidEscapeCharacter;
          else value += meant;
        }
        plainFrom = at;
        continue;
      }
      if (code < 32) this.#error = ScanError.InvalidCharacter;
      at++;
    }
    this.#position = at;
    this.#value = value;
  }

  /** A number as far as its letters go; whether it is one that JSON has is the parser's question. */
  #number(from: number): number {
    const text = this.#text;
    let at = from + 1;
    while (isNumberLetter(text.charCodeAt(at))) at++;
    return this.#take(from, at, SyntaxKind.NumericLiteral);
  }

  #word(from: number): number {
    const text = this.#text;
    let at = from;
    // A dash in front of no digit stands alone.
    if (text.charCodeAt(at) === 45) return this.#take(from, at + 1, SyntaxKind.Unknown);
    while (at < text.length && !endsWord(text.charCodeAt(at))) at++;
    this.#take(from, at, SyntaxKind.Unknown);
    return keywords.get(this.#value) ?? SyntaxKind.Unknown;
  }

  #commentOrSlash(from: number): number {
    const text = this.#text;
    const second = text.charAt(from + 1);
    if (second === '/') {
      let at = from + 2;
      while (at < text.length && !isLineBreak(text.charCodeAt(at))) at++;
      return this.#take(from, at, SyntaxKind.LineCommentTrivia);
    }
    if (second !== '*') return this.#take(from, from + 1, SyntaxKind.Unknown);
    const close = text.indexOf('*/', from + 2);
    this.#take(from, close < 0 ? text.length : close + 2, SyntaxKind.BlockCommentTrivia);
    if (close < 0) this.#error = ScanError.UnexpectedEndOfComment;
    return SyntaxKind.BlockCommentTrivia;
  }

  #take(from: number, to: number, kind: number): number {
    this.#position = to;
    this.#value = this.#text.slice(from, to);
    return kind;
  }
}

const keywords: ReadonlyMap<string, number> = new Map([
  ['true', SyntaxKind.TrueKeyword],
  ['false', SyntaxKind.FalseKeyword],
  ['null', SyntaxKind.NullKeyword],
]);

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}

/** Letters, digits, `_`, `+`, `-` and the dot. */
function isNumberLetter(code: number): boolean {
  return (
    isDigit(code) ||
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    code === 46 ||
    code === 45 ||
    code === 43 ||
    code === 95
  );
}

/** White space, brackets, quotes, colon, comma and slash. */
function endsWord(code: number): boolean {
  switch (code) {
    case 32:
    case 9:
    case 10:
    case 13:
    case 34:
    case 44:
    case 47:
    case 58:
    case 91:
    case 93:
    case 123:
    case 125:
      return true;
    default:
      return false;
  }
}

/** Up to four hexadecimal digits. */
function hexDigitsAt(text: string, from: number): string {
  let at = from;
  while (at < from + 4 && /[0-9a-fA-F]/.test(text.charAt(at))) at++;
  return text.slice(from, at);
}
