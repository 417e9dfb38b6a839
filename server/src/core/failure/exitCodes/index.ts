import type { KnownError } from '../errors/error.js';
import { errorByName } from '../errors/index.js';
import { acsEngine, aksEngine } from './engines.js';
import { linuxAgentBaker } from './linuxAgentBaker.js';
import { type CodeTable, type FailureFamily, failureFamilies } from './table.js';
import { windows } from './windows.js';

/** All tables; the same code has different meanings in them. */
export const codeTables: Readonly<Record<FailureFamily, CodeTable>> = {
  'linux-agentbaker': linuxAgentBaker,
  windows,
  'aks-engine': aksEngine,
  'acs-engine': acsEngine,
};

/** A code of one table. */
export interface TableEntry extends KnownError {
  readonly code: number;
  readonly deprecated: boolean;
}

/** The meaning of a code in a table; undefined if the table doesn't have it. */
export function entryOf(family: FailureFamily, code: number): TableEntry | undefined {
  const row = codeTables[family].codes.find(([number]) => number === code);
  return row && described(row);
}

/** The entry of a table with an error name. */
export function entryByName(family: FailureFamily, name: string): TableEntry | undefined {
  const row = codeTables[family].codes.find(([, known]) => known === name);
  return row && described(row);
}

/** Whether a string is the name of a family. */
export function isFailureFamily(text: string): text is FailureFamily {
  return (failureFamilies as readonly string[]).includes(text);
}

function described([code, name, state]: CodeTable['codes'][number]): TableEntry | undefined {
  const error = errorByName.get(name);
  return error && { ...error, code, deprecated: state === 'deprecated' };
}
