import { limits } from '../../limits.js';
import { problem, type Problem, type ProblemExtras } from '../../problems/problem.js';
import type { Budget } from '../../text/budget.js';
import type { Span } from '../../text/span.js';
import { quoted } from '../../text/strings.js';
import {
  colonFor,
  quotedKey,
  wordAsValue,
  withComma,
  withoutByteOrderMark,
  withoutComma,
  withoutComment,
  withoutExponent,
} from './fixes.js';
import type { KeyNode, Member, SyntaxNode, SyntaxTree } from '../tree/node.js';
import { JsonScanner, type TokenKind } from './scanner.js';

type Expectation = 'key' | 'colon' | 'value' | 'separator';

/** An open object or array. `member` is the one whose colon or value is awaited. */
interface Frame {
  readonly kind: 'object' | 'array';
  readonly start: number;
  readonly members: Member[];
  readonly items: SyntaxNode[];
  member: OpenMember | undefined;
  expects: Expectation;
  /** Where the last comma stands, while nothing follows it; negative otherwise. */
  comma: number;
  /** Whether something was left out after the last member or item. */
  gap: boolean;
}

/** A member whose value may still follow. */
type OpenMember = { -readonly [Name in keyof Member]: Member[Name] };

interface Complaint extends Pick<ProblemExtras, 'fixes'> {
  readonly always?: boolean;
}

/** The scanner with its last token: an object for each token would cost more than the scan itself. */
type Token = JsonScanner;

/**
 * Reads JSON into a positioned tree. Never throws; a broken text gives the tree of what is intact.
 * Strict like the node's reader: comments, trailing commas, lone surrogates and a byte order mark
 * are problems. Not recursive, so nesting is bounded by `limits.jsonDepth` alone. When the budget is spent, what follows
 * is left out of the tree.
 */
export function parseJson(text: string, budget?: Budget): SyntaxTree {
  return new JsonBuilder(text, budget).build();
}

/** JSON of which parts were left out by `...`, and where. */
interface ShortenedJson {
  readonly tree: SyntaxTree;
  readonly gaps: readonly Span[];
}

/** Reads JSON as articles and tickets shorten it: `...` instead of members, items or values isn't a mistake. */
export function parseShortenedJson(text: string, budget?: Budget): ShortenedJson {
  const gaps: Span[] = [];
  return { tree: new JsonBuilder(text, budget, gaps).build(), gaps };
}

