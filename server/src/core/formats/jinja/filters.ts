import { pythonLines } from '../../text/strings.js';
import { arithmetic, modulo } from './arithmetic.js';
import { knownFilters, knownTests } from './names.js';
import {
  argument,
  type Call,
  fault,
  Float,
  found,
  generator,
  hashable,
  integerArgument,
  isEqual,
  isTruthy,
  itemsOf,
  largeNumber,
  missing,
  numberOf,
  numeric,
  order,
  printed,
  sequence,
  textArgument,
  Tuple,
  typeOf,
  Undefined,
  type Value,
  View,
  Visit,
} from './values.js';

type Test = (value: Value, call: Call) => boolean;

/** The supported tests of Jinja 3.1 without an argument. */
const plainTests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['defined', (value) => !(value instanceof Undefined)],
  ['undefined', (value) => value instanceof Undefined],
  ['none', (value) => value === null],
  ['boolean', (value) => typeof value === 'boolean'],
  ['true', (value) => value === true],
  ['false', (value) => value === false],
  ['integer', (value) => typeOf(value) === 'int'],
  ['float', (value) => value instanceof Float],
  ['number', (value) => /^(?:int|float|bool)$/.test(typeOf(value))],
  ['string', (value) => typeof value === 'string'],
  ['mapping', (value) => value instanceof Map],
  ['sequence', isSequence],
  ['iterable', (value) => itemsOf(value) !== undefined],
  ['callable', () => false],
  ['odd', (value, call) => modulo(numeric(call, value), 2) === 1],
  ['even', (value, call) => modulo(numeric(call, value), 2) === 0],
  ['lower', (value) => isCase(printed(value), (text) => text.toLowerCase())],
  ['upper', (value) => isCase(printed(value), (text) => text.toUpperCase())],
]);

/** The supported tests that compare with an argument. */
const comparingTests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['divisibleby', (value, call) => modulo(numeric(call, value), numeric(call, given(call))) === 0],
  ['in', (value, call) => contains(given(call), value, call)],
  ...named(['eq', 'equalto', '=='], (value, call) => isEqual(value, given(call))),
  ...named(['ne', '!='], (value, call) => !isEqual(value, given(call))),
  ...named(['gt', 'greaterthan', '>'], (value, call) => comparison(value, given(call), call) > 0),
  ...named(['ge', '>='], (value, call) => comparison(value, given(call), call) >= 0),
  ...named(['lt', 'lessthan', '<'], (value, call) => comparison(value, given(call), call) < 0),
  ...named(['le', '<='], (value, call) => comparison(value, given(call), call) <= 0),
]);

function named(names: readonly string[], test: Test): [string, Test][] {
  return names.map((name) => [name, test]);
}

function given(call: Call): Value {
  const [value] = [...call.positional, ...call.named.values()];
  if (value === undefined) throw fault(call, 'The test needs a value to compare with.');
  return value;
}

function isSequence(value: Value): boolean {
  return itemsOf(value) !== undefined && (!(value instanceof View) || typeOf(value) === 'range');
}

function isCase(text: string, changed: (text: string) => string): boolean {
  return changed(text) === text && text.toLowerCase() !== text.toUpperCase();
}

/** Python's `in`. */
export function contains(holder: Value, value: Value, call: Call): boolean {
  if (typeof holder === 'string') {
    if (typeof value !== 'string') throw fault(call, `A string can only contain strings, not ${typeOf(value)}.`);
    return holder.includes(value);
  }
  if (holder instanceof Map) hashable(value, call.span);
  return sequence(call, holder).some((item) => isEqual(item, value));
}

type Filter = (value: Value, call: Call) => Value;

/** The result of a test. */
export function tested(name: string, value: Value, call: Call): boolean {
  const comparing = comparingTests.get(name);
  const test = comparing ?? plainTests.get(name);
  if (test === undefined) throw unknown('test', name, call);
  if (call.positional.length + call.named.size > (comparing === undefined ? 0 : 1)) throw surplus(name, call);
  return test(value, call);
}

