import { timedOut } from '../errors/shell.js';
import { nearestName } from '../../text/suggest.js';
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
  const then = day === undefined ? [] : meaningsAt(family, code, day.day);
  // A code that scripts had once, but `timeout` always.
  if (code === timedOut && then.length === 0) return { entry: undefined, candidates: [] };
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
    const wanted = plain(provider ?? name);
    const row = codeTables[family].codes.find(
      ([, known]) => plain(provider === undefined ? known : known.replace(/^ERR_/, '')) === wanted,
    );
    if (row !== undefined) return entryByName(family, row[1]);
  }
  return declaredByName(declared, name);
}

/** The name of an error that is most similar to a wrong one; undefined if none is near. */
export function nearestErrorName(name: string): string | undefined {
  if (name.length > longestName) return undefined;
  const known = failureFamilies.flatMap((family) => codeTables[family].codes.map(([, one]) => one));
  const provider = known
    .filter((one) => one.startsWith('ERR_'))
    .map((one) => `VMExtensionError_${camelCase(one.slice(4))}`);
  return nearestName(name, [...known, ...provider]);
}

/** Longer strings are no mistyped names. */
const longestName = 120;

/** `OutboundConnFail` of `OUTBOUND_CONN_FAIL`, as the resource provider spells names; it keeps abbreviations in capitals. */
function camelCase(name: string): string {
  return name
    .split('_')
    .map((word) => (abbreviations.has(word) ? word : word.charAt(0) + word.slice(1).toLowerCase()))
    .join('');
}

const abbreviations: ReadonlySet<string> = new Set(['K8S', 'API', 'DNS', 'VHD', 'GPU', 'CSE']);

function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** A text that is only the name of an error of the scripts. */
export const scriptsName = /^(?:ERR|WINDOWS_CSE_ERROR)_[A-Z0-9_]{2,100}(?=\s{0,8}$)/;

/** A name of the AKS resource provider in a text. */
export const providerNames = /\bVMExtensionError_(?=[A-Z])\w{3,80}|\b[A-Z]\w{3,80}VMExtensionError\b/;
