import { timedOut } from '../errors/shell.js';
import type { TextDay } from '../when.js';
import { declaredByName, type DeclaredCodes, declaredEntry } from './declared.js';
import { codeTables, entryByName, meaningsAt, meaningsOf, type TableEntry } from './index.js';
import { type FailureFamily, failureFamilies } from './table.js';

/** What a code meant, and what else it may have meant. */
export interface CodeMeaning {
  /** The most probable meaning. */
  readonly entry: TableEntry | undefined;
  /** All meanings, if neither the day nor the image decides between several; otherwise empty. */
  readonly candidates: readonly TableEntry[];
}

/** What a code meant on a day, or, without a day, means in the newest scripts that have it. */
export function meaningOn(
  family: FailureFamily,
  code: number,
  day: TextDay | undefined,
  declared?: DeclaredCodes,
): CodeMeaning {
  const own = declaredEntry(declared, family, code);
  const all = [...meaningsOf(family, code), ...(own === undefined ? [] : [own])];
  // A code that scripts had once, but `timeout` always.
  if (day === undefined && code === timedOut) return { entry: undefined, candidates: [] };
  const then = day === undefined ? [] : meaningsAt(family, code, day.day);
  // In a gap, a text may be about a node with an older image.
  const before = day === undefined ? [] : all.filter((one) => one !== own && (one.since ?? '') <= day.day);
  const possible = then.length > 0 ? then : before.length > 0 ? before : all;
  const current = possible.findLast(({ until }) => until === null) ?? possible.at(-1);
  return { entry: current, candidates: possible.length > 1 ? possible : [] };
}

/**
 * The error behind a name of the AKS resource provider: `VMExtensionError_OutboundConnFail`, in older texts
 * `OutboundConnFailVMExtensionError`, or behind a name of the scripts.
 */
export function errorNamed(name: string, declared?: DeclaredCodes): TableEntry | undefined {
  const provider = /^VMExtensionError_(\w+)$/.exec(name)?.[1] ?? /^(\w+?)VMExtensionError$/.exec(name)?.[1];
  for (const family of failureFamilies) {
    if (provider === undefined) {
      const entry = entryByName(family, name);
      if (entry !== undefined) return entry;
      continue;
    }
    const row = codeTables[family].codes.find(([, known]) => plain(known.replace(/^ERR_/, '')) === plain(provider));
    if (row !== undefined) return entryByName(family, row[1]);
  }
  return declaredByName(declared, name);
}

function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** A name of the AKS resource provider in a text. */
export const providerNames = /\bVMExtensionError_(?=[A-Z])\w{3,80}|\b[A-Z]\w{3,80}VMExtensionError\b/;
