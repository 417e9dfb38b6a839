import { Char, isBreak, isSpaceOrEnd } from './characters.js';

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
