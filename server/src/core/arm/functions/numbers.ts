import type { PlainValue } from '../../syntax/toValue.js';
import { type ArmFunctions, isInteger, isText } from './armFunction.js';

/** A function of two whole numbers; undefined where there is no result. */
const ofTwoNumbers =
  (run: (a: number, b: number) => number | undefined) =>
  ([a, b]: readonly PlainValue[]): PlainValue | undefined =>
    isInteger(a) && isInteger(b) ? run(a, b) : undefined;

/** A function of many whole numbers, given one by one or as a list. */
const ofMany =
  (run: (...numbers: number[]) => number) =>
  (args: readonly PlainValue[]): PlainValue | undefined => {
    const numbers = args.length === 1 && Array.isArray(args[0]) ? args[0] : args;
    return numbers.length > 0 && numbers.length <= 1_000 && numbers.every(isInteger) ? run(...numbers) : undefined;
  };

export const numberFunctions: ArmFunctions = {
  add: ofTwoNumbers((a, b) => a + b),
  sub: ofTwoNumbers((a, b) => a - b),
  mul: ofTwoNumbers((a, b) => a * b),
  div: ofTwoNumbers((a, b) => (b === 0 ? undefined : Math.trunc(a / b))),
  mod: ofTwoNumbers((a, b) => (b === 0 ? undefined : a % b)),
  min: ofMany(Math.min),
  max: ofMany(Math.max),
  int: ([value]) => {
    if (isInteger(value)) return value;
    return isText(value) && /^\s*[+-]?\d{1,15}\s*$/.test(value) ? Number(value) : undefined;
  },
  float: ([value]) => {
    if (typeof value === 'number') return value;
    return isText(value) && /^\s*[+-]?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value) ? Number(value) : undefined;
  },
};
