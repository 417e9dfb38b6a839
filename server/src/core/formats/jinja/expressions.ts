import type { Span } from '../../text/span.js';
import type { Arguments, Expression } from './ast.js';
import { arithmetic } from './arithmetic.js';
import { contains, filtered, tested } from './filters.js';
import { callFunction, functions, methodOf } from './builtins.js';
import {
  type Call,
  fault,
  Float,
  found,
  hashable,
  isEqual,
  isTruthy,
  missing,
  numeric,
  order,
  printed,
  Tuple,
  typeOf,
  Undefined,
  type Value,
  View,
} from './values.js';

/** What an expression can see. */
export interface Surroundings {
  lookUp(name: string): Value | undefined;
  /** Counts work; ends a template that does too much. */
  spend(amount: number, span: Span): void;
}

/** The value of an expression; throws a `TemplateError` where rendering would end. */
export function evaluate(expression: Expression, around: Surroundings): Value {
  const { span } = expression;
  around.spend(1, span);
  const value = (inner: Expression): Value => evaluate(inner, around);
  switch (expression.is) {
    case 'literal':
      return expression.value;
    case 'float':
      return new Float(expression.value);
    case 'name': {
      const { name } = expression;
      const known = around.lookUp(name);
      if (known === undefined && functions.has(name))
        throw fault({ span }, `The function ${name} is only rendered here where it is called.`, 'unsupported');
      return found(known, name);
    }
    case 'list':
      return expression.items.map(value);
    case 'tuple':
      return new Tuple(expression.items.map(value));
    case 'dict':
      return new Map(expression.entries.map(([key, item]) => [hashable(value(key), span), value(item)]));
    case 'attribute':
      return attribute(value(expression.of), expression.name, span);
    case 'item':
      return item(value(expression.of), value(expression.key), span);
    case 'slice': {
      const bound = (inner: Expression | undefined): Value => (inner === undefined ? null : value(inner));
      return slice(value(expression.of), bound(expression.start), bound(expression.stop), bound(expression.step), span);
    }
    case 'call':
      return called(expression, around);
    case 'filter': {
      const of = value(expression.of);
      return filtered(expression.name, of, callOf(expression, span, around));
    }
    case 'test': {
      const of = value(expression.of);
      return tested(expression.name, of, callOf(expression, span, around)) !== expression.negated;
    }
    case 'unary': {
      const of = value(expression.of);
      if (expression.operator === 'not') return !isTruthy(of);
      const number = numeric({ span, positional: [], named: new Map(), spend: () => undefined }, of);
      const signed = expression.operator === '-' ? -number : number;
      return of instanceof Float ? new Float(signed) : signed + 0;
    }
    case 'binary':
      return binary(expression, around);
    case 'compare': {
      let left = value(expression.first);
      for (const { operator, to } of expression.rest) {
        const right = value(to);
        if (!compared(operator, left, right, callAt(span, around))) return false;
        left = right;
      }
      return true;
    }
    case 'conditional':
      if (isTruthy(value(expression.test))) return value(expression.then);
      return expression.otherwise === undefined ? new Undefined('None', true) : value(expression.otherwise);
  }
}

function callAt(span: Span, around: Surroundings): Call {
  return {
    span,
    positional: [],
    named: new Map(),
    spend: (amount) => {
      around.spend(amount, span);
    },
  };
}

/** What a call gets, with its arguments evaluated. */
export function callOf({ positional, named }: Arguments, span: Span, around: Surroundings): Call {
  return {
    ...callAt(span, around),
    positional: positional.map((inner) => evaluate(inner, around)),
    named: new Map(Array.from(named, ([name, inner]) => [name, evaluate(inner, around)])),
  };
}

function called(expression: Extract<Expression, { is: 'call' }>, around: Surroundings): Value {
  const { callee, span } = expression;
  if (callee.is === 'attribute' || callee.is === 'item') {
    const of = evaluate(callee.of, around);
    const absent = missing(callee, of);
    if (absent !== undefined) throw absent;
    const name = callee.is === 'attribute' ? callee.name : evaluate(callee.key, around);
    // In brackets, a key is preferred to a method.
    const isKey = callee.is === 'item' && of instanceof Map && of.has(hashable(name, callee.span));
    const method = typeof name === 'string' && !isKey ? methodOf(of, name) : undefined;
    if (method === 'unsupported')
      throw fault({ span }, `The method ${printed(name)} is not rendered here.`, 'unsupported');
    if (method !== undefined) return method(callOf(expression, span, around));
    throw missing(callee, item(of, name, callee.span)) ?? fault({ span }, `${printed(name)} cannot be called.`);
  }
  if (callee.is === 'name' && around.lookUp(callee.name) === undefined) {
    const result = callFunction(callee.name, callOf(expression, span, around));
    if (result !== undefined) return result;
  }
  const member = evaluate(callee, around);
  throw missing({ span: callee.span }, member) ?? fault({ span }, 'This cannot be called.');
}

