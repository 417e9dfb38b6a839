import type { Span } from '../text/span.js';
import { type FaultKind, TemplateFault } from './fault.js';
import { itemsOf, numberOf, typeOf, Undefined, type Value } from './values.js';

/** What filters, tests and methods share: where they stand, their arguments, and how they fail. */
export interface Call {
  readonly span: Span;
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** Counts work, and ends a template that does too much. */
  spend(amount: number): void;
}

export function fault(call: Pick<Call, 'span'>, message: string, kind: FaultKind = 'failure'): TemplateFault {
  return new TemplateFault(kind, call.span, message);
}

/** An argument by its place or name. */
export function argument(call: Call, index: number, name: string): Value | undefined {
  const value = call.positional[index];
  return value === undefined ? call.named.get(name) : value;
}

export function textArgument(call: Call, index: number, name: string, fallback: string): string {
  const value = argument(call, index, name);
  if (value === undefined) return fallback;
  if (typeof value !== 'string') throw fault(call, `${name} has to be a text, not ${typeOf(value)}.`);
  return value;
}

export function integerArgument(call: Call, index: number, name: string, fallback: number): number {
  const value = argument(call, index, name);
  if (value === undefined) return fallback;
  if (typeof value !== 'number') throw fault(call, `${name} has to be a whole number, not ${typeOf(value)}.`);
  return value;
}

/** What can be gone through; a failure for everything else. */
export function sequence(call: Call, value: Value): readonly Value[] {
  const items = itemsOf(value);
  if (items === undefined) throw fault(call, `A value of type ${typeOf(value)} holds no others.`);
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
export function missing(call: Pick<Call, 'span'>, value: Value): TemplateFault | undefined {
  return value instanceof Undefined ? fault(call, `${value.name} is not defined.`) : undefined;
}
