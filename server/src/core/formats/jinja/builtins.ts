import { capitalized, pairs, replaceIn, trimmed } from './filters.js';
import {
  argument,
  type Call,
  type Dict,
  fault,
  Float,
  found,
  hashable,
  integerArgument,
  isEqual,
  numeric,
  printed,
  sequence,
  textArgument,
  Tuple,
  type Value,
  View,
} from './values.js';
import { pythonLines } from '../../text/strings.js';

type Methods<Of> = ReadonlyMap<string, (value: Of, call: Call) => Value>;

/** Methods of strings, with Python 3's meaning. */
const stringMethods: Methods<string> = new Map<string, (text: string, call: Call) => Value>([
  ['upper', (text) => text.toUpperCase()],
  ['lower', (text) => text.toLowerCase()],
  ['capitalize', capitalized],
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
  ['splitlines', pythonLines],
  ['join', (text, call) => joinable(call).join(text)],
  [
    'find',
    (text, call) => {
      const at = text.indexOf(textArgument(call, 0, 'sub', ''));
      return at < 0 ? at : Array.from(text.slice(0, at)).length;
    },
  ],
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
      writable(items, call).push(argument(call, 0, 'object') ?? null);
      return null;
    },
  ],
  [
    'extend',
    (items, call) => {
      const more = [...sequence(call, argument(call, 0, 'iterable') ?? null)];
      for (const item of more) writable(items, call).push(item);
      return null;
    },
  ],
  ['count', countOf],
]);

const tupleMethods: Methods<readonly Value[]> = new Map([['count', countOf]]);

function countOf(items: readonly Value[], call: Call): number {
  return items.filter((item) => isEqual(item, argument(call, 0, 'value') ?? null)).length;
}

/** Lists of instance data are shared by names and templates, where Jinja has a copy for each. */
function writable(items: Value[], call: Call): Value[] {
  if (Object.isFrozen(items)) throw fault(call, 'Changes to instance data are not rendered here.', 'unsupported');
  return items;
}

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

/** How many arguments of these methods are supported; of others none. */
const used: Readonly<Record<string, number>> = {
  strip: 1,
  lstrip: 1,
  rstrip: 1,
  startswith: 1,
  endswith: 1,
  replace: 3,
  split: 2,
  join: 1,
  find: 1,
  count: 1,
  zfill: 1,
  get: 2,
  append: 1,
  extend: 1,
  cycle: Infinity,
  changed: Infinity,
};

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
            : value instanceof Tuple
              ? bound(value.items, name, tupleMethods, otherListMethods)
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
  if (method !== undefined)
    return (call) => {
      if (call.positional.length + call.named.size > (used[name] ?? 0))
        throw fault(call, `These arguments of ${name} are not rendered here.`, 'unsupported');
      return method(value, call);
    };
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

function joinable(call: Call): string[] {
  return sequence(call, argument(call, 0, 'iterable') ?? null).map((item) => {
    if (typeof item !== 'string') throw fault(call, 'join needs a list of strings.');
    return item;
  });
}

function countIn(text: string, piece: string): number {
  return piece === '' ? Array.from(text).length + 1 : text.split(piece).length - 1;
}

/** The functions that every template has (Jinja 3.1). */
export const functions: ReadonlySet<string> = new Set('range dict lipsum cycler joiner namespace'.split(' '));

/** The result of a function that every template has; undefined for other names. */
export function callFunction(name: string, call: Call): Value | undefined {
  if (name === 'range') return range(call);
  if (name === 'dict') return dictionary(call);
  if (functions.has(name)) throw fault(call, `${name}() is not rendered here.`, 'unsupported');
  return undefined;
}

function dictionary(call: Call): Dict {
  const [given = []] = call.positional;
  const entries =
    given instanceof Map
      ? given
      : sequence(call, given).map((item): [Value, Value] => {
          const [key, value, ...rest] = sequence(call, item);
          if (key === undefined || value === undefined || rest.length > 0) throw fault(call, 'dict needs pairs.');
          return [hashable(key, call.span), value];
        });
  return new Map<Value, Value>([...entries, ...call.named]);
}

function range(call: Call): Value {
  if (call.positional.some((value) => value instanceof Float)) throw fault(call, 'range needs whole numbers.');
  const [first = 0, second, third] = call.positional.map((value) => numeric(call, value));
  const start = second === undefined ? 0 : first;
  const stop = second ?? first;
  const step = third ?? 1;
  if (step === 0 || argument(call, 0, 'stop') === undefined)
    throw fault(call, 'range needs a bound, and a step other than zero.');
  const length = Math.max(0, Math.ceil((stop - start) / step));
  call.spend(length);
  // MAX_RANGE of jinja2.sandbox
  if (length > 100_000) throw fault(call, 'range can have 100,000 numbers at most.');
  const items = Array.from({ length }, (_, index) => start + index * step);
  return new View(items, `range(${start}, ${stop}${step === 1 ? '' : `, ${step}`})`);
}
