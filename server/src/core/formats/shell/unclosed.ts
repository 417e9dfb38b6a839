import type { Span } from '../../text/span.js';

/**
 * The delimiter of a here-document as the shell has it: at the end of a line that ends as on Windows, the carriage
 * return is part of the word. `end` is where the word ends.
 */
export function delimiterOf(word: string, text: string, end: number): string {
  return text.startsWith('\r\n', end) ? `${word}\r` : word;
}

/**
 * The line that closes a here-document whose body begins at `bodyStart`, with its line end; undefined where none does.
 * With `tabsAllowed` (`<<-`) tabs in front of the delimiter do not count.
 */
export function closingLine(
  text: string,
  bodyStart: number,
  delimiter: string,
  tabsAllowed: boolean,
): Span | undefined {
  for (let at = bodyStart; at < text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end);
    if ((tabsAllowed ? line.replace(/^\t+/, '') : line) === delimiter)
      return { start: at, end: Math.min(end + 1, text.length) };
    at = end + 1;
  }
  return undefined;
}

/** Something in a shell script that is opened and never closed. */
export interface Unclosed {
  readonly what: 'single-quote' | 'double-quote' | 'backquote' | 'substitution' | 'here-document';
  /** What opens it. */
  readonly span: Span;
  /** The delimiter of a here-document. */
  readonly delimiter?: string;
}

interface Pending {
  readonly delimiter: string;
  readonly tabsAllowed: boolean;
  readonly span: Span;
}

/** What the shell is inside of, from the outside in. */
interface Open {
  /** `parameter` is `${…}`, `plain` a bracket that only has to be matched. */
  readonly what: 'double-quote' | 'backquote' | 'substitution' | 'arithmetic' | 'parameter' | 'plain';
  readonly start: number;
  /** `case` commands inside that have not come to their `esac`: their patterns end with a bracket that nothing opens. */
  cases: number;
}

/**
 * Reads a script of bash or dash as far as quotes, substitutions and here-documents go, and gives what is never
 * closed, the outermost first. Nothing is expanded; takes time linear in the length of the script.
 */
export function unclosedIn(script: string): Unclosed[] {
  return new Reader(script).read();
}

class Reader {
  readonly #text: string;
  #at = 0;
  readonly #open: Open[] = [];
  readonly #pending: Pending[] = [];
  readonly #lost: Unclosed[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): Unclosed[] {
    while (this.#at < this.#text.length) this.#step();
    const unclosed = this.#open.flatMap(({ what, start }): Unclosed[] =>
      what === 'double-quote' || what === 'backquote' || what === 'substitution'
        ? [{ what, span: { start, end: start + (what === 'substitution' ? 2 : 1) } }]
        : [],
    );
    // The first one explains all others.
    return [...this.#lost, ...unclosed].slice(0, 1);
  }

  #step(): void {
    const c = this.#text.charAt(this.#at);
    const inside = this.#open.at(-1)?.what;
    if (c === '\\') this.#at += 2;
    else if (c === '$') this.#dollar();
    else if (inside === 'double-quote') {
      if (c === '"') this.#close();
      else if (c === '`') this.#backquote();
      else this.#at++;
    } else if (c === '"') this.#push('double-quote', 1);
    else if (c === "'") this.#singleQuote(inside);
    else if (c === '`') this.#backquote();
    else if (c === '\n') this.#newline();
    else if (c === '#' && inside !== 'parameter' && inside !== 'arithmetic' && this.#atWordStart()) this.#comment();
    else if (c === '<' && inside !== 'arithmetic' && inside !== 'parameter') this.#less();
    else this.#bracket(c, inside);
  }

  #dollar(): void {
    const next = this.#text.charAt(this.#at + 1);
    if (next === '(' && this.#text.charAt(this.#at + 2) === '(') this.#push('arithmetic', 3);
    else if (next === '(') this.#push('substitution', 2);
    else if (next === '{') this.#push('parameter', 2);
    else if (next === "'" && this.#open.at(-1)?.what !== 'double-quote') this.#ansiQuote();
    else this.#at += next === '$' || next === '#' ? 2 : 1;
  }

  #bracket(c: string, inside: Open['what'] | undefined): void {
    if (c === '}' && inside === 'parameter') this.#close();
    else if (c === '(') {
      const arithmetic = this.#text.charAt(this.#at + 1) === '(' && inside !== 'arithmetic' && this.#atWordStart();
      this.#push(arithmetic ? 'arithmetic' : 'plain', arithmetic ? 2 : 1);
    } else if (c === ')') this.#closeBracket(inside);
    else if (c === 'c' || c === 'e') this.#word();
    else this.#at++;
  }

