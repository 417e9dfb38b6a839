import type { Analysis } from '../analysis.js';
import { kinds } from '../payload/kindTable.js';
import { limits } from '../limits.js';
import type { TextChange } from '../problems/problem.js';
import { JsonScanner, type TokenKind } from '../formats/json/scanner.js';
import type { Span } from '../text/span.js';

/** The formatting options, with the names of the language server protocol. */
export interface FormattingStyle {
  /** Spaces for one level of indentation, from 1 to 16. */
  readonly tabSize: number;
  /** Whether to indent with spaces instead of tabs. */
  readonly insertSpaces: boolean;
  /** Whether the document must end with a line break. */
  readonly insertFinalNewline?: boolean;
  /** Whether it may end with at most one line break. */
  readonly trimFinalNewlines?: boolean;
  /** Whether to remove spaces before line endings where nothing else changes: in comments and beside syntax errors. */
  readonly trimTrailingWhitespace?: boolean;
}

/**
 * The changes that format a JSON document, or the part of it in `range`, with every member and entry on a line of its own.
 * Only white space between two tokens changes, and only if JSON allows that pair of tokens: around a syntax error everything
 * stays as it is. Comments stay on their lines, and line endings keep their style. There are no changes for other documents,
 * or if nesting would make the text grow by more than `limits.formattedSpace`. The changes are in order and don't overlap;
 * more than `limits.formattingChanges` are joined into one.
 */
export function formatChanges(analysis: Analysis, style: FormattingStyle, range?: Span): TextChange[] {
  if (!analysis.isInteractive || kinds[analysis.kind].isJson !== true || analysis.root.tree?.language !== 'json')
    return [];
  const { text } = analysis;
  const writer = new SpaceWriter(text, style, lineBreakOf(text));
  const changes: TextChange[] = [];
  let written = 0;
  for (const gap of gapsOf(text)) {
    if (range !== undefined && (gap.span.start >= range.end || gap.span.end <= range.start)) continue;
    for (const change of writer.changesFor(gap)) {
      written += change.newText.length;
      if (written > limits.formattedSpace) return [];
      changes.push(change);
    }
  }
  return changes.length > limits.formattingChanges ? [joined(text, changes)] : changes;
}

/**
 * The line break to write: the first one of those that formatting keeps or replaces. One that it removes doesn't count, so
 * that formatting the result again finds the same one.
 */
function lineBreakOf(text: string): string {
  let at = startOf(text);
  for (const gap of gapsOf(text)) {
    if (gap.spacing !== 'nothing' && gap.spacing !== 'space') continue;
    const found = firstBreak(text.slice(at, gap.span.start));
    if (found !== undefined) return found;
    at = gap.span.end;
  }
  return firstBreak(text.slice(at)) ?? '\n';
}

function firstBreak(text: string): string | undefined {
  return /\r\n|\r|\n/.exec(text)?.[0];
}

/** One change with the effect of many: finding changes is cheaper than sending them. */
function joined(text: string, changes: readonly TextChange[]): TextChange {
  const start = changes[0]?.span.start ?? 0;
  let at = start;
  const pieces: string[] = [];
  for (const { span, newText } of changes) {
    pieces.push(text.slice(at, span.start), newText);
    at = span.end;
  }
  return { span: { start, end: at }, newText: pieces.join('') };
}

/** The space between two tokens: `end` is at the end of the text, `keep` means no change. */
type Spacing = 'nothing' | 'space' | 'line' | 'end' | 'keep';

/** The white space between two tokens; a comment is one too, with `keep` for its spacing. */
interface Gap {
  readonly span: Span;
  readonly spacing: Spacing;
  /** How many containers are open after it. */
  readonly depth: number;
  /** Whether it is at the end of a line. */
  readonly endsLine: boolean;
}

interface Token extends Span {
  readonly kind: TokenKind;
  /** Whether it is invalid, so that the text beside it may belong to it. */
  readonly broken: boolean;
}

function* gapsOf(text: string): Generator<Gap> {
  let depth = 0;
  let last: Token | undefined;
  /** The token that decides the spacing: the last one, or the one before a comment on the same line. */
  let decisive: Token | undefined;
  for (const token of tokensOf(text)) {
    const span = { start: last?.end ?? startOf(text), end: token.start };
    if (isClosing(token)) depth = Math.max(0, depth - 1);
    const hasBreak = /[\r\n]/.test(text.slice(span.start, span.end));
    const spacing = spacingBetween(decisive, last, token, hasBreak);
    const isEnd = token.kind === 'end';
    yield { span, spacing, depth, endsLine: isEnd };
    if (isComment(token)) yield { span: token, spacing: 'keep', depth, endsLine: true };
    if (isOpening(token)) depth++;
    if (!isComment(token) || hasBreak || decisive === undefined) decisive = token;
    last = token;
  }
}

