import { pairs, replaceIn, trimmed } from './filters.js';
import {
  argument,
  type Call,
  type Dict,
  fault,
  found,
  integerArgument,
  isEqual,
  numeric,
  printed,
  textArgument,
  Tuple,
  Undefined,
  type Value,
  View,
} from './values.js';

type Methods<Of> = ReadonlyMap<string, (value: Of, call: Call) => Value>;

/** Methods of strings, with Python 3's meaning. */
const stringMethods: Methods<string> = new Map<string, (text: string, call: Call) => Value>([
  ['upper', (text) => text.toUpperCase()],
  ['lower', (text) => text.toLowerCase()],
  ['capitalize', (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()],
  ['strip', (text, call) => trimmed(text, argument(call, 0, 'chars'), call)],
  ['lstrip', (text, call) => trimmed(text, argument(call, 0, 'chars'), call, 'start')],
  ['rstrip', (text, call) => trimmed(text, argument(call, 0, 'chars'), call, 'end')],
  ['startswith', (text, call) => prefixes(call).some((prefix) => text.startsWith(prefix))],
  ['endswith', (text, call) => prefixes(call).some((suffix) => text.endsWith(suffix))],
  [
    'replace',
    (text, call) =>
      replaceIn(
        text,
        textArgument(call, 0, 'old', ''),
        textArgument(call, 1, 'new', ''),
        integerArgument(call, 2, 'count', -1),
        call,
      ),
  ],
  ['split', (text, call) => split(text, call)],
  ['splitlines', (text) => splitLines(text)],
  ['join', (text, call) => joinable(call).join(text)],
  ['find', (text, call) => text.indexOf(textArgument(call, 0, 'sub', ''))],
  ['count', (text, call) => countIn(text, textArgument(call, 0, 'sub', ''))],
  ['isdigit', (text) => /^\p{Nd}+$/u.test(text)],
  [
    'zfill',
    (text, call) => {
      const sign = /^[-+]?/.exec(text)?.[0] ?? '';
      const width = Math.min(10_000, integerArgument(call, 0, 'width', 0));
      return sign + text.slice(sign.length).padStart(width - sign.length, '0');
    },
  ],
]);

const mappingMethods: Methods<Dict> = new Map<string, (value: Dict, call: Call) => Value>([
  ['items', (value, call) => new View(pairs(value, call), 'dict_items')],
  ['keys', (value) => new View([...value.keys()], 'dict_keys')],
  ['values', (value) => new View([...value.values()], 'dict_values')],
  [
    'get',
    (value, call) => {
      const member = value.get(argument(call, 0, 'key') ?? null);
      return member === undefined ? (argument(call, 1, 'default') ?? null) : member;
    },
  ],
]);

const listMethods: Methods<Value[]> = new Map<string, (items: Value[], call: Call) => Value>([
  [
    'append',
    (items, call) => {
      items.push(argument(call, 0, 'object') ?? null);
      return null;
    },
  ],
  [
    'extend',
    (items, call) => {
      const more = argument(call, 0, 'iterable');
      if (!Array.isArray(more)) throw fault(call, 'Only a list can be added to a list.');
      call.spend(more.length);
      for (const item of [...more]) items.push(item);
      return null;
    },
  ],
  ['count', (items, call) => items.filter((item) => isEqual(item, argument(call, 0, 'value') ?? null)).length],
]);

/** `loop` inside of a loop. */
export class Loop extends Map<Value, Value> {
  /** What `changed` was given last. */
  #last: Value = null;
  #index = 0;

  enter(items: readonly Value[], index: number): void {
    this.#index = index;
    const facts = {
      index: index + 1,
      index0: index,
      revindex: items.length - index,
      revindex0: items.length - index - 1,
      first: index === 0,
      last: index === items.length - 1,
      length: items.length,
      depth: 1,
      depth0: 0,
      previtem: found(items[index - 1], 'None'),
      nextitem: found(items[index + 1], 'None'),
    };
    for (const [name, fact] of Object.entries(facts)) this.set(name, fact);
  }

  cycled(call: Call): Value {
    const value = call.positional[this.#index % call.positional.length];
    if (value === undefined) throw fault(call, 'cycle needs values.');
    return value;
  }

  isChanged({ positional }: Call): boolean {
    const given = new Tuple(positional);
    const isSame = isEqual(this.#last, given);
    this.#last = given;
    return !isSame;
  }
}

const loopMethods: Methods<Loop> = new Map<string, (loop: Loop, call: Call) => Value>([
  ['cycle', (loop, call) => loop.cycled(call)],
  ['changed', (loop, call) => loop.isChanged(call)],
]);

/** Methods of Python's types that are not supported here. */
const otherStringMethods = new Set(
  'casefold center encode expandtabs format format_map index isalnum isalpha isascii isdecimal isidentifier islower isnumeric isprintable isspace istitle isupper ljust maketrans partition removeprefix removesuffix rfind rindex rjust rpartition rsplit swapcase title translate'.split(
    ' ',
  ),
);
const otherListMethods = new Set('clear copy index insert pop remove reverse sort'.split(' '));
const otherMappingMethods = new Set('clear copy fromkeys pop popitem setdefault update'.split(' '));

/** The method with that name; `unsupported` if only Python has it, undefined if Python hasn't either. */
export function methodOf(value: Value, name: string): ((call: Call) => Value) | 'unsupported' | undefined {
  const method =
    typeof value === 'string'
      ? bound(value, name, stringMethods, otherStringMethods)
      : value instanceof Loop
        ? bound(value, name, loopMethods, new Set())
        : value instanceof Map
          ? bound(value, name, mappingMethods, otherMappingMethods)
          : Array.isArray(value)
            ? bound(value, name, listMethods, otherListMethods)
            : undefined;
  return method ?? (/^__\w+__$/.test(name) ? 'unsupported' : undefined);
}

function bound<Of>(
  value: Of,
  name: string,
  methods: Methods<Of>,
  others: ReadonlySet<string>,
): ((call: Call) => Value) | 'unsupported' | undefined {
  const method = methods.get(name);
  if (method !== undefined) return (call) => method(value, call);
  return others.has(name) ? 'unsupported' : undefined;
}

function prefixes(call: Call): string[] {
  const given = call.positional[0] ?? '';
  return given instanceof Tuple ? given.items.map(printed) : [printed(given)];
}

function split(text: string, call: Call): Value[] {
  const separator = argument(call, 0, 'sep') ?? null;
  const most = integerArgument(call, 1, 'maxsplit', -1);
  call.spend(text.length);
  if (separator === null) {
    const words = text.split(/\s+/).filter((word) => word !== '');
    if (most < 0 || words.length <= most + 1) return words;
    throw fault(call, 'split at white space with a number is not rendered here.', 'unsupported');
  }
  if (typeof separator !== 'string' || separator === '') throw fault(call, 'split needs a string to split at.');
  const pieces = text.split(separator);
  return most < 0 || pieces.length <= most + 1
    ? pieces
    : [...pieces.slice(0, most), pieces.slice(most).join(separator)];
}

function splitLines(text: string): Value[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function joinable(call: Call): string[] {
  const items = argument(call, 0, 'iterable') ?? null;
  const list = items instanceof Tuple ? items.items : items;
  if (!Array.isArray(list)) throw fault(call, 'join needs a list of strings.');
  call.spend(list.length);
  return (list as Value[]).map((item) => {
    if (item instanceof Undefined || typeof item !== 'string') throw fault(call, 'join needs a list of strings.');
    return item;
  });
}

function countIn(text: string, piece: string): number {
  return piece === '' ? Array.from(text).length + 1 : text.split(piece).length - 1;
}

const otherFunctions = new Set('lipsum cycler joiner namespace super self caller'.split(' '));

/** The result of a function that every template has (Jinja 3.1); undefined for other names. */
export function callFunction(name: string, call: Call): Value | undefined {
  if (name === 'range') return range(call);
  if (name === 'dict') return new Map<Value, Value>(call.named);
  if (otherFunctions.has(name)) throw fault(call, `${name}() is not rendered here.`, 'unsupported');
  return undefined;
}

function range(call: Call): Value {
  const [first = 0, second, third] = call.positional.map((value) => numeric(call, value));
  const start = second === undefined ? 0 : first;
  const stop = second ?? first;
  const step = third ?? 1;
  if (step === 0 || argument(call, 0, 'stop') === undefined)
    throw fault(call, 'range needs a bound, and a step other than zero.');
  const length = Math.max(0, Math.ceil((stop - start) / step));
  call.spend(length);
  const items = Array.from({ length }, (_, index) => start + index * step);
  return new View(items, `range(${start}, ${stop}${step === 1 ? '' : `, ${step}`})`);
}
