import { limits } from '../../limits.js';
import type { Budget } from '../../text/budget.js';
import type { Span } from '../../text/span.js';
import { nextOffset } from '../../text/strings.js';

/** One word of a shell command, with its quotes removed and nothing expanded. */
export interface ShellWord {
  /** What the shell would pass on; parameters and command substitutions stay as written. */
  readonly value: string;
  readonly span: Span;
  /** Whether the shell would insert something: a parameter or the output of a command. */
  readonly dynamic: boolean;
  /** Whether any of it is quoted or escaped by a backslash. */
  readonly quoted: boolean;
}

/** A here-document; spans are in the script. */
export interface HereDocument {
  /** The word behind `<<`, without quotes. */
  readonly delimiter: string;
  /** From `<<` to the end of the delimiter. */
  readonly opening: Span;
  /** `<<-`: tabs in front of the closing line don't count. */
  readonly tabsAllowed: boolean;
  /** The lines of the document; up to the end of the script if no line closes it. */
  readonly body: Span;
  readonly closed: boolean;
}

/** Something in a shell script that is opened and never closed. */
export interface Unclosed {
  readonly what: 'single-quote' | 'double-quote' | 'backquote' | 'substitution' | 'parameter' | 'here-document';
  /** What opens it. */
  readonly span: Span;
  /** The delimiter of a here-document. */
  readonly delimiter?: string;
}

/** What the lexer is inside of, from the outside in. */
interface Frame {
  /** `parameter` is `${…}`; `group` is a bracket that only has to be matched. */
  readonly what: 'double-quote' | 'backquote' | 'substitution' | 'arithmetic' | 'parameter' | 'group';
  readonly start: number;
  /** `case` commands inside without their `esac` yet: their patterns end with a bracket that nothing opens. */
  cases: number;
}

/** What a token at the top level is; the spaces, comments and here-documents between tokens are skipped. */
export type ShellToken =
  | { readonly is: 'word'; readonly word: ShellWord }
  | { readonly is: 'redirection'; readonly operator: string; readonly document?: HereDocument }
  /** `|`, `||`, `&`, `&&`, `;`, `;;`, `(`, `)` or a line ending. */
  | { readonly is: 'separator'; readonly text: string };

/** Characters that end a word outside of quotes. */
const metacharacters = new Set(' \t\r\n;&|<>()');

/**
 * Splits a script of POSIX shells, bash or dash into words, redirections and separators, in linear time. Nothing is run
 * and nothing is expanded. What stands inside of substitutions belongs to the word around it, but here-documents are
 * found there too. When the budget is spent, the script ends where the lexer is.
 */
export class ShellLexer {
  readonly #text: string;
  readonly #budget: Budget | undefined;
  #at: number;
  readonly #frames: Frame[] = [];
  readonly #pending: Writable<HereDocument>[] = [];
  readonly #documents: HereDocument[] = [];
  readonly #special = /[\s;&|<>()'"\\$`]/g;
  readonly #specialInQuotes = /["\\$`]/g;
  #unclosed: Unclosed | undefined;
  /** Where the last thing begins that is never closed. */
  #lastUnclosed = 0;
  #recoveries = 0;
  #isArithmeticOpen = false;
  /** Whether the rest is left out: then it is unknown what is never closed. */
  #isCut = false;

  constructor(text: string, from = 0, budget?: Budget) {
    this.#text = text;
    this.#at = from;
    this.#budget = budget;
  }

  /** Goes on at an offset behind the last token. */
  skipTo(offset: number): void {
    this.#at = offset;
  }

  /** The here-documents that have been opened, in their order. */
  get hereDocuments(): readonly HereDocument[] {
    return this.#documents;
  }

  /** The first thing that is never closed: it explains all others. */
  get unclosed(): Unclosed | undefined {
    return this.#unclosed;
  }