/** The result of a filter. */
export function filtered(name: string, value: Value, call: Call): Value {
  const filter = filters.get(name);
  if (filter === undefined) throw unknown('filter', name, call);
  const known = parameters[name]?.split(' ') ?? [];
  const given = call.positional.length;
  const isSurplus = given > known.length || [...call.named.keys()].some((key) => known.indexOf(key) < given);
  if (isSurplus && !passesOn.test(name)) throw surplus(name, call);
  return filter(value, call);
}

/** The filters whose arguments are those of another filter or test. */
const passesOn = /^(?:map|(?:select|reject)(?:attr)?)$/;

/** The parameters of filters in Jinja 3.1.6. */
const parameters: Readonly<Record<string, string>> = {
  default: 'default_value boolean',
  d: 'default_value boolean',
  trim: 'chars',
  replace: 'old new count',
  join: 'd attribute',
  sort: 'reverse case_sensitive attribute',
  unique: 'case_sensitive attribute',
  min: 'case_sensitive attribute',
  max: 'case_sensitive attribute',
  sum: 'attribute start',
  int: 'default base',
  float: 'default',
  round: 'precision method',
  dictsort: 'case_sensitive by reverse',
  indent: 'width first blank',
  tojson: 'indent',
};

function surplus(name: string, call: Call): Error {
  return fault(call, `${name} doesn't accept these arguments.`);
}

/** The failure of using a filter or test that Jinja does not have, or that is not known here. */
function unknown(what: 'filter' | 'test', name: string, call: Call): Error {
  if (!(what === 'filter' ? knownFilters : knownTests).has(name)) return fault(call, `Jinja has no ${what} ${name}.`);
  return fault(call, `The ${what} ${name} is not rendered here.`, 'unsupported');
}

