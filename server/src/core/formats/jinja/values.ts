import { limits } from '../../limits.js';
import type { Span } from '../../text/span.js';
import { type FaultKind, TemplateError } from './ast.js';

/**
 * A value of a template. Whole numbers are a `number` if it holds them exactly, else a `bigint`, which can be printed but not
 * calculated with; Python's other numbers are a `Float`, so that `1.0` prints as such.
 */
export type Value = null | boolean | number | bigint | string | Float | Undefined | Tuple | View | Value[] | Dict;

export class Float {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** The value of an unknown name; it is printed as cloud-init's mark. */
export class Undefined {
  /** As Python prints it: without the expression before it. */
  readonly name: string;
  /** Whether it is printed as nothing, as for a condition without `else`. */
  readonly isSilent: boolean;

  constructor(name: string, isSilent = false) {
    this.name = name;
    this.isSilent = isSilent;
  }
}

/** Python's `range()` and the views of a mapping: like a list, but printed differently. */
export class View {
  readonly items: readonly Value[];
  readonly name: string;

  /** `name` is printed before the items; if it contains a bracket, it is all that is printed. */
  constructor(items: readonly Value[], name: string) {
    this.items = items;
    this.name = name;
  }
}

/** The name of the view that is Python's generator, which can only be gone through. */
export const generator = 'generator';

export class Tuple {
  readonly items: readonly Value[];

  constructor(items: readonly Value[]) {
    this.items = items;
  }
}

/** A mapping with its keys in order; a key is a string, a number, a boolean or None. */
export type Dict = Map<Value, Value>;

/** The value if there is one, else an `Undefined`; `None` is a value. */
export function found(value: Value | undefined, name: string): Value {
  return value === undefined ? new Undefined(name) : value;
}

/** A mapping of names to values. */
export function dictOf(entries: Iterable<readonly [string, Value]>): Dict {
  return new Map<Value, Value>(entries);
}

/** cloud-init 26.2's mark for unknown names (`templater.py`). */
export const missingMark = 'CI_MISSING_JINJA_VAR/';

/** Python's `bool()`. */
export function isTruthy(value: Value): boolean {
  if (value instanceof Undefined || value === null) return false;
  if (value instanceof Float) return value.value !== 0;
  if (value instanceof Tuple || value instanceof View) return value.items.length > 0 || typeOf(value) === generator;
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Map) return value.size > 0;
  return Boolean(value);
}

/** Python's `str()`. */
export function printed(value: Value): string {
  if (typeof value === 'string') return value;
  if (value instanceof Undefined) return value.isSilent ? '' : missingMark + value.name;
  return shown(value, new Visit());
}

/**
 * What going through a value may still visit. A value can contain another one many times, so that it is much larger than
 * what was done to make it. Python ends with an error on values that are too deep.
 */
export class Visit {
  #left: number = limits.templateSteps;
  #depth = 0;

  /** The result of looking at `count` items inside; throws a `TemplateError` without a position if it is too much. */
  into<Result>(count: number, look: () => Result): Result {
    this.#left -= count;
    if (this.#left < 0 || ++this.#depth > limits.templateValueDepth)
      throw new TemplateError('limit', nowhere, 'A value is too large or too deep.');
    const result = look();
    this.#depth--;
    return result;
  }
}

/** Python's `repr()`. */
function shown(value: Value, visit: Visit): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return visit.into(value.length >> 3, () => quoted(value));
  if (value instanceof Float) return shownFloat(value.value);
  if (value instanceof Undefined) return 'Undefined';
  if (value instanceof Tuple) {
    const items = shownItems(value.items, visit);
    return value.items.length === 1 ? `(${items},)` : `(${items})`;
  }
  if (value instanceof View && value.name === generator)
    throw fault({ span: nowhere }, 'This prints a generator and not its items: add | list.', 'unsupported');
  if (value instanceof View)
    return value.name.includes('(') ? value.name : `${value.name}([${shownItems(value.items, visit)}])`;
  if (Array.isArray(value)) return `[${shownItems(value, visit)}]`;
  const members = visit.into(value.size, () =>
    Array.from(value, ([key, item]) => `${shown(key, visit)}: ${shown(item, visit)}`),
  );
  return `{${members.join(', ')}}`;
}

function shownItems(items: readonly Value[], visit: Visit): string {
  return visit.into(items.length, () => items.map((item) => shown(item, visit))).join(', ');
}

function shownFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  // Python changes to an exponent at other sizes than JavaScript does.
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) {
    const [digits = '', exponent = '0'] = value.toExponential().split('e');
    const power = Number(exponent);
    return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  const text = String(value);
  return text.includes('.') ? text : `${text}.0`;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  // eslint-disable-next-line no-control-regex -- Python escapes them
  const inside = text.replace(/[\\\n\r\t]|[\u0000-\u001f\u007f-\u00a0]/g, (character) => {
    const named = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character];
    return named ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return quote + (quote === "'" ? inside.replaceAll("'", "\\'") : inside) + quote;
}

/** A whole number by its digits, of which Python accepts 4,300 at most. */
export function integerOf(digits: string): number | bigint {
  const number = Number(digits);
  return Number.isSafeInteger(number) || digits.length > 4_300 ? number : BigInt(digits);
}

/** A number of either kind; booleans count as 0 and 1. Undefined for other values. */
export function numberOf(value: Value): number | undefined {
  if (typeof value === 'bigint') throw fault({ span: nowhere }, largeNumber, 'unsupported');
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Float ? value.value : undefined;
}

/** Python's `==`. */
export function isEqual(a: Value, b: Value, visit = new Visit()): boolean {
  const left = numberOf(a);
  const right = numberOf(b);
  if (left !== undefined && right !== undefined) return left === right;
  if (a instanceof Undefined) return b instanceof Undefined;
  // Python doesn't look into what is the same object either.
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b, visit);
  if (a instanceof Tuple) return b instanceof Tuple && sameItems(a.items, b.items, visit);
  if (!(a instanceof Map) || !(b instanceof Map) || a.size !== b.size) return false;
  return visit.into(a.size, () =>
    [...a].every(([key, item]) => {
      const other = b.get(key);
      return other !== undefined && isEqual(item, other, visit);
    }),
  );
}

