import { limits } from '../../../limits.js';
import type { Span } from '../../../text/span.js';
import { cutBefore } from '../../../text/visible.js';
import { append, quoted } from '../../../text/strings.js';
import { protoTokens, type ProtoComment, type ProtoToken, type ProtoTokens } from './tokens.js';

/** What a `.proto` file declares, as far as it was understood. */
export interface ProtoFile {
  readonly package: string;
  readonly messages: readonly ProtoMessage[];
  readonly enums: readonly ProtoEnum[];
  readonly problems: readonly ProtoProblem[];
}

/** A mistake in a `.proto` file. */
export interface ProtoProblem {
  readonly span: Span;
  /** A sentence. */
  readonly message: string;
}

interface Declared {
  readonly name: string;
  /** The comment on the declaration in one line; empty without. */
  readonly doc: string;
  /** The range of the name. */
  readonly span: Span;
}

/** Messages and enums that are declared inside a message have its name before theirs: `Outer.Inner`. */
export interface ProtoMessage extends Declared {
  readonly fields: readonly ProtoField[];
  /** Names of fields that are gone. */
  readonly reserved: readonly string[];
}

export interface ProtoField extends Declared {
  readonly number: number;
  /** Fields of a oneof are optional. */
  readonly label: 'single' | 'optional' | 'list' | 'map';
  /** The type as it is written; of a map, that of its values. */
  readonly type: string;
  /** The JSON name, if an option sets it. */
  readonly jsonName?: string;
  readonly deprecated: boolean;
  /** Whether the option `debug_redact` hides the value. */
  readonly redacted: boolean;
}

export interface ProtoEnum extends Declared {
  readonly values: readonly ProtoEnumValue[];
  readonly reserved: readonly string[];
}

export interface ProtoEnumValue extends Declared {
  readonly number: number;
}

/**
 * Reads a `.proto` file in proto3 (protobuf's language specification). Never fails: a statement that isn't understood is
 * a problem, and reading goes on behind it. Services, extensions and options that don't matter to JSON are skipped.
 */
export function parseProto(text: string): ProtoFile {
  const tokens = protoTokens(text);
  const parser = new ProtoParser(tokens);
  for (const span of tokens.unclosed) parser.problem(span, 'This is never closed.');
  parser.file();
  return parser;
}

/** A statement that can't be read on. */
class Unexpected extends Error {}

/** The largest number of a field (protobuf's language specification). */
const maxFieldNumber = 536_870_911;

class ProtoParser implements ProtoFile {
  package = '';
  readonly messages: ProtoMessage[] = [];
  readonly enums: ProtoEnum[] = [];
  readonly problems: ProtoProblem[] = [];
  readonly #tokens: readonly ProtoToken[];
  /** The end, which nothing goes beyond. */
  readonly #last: ProtoToken;
  #at = 0;

  constructor({ tokens, end }: ProtoTokens) {
    this.#tokens = tokens;
    this.#last = end;
  }

  problem(span: Span, message: string): void {
    if (this.problems.length < limits.syntaxProblems) this.problems.push({ span, message });
  }

