import { utf8Bytes, utf8Length } from '../text/bytes.js';
import { type ContractValue, isMessage, type MessageValue } from './value.js';
import type { Field } from '../record/model.js';
import { numberText } from './scalars.js';

/** How the JSON text of a config is written. */
export interface MarshalStyle {
  /** Spaces for each level; compact without. */
  readonly indent?: number;
  /** `protojson` of protobuf-go 1.36.11, or `encoding/json` of Go's standard library over the Go struct. */
  readonly encoder: 'protojson' | 'go-json';
  /** Which of a field's two names is written; the proto name by default. */
  readonly names?: 'proto' | 'json';
  /** Whether the special characters of HTML are escaped; `go-json` always does. */
  readonly escapeHtml?: boolean;
}

/** A value that plain JSON can't express: NaN and the infinities under Go's `encoding/json`. */
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
 * The number of UTF-8 bytes that {@link marshal} writes, counted without writing them: otherwise validating a config of
 * 100 KB would take 2.5 times as long. `isPlain` means that all strings are ASCII without quotes, backslashes and control
 * characters; searching them would take 1.2 times as long.
 */
export function marshalledSize(message: MessageValue, style: MarshalStyle, isPlain = false): number {
  const counter = new JsonCounter(style, isPlain);
  writeMessage(counter, message, style);
  return counter.bytes;
}

function writeMessage(sink: JsonSink, message: MessageValue, style: MarshalStyle): void {
  sink.open('{');
  for (const field of message.type.allFields) {
    const present = message.fields.get(field);
    if (present === undefined) continue;
    sink.key(style.names === 'json' ? field.jsonName : field.name);
    writeField(sink, field, present.value, style);
  }
  sink.close('}');
}

function writeField(sink: JsonSink, field: Field, value: ContractValue, style: MarshalStyle): void {
  if (Array.isArray(value)) {
    sink.open('[');
    for (const item of value as readonly ContractValue[]) {
      sink.item();
      writeValue(sink, field, item, style);
    }
    sink.close(']');
  } else if (value instanceof Map) {
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
  // Go prints the shortest digits with ECMAScript's exponent limits.
  sink.raw(numberText(value));
}

/** Map entries in the order of their keys' UTF-8 bytes, which differs from UTF-16 order. */
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

/**
 * protobuf-go itself escapes only quotes, backslashes and control characters; Go's standard encoder also what HTML or
 * JavaScript would read as markup or a line break.
 */
function quotedText(value: string, { encoder, escapeHtml = encoder === 'go-json' }: MarshalStyle): string {
  if (unescaped.test(value)) return `"${value}"`;
  const escaped = escapeHtml ? mustEscapeForHtml : mustEscape;
  return `"${value.replace(escaped, (c) => shortEscapes.get(c) ?? unicodeEscape(c))}"`;
}

// eslint-disable-next-line no-control-regex -- control characters are what is escaped
const mustEscape = /["\\\u0000-\u001f]/g;
// eslint-disable-next-line no-control-regex -- control characters are what is escaped
const mustEscapeForHtml = /["\\<>&\u0000-\u001f\u2028\u2029]/g;

/** protobuf-go's, and those of `encoding/json` since Go 1.22; the releases that use it were built with Go 1.23. */
const shortEscapes = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function unicodeEscape(c: string): string {
  return `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Receives the tokens of a JSON text in order, and adds commas and line breaks. */
abstract class JsonSink {
  protected readonly style: MarshalStyle;
  readonly #indent: number;
  readonly #colon: string;
  /** The line break of each depth, once it was needed. */
  readonly #breaks: string[] = [];
  #depth = 0;
  #isEmpty = true;

  constructor(style: MarshalStyle) {
    this.style = style;
    this.#indent = style.indent ?? 0;
    this.#colon = this.#indent > 0 ? ': ' : ':';
  }

  /** A token that is written as it is, in ASCII. */
  abstract raw(token: string): void;
  abstract string(value: string): void;
  /** The entries of a map in the order in which they are written. */
  abstract entries<T>(map: ReadonlyMap<string, T>): Iterable<readonly [string, T]>;

  open(bracket: string): void {
    this.raw(bracket);
    this.#depth++;
    this.#isEmpty = true;
  }

  close(bracket: string): void {
    this.#depth--;
    if (!this.#isEmpty) this.#break();
    this.raw(bracket);
    this.#isEmpty = false;
  }

  /** Begins an entry of a list. */
  item(): void {
    if (!this.#isEmpty) this.raw(',');
    this.#isEmpty = false;
    this.#break();
  }

  /** Begins a member of an object. */
  key(name: string): void {
    this.item();
    this.string(name);
    this.raw(this.#colon);
  }

  #break(): void {
    if (this.#indent > 0) this.raw((this.#breaks[this.#depth] ??= `\n${' '.repeat(this.#depth * this.#indent)}`));
  }
}

class JsonWriter extends JsonSink {
  readonly #tokens: string[] = [];

  override raw(token: string): void {
    this.#tokens.push(token);
  }

  override string(value: string): void {
    this.raw(quotedText(value, this.style));
  }

  override entries<T>(map: ReadonlyMap<string, T>): Iterable<readonly [string, T]> {
    return sortedEntries(map);
  }

  text(): string {
    return this.#tokens.join('');
  }
}

/** ASCII that every style writes as it is; matching a short string is faster than encoding it. */
const unescaped = /^[ !#-%'-;=?-[\]-~]*$/;

/** Counts the bytes that a `JsonWriter` writes; the order of entries makes no difference. */
class JsonCounter extends JsonSink {
  bytes = 0;
  readonly #isPlain: boolean;

  constructor(style: MarshalStyle, isPlain: boolean) {
    super(style);
    this.#isPlain = isPlain && style.encoder === 'protojson' && style.escapeHtml !== true;
  }

  override raw(token: string): void {
    this.bytes += token.length;
  }

  override string(value: string): void {
    if (this.#isPlain || unescaped.test(value)) this.bytes += value.length + 2;
    else this.bytes += utf8Length(quotedText(value, this.style));
  }

  override entries<T>(map: ReadonlyMap<string, T>): Iterable<readonly [string, T]> {
    return map;
  }
}
