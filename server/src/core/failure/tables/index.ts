import { errorByName, type KnownError } from '../errors/index.js';
import { acsEngine, aksEngine } from './engines.js';
import { linuxAgentBaker } from './linuxAgentBaker.js';
import { type CodeTable, type FailureFamily, failureFamilies } from './table.js';
import { windows } from './windows.js';

/** All tables; codes of one number mean different things in them. */
export const codeTables: Readonly<Record<FailureFamily, CodeTable>> = {
  'linux-agentbaker': linuxAgentBaker,
  windows,
  'aks-engine': aksEngine,
  'acs-engine': acsEngine,
};

/** A code as one table has it. */
export interface TableEntry extends KnownError {
  readonly code: number;
  readonly deprecated: boolean;
}

/** What a code means in a table; undefined where the table does not have it. */
export function entryOf(family: FailureFamily, code: number): TableEntry | undefined {
  const row = codeTables[family].codes.find(([number]) => number === code);
  return row && described(row);
}

/** The entry under which a table has an error by its name. */
export function entryByName(family: FailureFamily, name: string): TableEntry | undefined {
  const row = codeTables[family].codes.find(([, known]) => known === name);
  return row && described(row);
}

/** Every entry of a table. */
export function entriesOf(family: FailureFamily): TableEntry[] {
  return codeTables[family].codes.flatMap((row) => described(row) ?? []);
}

/** Whether a text names a family. */
export function isFailureFamily(text: string): text is FailureFamily {
  return (failureFamilies as readonly string[]).includes(text);
}

function described([code, name, state]: CodeTable['codes'][number]): TableEntry | undefined {
  const error = errorByName.get(name);
  return error && { ...error, code, deprecated: state === 'deprecated' };
}
