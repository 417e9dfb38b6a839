import type { KnownError } from '../errors/error.js';
import { errorByName } from '../errors/index.js';
import { acsEngine, aksEngine } from './engines.js';
import { linuxAgentBaker } from './linuxAgentBaker.js';
import { type CodeRow, type CodeTable, type FailureFamily, failureFamilies } from './table.js';
import { windows } from './windows.js';

/** All tables; the same code has different meanings in them. */
export const codeTables: Readonly<Record<FailureFamily, CodeTable>> = {
  'linux-agentbaker': linuxAgentBaker,
  windows,
  'aks-engine': aksEngine,
  'acs-engine': acsEngine,
};

/** A meaning of a code in one table. */
export interface TableEntry extends KnownError {
  readonly code: number;
  readonly deprecated: boolean;
  /** The dates between which the code had this meaning, `yyyy-mm-dd`; `since` is null if unknown, `until` if it still has it. */
  readonly since: string | null;
  readonly until: string | null;
}

/** What a code means in the current scripts of a family; undefined if they don't define it. */
export function entryOf(family: FailureFamily, code: number): TableEntry | undefined {
  return meaningsOf(family, code).findLast(({ until }) => until === null);
}

/** What a code meant at any time, in the order of time. Reserved names and former names of the same meaning are left out. */
export function meaningsOf(family: FailureFamily, code: number): readonly TableEntry[] {
  const rows = codeTables[family].codes.filter(([number]) => number === code);
  return rows.flatMap((row, index) => {
    const end = row[3] ?? '';
    if (end.startsWith('reserved') || end.startsWith('renamed')) return [];
    return described(row, rows[index - 1]) ?? [];
  });
}

/**
 * What a code meant on a day (`yyyy-mm-dd`), by the names of that day: more than one meaning if two names had the same code,
 * none in a gap.
 */
export function meaningsAt(family: FailureFamily, code: number, day: string): readonly TableEntry[] {
  const former = codeTables[family].codes.find(
    ([number, , since, end]) => number === code && (since ?? '') <= day && day < (renamedOn(end) ?? ''),
  );
  return meaningsOf(family, code)
    .filter(({ since, until }) => (since ?? '') <= day && (until === null || day < until))
    .map((entry) => (former === undefined ? entry : { ...entry, name: former[1] }));
}

/** The date on which a row's name was replaced by another one for the same meaning. */
function renamedOn(end: string | undefined): string | undefined {
  return end?.startsWith('renamed ') === true ? end.slice('renamed '.length) : undefined;
}

/** The entry of a table with an error name; the current one if several codes had the name. */
export function entryByName(family: FailureFamily, name: string): TableEntry | undefined {
  const rows = codeTables[family].codes.filter(([, known]) => known === name);
  const row = rows.findLast(([, , , end]) => end === undefined || end === 'deprecated') ?? rows.at(-1);
  if (row === undefined) return undefined;
  // A former name stands for the meaning that it had.
  const next = renamedOn(row[3]);
  const renamed = codeTables[family].codes.find(([code, , since]) => code === row[0] && since === next);
  return renamed === undefined ? described(row) : described(renamed, row);
}

/** Whether a string is the name of a family. */
export function isFailureFamily(text: string): text is FailureFamily {
  return (failureFamilies as readonly string[]).includes(text);
}

/** `former` is the row of a former name, from which the meaning began. */
function described([code, name, since, end]: CodeRow, former?: CodeRow): TableEntry | undefined {
  const error = errorByName.get(name);
  const until = end?.startsWith('until ') === true ? end.slice('until '.length) : null;
  const first = former?.[3] === `renamed ${since ?? ''}` ? former[2] : since;
  return error && { ...error, code, deprecated: end === 'deprecated', since: first, until };
}
