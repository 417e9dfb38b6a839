import { utf8Bytes, utf8Length } from '../text/bytes.js';
import { type ContractValue, isMessage, type MessageValue } from './value.js';
import type { Field } from '../record/model.js';

/** How the JSON text of a config is written. */
export interface MarshalStyle {
  /** Blanks for each level, or none for compact text. */
  readonly indent?: number;
  /** `protojson` of protobuf-go 1.36.11, or `encoding/json` of Go's standard library over the Go struct. */
  readonly encoder: 'protojson' | 'go-json';
  /** Which of a field's two names is written; the proto name where this is absent. */
  readonly names?: 'proto' | 'json';
  /** Whether what HTML could trip over is escaped; `go-json` always does. */
  readonly escapeHtml?: boolean;
}

/** A value that plain JSON has no form for: NaN and the infinities under Go's `encoding/json`. */
export class UnmarshalableNumberError extends Error {}

/**
 * The canonical JSON of a config: declaration order, map keys by their UTF-8 bytes.
 * `protojson` writes enums by name, `go-json` by number and with HTML characters escaped; the latter
 * throws {@link UnmarshalableNumberError} for NaN and infinities.
 */
export function marshal(message: MessageValue, style: MarshalStyle): string {
  const writer = new JsonWriter(style);
  writeMessage(writer, message, style);
  return writer.text();
}

/**
 * The number of UTF-8 bytes that {@link marshal} writes, counted without writing them: else validating a config of 100 KB
 * would take 2.5 times as long. `isPlain` promises that all strings are ASCII without quotes, backslashes and control
 * characters, so that none is searched for them, which would take 1.2 times as long.
 */
export function marshalledSize(message: MessageValue, style: MarshalStyle, isPlain = false): number {
  const counter = new JsonCounter(style, isPlain);
  writeMessage(counter, message, style);
  return counter.bytes;
}

/** What takes the tokens of a JSON text in their order. */
interface JsonSink {
  open(bracket: string): void;
  close(bracket: string): void;
  /** Begins an entry of a list. */
  item(): void;
  /** Begins a member of an object. */
  key(name: string): void;
  string(value: string): void;
  /** A token that is written as it is, in ASCII. */
  raw(token: string): void;
  /** A whole list of texts, of which there may be thousands. */
  texts(list: readonly string[]): void;
  /** A whole object of texts. */
  textMap(map: ReadonlyMap<string, string>): void;
  /** The entries of a map in the order in which the sink wants them. */
  entries<T>(map: ReadonlyMap<string, T>): Iterable<readonly [string, T]>;
}

function writeMessage(sink: JsonSink, message: MessageValue, style: MarshalStyle): void {
  sink.open('{');
  for (const field of message.type.fields) {
    const present = message.fields.get(field);
    if (present === undefined) continue;
    sink.key(style.names === 'json' ? field.jsonName : field.name);
    writeField(sink, field, present.value, style);
  }
  sink.close('}');
}

function writeField(sink: JsonSink, field: Field, value: ContractValue, style: MarshalStyle): void {
  const isText = field.type.kind === 'scalar' && field.type.scalar === 'string';
  if (Array.isArray(value)) {
    if (isText) {
      sink.texts(value as readonly string[]);
      return;
    }
    sink.open('[');
    for (const item of value as readonly ContractValue[]) {
      sink.item();
      writeValue(sink, field, item, style);
    }
    sink.close(']');
  } else if (value instanceof Map) {
    if (isText) {
      sink.textMap(value as ReadonlyMap<string, string>);
      return;
    }
    sink.open('{');
    for (const [key, item] of sink.entries(value as ReadonlyMap<string, ContractValue>)) {
      sink.key(key);
      writeValue(sink, field, item, style);
    }
    sink.close('}');
  } else writeValue(sink, field, value, style);
}

