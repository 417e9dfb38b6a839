import type { PlainValue } from '../../syntax/toValue.js';

/** A function of known values; undefined where the arguments are none that it takes. */
export type ArmFunction = (args: readonly PlainValue[]) => PlainValue | undefined;

export type ArmFunctions = Readonly<Record<string, ArmFunction>>;

export function isText(value: PlainValue | undefined): value is string {
  return typeof value === 'string';
}

export function isInteger(value: PlainValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

export function isObject(value: PlainValue | undefined): value is Record<string, PlainValue> {
  return value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** How the template language writes a value as text. */
export function written(value: PlainValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