  /**
   * The next token; undefined at the end. Behind something that is never closed the lexer goes on in the next line,
   * since a quote that is missing must not hide the here-documents that follow.
   */
  next(): ShellToken | undefined {
    for (;;) {
      if (this.#isOver()) {
        this.#takeBodies();
        return undefined;
      }
      const c = this.#text.charAt(this.#at);
      if (c === ' ' || c === '\t' || c === '\r') this.#at++;
      else if (c === '\\' && this.#text.charAt(this.#at + 1) === '\n') this.#at += 2;
      else if (c === '#') this.#skipComment();
      else return this.#token(c);
    }
  }

  /** The word that begins here; undefined if something in it is never closed. */
  readWord(): ShellWord | undefined {
    const start = this.#at;
    let value = '';
    let dynamic = false;
    let quoted = false;
    let plain = start;
    const take = (): void => {
      value += this.#text.slice(plain, this.#at);
    };
    for (;;) {
      const c = this.#text.charAt(this.#at);
      if (c === '' || metacharacters.has(c)) break;
      if (c === "'" || c === '"' || c === '\\') {
        take();
        quoted = true;
        const read = this.#quotedPart(c);
        if (read === undefined) return undefined;
        value += read.value;
        dynamic ||= read.dynamic;
        plain = this.#at;
      } else if (this.#atExpansion(c)) {
        dynamic = true;
        if (!this.#skipExpansion(c)) return undefined;
      } else if (c === '$' && this.#text.charAt(this.#at + 1) === "'") {
        quoted = true;
        if (!this.#skipAnsiQuote()) return undefined;
      } else this.#skipTo(this.#special);
    }
    take();
    return { value, span: { start, end: this.#at }, dynamic, quoted };
  }

  #token(c: string): ShellToken | undefined {
    switch (c) {
      case '\n':
        this.#at++;
        this.#takeBodies();
        return { is: 'separator', text: '\n' };
      case '|':
        return this.#separator('|&');
      case ';':
      case '(':
      case ')':
        return this.#separator(c);
      case '&':
        return this.#text.charAt(this.#at + 1) === '>' ? this.#redirection() : this.#separator('&');
      case '<':
      case '>':
        return this.#redirection();
      default: {
        const word = this.readWord();
        return word === undefined ? this.#recovered() : { is: 'word', word };
      }
    }
  }

  #separator(characters: string): ShellToken {
    const start = this.#at;
    // In arithmetic `<<` opens nothing.
    if (!this.#isArithmeticOpen && this.#text.startsWith('((', start)) {
      if (this.#skip('arithmetic', 2)) return { is: 'separator', text: '(' };
      this.#isArithmeticOpen = true;
      this.#frames.length = 0;
      this.#at = start;
    }
    while (this.#at < this.#text.length && characters.includes(this.#text.charAt(this.#at))) this.#at++;
    return { is: 'separator', text: this.#text.slice(start, this.#at) };
  }

  #redirection(): ShellToken {
    const start = this.#at;
    const operator = /^(?:&>>?|<<<|<<-?|<&|>&|>>|>\||<>|[<>])/.exec(this.#text.slice(start, start + 3))?.[0] ?? '<';
    this.#at += operator.length;
    const document = operator === '<<' || operator === '<<-' ? this.#hereDocument(start, operator) : undefined;
    return { is: 'redirection', operator, ...(document === undefined ? {} : { document }) };
  }

  /** Notes a here-document whose operator has just been read; the delimiter stays to be read as a word. */
  #hereDocument(start: number, operator: string): HereDocument | undefined {
    const after = this.#at;
    this.#skipSpaces();
    const first = this.#text.charAt(this.#at);
    // `let x=1<<2` shifts.
    const word = /\d/.test(first) || first === '' || metacharacters.has(first) ? undefined : this.readWord();
    const end = this.#at;
    this.#at = after;
    if (word === undefined) return undefined;
    const document: Writable<HereDocument> = {
      delimiter: word.value,
      opening: { start, end },
      tabsAllowed: operator === '<<-',
      body: { start: this.#text.length, end: this.#text.length },
      closed: false,
    };
    this.#pending.push(document);
    this.#documents.push(document);
    return document;
  }

  /** Behind a line ending come the bodies of the here-documents that the line has opened. */
  #takeBodies(): void {
    for (const document of this.#pending.splice(0)) {
      const { delimiter, opening, tabsAllowed } = document;
      const closing = closingLine(this.#text, this.#at, delimiterOf(delimiter, this.#text, opening.end), tabsAllowed);
      document.body = { start: this.#at, end: closing?.start ?? this.#text.length };
      document.closed = closing !== undefined;
      if (closing === undefined) this.#unclosed ??= { what: 'here-document', span: opening, delimiter };
      this.#at = closing?.end ?? this.#text.length;
    }
  }

  /** A part of a word in quotes or behind a backslash; undefined if it is never closed. */
  #quotedPart(c: string): { readonly value: string; readonly dynamic: boolean } | undefined {
    const start = this.#at;
    if (c === '\\') {
      const next = this.#text.charAt(start + 1);
      this.#at = Math.min(start + 2, this.#text.length);
      // A backslash in front of a line ending joins the lines.
      return { value: next === '\n' ? '' : next, dynamic: false };
    }
    if (c === "'") {
      const end = this.#text.indexOf("'", start + 1);
      if (end < 0) {
        this.#never('single-quote', start);
        return;
      }
      this.#at = end + 1;
      return { value: this.#text.slice(start + 1, end), dynamic: false };
    }
    return this.#doubleQuoted(start);
  }

  #doubleQuoted(start: number): { readonly value: string; readonly dynamic: boolean } | undefined {
    this.#frames.push({ what: 'double-quote', start, cases: 0 });
    this.#at++;
    let value = '';
    let dynamic = false;
    let plain = this.#at;
    for (;;) {
      const c = this.#isOver() ? '' : this.#text.charAt(this.#at);
      if (c === '') {
        this.#never('double-quote', start);
        return;
      }
      if (c === '"') break;
      if (c === '\\') {
        const next = this.#text.charAt(this.#at + 1);
        value += this.#text.slice(plain, this.#at);
        // Inside double quotes a backslash is itself in front of other characters.
        if (next !== '\n') value += '$`"\\'.includes(next) ? next : c + next;
        this.#at += 2;
        plain = this.#at;
      } else if (this.#atExpansion(c)) {
        dynamic = true;
        if (!this.#skipExpansion(c)) {
          this.#never('double-quote', start);
          return;
        }
      } else this.#skipTo(this.#specialInQuotes);
    }
    value += this.#text.slice(plain, this.#at);
    this.#frames.pop();
    this.#at++;
    return { value, dynamic };
  }

  /** Whether a parameter or a command substitution begins here. */
  #atExpansion(c: string): boolean {
    return c === '`' || (c === '$' && /[({\w?#$!*@-]/.test(this.#text.charAt(this.#at + 1)));
  }

  /** Goes behind a parameter or a substitution; false if it is never closed. */
  #skipExpansion(c: string): boolean {
    if (c === '`') return this.#skip('backquote', 1);
    const next = this.#text.charAt(this.#at + 1);
    if (next === '{') return this.#skip('parameter', 2);
    if (next === '(') {
      const arithmetic = this.#text.charAt(this.#at + 2) === '(';
      return this.#skip(arithmetic ? 'arithmetic' : 'substitution', arithmetic ? 3 : 2);
    }
    this.#at += next === '$' || next === '#' ? 2 : 1;
    return true;
  }

  #skipAnsiQuote(): boolean {
    const start = this.#at;
    let end = start + 2;
    while (end < this.#text.length && this.#text.charAt(end) !== "'") end += this.#text.charAt(end) === '\\' ? 2 : 1;
    this.#at = Math.min(end + 1, this.#text.length);
    if (end < this.#text.length) return true;
    this.#never('single-quote', start);
    return false;
  }

  /** Goes behind something that is nested in a word; false if it is never closed. */
  #skip(what: Frame['what'], length: number): boolean {
    const depth = this.#frames.length;
    const start = this.#at;
    this.#push(what, length);
    while (this.#frames.length > depth && !this.#isOver()) this.#step();
    if (this.#frames.length <= depth) return true;
    if (what === 'backquote' || what === 'substitution' || what === 'parameter') this.#never(what, start);
    else if (this.#text.charAt(start) === '$') this.#never('substitution', start);
    this.#at = this.#text.length;
    return false;
  }

  /** One step inside of something nested, whose commands are not read. */
  #step(): void {
    const c = this.#text.charAt(this.#at);
    const inside = this.#frames.at(-1)?.what;
    if (c === '\\') this.#at += 2;
    else if (c === '$') this.#dollar(inside);
    else if (inside === 'double-quote') {
      if (c === '"') this.#close();
      else if (c === '`') this.#backquote();
      else this.#at++;
    } else if (c === '"') this.#push('double-quote', 1);
    else if (c === "'") this.#singleQuote(inside);
    else if (c === '`') this.#backquote();
    else if (c === '\n') {
      this.#at++;
      this.#takeBodies();
    } else if (c === '#' && inside !== 'parameter' && inside !== 'arithmetic' && this.#atWordStart())
      this.#skipComment();
    else if (c === '<' && inside !== 'arithmetic' && inside !== 'parameter') this.#redirection();
    else this.#bracket(c, inside);
  }

  #dollar(inside: Frame['what'] | undefined): void {
    const next = this.#text.charAt(this.#at + 1);
    if (next === '(' && this.#text.charAt(this.#at + 2) === '(') this.#push('arithmetic', 3);
    else if (next === '(') this.#push('substitution', 2);
    else if (next === '{') this.#push('parameter', 2);
    else if (next === "'" && inside !== 'double-quote') this.#skipAnsiQuote();
    else this.#at += next === '$' || next === '#' ? 2 : 1;
  }

  #bracket(c: string, inside: Frame['what'] | undefined): void {
    if (c === '}' && inside === 'parameter') this.#close();
    else if (c === '(') {
      const arithmetic = this.#text.charAt(this.#at + 1) === '(' && inside !== 'arithmetic' && this.#atWordStart();
      this.#push(arithmetic ? 'arithmetic' : 'group', arithmetic ? 2 : 1);
    } else if (c === ')') this.#closeBracket(inside);
    else if (c === 'c' || c === 'e') this.#caseWord();
    else this.#at++;
  }

  #closeBracket(inside: Frame['what'] | undefined): void {
    if (inside === 'arithmetic') {
      if (this.#text.charAt(this.#at + 1) === ')') this.#at++;
      this.#close();
    } else if ((this.#frames.at(-1)?.cases ?? 0) > 0) this.#at++;
    else if (inside === 'substitution' || inside === 'group') this.#close();
    else this.#at++;
  }

  #caseWord(): void {
    const frame = this.#frames.at(-1);
    const found = /^(?:case(?=\s)|esac(?=[\s;)&|]|$))/.exec(this.#text.slice(this.#at, this.#at + 5))?.[0];
    if (frame !== undefined && found !== undefined && this.#atCommandStart())
      frame.cases = Math.max(0, frame.cases + (found === 'case' ? 1 : -1));
    this.#at += found?.length ?? 1;
  }

  #atCommandStart(): boolean {
    const before = this.#text.slice(Math.max(0, this.#at - 40), this.#at);
    return /(?:^|[\n;&|({)]|\b(?:do|then|else|in)\b)[ \t]*$/.test(before);
  }

  #atWordStart(): boolean {
    return this.#at === 0 || /[\s;&|()`]/.test(this.#text.charAt(this.#at - 1));
  }

  #push(what: Frame['what'], length: number): void {
    this.#frames.push({ what, start: this.#at, cases: 0 });
    this.#at += length;
  }

  #close(): void {
    this.#frames.pop();
    this.#at++;
  }

  #backquote(): void {
    const index = this.#frames.findLastIndex(({ what }) => what === 'backquote');
    if (index < 0) this.#push('backquote', 1);
    else {
      this.#frames.length = index;
      this.#at++;
    }
  }

  #singleQuote(inside: Frame['what'] | undefined): void {
    const start = this.#at;
    // Inside of "${…}" it is a character like others.
    const isPlain = inside === 'parameter' && this.#frames.some(({ what }) => what === 'double-quote');
    const end = isPlain || inside === 'arithmetic' ? start : this.#text.indexOf("'", start + 1);
    if (end < 0) this.#never('single-quote', start);
    this.#at = end < 0 ? this.#text.length : end + 1;
  }

  /** Skips one character, and those behind it up to the next one that is special. */
  #skipTo(special: RegExp): void {
    this.#at = nextOffset(this.#text, special, this.#at + 1);
  }

  #skipSpaces(): void {
    while (this.#text.charAt(this.#at) === ' ' || this.#text.charAt(this.#at) === '\t') this.#at++;
  }

  #skipComment(): void {
    const newline = this.#text.indexOf('\n', this.#at);
    this.#at = newline < 0 ? this.#text.length : newline;
  }

  /** Whether nothing follows, or there is no time for it. */
  #isOver(): boolean {
    if (this.#at < this.#text.length && this.#budget?.step() === true) {
      this.#isCut = true;
      this.#documents.length -= this.#pending.length;
      this.#pending.length = 0;
      this.#at = this.#text.length;
    }
    return this.#at >= this.#text.length;
  }

  /** Notes what is never closed; of several inside each other the outermost, but the first that hides the others. */
  #never(what: Unclosed['what'], start: number): void {
    if (this.#isCut) return;
    this.#lastUnclosed = start;
    const isOuter =
      this.#unclosed !== undefined && this.#unclosed.span.start > start && isNestable(this.#unclosed.what);
    if (this.#unclosed === undefined || isOuter)
      this.#unclosed = {
        what,
        span: { start, end: start + (what === 'substitution' || what === 'parameter' ? 2 : 1) },
      };
  }

  /** Goes on in the line behind what is never closed. */
  #recovered(): ShellToken | undefined {
    if (this.#isCut) return undefined;
    this.#frames.length = 0;
    this.#pending.length = 0;
    while ((this.#documents.at(-1)?.opening.start ?? -1) > this.#lastUnclosed) this.#documents.pop();
    this.#recoveries++;
    const newline = this.#recoveries > limits.shellRecoveries ? -1 : this.#text.indexOf('\n', this.#lastUnclosed);
    this.#at = newline < 0 ? this.#text.length : newline;
    return this.next();
  }
}

/**
 * The delimiter of a here-document as the shell has it: at the end of a line with a Windows line ending, the carriage
 * return is part of the word. `end` is where the word ends.
 */
export function delimiterOf(word: string, text: string, end: number): string {
  return text.startsWith('\r\n', end) ? `${word}\r` : word;
}

/**
 * The line that closes a here-document whose body begins at `bodyStart`, with its line ending; undefined if none does.
 * With `tabsAllowed` (`<<-`) tabs in front of the delimiter don't count.
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

/** Whether something around it that is never closed either is the better one to report. */
function isNestable(what: Unclosed['what']): boolean {
  return what !== 'single-quote' && what !== 'here-document';
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