function writeValue(sink: JsonSink, field: Field, value: ContractValue, style: MarshalStyle): void {
  if (isMessage(value)) writeMessage(sink, value, style);
  else if (typeof value === 'string') sink.string(value);
  else if (typeof value === 'boolean') sink.raw(String(value));
  else if (typeof value === 'number') writeNumber(sink, field, value, style);
}

function writeNumber(sink: JsonSink, field: Field, value: number, style: MarshalStyle): void {
  if (field.type.kind === 'enum' && style.encoder === 'protojson') {
    const known = field.type.of.values.find((candidate) => candidate.number === value);
    if (known !== undefined) {
      sink.string(known.name);
      return;
    }
  }
  if (!Number.isFinite(value)) {
    const name = Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
    if (style.encoder === 'go-json')
      throw new UnmarshalableNumberError(`${field.name} is ${name}, which plain JSON cannot hold`);
    sink.string(name);
    return;
  }
  // Go's shortest form with the ECMAScript exponent limits is what JavaScript prints, but for -0.
  sink.raw(Object.is(value, -0) ? '-0' : String(value));
}

/** Map entries in the order of their keys' UTF-8 bytes, which UTF-16 order is not. */
export function sortedEntries<T>(map: ReadonlyMap<string, T>): [string, T][] {
  const compare = (a: string, b: string): number => {
    const left = utf8Bytes(a);
    const right = utf8Bytes(b);
    for (let i = 0; i < Math.min(left.length, right.length); i++) {
      const difference = (left[i] ?? 0) - (right[i] ?? 0);
      if (difference !== 0) return difference;
    }
    return left.length - right.length;
  };
  const ascii = [...map.keys()].every((key) => /^[ -~]*$/.test(key));
  return [...map].sort(([a], [b]) => (ascii ? (a < b ? -1 : a > b ? 1 : 0) : compare(a, b)));
}

function quotedText(value: string, style: MarshalStyle): string {
  if (unescaped.test(value)) return `"${value}"`;
  return style.encoder === 'protojson' ? protojsonString(value, style) : goJsonString(value);
}

/** protobuf-go itself escapes quotes, backslashes and control characters, nothing else. */
function protojsonString(value: string, { escapeHtml }: MarshalStyle): string {
  const escaped = escapeHtml === true ? mustEscapeForHtml : mustEscape;
  return `"${value.replace(escaped, (c) => shortEscapes.get(c) ?? unicodeEscape(c))}"`;
}

/** Go's standard encoder also escapes what HTML or JavaScript could trip over. */
function goJsonString(value: string): string {
  return `"${value.replace(mustEscapeForHtml, (c) => goShortEscapes.get(c) ?? unicodeEscape(c))}"`;
}

