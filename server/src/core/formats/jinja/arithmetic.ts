import { type Call, fault, Float, largeNumber, numberOf, Tuple, typeOf, type Value } from './values.js';

/** The result of an operator that is no comparison (Python 3). */
export function arithmetic(operator: string, first: Value, second: Value, call: Call): Value {
  const a = numberOf(first);
  const b = numberOf(second);
  const isFloat = first instanceof Float || second instanceof Float;
  if (a !== undefined && b !== undefined) {
    return numbers(operator, a, b, isFloat, call);
  }
  if (operator === '+') {
    if (typeof first === 'string' && typeof second === 'string') {
      call.spend(first.length + second.length);
      return first + second;
    }
    if (Array.isArray(first) && Array.isArray(second)) {
      call.spend(first.length + second.length);
      return [...first, ...second];
    }
    if (first instanceof Tuple && second instanceof Tuple) return new Tuple([...first.items, ...second.items]);
  }
  const count = a ?? b;
  if (operator === '*' && count !== undefined && !isFloat) {
    const many = a === undefined ? first : second;
    const items = many instanceof Tuple ? many.items : many;
    if (typeof items === 'string' || Array.isArray(items)) {
      // Nothing can be repeated any number of times.
      const times = items.length === 0 ? 0 : Math.max(0, count);
      call.spend(times * items.length);
      if (typeof items === 'string') return items.repeat(times);
      const repeated = Array.from({ length: times }, () => items as Value[]).flat(1);
      return many instanceof Tuple ? new Tuple(repeated) : repeated;
    }
  }
  throw fault(call, `${operator} does not go with ${typeOf(first)} and ${typeOf(second)}.`);
}

function numbers(operator: string, a: number, b: number, isFloat: boolean, call: Call): Value {
  const made = (number: number): Value => {
    if (isFloat) return new Float(number);
    if (!Number.isSafeInteger(number)) throw fault(call, largeNumber, 'unsupported');
    return number;
  };
  switch (operator) {
    case '+':
      return made(a + b);
    case '-':
      return made(a - b);
    case '*':
      return made(a * b);
    case '**':
      return b < 0 ? new Float(a ** b) : made(a ** b);
    default:
      if (b === 0) throw fault(call, 'This divides by zero.');
      if (operator === '/') return new Float(a / b);
      return made(operator === '//' ? Math.floor(a / b) : modulo(a, b));
  }
}

/** Python's `%`, whose sign is the divisor's. */
export function modulo(number: number, divisor: number): number {
  return ((number % divisor) + divisor) % divisor;
}