/** A byte order mark isn't white space. */
function startOf(text: string): number {
  return text.startsWith('\ufeff') ? 1 : 0;
}

function* tokensOf(text: string): Generator<Token> {
  const scanner = new JsonScanner(text);
  scanner.end = startOf(text);
  for (;;) {
    const kind = scanner.next();
    const { start, end } = scanner;
    yield { kind, start, end, broken: kind === 'unknown' || scanner.fault !== undefined };
    if (kind === 'end') return;
  }
}

function spacingBetween(decisive: Token | undefined, last: Token | undefined, next: Token, hasBreak: boolean): Spacing {
  if (next.broken || last?.broken === true) return 'keep';
  if (decisive === undefined || last === undefined) return next.kind === 'end' ? 'keep' : 'nothing';
  if (next.kind === 'end') return 'end';
  if (isComment(next) || isComment(decisive)) return hasBreak ? 'line' : 'space';
  const spacing = spacingOfPair(decisive.kind, next.kind, last !== decisive);
  return last.kind === 'line-comment' ? 'line' : spacing;
}

/** The spacing of VS Code's JSON support. Pairs that JSON doesn't allow keep theirs. */
function spacingOfPair(first: TokenKind, second: TokenKind, commentBetween: boolean): Spacing {
  const opens = first === '{' || first === '[';
  if (second === '}' || second === ']') return opens && !commentBetween ? 'nothing' : 'line';
  if (opens || first === ',') return 'line';
  if (first === ':') return 'space';
  if (second === ',') return 'nothing';
  return first === 'string' && second === ':' ? 'nothing' : 'keep';
}

function isComment({ kind }: Token): boolean {
  return kind === 'line-comment' || kind === 'block-comment';
}

function isOpening({ kind }: Token): boolean {
  return kind === '{' || kind === '[';
}

function isClosing({ kind }: Token): boolean {
  return kind === '}' || kind === ']';
}

/** Makes the changes for the spacings of a text. */
class SpaceWriter {
  readonly #text: string;
  readonly #style: FormattingStyle;
  readonly #lineBreak: string;
  readonly #indent: string;

  constructor(text: string, style: FormattingStyle, lineBreak: string) {
    this.#text = text;
    this.#style = style;
    this.#lineBreak = lineBreak;
    this.#indent = style.insertSpaces ? ' '.repeat(Math.min(16, Math.max(1, style.tabSize))) : '\t';
  }

  *changesFor({ span, spacing, depth, endsLine }: Gap): Generator<TextChange> {
    if (spacing === 'keep') {
      if (this.#style.trimTrailingWhitespace === true) yield* this.#trims(span, endsLine);
      return;
    }
    const change = smallest(this.#text, span, this.#space(spacing, span, depth));
    if (change !== undefined) yield change;
  }

  #space(spacing: Exclude<Spacing, 'keep'>, span: Span, depth: number): string {
    switch (spacing) {
      case 'nothing':
        return '';
      case 'space':
        return ' ';
      case 'line':
        return this.#lineBreak + this.#indent.repeat(depth);
      case 'end':
        return this.#lineBreak.repeat(this.#finalBreaks(span));
    }
  }

  /** The number of line breaks at the end of the text; `span` is the white space there. */
  #finalBreaks({ start, end }: Span): number {
    const written = this.#text.slice(start, end).match(/\r\n|\r|\n/g)?.length ?? 0;
    const least = this.#style.insertFinalNewline === true ? 1 : 0;
    const most = this.#style.trimFinalNewlines === true ? 1 : Infinity;
    return Math.min(Math.max(written, least), most);
  }

  /**
   * Removes spaces before line breaks, and at the end of `span` if a line ends there. Those between a CR and a LF stay:
   * without them, two line breaks would be one.
   */
  *#trims({ start, end }: Span, endsLine: boolean): Generator<TextChange> {
    let from = start;
    for (let at = start; at <= end; at++) {
      const c = at < end ? this.#text.charAt(at) : endsLine ? '\n' : '';
      const joinsBreaks = c === '\n' && this.#text.charAt(from - 1) === '\r';
      if ((c === '\n' || c === '\r') && from < at && !joinsBreaks)
        yield { span: { start: from, end: at }, newText: '' };
      if (c !== ' ' && c !== '\t') from = at + 1;
    }
  }
}

/** The change without the parts at both ends that stay the same; undefined if nothing changes. */
function smallest(text: string, span: Span, newText: string): TextChange | undefined {
  let { start, end } = span;
  let from = 0;
  let to = newText.length;
  while (start < end && from < to && text.charAt(start) === newText.charAt(from)) {
    start++;
    from++;
  }
  while (start < end && from < to && text.charAt(end - 1) === newText.charAt(to - 1)) {
    end--;
    to--;
  }
  if (start === end && from === to) return undefined;
  return { span: { start, end }, newText: newText.slice(from, to) };
}
