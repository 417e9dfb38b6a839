import type { PlainValue } from '../syntax/toValue.js';
import { arrayFunctions } from './functions/arrays.js';
import type { ArmFunction } from './functions/armFunction.js';
import { encodingFunctions } from './functions/encodings.js';
import { logicFunctions } from './functions/logic.js';
import { numberFunctions } from './functions/numbers.js';
import { textFunctions } from './functions/texts.js';

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
