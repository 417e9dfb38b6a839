import type { PlainValue } from '../../syntax/toValue.js';
import { type ArmFunctions, isInteger, isText } from './armFunction.js';

/** Compares two numbers, or two texts without minding case. */
const compared =
  (run: (order: number) => boolean) =>
  ([a, b]: readonly PlainValue[]): PlainValue | undefined => {
    if (isInteger(a) && isInteger(b)) return run(a - b);
    if (!isText(a) || !isText(b)) return undefined;
    return run(a < b ? -1 : a > b ? 1 : 0);
  };

const isTruth = (value: PlainValue | undefined): value is boolean => typeof value === 'boolean';

export const logicFunctions: ArmFunctions = {
  true: () => true,
  false: () => false,
  null: () => null,
  bool: ([value]) => {
    if (isTruth(value)) return value;
    if (isInteger(value)) return value !== 0;
    return isText(value) && /^(?:true|false)$/i.test(value) ? /^true$/i.test(value) : undefined;
  },
  not: ([value]) => (isTruth(value) ? !value : undefined),
  and: (args) => (args.every(isTruth) ? args.every(Boolean) : undefined),
  or: (args) => (args.every(isTruth) ? args.some(Boolean) : undefined),
  equals: ([a, b]) => {
    if (a === undefined || b === undefined) return undefined;
    return isText(a) && isText(b) ? a.toLowerCase() === b.toLowerCase() : JSON.stringify(a) === JSON.stringify(b);
  },
  greater: compared((order) => order > 0),
  greaterOrEquals: compared((order) => order >= 0),
  less: compared((order) => order < 0),
  lessOrEquals: compared((order) => order <= 0),
  coalesce: (args) => args.find((value) => value !== null) ?? null,
};