function attribute(of: Value, name: string, span: Span): Value {
  const absent = missing({ span }, of);
  if (absent !== undefined) throw absent;
  const method = methodOf(of, name);
  // Python would give the method itself, which only makes sense when it is called.
  if (method !== undefined)
    throw fault(
      { span },
      `${name} is a method of ${typeOf(of)}; in brackets, as in ['${name}'], it is the key.`,
      'unsupported',
    );
  return found(of instanceof Map ? of.get(name) : undefined, name);
}

function item(of: Value, key: Value, span: Span): Value {
  const absent = missing({ span }, of);
  if (absent !== undefined) throw absent;
  if (of instanceof Map) {
    const member = of.get(hashable(key, span));
    if (member === undefined && typeof key === 'string' && methodOf(of, key) !== undefined)
      return attribute(of, key, span);
    return found(member, printed(key));
  }
  const index = typeof key === 'boolean' ? Number(key) : key;
  if (typeof index === 'number') {
    const items = typeof of === 'string' ? Array.from(of) : of instanceof Tuple || isRange(of) ? of.items : of;
    if (Array.isArray(items)) return found((items as Value[])[index < 0 ? items.length + index : index], String(index));
  }
  return new Undefined(printed(key));
}

function isRange(value: Value): value is View {
  return value instanceof View && value.name.startsWith('range(');
}

function slice(of: Value, start: Value, stop: Value, step: Value, span: Span): Value {
  const bounds = [start, stop, step];
  if (!bounds.every((bound) => bound === null || typeof bound === 'number'))
    throw fault({ span }, 'The bounds of a slice are whole numbers.');
  if (step !== null && step !== 1) throw fault({ span }, 'Slices with steps are not rendered here.', 'unsupported');
  const from = typeof start === 'number' ? start : undefined;
  const to = typeof stop === 'number' ? stop : undefined;
  if (typeof of === 'string') return Array.from(of).slice(from, to).join('');
  if (of instanceof Tuple) return new Tuple(of.items.slice(from, to));
  if (Array.isArray(of)) return of.slice(from, to);
  if (isRange(of)) throw fault({ span }, 'Slices of range() are not rendered here.', 'unsupported');
  throw missing({ span }, of) ?? fault({ span }, `A value of type ${typeOf(of)} cannot be sliced.`);
}

function binary({ operator, left, right, span }: Extract<Expression, { is: 'binary' }>, around: Surroundings): Value {
  const first = evaluate(left, around);
  if (operator === 'and') return isTruthy(first) ? evaluate(right, around) : first;
  if (operator === 'or') return isTruthy(first) ? first : evaluate(right, around);
  const second = evaluate(right, around);
  const call = callAt(span, around);
  if (operator === '~') {
    const text = printed(first) + printed(second);
    call.spend(text.length);
    return text;
  }
  if (operator === '%' && typeof first === 'string')
    throw fault(call, 'Formatting with % is not rendered here.', 'unsupported');
  if (operator === '-' && first instanceof Undefined) {
    const name = printed(second).replace(/^CI_MISSING_JINJA_VAR\//, '');
    throw fault(
      call,
      `${first.name} is not defined, and - subtracts ${name} from it. For a key with a hyphen write ${first.name}_${name}, or ['${first.name}-${name}'] behind what holds it.`,
    );
  }
  for (const operand of [first, second]) {
    const absent = missing(call, operand);
    if (absent !== undefined) throw absent;
  }
  return arithmetic(operator, first, second, call);
}

function compared(operator: string, left: Value, right: Value, call: Call): boolean {
  if (operator === '==') return isEqual(left, right);
  if (operator === '!=') return !isEqual(left, right);
  if (operator === 'in') return contains(right, left, call);
  if (operator === 'not in') return !contains(right, left, call);
  const result = order(left, right);
  if (result === undefined)
    throw (
      missing(call, left) ?? missing(call, right) ?? fault(call, `${typeOf(left)} and ${typeOf(right)} have no order.`)
    );
  return operator === '<' ? result < 0 : operator === '<=' ? result <= 0 : operator === '>' ? result > 0 : result >= 0;
}
