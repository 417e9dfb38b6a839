import { limits } from '../../limits.js';
import type { PlainValue } from '../../syntax/toValue.js';
import { type ArmFunctions, isInteger, isObject, isText } from './armFunction.js';

const isList = (value: PlainValue): value is PlainValue[] => Array.isArray(value);

export const arrayFunctions: ArmFunctions = {
  createArray: (args) => [...args],
  createObject: (args) => {
    if (args.length % 2 === 1) return undefined;
    const entries: [string, PlainValue][] = [];
    for (let i = 0; i < args.length; i += 2) {
      const [name, value] = args.slice(i, i + 2);
      if (!isText(name) || value === undefined) return undefined;
      entries.push([name, value]);
    }
    return Object.fromEntries(entries);
  },
  array: ([value]) => (value === undefined ? undefined : Array.isArray(value) ? value : [value]),
  length: ([value]) => {
    if (isText(value) || Array.isArray(value)) return value.length;
    return isObject(value) ? Object.keys(value).length : undefined;
  },
  empty: ([value]) => {
    if (value === null || value === '') return true;
    if (isText(value) || Array.isArray(value)) return value.length === 0;
    return isObject(value) ? Object.keys(value).length === 0 : undefined;
  },
  first: ([value]) => (isText(value) ? value.charAt(0) : Array.isArray(value) ? value[0] : undefined),
  last: ([value]) => (isText(value) ? value.slice(-1) : Array.isArray(value) ? value.at(-1) : undefined),
  take: ([value, count]) =>
    isInteger(count) && (isText(value) || Array.isArray(value)) ? value.slice(0, Math.max(0, count)) : undefined,
  skip: ([value, count]) =>
    isInteger(count) && (isText(value) || Array.isArray(value)) ? value.slice(Math.max(0, count)) : undefined,
  contains: ([holder, wanted]) => {
    if (isText(holder)) return isText(wanted) ? holder.includes(wanted) : undefined;
    if (Array.isArray(holder)) return holder.some((item) => JSON.stringify(item) === JSON.stringify(wanted));
    if (!isObject(holder) || !isText(wanted)) return undefined;
    return Object.keys(holder).some((name) => name.toLowerCase() === wanted.toLowerCase());
  },
  range: ([start, count]) =>
    isInteger(start) && isInteger(count) && count >= 0 && count <= limits.armListLength
      ? Array.from({ length: count }, (_, index) => start + index)
      : undefined,
  union: (args) => {
    if (args.every(isList)) {
      const seen = new Map(args.flat(1).map((item) => [JSON.stringify(item), item]));
      return [...seen.values()];
    }
    return args.every(isObject) ? Object.fromEntries(args.flatMap((value) => Object.entries(value))) : undefined;
  },
  concat: (args) => (args.every(isList) ? args.flat(1) : undefined),
};
