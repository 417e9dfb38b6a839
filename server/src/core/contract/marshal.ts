import { utf8Bytes } from '../text/bytes.js';
import type { ContractValue, MessageValue } from './value.js';
import { isMessage } from './value.js';
import type { FieldDescriptor } from './descriptor.js';

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
  const writer = new JsonWriter(style.indent ?? 0);
  writeMessage(writer, message, style);
  return writer.text();
}

function writeMessage(writer: JsonWriter, message: MessageValue, style: MarshalStyle): void {
  writer.open('{');
  for (const field of message.type.fields) {
    const present = message.fields.get(field);
    if (present === undefined) continue;
    writer.key(text(style.names === 'json' ? field.jsonName : field.name, style));
    writeField(writer, field, present.value, style);
  }
  writer.close('}');
}

function writeField(writer: JsonWriter, field: FieldDescriptor, value: ContractValue, style: MarshalStyle): void {
  if (Array.isArray(value)) {
    writer.open('[');
    for (const item of value as readonly ContractValue[]) {
      writer.item();
      writeValue(writer, field, item, style);
    }
    writer.close(']');
  } else if (value instanceof Map) {
    writer.open('{');
    for (const [key, item] of sortedEntries(value as ReadonlyMap<string, ContractValue>)) {
      writer.key(text(key, style));
      writeValue(writer, field, item, style);
    }
    writer.close('}');
  } else writeValue(writer, field, value, style);
}

function writeValue(writer: JsonWriter, field: FieldDescriptor, value: ContractValue, style: MarshalStyle): void {
  if (isMessage(value)) writeMessage(writer, value, style);
  else if (typeof value === 'string') writer.raw(text(value, style));
  else if (typeof value === 'boolean') writer.raw(String(value));
  else if (typeof value === 'number') writer.raw(numberText(field, value, style));
}

function numberText(field: FieldDescriptor, value: number, style: MarshalStyle): string {
  if (field.type.kind === 'enum' && style.encoder === 'protojson') {
    const known = field.type.of.values.find((candidate) => candidate.number === value);
    if (known !== undefined) return text(known.name, style);
  }
  if (!Number.isFinite(value)) {
    const name = Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
    if (style.encoder === 'go-json')
      throw new UnmarshalableNumberError(`${field.name} is ${name}, which plain JSON cannot hold`);
    return `"${name}"`;
  }
  // Go's shortest form with the ECMAScript exponent limits is what JavaScript prints, but for -0.
  return Object.is(value, -0) ? '-0' : String(value);
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

function text(value: string, style: MarshalStyle): string {
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
class JsonWriter {
  readonly #pieces: string[] = [];
  readonly #indent: number;
  #depth = 0;
  #first = true;

  constructor(indent: number) {
    this.#indent = indent;
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

  key(quoted: string): void {
    this.item();
    this.#pieces.push(quoted, this.#indent > 0 ? ': ' : ':');
  }

  raw(token: string): void {
    this.#pieces.push(token);
    this.#first = false;
  }

  text(): string {
    return this.#pieces.join('');
  }

  #break(): void {
    if (this.#indent > 0) this.#pieces.push(`\n${' '.repeat(this.#depth * this.#indent)}`);
  }
}
