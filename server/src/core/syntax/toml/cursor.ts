import { TomlFault } from './fault.js';

/** A place in a text that moves on. */
export class TomlCursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The character at the place; empty at the end. */
  get next(): string {
    return this.text.charAt(this.at);
  }

  /** Whether the text goes on like this. */
  sees(written: string): boolean {
    return this.text.startsWith(written, this.at);
  }

  /** Moves behind a text that stands here; says whether it did. */
  take(written: string): boolean {
    if (!this.sees(written)) return false;
    this.at += written.length;
    return true;
  }

  /** Moves behind what a sticky pattern matches here; empty where it matches nothing. */
  match(sticky: RegExp): string {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  skipBlanks(): void {
    this.match(/[ \t]*/y);
  }

  /** Moves behind blanks, line breaks and comments. */
  skipLines(): void {
    for (;;) {
      this.match(/(?:[ \t\n]|\r\n)*/y);
      if (!this.skipComment()) return;
    }
  }

  /** Moves behind a comment, up to its line break; says whether there is one. */
  skipComment(): boolean {
    if (this.next !== '#') return false;
    const start = this.at;
    // A carriage return belongs to the line break.
    const comment = this.match(/#[^\n]*/y).replace(/\r$/, '');
    this.at = start + comment.length;
    const control = comment.search(controls);
    if (control >= 0) this.fail('TOML allows no control characters in comments.', start + control);
    return true;
  }

  /** Ends a line: nothing but blanks and a comment may stand up to its break. */
  endLine(behind: string): void {
    this.skipBlanks();
    this.skipComment();
    if (this.isAtEnd() || this.take('\n') || this.take('\r\n')) return;
    this.fail(`Nothing but a comment may follow ${behind} on its line.`, this.at, this.lineEnd());
  }

  /** Where the line at the place ends. */
  lineEnd(): number {
    const end = this.text.indexOf('\n', this.at);
    return end < 0 ? this.text.length : end;
  }

  fail(message: string, start = this.at, end = start + 1): never {
    const stop = Math.min(Math.max(end, start), this.text.length);
    throw new TomlFault({ start: Math.min(start, stop), end: stop }, message);
  }
}

/** Characters that may stand neither in comments nor in strings; a tab may. */
// eslint-disable-next-line no-control-regex
export const controls = /[\u0000-\u0008\u000a-\u001f\u007f]/;
