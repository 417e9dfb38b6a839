import { argument, type Call, fault, numeric, sequence } from './support.js';
import { Float, isEqual, itemsOf, order, printed, Tuple, typeOf, Undefined, type Value } from './values.js';

export type Test = (value: Value, call: Call) => boolean;

/** The tests that this interpreter knows of those that Jinja 3.1 has. */
export const tests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['defined', (value) => !(value instanceof Undefined)],
  ['undefined', (value) => value instanceof Undefined],
  ['none', (value) => value === null],
  ['boolean', (value) => typeof value === 'boolean'],
  ['true', (value) => value === true],
  ['false', (value) => value === false],
  ['integer', (value) => typeof value === 'number'],
  ['float', (value) => value instanceof Float],
  ['number', (value) => typeof value === 'number' || typeof value === 'boolean' || value instanceof Float],
  ['string', (value) => typeof value === 'string'],
  ['mapping', (value) => value instanceof Map],
  ['sequence', isSequence],
  ['iterable', (value) => itemsOf(value) !== undefined],
  ['callable', () => false],
  ['odd', (value, call) => modulo(numeric(call, value), 2) === 1],
  ['even', (value, call) => modulo(numeric(call, value), 2) === 0],
  ['divisibleby', (value, call) => modulo(numeric(call, value), numeric(call, given(call))) === 0],
  ['lower', (value) => isCase(printed(value), (text) => text.toLowerCase())],
  ['upper', (value) => isCase(printed(value), (text) => text.toUpperCase())],
  ['in', (value, call) => contains(given(call), value, call)],
  ...named(['eq', 'equalto', '=='], (value, call) => isEqual(value, given(call))),
  ...named(['ne', '!='], (value, call) => !isEqual(value, given(call))),
  ...named(['gt', 'greaterthan', '>'], (value, call) => compared(value, call) > 0),
  ...named(['ge', '>='], (value, call) => compared(value, call) >= 0),
  ...named(['lt', 'lessthan', '<'], (value, call) => compared(value, call) < 0),
  ...named(['le', '<='], (value, call) => compared(value, call) <= 0),
]);

function named(names: readonly string[], test: Test): [string, Test][] {
  return names.map((name) => [name, test]);
}

function given(call: Call): Value {
  const value = argument(call, 0, 'other');
  if (value === undefined) throw fault(call, 'The test needs a value to compare with.');
  return value;
}

function compared(value: Value, call: Call): number {
  const other = given(call);
  const result = order(value, other);
  if (result === undefined) throw fault(call, `${typeOf(value)} and ${typeOf(other)} have no order.`);
  return result;
}

function isSequence(value: Value): boolean {
  return (
    typeof value === 'string' ||
    Array.isArray(value) ||
    value instanceof Tuple ||
    value instanceof Map ||
    value instanceof Undefined
  );
}

/** Python's `%`, whose sign is the divisor's. */
export function modulo(number: number, divisor: number): number {
  return ((number % divisor) + divisor) % divisor;
}

function isCase(text: string, changed: (text: string) => string): boolean {
  return changed(text) === text && text.toLowerCase() !== text.toUpperCase();
}

/** Python's `in`. */
export function contains(holder: Value, value: Value, call: Call): boolean {
  if (typeof holder === 'string') {
    if (typeof value !== 'string') throw fault(call, `A text can only hold texts, not ${typeOf(value)}.`);
    return holder.includes(value);
  }
  return sequence(call, holder).some((item) => isEqual(item, value));
}
