import { countWhile, type Span } from '../../text/span.js';
import { endOfQuoted } from '../../text/strings.js';
import { TemplateError, type TemplateFault } from './ast.js';

/** A piece of a template. `text` of data is what is printed, of a string its value. */
export interface Token {
  readonly kind: 'data' | 'begin' | 'end' | 'name' | 'integer' | 'float' | 'string' | 'operator';
  readonly text: string;
  readonly span: Span;
}

/** A stretch of a template that is not printed as it stands, with its delimiters. */
export interface Region extends Span {
  readonly kind: 'expression' | 'statement' | 'comment';
}

interface LexedTemplate {
  readonly tokens: readonly Token[];
  readonly regions: readonly Region[];
  /** What ends reading; `tokens` and `regions` then hold what stands before it. */
  readonly fault: TemplateFault | undefined;
}

/**
 * Cuts a template as Jinja 3.1 does with `trim_blocks` on and `lstrip_blocks` off, which is how cloud-init sets it. The
 * text has line feeds only, and the caller has taken the last one off.
 */
export function lexTemplate(source: string): LexedTemplate {
  const lexer = new Lexer(source);
  try {
    lexer.run();
    return { tokens: lexer.tokens, regions: lexer.regions, fault: undefined };
  } catch (error) {
    if (error instanceof TemplateError) return { tokens: lexer.tokens, regions: lexer.regions, fault: error };
    throw error;
  }
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

class Lexer {
  readonly tokens: Token[] = [];
  readonly regions: Region[] = [];
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  run(): void {
    const opening = /\{([%{#])([-+]?)/g;
    for (;;) {
      opening.lastIndex = this.#at;
      const found = opening.exec(this.#source);
      this.#data(this.#at, found?.index ?? this.#source.length, found?.[2] === '-');
      if (found === null) return;
      const start = found.index;
      this.#at = start + found[0].length;
      if (found[1] === '#') this.#comment(start);
      else if (found[1] === '{') this.#inside(start, 'expression');
      else if (!this.#raw(start)) this.#inside(start, 'statement');
    }
  }

  #data(start: number, end: number, strip: boolean): void {
    const text = this.#source.slice(start, end);
    const printed = strip ? text.trimEnd() : text;
    if (printed !== '') this.#push('data', printed, start, start + printed.length);
  }

  #comment(start: number): void {
    const end = this.#source.indexOf('#}', this.#at);
    if (end < 0) throw this.#fault(start, this.#source.length, 'This comment is never closed; #} is missing.');
    // What is behind the comment follows from the sign in front of its end.
    this.#close('comment', start, end + 2, this.#source.charAt(end - 1));
  }

  /** Takes `{% raw %}` up to `{% endraw %}`, if that is what stands here. */
  #raw(start: number): boolean {
    const begin = /\{%[-+]?\s*raw\s*(-?)%\}/y;
    begin.lastIndex = start;
    const opened = begin.exec(this.#source);
    if (opened === null) return false;
    this.regions.push({ kind: 'statement', start, end: begin.lastIndex });
    this.#at = begin.lastIndex;
    if (opened[1] === '-') this.#skipBlanks();
    const finish = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/g;
    finish.lastIndex = this.#at;
    const closed = finish.exec(this.#source);
    if (closed === null) throw this.#fault(start, this.#at, '{% raw %} is never closed; {% endraw %} is missing.');
    this.#data(this.#at, closed.index, closed[1] === '-');
    this.#close('statement', closed.index, finish.lastIndex, closed[2] ?? '');
    return true;
  }

  #inside(start: number, kind: 'expression' | 'statement'): void {
    const end = kind === 'expression' ? '}}' : '%}';
    this.#push('begin', kind, start, this.#at);
    const open: string[] = [];
    for (;;) {
      this.#skipBlanks();
      if (this.#at >= this.#source.length)
        throw this.#fault(start, this.#source.length, `This ${kind} is never closed; ${end} is missing.`);
      const signed = /[-+]/.test(this.#source.charAt(this.#at)) && this.#source.startsWith(end, this.#at + 1);
      if (open.length === 0 && (signed || this.#source.startsWith(end, this.#at))) {
        const sign = signed ? this.#source.charAt(this.#at) : '';
        // A plus is a sign at the end of statements only.
        if (sign !== '+' || kind === 'statement') {
          const finish = this.#at + sign.length + 2;
          this.#push('end', kind, this.#at, finish);
          this.#close(kind, start, finish, sign);
          return;
        }
      }
      this.#token(open);
    }
  }

  #token(open: string[]): void {
    if (/["']/.test(this.#source.charAt(this.#at))) {
      this.#string();
      return;
    }
    // Python accepts numbers with at most 4,300 digits.
    const rest =
      /(\d+(?:_\d+){0,4300}(?:\.\d+(?:_\d+){0,4300}(?:[eE][-+]?\d+(?:_\d+){0,4300})?|[eE][-+]?\d+(?:_\d+){0,4300}))|(0[bB](?:_?[01]){1,4300}|0[oO](?:_?[0-7]){1,4300}|0[xX](?:_?[0-9a-fA-F]){1,4300}|[1-9]\d*(?:_\d+){0,4300}|0+(?:_0+){0,4300})|([\p{ID_Start}_][\p{ID_Continue}]*)|(\/\/|\*\*|==|!=|>=|<=|[-+/*%~[\](){}><=.:|,;])/uy;
    rest.lastIndex = this.#at;
    const found = rest.exec(this.#source);
    const start = this.#at;
    if (found === null) throw this.#unknownCharacter();
    this.#at = rest.lastIndex;
    const [text, float, integer, name, operator] = found;
    if (float !== undefined) this.#push('float', text.replaceAll('_', ''), start, this.#at);
    else if (integer !== undefined) this.#push('integer', text.replaceAll('_', ''), start, this.#at);
    else if (name !== undefined) this.#push('name', text, start, this.#at);
    else if (operator !== undefined) {
      const closer = closing[operator];
      if (closer !== undefined) open.push(closer);
      else if (/[)\]}]/.test(operator) && open.pop() !== operator)
        throw this.#fault(start, this.#at, `Nothing opens this ${operator}.`);
      this.#push('operator', operator, start, this.#at);
    }
  }

  #string(): void {
    const start = this.#at;
    const end = endOfQuoted(this.#source, start);
    if (end === undefined) throw this.#unknownCharacter();
    this.#at = end;
    this.#push('string', unescaped(this.#source.slice(start + 1, end - 1), { start, end }), start, end);
  }

  #unknownCharacter(): TemplateError {
    const character = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    return this.#fault(this.#at, this.#at + character.length, `Jinja knows no ${JSON.stringify(character)} here.`);
  }

  /** Ends a region; behind a statement or comment one line feed goes, behind a minus all white space. */
  #close(kind: Region['kind'], start: number, end: number, sign: string): void {
    this.regions.push({ kind, start, end });
    this.#at = end;
    if (sign === '-') this.#skipBlanks();
    else if (sign !== '+' && kind !== 'expression' && this.#source.charAt(end) === '\n') this.#at++;
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#source.charAt(this.#at))) this.#at++;
  }

  #push(kind: Token['kind'], text: string, start: number, end: number): void {
    this.tokens.push({ kind, text, span: { start, end } });
  }

  #fault(start: number, end: number, message: string): TemplateError {
    return new TemplateError('syntax', { start, end }, message);
  }
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\n': '',
};

/** Python's escapes; one that it does not know stays with its backslash. */
function unescaped(text: string, span: Span): string {
  const parts: string[] = [];
  let at = 0;
  // Without a pattern for all of them: its matches cost microseconds each, and strings may consist of escapes.
  for (let next = text.indexOf('\\'); next >= 0 && next + 1 < text.length; next = text.indexOf('\\', at)) {
    const letter = text.charAt(next + 1);
    const digits = numberAt(text, next + 1);
    parts.push(text.slice(at, next));
    at = next + 2;
    if (digits !== undefined) {
      const isOctal = !(letter in digitCounts);
      const code = parseInt(digits, isOctal ? 8 : 16);
      if (code > 0x10ffff) throw new TemplateError('syntax', span, 'There is no character with this number.');
      parts.push(String.fromCodePoint(code));
      at = next + (isOctal ? 1 : 2) + digits.length;
    } else if (letter in digitCounts)
      throw new TemplateError(
        'syntax',
        span,
        `Behind \\${letter}, Jinja expects ${digitCounts[letter] ?? 0} hexadecimal digits.`,
      );
    else if (letter === 'N') throw new TemplateError('unsupported', span, 'Characters by name are not rendered here.');
    else parts.push(/["'\\]/.test(letter) ? letter : (escapes[letter] ?? `\\${letter}`));
  }
  return parts.join('') + text.slice(at);
}

/** How many digits follow these letters. */
const digitCounts: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** The digits of an escape with the number of a character; undefined for other escapes. */
function numberAt(text: string, at: number): string | undefined {
  const letter = text.charAt(at);
  const count = digitCounts[letter];
  if (count !== undefined) {
    const digits = text.slice(at + 1, at + 1 + count);
    return digits.length === count && /^[0-9a-fA-F]+$/.test(digits) ? digits : undefined;
  }
  return letter >= '0' && letter <= '7' ? /^[0-7]{1,3}/.exec(text.slice(at, at + 3))?.[0] : undefined;
}

/** A template as Jinja reads it: with line feeds only, and without the last one. */
interface NormalisedSource {
  readonly text: string;
  /** Leads back to the template as it is written. */
  readonly toSource: (span: Span) => Span;
}

export function normalised(source: string): NormalisedSource {
  const withoutLast = source.replace(/(?:\r\n|\r|\n)$/, '');
  if (!withoutLast.includes('\r')) return { text: withoutLast, toSource: (span) => span };
  // Where characters are dropped, as offsets in the text that is left.
  const dropped: number[] = [];
  const text = withoutLast.replace(/\r\n?/g, (lineEnd, offset: number) => {
    if (lineEnd.length === 2) dropped.push(offset - dropped.length);
    return '\n';
  });
  const at = (offset: number): number => offset + countWhile(dropped.length, (index) => (dropped[index] ?? 0) < offset);
  return { text, toSource: ({ start, end }) => ({ start: at(start), end: at(end) }) };
}