/** The supported filters of Jinja 3.1. */
const filters: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ['default', orDefault],
  ['d', orDefault],
  ['upper', (value) => printed(value).toUpperCase()],
  ['lower', (value) => printed(value).toLowerCase()],
  ['capitalize', (value) => capitalized(printed(value))],
  [
    'title',
    (value) =>
      printed(value).replace(/[^\s\-([{<]+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
  ],
  ['trim', (value, call) => trimmed(printed(value), argument(call, 0, 'chars'), call)],
  ['string', (value) => printed(value)],
  ['safe', (value) => printed(value)],
  ['replace', replaced],
  ['join', joined],
  ['first', (value, call) => found(sequence(call, value)[0], 'None')],
  ['last', (value, call) => found(sized(value, call).at(-1), 'None')],
  ['length', length],
  ['count', length],
  ['list', (value, call) => [...sequence(call, value)]],
  [
    'reverse',
    (value, call) =>
      typeof value === 'string' ? Array.from(value).reverse().join('') : lazy([...sized(value, call)].reverse()),
  ],
  ['sort', sorted],
  ['unique', unique],
  ['min', (value, call) => extreme(value, call, -1)],
  ['max', (value, call) => extreme(value, call, 1)],
  ['sum', summed],
  ['int', toInteger],
  ['float', toFloat],
  ['abs', (value, call) => sameKind(value, Math.abs(numeric(call, value)))],
  ['round', rounded],
  ['items', (value, call) => lazy(pairs(value, call))],
  ['dictsort', dictSorted],
  ['map', mapped],
  ['select', (value, call) => selected(value, call, true, undefined)],
  ['reject', (value, call) => selected(value, call, false, undefined)],
  ['selectattr', (value, call) => selected(value, call, true, attributeName(call))],
  ['rejectattr', (value, call) => selected(value, call, false, attributeName(call))],
  ['indent', indented],
  ['wordcount', (value) => printed(value).match(/[\p{L}\p{N}_]+/gu)?.length ?? 0],
  ['tojson', toJson],
]);

function orDefault(value: Value, call: Call): Value {
  const evenEmpty = argument(call, 1, 'boolean') ?? false;
  const absent = value instanceof Undefined || (isTruthy(evenEmpty) && !isTruthy(value));
  return absent ? (argument(call, 0, 'default_value') ?? '') : value;
}

export function capitalized(text: string): string {
  // Of a letter that becomes two, such as ß, only the first one is large.
  const first = text.charAt(0).toUpperCase();
  return first.charAt(0) + (first.slice(1) + text.slice(1)).toLowerCase();
}

export function trimmed(
  text: string,
  characters: Value | undefined,
  call: Call,
  ends: 'both' | 'start' | 'end' = 'both',
): string {
  if (characters !== undefined && characters !== null && typeof characters !== 'string')
    throw fault(call, 'The characters to strip must be a string.');
  const isStripped = (character: string): boolean =>
    typeof characters === 'string' ? characters.includes(character) : /\s/.test(character);
  let start = 0;
  let end = text.length;
  if (ends !== 'end') while (start < end && isStripped(text.charAt(start))) start++;
  if (ends !== 'start') while (end > start && isStripped(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function replaced(value: Value, call: Call): Value {
  const old = argument(call, 0, 'old');
  const by = argument(call, 1, 'new');
  if (old === undefined || by === undefined) throw fault(call, 'replace needs an old and a new string.');
  const count = argument(call, 2, 'count');
  return replaceIn(printed(value), printed(old), printed(by), typeof count === 'number' ? count : -1, call);
}

/** Python's `str.replace`; a negative count means all. */
export function replaceIn(text: string, old: string, by: string, count: number, call: Call): string {
  if (count === 0) return text;
  const pieces = old === '' ? ['', ...Array.from(text), ''] : text.split(old);
  call.spend(pieces.length + pieces.length * by.length);
  const most = count < 0 ? Infinity : count;
  return pieces.reduce((result, piece, index) => result + (index <= most ? by : old) + piece);
}

function joined(value: Value, call: Call): string {
  const separator = printed(argument(call, 0, 'd') ?? '');
  const name = argument(call, 1, 'attribute');
  const items = sequence(call, value).map((item) => (name === undefined ? item : attributeOf(item, name, call)));
  return items.map(printed).join(separator);
}

function length(value: Value, call: Call): number {
  return sized(value, call).length;
}

/** The items of a value that is no generator. */
function sized(value: Value, call: Call): readonly Value[] {
  if (typeOf(value) === generator) throw fault(call, 'A generator has no length and no end: add | list before.');
  return sequence(call, value);
}

/** What Jinja makes item by item, and prints as a generator. */
function lazy(items: readonly Value[]): Value {
  return new View(items, generator);
}

function sorted(value: Value, call: Call): Value {
  const backwards = isTruthy(argument(call, 0, 'reverse') ?? false);
  const keyOf = itemKey(call, 1);
  const items = sequence(call, value).map((item) => ({ item, key: keyOf(item) }));
  call.spend(items.length * 16);
  const direction = backwards ? -1 : 1;
  return items.sort((a, b) => direction * comparison(a.key, b.key, call)).map(({ item }) => item);
}

/** The value that sorting and comparing use: strings ignore case unless the argument at that index says otherwise. */
function caseKey(call: Call, index: number): (value: Value) => Value {
  const exact = isTruthy(argument(call, index, 'case_sensitive') ?? false);
  return (value) => (typeof value === 'string' && !exact ? value.toLowerCase() : value);
}

/** The same with the argument behind it, which is the name of an attribute to use. */
function itemKey(call: Call, index: number): (item: Value) => Value {
  const keyOf = caseKey(call, index);
  const name = argument(call, index + 1, 'attribute') ?? null;
  return name === null ? keyOf : (item) => keyOf(attributeOf(item, name, call));
}

function comparison(a: Value, b: Value, call: Call): number {
  const result = order(a, b);
  if (result === undefined) throw fault(call, `${typeOf(a)} and ${typeOf(b)} have no order.`);
  return result;
}

function unique(value: Value, call: Call): Value {
  const keyOf = itemKey(call, 0);
  const kept: Value[] = [];
  const keys: Value[] = [];
  for (const item of sequence(call, value)) {
    const key = keyOf(item);
    call.spend(keys.length);
    if (keys.some((known) => isEqual(known, key))) continue;
    keys.push(key);
    kept.push(item);
  }
  return lazy(kept);
}

function extreme(value: Value, call: Call, direction: 1 | -1): Value {
  const keyOf = itemKey(call, 0);
  const [first, ...rest] = sequence(call, value);
  if (first === undefined) return new Undefined('None');
  return rest.reduce((best, item) => (comparison(keyOf(item), keyOf(best), call) * direction > 0 ? item : best), first);
}

function summed(value: Value, call: Call): Value {
  const name = argument(call, 0, 'attribute');
  const start = argument(call, 1, 'start') ?? 0;
  const items = sequence(call, value).map((item) =>
    name === undefined || name === null ? item : attributeOf(item, name, call),
  );
  if (typeof start === 'string') throw fault(call, 'sum adds no strings: use join.');
  return items.reduce<Value>((sum, item) => arithmetic('+', sum, item, call), start);
}

function toInteger(value: Value, call: Call): Value {
  const fallback = argument(call, 0, 'default') ?? 0;
  if (integerArgument(call, 1, 'base', 10) !== 10)
    throw fault(call, 'Other bases than 10 are not rendered here.', 'unsupported');
  const number = numberFrom(value, call);
  if (number === undefined || !Number.isFinite(number)) return fallback;
  const whole = Math.trunc(number);
  if (!Number.isSafeInteger(whole)) throw fault(call, largeNumber, 'unsupported');
  return whole;
}

function toFloat(value: Value, call: Call): Value {
  const number = numberFrom(value, call);
  return number === undefined ? (argument(call, 0, 'default') ?? new Float(0)) : new Float(number);
}

function numberFrom(value: Value, call: Call): number | undefined {
  const absent = missing(call, value);
  if (absent !== undefined) throw absent;
  return typeof value === 'string' ? numberIn(value) : numberOf(value);
}

function numberIn(text: string): number | undefined {
  const written = text.trim();
  const named = /^([-+]?)(?:(inf(?:inity)?)|nan)$/i.exec(written);
  if (named !== null) return named[2] === undefined ? NaN : Number(`${named[1] ?? ''}Infinity`);
  const isNumber = /^[-+]?(?:\d[\d_]*(?:\.(?:\d[\d_]*)?)?|\.\d[\d_]*)(?:[eE][-+]?\d+)?$/.test(written);
  return isNumber && !/_(?!\d)/.test(written) ? Number(written.replaceAll('_', '')) : undefined;
}

function sameKind(value: Value, number: number): Value {
  return value instanceof Float ? new Float(number) : number;
}

function rounded(value: Value, call: Call): Value {
  const precision = integerArgument(call, 0, 'precision', 0);
  const method = textArgument(call, 1, 'method', 'common');
  const number = numeric(call, value);
  const factor = 10 ** precision;
  if (method === 'ceil') return new Float(Math.ceil(number * factor) / factor);
  if (method === 'floor') return new Float(Math.floor(number * factor) / factor);
  if (method !== 'common') throw fault(call, 'The methods of round are common, ceil and floor.');
  if (precision < 0 || precision > 20)
    throw fault(call, 'Rounding to this precision is not rendered here.', 'unsupported');
  const nearest = number.toFixed(precision);
  // Python rounds halves to the even number; only these are a whole number of 1/2 ** (precision + 1).
  const isHalf = Math.abs(number * 2 ** (precision + 1)) % 2 === 1;
  const text = isHalf && /[13579]$/.test(nearest) ? number.toFixed(precision + 1).slice(0, -1) : nearest;
  return sameKind(value, Number(text));
}

export function pairs(value: Value, call: Call): Value[] {
  if (value instanceof Undefined) return [];
  if (!(value instanceof Map)) throw fault(call, `Only a mapping has items, not ${typeOf(value)}.`);
  call.spend(value.size);
  return Array.from(value, (entry) => new Tuple(entry));
}

function dictSorted(value: Value, call: Call): Value {
  const absent = missing(call, value);
  if (absent !== undefined) throw absent;
  const keyOf = caseKey(call, 0);
  const by = textArgument(call, 1, 'by', 'key') === 'value' ? 1 : 0;
  const direction = isTruthy(argument(call, 2, 'reverse') ?? false) ? -1 : 1;
  const sortKey = (pair: Value): Value => keyOf(pair instanceof Tuple ? (pair.items[by] ?? null) : null);
  return pairs(value, call).sort((a, b) => direction * comparison(sortKey(a), sortKey(b), call));
}

function mapped(value: Value, call: Call): Value {
  const items = isTruthy(value) ? sequence(call, value) : [];
  const name = call.named.get('attribute');
  if (name !== undefined) {
    const fallback = call.named.get('default');
    return lazy(
      items.map((item) => {
        const member = attributeOf(item, name, call);
        return member instanceof Undefined && fallback !== undefined ? fallback : member;
      }),
    );
  }
  const [filterName = '', ...positional] = call.positional;
  return lazy(
    items.map((item) => filtered(printed(filterName), item, { ...call, spend: call.spend.bind(call), positional })),
  );
}

function selected(value: Value, call: Call, wanted: boolean, name: string | undefined): Value {
  const [testName, ...positional] = name === undefined ? call.positional : call.positional.slice(1);
  const items = isTruthy(value) ? sequence(call, value) : [];
  return lazy(
    items.filter((item) => {
      const subject = name === undefined ? item : attributeOf(item, name, call);
      const passes =
        testName === undefined
          ? isTruthy(subject)
          : tested(printed(testName), subject, { ...call, spend: call.spend.bind(call), positional });
      return passes === wanted;
    }),
  );
}

function attributeName(call: Call): string {
  const [name] = call.positional;
  if (typeof name !== 'string') throw fault(call, 'The filter needs the name of an attribute.');
  return name;
}

/** A member by its name, or by several names separated by dots. */
function attributeOf(item: Value, name: Value, call: Call): Value {
  const steps =
    typeof name === 'number'
      ? [name]
      : printed(name)
          .split('.')
          .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  return steps.reduce<Value>((of, step) => {
    const absent = missing(call, of);
    if (absent !== undefined) throw absent;
    if (of instanceof Map) return found(of.get(step), String(step));
    const items = of instanceof Tuple ? of.items : of;
    return found(Array.isArray(items) && typeof step === 'number' ? (items as Value[])[step] : undefined, String(step));
  }, item);
}

function indented(value: Value, call: Call): string {
  if (typeof value !== 'string')
    throw missing(call, value) ?? fault(call, `A value of type ${typeOf(value)} can't be indented.`);
  const width = argument(call, 0, 'width') ?? 4;
  const indention = typeof width === 'string' ? width : ' '.repeat(indentWidth(width, call));
  const first = isTruthy(argument(call, 1, 'first') ?? false);
  const blank = isTruthy(argument(call, 2, 'blank') ?? false);
  const lines = pythonLines(`${value}\n`);
  call.spend(lines.length * indention.length);
  const [head = '', ...rest] = lines;
  const later = rest.map((line) => (line !== '' || blank ? indention + line : line));
  return [first ? indention + head : head, ...later].join('\n');
}

function indentWidth(width: Value, call: Call): number {
  return Math.min(1_000, Math.max(0, numeric(call, width)));
}

function toJson(value: Value, call: Call): string {
  const indent = argument(call, 0, 'indent') ?? null;
  const step = typeof indent === 'string' || indent === null ? indent : ' '.repeat(indentWidth(indent, call));
  return htmlSafe(json(value, call, step, '\n', new Visit()));
}

/** JSON as Python's `json.dumps` writes it with sorted keys; `step` is more indentation for each level. */
function json(value: Value, call: Call, step: string | null, newline: string, visit: Visit): string {
  const inner = newline + (step ?? '');
  call.spend(inner.length);
  const enclosed = (open: string, texts: readonly string[], close: string): string =>
    step === null || texts.length === 0
      ? open + texts.join(', ') + close
      : open + inner + texts.join(`,${inner}`) + newline + close;
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint')
    return String(value);
  if (typeof value === 'string') return visit.into(value.length >> 3, () => asciiJson(value));
  if (value instanceof Float) return printed(value);
  if (value instanceof Undefined) throw missing(call, value) ?? fault(call, '');
  if (value instanceof Map) {
    const entries = [...value].sort(([a], [b]) => comparison(a, b, call));
    const members = visit.into(entries.length, () =>
      entries.map(([key, item]) => `${asciiJson(printed(key))}: ${json(item, call, step, inner, visit)}`),
    );
    return enclosed('{', members, '}');
  }
  if (value instanceof View) throw fault(call, `A value of type ${typeOf(value)} can't be written as JSON.`);
  const items = value instanceof Tuple ? value.items : value;
  const texts = visit.into(items.length, () => items.map((item) => json(item, call, step, inner, visit)));
  return enclosed('[', texts, ']');
}

function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function htmlSafe(text: string): string {
  return text.replace(/[<>&']/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}