  file(): void {
    while (this.#token.kind !== 'end') {
      this.#statement(() => {
        const { text } = this.#token;
        if (text === 'message') this.#message('', 1);
        else if (text === 'enum') this.#enum('');
        else if (text === 'package') {
          this.#at++;
          this.package = this.#name().text;
          this.#end();
        } else if (text === 'service' || text === 'extend') this.#skip();
        else if (text === 'syntax' || text === 'edition' || text === 'import' || text === 'option') this.#skip();
        else if (text === ';') this.#at++;
        else throw this.#unexpected('a declaration such as message or enum');
      });
    }
  }

  /** Runs the reader of one statement; one that isn't understood is skipped. */
  #statement(read: () => void): void {
    const before = this.#at;
    try {
      read();
    } catch (error) {
      if (!(error instanceof Unexpected)) throw error;
      this.problem(this.#token.span, error.message);
      // A closing brace belongs to what is around the statement, unless nothing is.
      if (this.#token.text === '}' && this.#at === before) this.#at++;
      else this.#skip();
    }
  }

  #message(around: string, depth: number): void {
    const opening = this.#token;
    this.#at++;
    const { text: own, span } = this.#name();
    const name = around === '' ? own : `${around}.${own}`;
    const fields: ProtoField[] = [];
    const reserved: string[] = [];
    if (depth > limits.protoDepth) throw new Unexpected(`Messages are nested more than ${limits.protoDepth} deep.`);
    this.#symbol('{');
    const doc = this.#docOf(opening);
    // What is inside it follows it.
    const index = this.messages.push({ name, doc, span, fields, reserved }) - 1;
    this.#block(() => {
      const { text } = this.#token;
      if (text === 'message' && this.#isDeclaration) this.#message(name, depth + 1);
      else if (text === 'enum' && this.#isDeclaration) this.#enum(name);
      else if (text === 'oneof' && this.#isDeclaration) {
        this.#at++;
        this.#name();
        this.#symbol('{');
        this.#block(() => {
          if (this.#token.text === 'option') this.#skip();
          else fields.push({ ...this.#field(), label: 'optional' });
        });
      } else if (text === 'reserved') append(reserved, this.#reserved());
      else if (text === 'option' || text === 'extensions' || text === 'extend') this.#skip();
      else fields.push(this.#field());
    });
    this.#repeats(fields, name);
    this.messages[index] = { name, doc, span, fields, reserved };
  }

  /** Whether a name and a brace follow, so that the word isn't the type of a field. */
  get #isDeclaration(): boolean {
    return this.#tokens[this.#at + 2]?.text === '{';
  }

  #enum(around: string): void {
    const opening = this.#token;
    this.#at++;
    const { text: own, span } = this.#name();
    const values: ProtoEnumValue[] = [];
    const reserved: string[] = [];
    this.#symbol('{');
    const doc = this.#docOf(opening);
    this.#block(() => {
      const { text } = this.#token;
      if (text === 'reserved') append(reserved, this.#reserved());
      else if (text === 'option') this.#skip();
      else {
        const first = this.#token;
        const { text: name, span: at } = this.#name();
        this.#symbol('=');
        const number = this.#integer();
        this.#options();
        this.#end();
        values.push({ name, doc: this.#docOf(first), span: at, number });
      }
    });
    this.enums.push({ name: around === '' ? own : `${around}.${own}`, doc, span, values, reserved });
  }

  #field(): ProtoField {
    const first = this.#token;
    let label: ProtoField['label'] = 'single';
    const next = this.#tokens[this.#at + 1];
    if (next?.kind === 'name' && /^(?:optional|repeated|required)$/.test(first.text)) {
      if (first.text !== 'required') label = first.text === 'optional' ? 'optional' : 'list';
      this.#at++;
    }
    let type: string;
    if (this.#token.text === 'map' && this.#tokens[this.#at + 1]?.text === '<') {
      this.#at += 2;
      this.#name();
      this.#symbol(',');
      type = this.#name().text;
      this.#symbol('>');
      label = 'map';
    } else type = this.#name().text;
    const { text: name, span } = this.#name();
    this.#symbol('=');
    const at = this.#token.span;
    const number = this.#integer();
    if (number < 1 || number > maxFieldNumber) this.problem(at, `A field number is between 1 and ${maxFieldNumber}.`);
    const { jsonName, ...options } = this.#options();
    this.#end();
    return { name, doc: this.#docOf(first), span, number, label, type, ...options, ...(jsonName && { jsonName }) };
  }

  /** Options in brackets; only those that matter are read. */
  #options(): Pick<ProtoField, 'jsonName' | 'deprecated' | 'redacted'> {
    let jsonName: string | undefined;
    const flags = new Set<string>();
    if (this.#token.text === '[') {
      while (!this.#isAt(']', ';')) {
        const [option, equals, value] = this.#tokens.slice(this.#at, this.#at + 3);
        if (equals?.text === '=' && option?.text === 'json_name' && value?.kind === 'string') jsonName = value.text;
        if (equals?.text === '=' && value?.text === 'true') flags.add(option?.text ?? '');
        this.#at++;
      }
      this.#symbol(']');
    }
    return {
      ...(jsonName !== undefined && { jsonName }),
      deprecated: flags.has('deprecated'),
      redacted: flags.has('debug_redact'),
    };
  }

  /** The names of a `reserved` statement; its numbers don't matter. */
  #reserved(): string[] {
    const names: string[] = [];
    while (!this.#isAt(';', '}')) {
      if (this.#token.kind === 'string') names.push(this.#token.text);
      this.#at++;
    }
    this.#end();
    return names;
  }

  /** Reports names and numbers that a message has twice. */
  #repeats(fields: readonly ProtoField[], message: string): void {
    const seen = new Set<string | number>();
    for (const { name, number, span } of fields)
      for (const key of [name, number]) {
        if (seen.has(key)) this.problem(span, `${message} already has a field with the ${kindOf(key)} ${key}.`);
        seen.add(key);
      }
  }

  /** The statements up to a closing brace. */
  #block(read: () => void): void {
    while (this.#token.kind !== 'end' && this.#token.text !== '}') {
      if (this.#token.text === ';') this.#at++;
      else this.#statement(read);
    }
    if (this.#token.kind === 'end') this.problem(this.#token.span, 'A closing } is missing.');
    else this.#at++;
  }

  /** Skips the rest of a statement: to its semicolon, or over its braces. */
  #skip(): void {
    let depth = 0;
    for (; this.#token.kind !== 'end'; this.#at++) {
      const { kind, text } = this.#token;
      if (kind === 'string') continue;
      if (text === '{') depth++;
      else if (text === '}' && --depth < 0) return;
      if ((text === '}' && depth === 0) || (text === ';' && depth === 0)) {
        this.#at++;
        return;
      }
    }
  }

  get #token(): ProtoToken {
    return this.#tokens[this.#at] ?? this.#last;
  }

  /** Whether the current token is one of these symbols, or the end. */
  #isAt(...symbols: readonly string[]): boolean {
    const { kind, text } = this.#token;
    return kind === 'end' || (kind === 'symbol' && symbols.includes(text));
  }

  #name(): ProtoToken {
    const token = this.#token;
    if (token.kind !== 'name') throw this.#unexpected('a name');
    this.#at++;
    return token;
  }

  #symbol(text: string): void {
    if (this.#token.kind !== 'symbol' || this.#token.text !== text) throw this.#unexpected(text);
    this.#at++;
  }

  /** The end of a statement. A semicolon that is missing at the end of a line costs nothing of what follows. */
  #end(): void {
    const isNextLine = this.#token.line > (this.#tokens[this.#at - 1]?.line ?? 0);
    if (this.#token.text !== ';' && (isNextLine || this.#token.text === '}'))
      this.problem(this.#tokens[this.#at - 1]?.span ?? this.#token.span, 'A semicolon is missing behind this.');
    else this.#symbol(';');
  }

  #integer(): number {
    const isNegative = this.#token.text === '-';
    if (isNegative) this.#at++;
    const { kind, text } = this.#token;
    const value = /^0[0-7]+$/.test(text) ? Number(`0o${text.slice(1)}`) : Number(text);
    if (kind !== 'number' || !Number.isInteger(value)) throw this.#unexpected('a number');
    this.#at++;
    return isNegative ? -value : value;
  }

  #unexpected(expected: string): Unexpected {
    const { kind, text } = this.#token;
    const found = kind === 'end' ? 'the end of the file' : quoted(text.slice(0, limits.quotedValue));
    return new Unexpected(`Expected ${expected}, not ${found}.`);
  }

  /**
   * The comment on a declaration from its first token to the one before the current one: directly above it, else behind
   * it or directly below it, as protoc attaches comments.
   */
  #docOf(first: ProtoToken): string {
    const above = first.before.at(-1);
    if (above !== undefined && isAbove(above, first)) return plainDoc(above.text);
    const last = this.#tokens[this.#at - 1];
    const next = this.#token;
    const [behind] = next.before;
    if (last === undefined || behind === undefined) return '';
    const isBelow = behind.firstLine === last.line + 1 && (!isAbove(behind, next) || next.text === '}');
    // Between two tokens of one line, it may belong to either.
    const isOwn = behind.isBehind && next.line > behind.lastLine;
    return isOwn || isBelow ? plainDoc(behind.text) : '';
  }
}

/** Whether a comment ends on the line above a token, or on its own. */
function isAbove({ lastLine, isBehind }: ProtoComment, { line }: ProtoToken): boolean {
  return !isBehind && lastLine >= line - 1;
}

/** A comment in one line. */
function plainDoc(text: string): string {
  return text
    .slice(0, cutBefore(text, limits.protoComment))
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');
}

function kindOf(key: string | number): string {
  return typeof key === 'string' ? 'name' : 'number';
}