// eslint-disable-next-line no-control-regex -- control characters are what is escaped
const mustEscape = /["\\\u0000-\u001f]/g;
// eslint-disable-next-line no-control-regex -- control characters are what is escaped
const mustEscapeForHtml = /["\\<>&\u0000-\u001f\u2028\u2029]/g;

const shortEscapes = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Go 1.19, with which the write_files vectors were made, writes \b and \f as \u0008 and \u000c. */
const goShortEscapes = new Map([...shortEscapes].filter(([c]) => c !== '\b' && c !== '\f'));

function unicodeEscape(c: string): string {
  return `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Writes JSON tokens with commas, and with line breaks where an indent is wanted. */
class JsonWriter implements JsonSink {
  readonly #pieces: string[] = [];
  readonly #style: MarshalStyle;
  readonly #indent: number;
  /** The line break of each depth, once it was needed. */
  readonly #breaks: string[] = [];
  #depth = 0;
  #first = true;

  constructor(style: MarshalStyle) {
    this.#style = style;
    this.#indent = style.indent ?? 0;
  }

  open(bracket: string): void {
    this.#pieces.push(bracket);
    this.#depth++;
    this.#first = true;
  }

  close(bracket: string): void {
    this.#depth--;
    if (!this.#first) this.#break();
    this.#pieces.push(bracket);
    this.#first = false;
  }

  item(): void {
    if (!this.#first) this.#pieces.push(',');
    this.#first = false;
    this.#break();
  }

  key(name: string): void {
    this.item();
    this.#pieces.push(quotedText(name, this.#style), this.#indent > 0 ? ': ' : ':');
  }

  string(value: string): void {
    this.raw(quotedText(value, this.#style));
  }

  raw(token: string): void {
    this.#pieces.push(token);
    this.#first = false;
  }

  texts(list: readonly string[]): void {
    this.open('[');
    for (const text of list) {
      this.item();
      this.string(text);
    }
    this.close(']');
  }

  textMap(map: ReadonlyMap<string, string>): void {
    this.open('{');
    for (const [key, text] of sortedEntries(map)) {
      this.key(key);
      this.string(text);
    }
    this.close('}');
  }

  entries<T>(map: ReadonlyMap<string, T>): Iterable<readonly [string, T]> {
    return sortedEntries(map);
  }

  text(): string {
    return this.#pieces.join('');
  }

  #break(): void {
    if (this.#indent > 0) this.#pieces.push((this.#breaks[this.#depth] ??= lineBreak(this.#depth * this.#indent)));
  }
}

function lineBreak(indent: number): string {
  return `\n${' '.repeat(indent)}`;
}

/** ASCII that every style writes as it is; a short text is looked at faster than it is encoded. */
const unescaped = /^[ !#-%'-;=?-[\]-~]*$/;

/** Counts the bytes that a `JsonWriter` writes; in which order makes no difference to it. */
class JsonCounter implements JsonSink {
  bytes = 0;
  readonly #style: MarshalStyle;
  readonly #indent: number;
  readonly #isPlain: boolean;
  #depth = 0;
  #first = true;

  constructor(style: MarshalStyle, isPlain: boolean) {
    this.#style = style;
    this.#indent = style.indent ?? 0;
    this.#isPlain = isPlain && style.encoder === 'protojson' && style.escapeHtml !== true;
  }

  open(bracket: string): void {
    this.bytes += bracket.length;
    this.#depth++;
    this.#first = true;
  }

  close(bracket: string): void {
    this.#depth--;
    if (!this.#first) this.bytes += this.#lineBreak;
    this.bytes += bracket.length;
    this.#first = false;
  }

  item(): void {
    if (!this.#first) this.bytes += ','.length;
    this.#first = false;
    this.bytes += this.#lineBreak;
  }

  key(name: string): void {
    this.item();
    this.bytes += this.#sizeOf(name) + this.#colon;
  }

  string(value: string): void {
    this.bytes += this.#sizeOf(value);
    this.#first = false;
  }

  raw(token: string): void {
    this.bytes += token.length;
    this.#first = false;
  }

  texts(list: readonly string[]): void {
    this.open('[');
    for (const text of list) this.bytes += this.#sizeOf(text);
    this.#separate(list.length);
    this.close(']');
  }

  textMap(map: ReadonlyMap<string, string>): void {
    this.open('{');
    map.forEach((text, key) => {
      this.bytes += this.#sizeOf(key) + this.#sizeOf(text);
    });
    this.bytes += map.size * this.#colon;
    this.#separate(map.size);
    this.close('}');
  }

  entries<T>(map: ReadonlyMap<string, T>): Iterable<readonly [string, T]> {
    return map;
  }

  /** Counts what stands between the entries of a list or object, and in front of the first one. */
  #separate(count: number): void {
    if (count === 0) return;
    this.bytes += (count - 1) * ','.length + count * this.#lineBreak;
    this.#first = false;
  }

  get #colon(): number {
    return (this.#indent > 0 ? ': ' : ':').length;
  }

  get #lineBreak(): number {
    return this.#indent > 0 ? '\n'.length + this.#depth * this.#indent : 0;
  }

  /** Quotes included. */
  #sizeOf(value: string): number {
    if (this.#isPlain || unescaped.test(value)) return value.length + 2;
    return utf8Length(quotedText(value, this.#style));
  }
}
