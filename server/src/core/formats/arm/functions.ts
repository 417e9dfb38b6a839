import { limits } from '../../limits.js';
import { decodeBase64, encodeBase64 } from '../../text/base64.js';
import { decodeText, utf8Bytes } from '../../text/bytes.js';
import { parseJson } from '../json/parse.js';
import { type PlainValue, toValue } from '../tree/expand.js';

/** A function of known values; undefined where the arguments are none that it takes. */
type ArmFunction = (args: readonly PlainValue[]) => PlainValue | undefined;

type ArmFunctions = Readonly<Record<string, ArmFunction>>;

function isText(value: PlainValue | undefined): value is string {
  return typeof value === 'string';
}

function isInteger(value: PlainValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

function isObject(value: PlainValue | undefined): value is Record<string, PlainValue> {
  return value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** How the template language writes a value as text. */
export function written(value: PlainValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

const isList = (value: PlainValue): value is PlainValue[] => Array.isArray(value);

const arrayFunctions: ArmFunctions = {
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

const encodingFunctions: ArmFunctions = {
  base64: ([text]) => (isText(text) && text.length <= limits.armTextLength ? encodeBase64(utf8Bytes(text)) : undefined),
  base64ToString: ([text]) => (isText(text) ? textOfBase64(text) : undefined),
  base64ToJson: ([text]) => (isText(text) ? jsonOf(textOfBase64(text)) : undefined),
  dataUri: ([text]) =>
    isText(text) && text.length <= limits.armTextLength
      ? `data:text/plain;charset=utf8;base64,${encodeBase64(utf8Bytes(text))}`
      : undefined,
  dataUriToString: ([text]) => {
    const encoded = isText(text) ? /^data:[^,]{0,200};base64,/i.exec(text) : null;
    return encoded === null || !isText(text) ? undefined : textOfBase64(text.slice(encoded[0].length));
  },
  json: ([text]) => (isText(text) ? jsonOf(text) : undefined),
};

function textOfBase64(text: string): string | undefined {
  const { bytes, fault } = decodeBase64(text);
  if (fault !== undefined) return undefined;
  const decoded = decodeText(bytes);
  return decoded.invalidAt === undefined ? decoded.text : undefined;
}

function jsonOf(text: string | undefined): ReturnType<typeof toValue> | undefined {
  if (text === undefined) return undefined;
  const tree = parseJson(text);
  return tree.problems.length > 0 ? undefined : toValue(tree.root);
}

/** Compares two numbers, or two texts without minding case. */
const compared =
  (run: (order: number) => boolean) =>
  ([a, b]: readonly PlainValue[]): PlainValue | undefined => {
    if (isInteger(a) && isInteger(b)) return run(a - b);
    if (!isText(a) || !isText(b)) return undefined;
    return run(a < b ? -1 : a > b ? 1 : 0);
  };

const isTruth = (value: PlainValue | undefined): value is boolean => typeof value === 'boolean';

const logicFunctions: ArmFunctions = {
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

const numberFunctions: ArmFunctions = {
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

/** A function of one text. */
const ofText =
  (run: (text: string) => PlainValue) =>
  ([text]: readonly PlainValue[]): PlainValue | undefined =>
    isText(text) ? run(text) : undefined;

/** A function of two texts that does not mind case, as the template language's comparisons do not. */
const ofTwoStrings =
  (run: (text: string, other: string) => PlainValue) =>
  ([text, other]: readonly PlainValue[]): PlainValue | undefined =>
    isText(text) && isText(other) ? run(text.toLowerCase(), other.toLowerCase()) : undefined;

const textFunctions: ArmFunctions = {
  toLower: ofText((text) => text.toLowerCase()),
  toUpper: ofText((text) => text.toUpperCase()),
  trim: ofText((text) => text.trim()),
  uriComponent: ofText((text) => encodeURIComponent(text)),
  uriComponentToString: ofText((text) => decoded(text)),
  startsWith: ofTwoStrings((text, other) => text.startsWith(other)),
  endsWith: ofTwoStrings((text, other) => text.endsWith(other)),
  indexOf: ofTwoStrings((text, other) => text.indexOf(other)),
  lastIndexOf: ofTwoStrings((text, other) => text.lastIndexOf(other)),
  string: ([value]) => (value === undefined ? undefined : isText(value) ? value : written(value)),
  replace: ([text, old, replacement]) =>
    isText(text) && isText(old) && isText(replacement) && old !== ''
      ? bounded(text.split(old), replacement)
      : undefined,
  split: ([text, delimiters]) => {
    if (!isText(text)) return undefined;
    const marks = (Array.isArray(delimiters) ? delimiters : [delimiters]).filter(isText).filter(Boolean);
    if (marks.length === 0 || marks.length > limits.armDelimiters) return undefined;
    return marks.reduce<string[]>((parts, mark) => parts.flatMap((part) => part.split(mark)), [text]);
  },
  join: ([list, delimiter]) =>
    Array.isArray(list) && isText(delimiter) ? bounded(list.map(written), delimiter) : undefined,
  substring: ([text, start, length]) => {
    if (!isText(text) || !isInteger(start) || start < 0 || start > text.length) return undefined;
    if (length === undefined) return text.slice(start);
    return isInteger(length) && length >= 0 && start + length <= text.length
      ? text.slice(start, start + length)
      : undefined;
  },
  padLeft: ([text, length, filler = ' ']) =>
    (isText(text) || isInteger(text)) && isInteger(length) && length <= limits.armTextLength && isText(filler)
      ? String(text).padStart(length, filler.charAt(0))
      : undefined,
  uri: ([base, relative]) => {
    if (!isText(base) || !isText(relative)) return undefined;
    const folder = base.slice(0, base.lastIndexOf('/') + 1);
    return /^https?:\/\/[^/]+\//i.test(folder) ? folder + relative.replace(/^\//, '') : undefined;
  },
};

/** Joins where the result stays within bounds: a few replacements inside each other would grow without end. */
function bounded(parts: readonly string[], delimiter: string): string | undefined {
  const length = parts.reduce((sum, part) => sum + part.length + delimiter.length, 0);
  return length > limits.armTextLength ? undefined : parts.join(delimiter);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Functions of known values by their names in lower case: template language of Azure Resource Manager, 2024. */
const functions: ReadonlyMap<string, ArmFunction> = new Map(
  [textFunctions, arrayFunctions, numberFunctions, logicFunctions, encodingFunctions].flatMap((table) =>
    Object.entries(table).map(([name, run]): [string, ArmFunction] => [name.toLowerCase(), run]),
  ),
);

/** What a function makes of known values; undefined for functions that only Azure can run and for wrong arguments. */
export function callFunction(name: string, args: readonly PlainValue[]): PlainValue | undefined {
  return functions.get(name.toLowerCase())?.(args);
}

const numberNames: ReadonlySet<string> = new Set(Object.keys(numberFunctions).map((name) => name.toLowerCase()));

/** Whether a function computes numbers. */
export function isNumberFunction(name: string): boolean {
  return numberNames.has(name.toLowerCase());
}