/** Three dots or an ellipsis, perhaps in brackets, or a comment with them. */
const leftOut = /^[<([]{0,2}(?:\.{2,}|\u2026)|^\/[/*][^\n]{0,200}?(?:\.{3}|\u2026)/;

class JsonBuilder {
  readonly #text: string;
  readonly #scanner: JsonScanner;
  readonly #problems: Problem[] = [];
  readonly #stack: Frame[] = [];
  #root: SyntaxNode | undefined;
  #depth = 0;
  /** End of the last token that was already complained about: what it throws off is not reported again. */
  #troubleEnd = -1;
  #saidTrailing = false;
  /** Whether there are comments or trailing commas. */
  #relaxed = false;
  readonly #budget: Budget | undefined;
  #isCut = false;
  /** Where parts are left out; undefined if that is a mistake. */
  readonly #gaps: Span[] | undefined;
  #endsWithGap = false;
  #endsInString = false;

  constructor(text: string, budget: Budget | undefined, gaps?: Span[]) {
    this.#gaps = gaps;
    this.#text = text;
    this.#budget = budget;
    this.#scanner = new JsonScanner(text);
  }

  build(): SyntaxTree {
    if (this.#text.startsWith('\ufeff')) {
      this.#scanner.end = 1;
      const message = 'The text begins with a byte order mark; the node does not read past it.';
      const span = { start: 0, end: 1 };
      this.#problems.push(problem('json/byte-order-mark', span, message, { fixes: [withoutByteOrderMark(span)] }));
    }
    while (this.#advance() !== 'end') {
      if (!this.#accept(this.#scanner)) break;
      this.#acceptWhatFollows();
      if (this.#budget?.step() === true) {
        this.#isCut = true;
        break;
      }
    }
    this.#closeOpenFrames();
    if (this.#root === undefined && this.#problems.length === 0) {
      this.#problems.push(
        problem('json/empty', { start: 0, end: this.#text.length }, 'Nothing is here: a JSON value was expected.'),
      );
    }
    return {
      language: 'json',
      root: this.#root,
      problems: this.#problems,
      depth: this.#depth,
      ...(this.#relaxed ? { relaxed: true as const } : {}),
    };
  }

  /** Goes on to the next token that is no comment. */
  #advance(): TokenKind {
    const scanner = this.#scanner;
    let kind = scanner.next();
    while (kind === 'line-comment' || kind === 'block-comment' || this.#isGap(kind)) {
      const span = spanOf(scanner);
      if (this.#isGap(kind)) {
        this.#skipGap(span);
        kind = scanner.next();
        continue;
      }
      this.#relaxed = true;
      this.#complain(span, 'JSON has no comments: the whole file is refused because of this one.', {
        fixes: withoutComment(this.#text, span),
      });
      this.#troubleEnd = -1;
      kind = scanner.next();
    }
    return kind;
  }

  #isGap(kind: TokenKind): boolean {
    if (this.#gaps === undefined || (kind !== 'unknown' && !kind.endsWith('comment'))) return false;
    return leftOut.test(this.#text.slice(this.#scanner.start, this.#scanner.start + 210));
  }

  /** Goes on behind a gap and the words about it on its line. */
  #skipGap(span: Span): void {
    const words = /^[^\r\n"{}[\],:]*(?=\r?\n|$)/.exec(this.#text.slice(span.end, span.end + 500))?.[0] ?? '';
    this.#scanner.end = span.end + words.length;
    this.#gaps?.push({ start: span.start, end: span.end + words.trimEnd().length });
    this.#endsWithGap = this.#text.slice(this.#scanner.end).trim() === '';
    const frame = this.#stack.at(-1);
    if (frame === undefined) return;
    frame.member = undefined;
    frame.comma = -1;
    frame.gap = true;
    frame.expects = 'separator';
  }

  /** Takes one token in; false where reading cannot go on. */
  #accept(token: Token): boolean {
    const frame = this.#stack.at(-1);
    if (frame === undefined) {
      if (this.#root !== undefined) {
        if (!this.#saidTrailing) this.#complain(token, 'Something follows the end of the JSON value.');
        this.#saidTrailing = true;
        return true;
      }
      return this.#acceptValue(token, undefined);
    }
    switch (frame.expects) {
      case 'key':
        return this.#acceptKey(token, frame);
      case 'colon':
        return this.#acceptColon(token, frame);
      case 'value':
        return this.#acceptValue(token, frame);
      case 'separator':
        return this.#acceptSeparator(token, frame);
    }
  }

  /** Takes in the colon or comma that nearly always stands right behind a token, without making it one itself. */
  #acceptWhatFollows(): void {
    const frame = this.#stack.at(-1);
    if (frame?.expects === 'colon') {
      if (this.#scanner.passes(':')) frame.expects = 'value';
    } else if (frame?.expects === 'separator' && this.#scanner.passes(',')) {
      this.#acceptComma(this.#scanner.end - 1, frame);
    }
  }

  #acceptComma(at: number, frame: Frame): void {
    frame.comma = at;
    frame.expects = frame.kind === 'object' ? 'key' : 'value';
  }

  #acceptKey(token: Token, frame: Frame): boolean {
    switch (token.kind) {
      case 'string':
        this.#checkString(token);
        this.#openMember(
          frame,
          token.fault === 'end-of-string'
            ? { name: token.value, span: spanOf(token), quoted: true, unclosed: true }
            : { name: token.value, span: spanOf(token), quoted: true },
        );
        return true;
      case '}':
      case ']':
        return this.#close(token, frame);
      case ',':
        this.#complain(token, 'A comma stands where a property name was expected.', {
          fixes: [withoutComma(spanOf(token))],
        });
        return true;
      case '{':
      case '[':
        this.#complain(token, 'A property name in double quotes was expected.');
        this.#openMember(frame, { name: '', span: { start: token.start, end: token.start }, quoted: false });
        frame.expects = 'value';
        return this.#acceptValue(token, frame);
      default: {
        const word = this.#wordAt(token);
        this.#complain(word, 'A property name in double quotes was expected.', { fixes: quotedKey(this.#text, word) });
        this.#openMember(frame, { name: this.#text.slice(word.start, word.end), span: word, quoted: false });
        return true;
      }
    }
  }

  #acceptColon(token: Token, frame: Frame): boolean {
    if (token.kind === ':') {
      frame.expects = 'value';
      return true;
    }
    if (token.kind === 'unknown' && token.value === '=') {
      this.#complain(token, 'A colon was expected after the property name, not an equals sign.', {
        fixes: [colonFor(spanOf(token))],
      });
      this.#troubleEnd = -1;
      frame.expects = 'value';
      return true;
    }
    this.#complain(token, 'A colon was expected after the property name.');
    if (token.kind === ',' || isClosing(token)) return this.#endMember(token, frame);
    frame.expects = 'value';
    return this.#acceptValue(token, frame);
  }

  #acceptValue(token: Token, frame: Frame | undefined): boolean {
    switch (token.kind) {
      case '{':
      case '[':
        return this.#open(token);
      case 'string':
        this.#checkString(token);
        this.#attach(
          token.fault === 'end-of-string'
            ? { kind: 'string', value: token.value, style: 'json', span: spanOf(token), unclosed: true }
            : { kind: 'string', value: token.value, style: 'json', span: spanOf(token) },
        );
        return true;
      case 'number':
        this.#attachNumber(token);
        return true;
      case 'true':
      case 'false':
        this.#attach({ kind: 'boolean', value: token.kind === 'true', raw: token.value, span: spanOf(token) });
        return true;
      case 'null':
        this.#attach({ kind: 'null', span: spanOf(token) });
        return true;
      case ',':
      case '}':
      case ']':
        if (frame === undefined) {
          this.#complain(token, 'A JSON value was expected.');
          return true;
        }
        if (frame.kind === 'array' && isClosing(token)) return this.#close(token, frame);
        this.#complain(token, 'A value is missing.');
        return frame.kind === 'object' ? this.#endMember(token, frame) : true;
      case ':':
        this.#complain(token, 'A colon stands where a value was expected.');
        return true;
      default: {
        const word = this.#wordAt(token);
        const written = this.#text.slice(word.start, word.end);
        const literal = readLiteral.exec(written)?.[0];
        if (literal !== undefined) {
          const end = word.start + literal.length;
          this.#complain({ start: end, end: word.end }, `${quoted(written.slice(literal.length))} follows the value.`);
          const span = { start: word.start, end };
          if (literal === 'null') this.#attach({ kind: 'null', span });
          else this.#attach({ kind: 'boolean', value: literal === 'true', raw: literal, span });
          return true;
        }
        this.#complain(word, `${quoted(written)} is not a JSON value; strings need double quotes.`, {
          fixes: wordAsValue(this.#text, word),
        });
        // Kept as text, so that what the author began to write can be completed.
        if (frame !== undefined) this.#attach({ kind: 'string', value: written, style: 'plain', span: word });
        return true;
      }
    }
  }

  #acceptSeparator(token: Token, frame: Frame): boolean {
    if (token.kind === ',') {
      this.#acceptComma(token.start, frame);
      return true;
    }
    if (isClosing(token)) return this.#close(token, frame);
    if (token.kind === ':') {
      this.#complain(token, 'A comma was expected here, not a colon.');
      return true;
    }
    if (!frame.gap) this.#complain(token, 'A comma is missing before this.', { fixes: withComma(endOfLast(frame)) });
    frame.expects = frame.kind === 'object' ? 'key' : 'value';
    return frame.kind === 'object' ? this.#acceptKey(token, frame) : this.#acceptValue(token, frame);
  }

  #open(token: Token): boolean {
    if (this.#stack.length >= limits.jsonDepth) {
      this.#problems.push(
        problem(
          'json/too-deep',
          spanOf(token),
          `Containers are nested more than ${limits.jsonDepth} deep; the rest is not read.`,
        ),
      );
      return false;
    }
    const kind = token.kind === '{' ? 'object' : 'array';
    this.#stack.push({
      kind,
      start: token.start,
      members: [],
      items: [],
      member: undefined,
      expects: kind === 'object' ? 'key' : 'value',
      comma: -1,
      gap: false,
    });
    this.#depth = Math.max(this.#depth, this.#stack.length);
    return true;
  }

  #close(token: Token, frame: Frame): boolean {
    const closes = token.kind === '}' ? 'object' : 'array';
    if (closes !== frame.kind) {
      const wanted = frame.kind === 'object' ? '}' : ']';
      this.#complain(token, `A ${wanted} was expected before this.`);
      if (this.#stack.at(-2)?.kind !== closes) return true;
      this.#finish(token.start, false);
      return this.#accept(token);
    }
    if (frame.comma >= 0 && !frame.gap) {
      const comma = { start: frame.comma, end: frame.comma + 1 };
      this.#relaxed = true;
      this.#complain(comma, 'A comma stands before the closing bracket; JSON does not allow that.', {
        fixes: [withoutComma(comma)],
      });
    }
    this.#finish(token.end, true);
    return true;
  }

  /** Ends the innermost container at `end` and hands it to the one around it. */
  #finish(end: number, closed: boolean): void {
    const frame = this.#stack.pop();
    if (frame === undefined) return;
    const span = { start: frame.start, end };
    const mark = closed ? undefined : ({ unclosed: true } as const);
    this.#attach(
      frame.kind === 'object'
        ? { kind: 'object', members: frame.members, span, ...mark }
        : { kind: 'array', items: frame.items, span, ...mark },
    );
  }

  #openMember(frame: Frame, key: KeyNode): void {
    frame.comma = -1;
    frame.gap = false;
    frame.member = { key, value: undefined, span: key.span };
    frame.members.push(frame.member);
    frame.expects = 'colon';
  }

  #endMember(token: Token, frame: Frame): boolean {
    frame.member = undefined;
    frame.expects = 'separator';
    return this.#acceptSeparator(token, frame);
  }

  #attach(node: SyntaxNode): void {
    const frame = this.#stack.at(-1);
    if (frame === undefined) {
      this.#root = node;
      return;
    }
    frame.comma = -1;
    frame.expects = 'separator';
    if (frame.kind === 'array') {
      frame.items.push(node);
      frame.gap = false;
    } else if (frame.member !== undefined) {
      frame.member.value = node;
      frame.member.span = { start: frame.member.key.span.start, end: node.span.end };
      frame.member = undefined;
    }
  }

  #attachNumber(token: Token): void {
    const word = this.#wordAt(token);
    const raw = this.#text.slice(word.start, word.end);
    if (!strictNumber.test(raw)) {
      if (nodeNumber.test(raw)) {
        const value = raw.replace(/e$/i, '');
        this.#problems.push(
          problem(
            'json/incomplete-exponent',
            word,
            `${raw} has no digits behind its exponent letter: the node reads ${value} where an integer belongs, and refuses it elsewhere, as other JSON tools do.`,
            { fixes: [withoutExponent(raw, word)] },
          ),
        );
      } else this.#complain(word, `${quoted(raw)} is not a JSON number.`);
    }
    this.#attach({ kind: 'number', value: Number(raw.replace(/e$/i, '')), raw, span: word });
  }

  /** Scanners stop where a token could end; a word such as `01` or `1_000` ends where Go's lexer says. */
  #wordAt(token: Token): Span {
    let end = Math.max(token.end, token.start + 1);
    while (end < this.#text.length && wordCharacter.test(this.#text.charAt(end))) end++;
    if (end !== token.end) this.#scanner.end = end;
    return { start: token.start, end };
  }

  #checkString(token: Token): void {
    if (token.fault === undefined && token.value.isWellFormed()) return;
    const span = spanOf(token);
    switch (token.fault) {
      case 'end-of-string': {
        if (this.#gaps !== undefined && /(?:\.{3}|\u2026)\s*$/.test(token.value.slice(-20))) {
          this.#gaps.push(span);
          return;
        }
        this.#endsInString = this.#stack.length > 0 && this.#text.slice(span.end).trim() === '';
        const where = this.#endsInString ? '; the text ends in this string' : '';
        this.#complain(span, `The closing quote is missing${where}.`);
        return;
      }
      case 'escape':
        this.#complain(this.#badEscape(span), 'JSON has no such escape; a backslash itself is written \\\\.');
        return;
      case 'unicode':
        this.#complain(this.#badEscape(span), '\\u needs four hexadecimal digits.');
        return;
      case 'character':
        this.#complain(span, 'The string contains a control character; write it as an escape such as \\t.');
        return;
    }
    this.#complain(span, 'The text holds half of a surrogate pair, which is no character.');
  }

  #badEscape(span: Span): Span {
    const match = /\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(
      this.#text
        .slice(span.start, span.end)
        .replace(/\\["\\/bfnrt]|\\u[0-9a-fA-F]{4}/g, (escape) => ' '.repeat(escape.length)),
    );
    if (match === null) return span;
    return { start: span.start + match.index, end: Math.min(span.start + match.index + 2, span.end) };
  }

  #closeOpenFrames(): void {
    const frame = this.#stack.at(-1);
    const isExplained =
      this.#isCut || this.#endsWithGap || this.#endsInString || this.#problems.at(-1)?.code === 'json/too-deep';
    if (frame !== undefined && !isExplained) {
      const bracket = frame.kind === 'object' ? '{' : '[';
      this.#complain({ start: frame.start, end: frame.start + 1 }, `This ${bracket} is never closed.`, {
        always: true,
      });
    }
    while (this.#stack.length > 0) this.#finish(this.#text.length, false);
  }

  /** Reports unless the token before this one already explains the trouble; `always` reports all the same. */
  #complain(span: Span, message: string, { always = false, fixes }: Complaint = {}): void {
    const between = this.#troubleEnd < 0 ? undefined : this.#text.slice(this.#troubleEnd, span.start);
    const follows = between !== undefined && this.#troubleEnd <= span.start && /^\s*$/.test(between.slice(0, 1_000));
    this.#troubleEnd = span.end;
    if ((follows && !always) || this.#problems.length >= limits.syntaxProblems) return;
    const hasFix = fixes !== undefined && fixes.length > 0;
    this.#problems.push(problem('json/syntax', spanOf(span), message, hasFix ? { fixes } : {}));
  }
}

const strictNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** What protobuf-go 1.36.11 lexes as a number, in front of a delimiter: it allows an empty exponent. */
const nodeNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?[eE][+-]?$/;
/** What protobuf-go 1.36.11 reads before a stray character, which doesn't belong to the word (`decode.go`, matchWithDelim). */
const readLiteral = /^(?:true|false|null)(?![-+.\w])/;
const wordCharacter = /[-+.\w]/;

function spanOf(token: Span): Span {
  return { start: token.start, end: token.end };
}

/** The end of the value before a missing comma; undefined if the comma would become part of it. */
function endOfLast(frame: Frame): number | undefined {
  const member = frame.members.at(-1);
  const value = frame.kind === 'object' ? member?.value : frame.items.at(-1);
  const isOpen = (value?.kind === 'string' && value.unclosed) ?? member?.key.unclosed ?? false;
  if (isOpen) return undefined;
  return frame.kind === 'object' ? member?.span.end : value?.span.end;
}

function isClosing(token: Token): boolean {
  return token.kind === '}' || token.kind === ']';
}
