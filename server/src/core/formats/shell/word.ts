import type { Span } from '../../text/span.js';

/**
 * Where a substitution ends that begins in front of `at`; `closer` is what closes it: `)` of `$(`, `}` of `${`, or a
 * backtick. Undefined where the text ends first. Nothing in it is expanded.
 */
function endOfSubstitution(text: string, at: number, closer: string): number | undefined {
  const open = [closer];
  for (let i = at; i < text.length; i++) {
    const c = text.charAt(i);
    const top = open.at(-1);
    if (c === '\\') i++;
    else if (c === top) {
      open.pop();
      if (open.length === 0) return i + 1;
    } else if (c === '$' && (text.charAt(i + 1) === '(' || text.charAt(i + 1) === '{')) {
      open.push(text.charAt(++i) === '(' ? ')' : '}');
    } else if (c === '`') open.push('`');
    else if (top !== '"') {
      if (c === '"') open.push('"');
      else if (c === '(' && top === ')') open.push(')');
      else if (c === "'") {
        const end = text.indexOf("'", i + 1);
        if (end < 0) return undefined;
        i = end;
      }
    }
  }
  return undefined;
}

/** One word of a shell command, with its quotes removed and nothing expanded. */
export interface ShellWord {
  /** What the shell would hand on; parameters and command substitutions stand there as written. */
  readonly value: string;
  readonly span: Span;
  /** Whether the shell would put something else in: a parameter or the output of a command. */
  readonly dynamic: boolean;
  /** Whether any of it stands in quotes or behind a backslash. */
  readonly quoted: boolean;
}

/** A word, or the place of the quote or substitution in it that has no end. */
type ReadWord = { readonly word: ShellWord; readonly unterminated?: undefined } | { readonly unterminated: Span };

/** Characters that end a word outside of quotes. */
const metacharacters = new Set(' \t\r\n;&|<>()');

/** Whether a word ends in front of this character. */
export function endsWord(character: string): boolean {
  return character === '' || metacharacters.has(character);
}

/** Reads the word that begins at `from`, as POSIX shells split and unquote words. */
export function readWord(text: string, from: number): ReadWord {
  return new WordReader(text, from).read();
}

class WordReader {
  readonly #text: string;
  readonly #from: number;
  #at: number;
  #value = '';
  #dynamic = false;
  #quoted = false;
  /** Where the quote or substitution begins that the text ends in. */
  #open: number | undefined;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#from = from;
    this.#at = from;
  }

  read(): ReadWord {
    while (this.#open === undefined && !endsWord(this.#text.charAt(this.#at))) this.#readPiece();
    if (this.#open !== undefined) return { unterminated: { start: this.#open, end: this.#open + 1 } };
    const span = { start: this.#from, end: this.#at };
    return { word: { value: this.#value, span, dynamic: this.#dynamic, quoted: this.#quoted } };
  }

  #readPiece(): void {
    switch (this.#text.charAt(this.#at)) {
      case "'":
        this.#readSingleQuoted();
        return;
      case '"':
        this.#readDoubleQuoted();
        return;
      case '\\':
        this.#quoted = true;
        // A backslash in front of a line end joins the lines.
        if (this.#text.charAt(this.#at + 1) !== '\n') this.#value += this.#text.charAt(this.#at + 1);
        this.#at += 2;
        return;
      default:
        if (!this.#readExpansion()) this.#readPlain(plain);
    }
  }

  #readSingleQuoted(): void {
    this.#quoted = true;
    const end = this.#text.indexOf("'", this.#at + 1);
    if (end < 0) this.#open = this.#at;
    else this.#value += this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
  }

  #readDoubleQuoted(): void {
    this.#quoted = true;
    const start = this.#at;
    this.#at++;
    for (;;) {
      const c = this.#text.charAt(this.#at);
      if (c === '"') {
        this.#at++;
        return;
      }
      if (c === '') {
        this.#open = start;
        return;
      }
      if (c === '\\') {
        const next = this.#text.charAt(this.#at + 1);
        // Inside double quotes a backslash stands for itself in front of other characters.
        if (next !== '\n') this.#value += '$`"\\'.includes(next) ? next : c + next;
        this.#at += 2;
      } else if (!this.#readExpansion()) this.#readPlain(plainInQuotes);
      if (this.#open !== undefined) return;
    }
  }

  /** Takes a parameter or a command substitution in as it is written; false where there is none. */
  #readExpansion(): boolean {
    const c = this.#text.charAt(this.#at);
    const next = this.#text.charAt(this.#at + 1);
    if (c !== '`' && !(c === '$' && /[({\w?#$!*@-]/.test(next))) return false;
    this.#dynamic = true;
    const start = this.#at;
    let end: number | undefined = start + 1;
    if (c === '`') end = endOfSubstitution(this.#text, start + 1, '`');
    else if (next === '(') end = endOfSubstitution(this.#text, start + 2, ')');
    else if (next === '{') end = endOfSubstitution(this.#text, start + 2, '}');
    if (end === undefined) this.#open = start;
    else {
      this.#value += this.#text.slice(start, end);
      this.#at = end;
    }
    return true;
  }

  #readPlain(pattern: RegExp): void {
    const stretch = new RegExp(pattern, 'y');
    stretch.lastIndex = this.#at;
    const found = stretch.exec(this.#text)?.[0] ?? this.#text.charAt(this.#at);
    this.#value += found;
    this.#at += found.length;
  }
}

const plain = /[^\s;&|<>()'"\\$`]+/y;
const plainInQuotes = /[^"\\$`]+/y;