  #word(): void {
    const frame = this.#open.at(-1);
    const found = /^(?:case(?=\s)|esac(?=[\s;)&|]|$))/.exec(this.#text.slice(this.#at, this.#at + 5))?.[0];
    if (frame !== undefined && found !== undefined && this.#atCommandStart()) {
      frame.cases = Math.max(0, frame.cases + (found === 'case' ? 1 : -1));
    }
    this.#at += found?.length ?? 1;
  }

  #atCommandStart(): boolean {
    const before = this.#text.slice(Math.max(0, this.#at - 40), this.#at);
    return /(?:^|[\n;&|({)]|\b(?:do|then|else|in)\b)[ \t]*$/.test(before);
  }

  #closeBracket(inside: Open['what'] | undefined): void {
    if (inside === 'arithmetic') {
      if (this.#text.charAt(this.#at + 1) === ')') this.#at++;
      this.#close();
    } else if ((this.#open.at(-1)?.cases ?? 0) > 0) this.#at++;
    else if (inside === 'substitution' || inside === 'plain') this.#close();
    else this.#at++;
  }

  #push(what: Open['what'], length: number): void {
    this.#open.push({ what, start: this.#at, cases: 0 });
    this.#at += length;
  }

  #close(): void {
    this.#open.pop();
    this.#at++;
  }

  #backquote(): void {
    const index = this.#open.findLastIndex(({ what }) => what === 'backquote');
    if (index < 0) this.#push('backquote', 1);
    else {
      this.#open.length = index;
      this.#at++;
    }
  }

  #singleQuote(inside: Open['what'] | undefined): void {
    // Inside of "${…}" it is a character like others.
    const quoted = inside === 'parameter' && this.#open.some(({ what }) => what === 'double-quote');
    if (quoted || inside === 'arithmetic') {
      this.#at++;
      return;
    }
    this.#skipTo(this.#text.indexOf("'", this.#at + 1));
  }

  #ansiQuote(): void {
    let end = this.#at + 2;
    while (end < this.#text.length && this.#text.charAt(end) !== "'") end += this.#text.charAt(end) === '\\' ? 2 : 1;
    this.#skipTo(end < this.#text.length ? end : -1);
  }

  #skipTo(close: number): void {
    if (close < 0) {
      this.#lost.push({ what: 'single-quote', span: { start: this.#at, end: this.#at + 1 } });
      this.#at = this.#text.length;
      this.#open.length = 0;
    } else this.#at = close + 1;
  }

  #comment(): void {
    const newline = this.#text.indexOf('\n', this.#at);
    this.#at = newline < 0 ? this.#text.length : newline;
  }

  #atWordStart(): boolean {
    return this.#at === 0 || /[\s;&|()`]/.test(this.#text.charAt(this.#at - 1));
  }

  #less(): void {
    if (this.#text.startsWith('<<<', this.#at)) {
      this.#at += 3;
      return;
    }
    const found = /^<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([^\s\d;&|<>()'"`\\$][^\s;&|<>()'"`\\$]*))/.exec(
      this.#text.slice(this.#at, this.#at + 200),
    );
    if (found === null) {
      this.#at++;
      return;
    }
    const delimiter = found[2] ?? found[3] ?? found[4] ?? '';
    const span = { start: this.#at, end: this.#at + found[0].length };
    this.#pending.push({ delimiter, tabsAllowed: found[1] === '-', span });
    this.#at = span.end;
  }

  /** Behind the line end come the bodies of the here-documents that the line has opened. */
  #newline(): void {
    this.#at++;
    for (const { delimiter, tabsAllowed, span } of this.#pending.splice(0)) {
      const closing = closingLine(this.#text, this.#at, delimiterOf(delimiter, this.#text, span.end), tabsAllowed);
      if (closing === undefined) {
        this.#lost.push({ what: 'here-document', span, delimiter });
        this.#open.length = 0;
      }
      this.#at = closing?.end ?? this.#text.length;
    }
  }
}
