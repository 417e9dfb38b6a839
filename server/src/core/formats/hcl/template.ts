import { limits } from '../../limits.js';
import { exactMap, runsMap, type VerbatimRun } from '../../text/positionMap.js';
import type { Span } from '../../text/span.js';
import { placeholderOf } from '../../text/placeholder.js';
import type { HclSymbol, TemplateText } from './syntax.js';

/**
 * The end of a string in quotes that begins at `start`, and whether it is closed. Interpolations may contain strings
 * themselves (hashicorp/hcl 2.24, `scan_tokens.rl`).
 */
export function endOfString(text: string, start: number): { readonly end: number; readonly closed: boolean } {
  const end = endOfNested(text, start + 1, '"', text.length);
  if (end !== undefined) return { end, closed: true };
  const newline = text.indexOf('\n', start);
  return { end: newline < 0 ? text.length : newline, closed: false };
}

/**
 * The offset behind the quote that closes a string, or the brace that closes an interpolation, whose content begins at
 * `start`; undefined if there is none before `end`, or not within `limits.hclSequence`.
 */
function endOfNested(text: string, start: number, opened: '"' | '{', end: number): number | undefined {
  const open: ('"' | '{')[] = [opened];
  // Only the text of the outermost string may be long.
  let from = opened === '"' ? Infinity : start;
  for (let at = start; at < end; at++) {
    const character = text.charAt(at);
    if (at - from > limits.hclSequence) return undefined;
    if (open.at(-1) === '{') {
      if (character === '"' || character === '{') open.push(character);
      else if (character === '}') open.pop();
    } else if (character === '"') open.pop();
    else if (character === '\\') at++;
    else if (character === '\n') return undefined;
    else if (opensSequence(text, at)) {
      if (open.length === 1) from = at;
      open.push('{');
      at++;
    } else if (isEscapedMark(text, at)) at += 2;
    if (open.length === 0) return at + 1;
    if (open.length === 1 && opened === '"') from = Infinity;
  }
  return undefined;
}

/** Whether `${` or `%{` is there. */
function opensSequence(text: string, at: number): boolean {
  const mark = text.charAt(at);
  return (mark === '$' || mark === '%') && text.charAt(at + 1) === '{';
}

/** Whether `$${` or `%%{` is there, which stands for the same with one mark. */
function isEscapedMark(text: string, at: number): boolean {
  return text.charAt(at) === text.charAt(at + 1) && opensSequence(text, at + 1);
}

/** Builds the text of a template from ranges of the document. */
class TemplateBuilder {
  readonly #document: string;
  readonly #texts: string[] = [];
  readonly #runs: VerbatimRun[] = [];
  readonly #symbols: HclSymbol[] = [];
  #length = 0;

  constructor(document: string) {
    this.#document = document;
  }

  verbatim(start: number, end: number): void {
    if (end <= start) return;
    this.#runs.push({ inner: this.#length, outer: start, length: end - start });
    this.#add(this.#document.slice(start, end));
  }

  /** What an escape at `start` stands for. */
  escaped(start: number, text: string): void {
    this.#runs.push({ inner: this.#length, outer: start, length: 0 });
    this.#add(text);
  }

  symbol(outer: Span): void {
    const written = this.#document.slice(outer.start, outer.end);
    const expression = written.startsWith('$') ? written.replace(/^\$\{~?|~?\}$/g, '').trim() : written;
    const text = placeholderOf(this.#symbols.length, 'TF');
    this.#symbols.push({ inner: { start: this.#length, end: this.#length + text.length }, outer, expression });
    this.escaped(outer.start, text);
  }

  /** A part of a template with its interpolations, and with escapes if they have a meaning in it. */
  template(start: number, end: number, escape?: RegExp): void {
    const document = this.#document;
    let from = start;
    for (let at = start; at < end;) {
      if (isEscapedMark(document, at)) {
        this.verbatim(from, at);
        this.escaped(at, document.charAt(at));
        at += 2;
        from = at;
        at++;
      } else if (opensSequence(document, at)) {
        this.verbatim(from, at);
        // What isn't closed is unknown up to the end.
        const close = endOfNested(document, at + 2, '{', end) ?? end;
        this.symbol({ start: at, end: close });
        at = from = close;
      } else if (escape !== undefined && document.charAt(at) === '\\') {
        this.verbatim(from, at);
        escape.lastIndex = at;
        const written = (escape.exec(document)?.[0] ?? '\\').slice(0, end - at);
        this.escaped(at, unescaped(written));
        at = from = at + written.length;
      } else at++;
    }
    this.verbatim(from, end);
  }

  built(end: number): TemplateText {
    const runs = this.#runs;
    const map = exactMap(() => runsMap(runs, end));
    const isExact = this.#symbols.length === 0;
    return {
      text: this.#texts.join(''),
      map: isExact ? map : { exact: false, toOuter: (span) => map.toOuter(span) },
      symbols: this.#symbols,
    };
  }

  #add(text: string): void {
    this.#texts.push(text);
    this.#length += text.length;
  }
}

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  // Only Go prints these.
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
]);