function sameItems(a: readonly Value[], b: readonly Value[], visit: Visit): boolean {
  if (a.length !== b.length) return false;
  return visit.into(a.length, () => a.every((item, index) => isEqual(item, b[index] ?? null, visit)));
}

/** Python's `<`: a negative number, zero or a positive one; undefined for values that have no order. */
export function order(a: Value, b: Value, visit = new Visit()): number | undefined {
  const left = numberOf(a);
  const right = numberOf(b);
  if (left !== undefined && right !== undefined) return left - right;
  if (typeof a === 'string' && typeof b === 'string') return byCodePoints(a, b);
  const first = a instanceof Tuple ? a.items : a;
  const second = b instanceof Tuple ? b.items : b;
  if (!Array.isArray(first) || !Array.isArray(second) || a instanceof Tuple !== b instanceof Tuple) return undefined;
  for (const [index, item] of (first as Value[]).entries()) {
    const other = (second as Value[])[index];
    if (other === undefined) return 1;
    if (!isEqual(item, other, visit)) return visit.into(1, () => order(item, other, visit));
  }
  return first.length - second.length;
}

function byCodePoints(a: string, b: string): number {
  const left = Array.from(a);
  const right = Array.from(b);
  for (const [index, character] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const difference = (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** The items of a loop over a value; undefined if there can't be a loop. */
export function itemsOf(value: Value): readonly Value[] | undefined {
  if (typeof value === 'string') return Array.from(value);
  if (Array.isArray(value)) return value;
  if (value instanceof Tuple || value instanceof View) return value.items;
  if (value instanceof Map) return [...value.keys()];
  return value instanceof Undefined ? [] : undefined;
}

/** A value's type as Python calls it. */
export function typeOf(value: Value): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number' || typeof value === 'bigint') return 'int';
  if (typeof value === 'string') return 'str';
  if (value instanceof Float) return 'float';
  if (value instanceof Undefined) return 'Undefined';
  if (value instanceof Tuple) return 'tuple';
  if (value instanceof View) return value.name.split('(', 1)[0] ?? '';
  return Array.isArray(value) ? 'list' : 'dict';
}

/** The position and arguments of a filter, test or method. */
export interface Call {
  readonly span: Span;
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** Counts work; ends a template that does too much. */
  spend(amount: number): void;
}

export const largeNumber = 'Numbers of this size are not rendered here.';

/** The position of a fault whose place only the caller knows. */
export const nowhere: Span = { start: 0, end: 0 };

export function fault(call: Pick<Call, 'span'>, message: string, kind: FaultKind = 'failure'): TemplateError {
  return new TemplateError(kind, call.span, message);
}

/** An argument by its place or name. */
export function argument(call: Call, index: number, name: string): Value | undefined {
  const value = call.positional[index];
  return value === undefined ? call.named.get(name) : value;
}

export function textArgument(call: Call, index: number, name: string, fallback: string): string {
  const value = argument(call, index, name);
  if (value === undefined) return fallback;
  if (typeof value !== 'string') throw fault(call, `${name} must be a string, not ${typeOf(value)}.`);
  return value;
}

export function integerArgument(call: Call, index: number, name: string, fallback: number): number {
  const value = argument(call, index, name);
  if (value === undefined) return fallback;
  if (typeof value !== 'number') throw fault(call, `${name} must be a whole number, not ${typeOf(value)}.`);
  return value;
}

/** What a mapping uses as the key; a failure if the value can't be one. */
export function hashable(key: Value, span: Span): Value {
  if (key instanceof Float) return key.value;
  if (Array.isArray(key) || key instanceof Map) throw fault({ span }, `A ${typeOf(key)} cannot be a key.`);
  return key instanceof Tuple ? printed(key) : key;
}

/** The items of a value; a failure if it has none. */
export function sequence(call: Call, value: Value): readonly Value[] {
  const items = itemsOf(value);
  if (items === undefined) throw fault(call, `A value of type ${typeOf(value)} is not a sequence.`);
  call.spend(items.length);
  return items;
}

/** A number; a failure for everything else. */
export function numeric(call: Call, value: Value): number {
  const number = numberOf(value);
  if (number === undefined) throw missing(call, value) ?? fault(call, `A number was expected, not ${typeOf(value)}.`);
  return number;
}

/** The failure of working with something that is not defined. */
export function missing(call: Pick<Call, 'span'>, value: Value): TemplateError | undefined {
  return value instanceof Undefined ? fault(call, `${value.name} is not defined.`) : undefined;
}