/** What an escape stands for; of one that doesn't exist, only the backslash is left out, as by Terraform. */
function unescaped(written: string): string {
  const letter = written.charAt(1);
  const digits = written.slice(2);
  if (/^[uUx]$/.test(letter) && digits !== '') {
    const code = parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return simpleEscapes.get(letter) ?? written.slice(1);
}

/** The text of a string in quotes whose content is `body`. */
export function quotedText(document: string, body: Span): TemplateText {
  const builder = new TemplateBuilder(document);
  const escape = /\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^])/y;
  builder.template(body.start, body.end, escape);
  return builder.built(body.end);
}

/** The text of a string that Go printed with `%q`, without interpolations. */
export function printedText(document: string, { start, end }: Span): TemplateText {
  const builder = new TemplateBuilder(document);
  const escape = /\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|[^])/g;
  let from = start;
  for (const { index, 0: written } of document.slice(start, end).matchAll(escape)) {
    builder.verbatim(from, start + index);
    builder.escaped(start + index, unescaped(written));
    from = start + index + written.length;
  }
  builder.verbatim(from, end);
  return builder.built(end);
}

/** The text of a here-document with these lines, and what precedes each line of one with `<<-`. */
export function heredocText(
  document: string,
  body: Span,
  isFlush: boolean,
): TemplateText & { readonly indent: string } {
  const lines = topLevelLines(document, body);
  const indent = isFlush ? commonIndent(document, lines) : '';
  const builder = new TemplateBuilder(document);
  for (const { start, end } of lines) {
    const isAdjusted = !isBlankLine(document.slice(start, end));
    builder.template(isAdjusted ? start + indent.length : start, end);
  }
  return { ...builder.built(body.end), indent };
}

/** The lines of a here-document; one with an interpolation of several lines counts as one. */
function topLevelLines(document: string, body: Span): readonly Span[] {
  const lines: Span[] = [];
  let start = body.start;
  for (let at = body.start; at < body.end;) {
    if (isEscapedMark(document, at)) at += 3;
    else if (opensSequence(document, at)) at = endOfNested(document, at + 2, '{', body.end) ?? body.end;
    else if (document.charAt(at++) === '\n') {
      lines.push({ start, end: at });
      start = at;
    }
  }
  if (start < body.end) lines.push({ start, end: body.end });
  return lines;
}

/** Lines of white space don't count for the indentation, and keep theirs. */
function isBlankLine(line: string): boolean {
  return line.endsWith('\n') && line.trim() === '';
}

/** The white space that all lines begin with; only its length counts. */
function commonIndent(document: string, lines: readonly Span[]): string {
  let common: string | undefined;
  for (const { start, end } of lines) {
    const line = document.slice(start, end);
    if (isBlankLine(line)) continue;
    const indent = line.slice(0, line.length - line.trimStart().length);
    if (common === undefined || indent.length < common.length) common = indent;
  }
  return common ?? '';
}

/**
 * The text of a here-document in a printed plan: as after the change, without the marks of changed lines. Lines of the text
 * begin in `column`; escapes have no meaning. Terraform leaves out white space at the end of the text.
 */
export function printedLines(document: string, body: Span, column: number): TemplateText {
  const builder = new TemplateBuilder(document);
  let isFirst = true;
  for (let start = body.start; start < body.end;) {
    const newline = document.indexOf('\n', start);
    const lineEnd = newline < 0 || newline >= body.end ? body.end : newline;
    const line = document.slice(start, lineEnd);
    const mark = line.slice(0, column).trim();
    if (mark !== '-') {
      if (!isFirst) builder.escaped(start, '\n');
      isFirst = false;
      const end = line.endsWith('\r') ? lineEnd - 1 : lineEnd;
      builder.verbatim(Math.min(start + column, end), end);
    }
    start = lineEnd + 1;
  }
  return builder.built(body.end);
}
