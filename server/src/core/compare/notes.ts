import { stepsOf } from '../formats/tree/paths.js';
import { limits } from '../limits.js';
import { contract } from '../nodeConfig/contract/contract.js';
import { placeInContract } from '../nodeConfig/navigate.js';
import type { Reading, ReadingNote } from '../nodeConfig/read.js';
import type { Comparison, ComparisonNote } from './comparison.js';
import type { Hunk } from './hunks.js';
import { Identities } from './identities.js';

/** Sentences on what a comparison leaves out because there is too much of it. */
export function boundNotes({
  fields,
  texts,
  variables,
}: Pick<Comparison, 'fields' | 'texts' | 'variables'>): ComparisonNote[] {
  const notes: ComparisonNote[] = [];
  const add = (what: string): void => void notes.push({ severity: 'information', message: `Only ${what} are listed.` });
  const counts = new Map<string | undefined, number>();
  for (const { document } of fields) counts.set(document, (counts.get(document) ?? 0) + 1);
  if ([...counts.values()].some((count) => count >= limits.comparedDifferences))
    add(`the first ${limits.comparedDifferences} differences of a document`);
  const files = variables.flatMap(({ name, file }) => (file === undefined ? [] : [[name, file.hunks] as const]));
  for (const [name, hunks] of [...texts.map((text) => [text.document, text.hunks] as const), ...files])
    if (changedLines(hunks) >= limits.comparedLines) add(`the first ${limits.comparedLines} changed lines of ${name}`);
  return notes;
}

function changedLines(hunks: readonly Hunk[]): number {
  return hunks.reduce((sum, { lines }) => sum + lines.filter(({ mark }) => mark !== ' ').length, 0);
}

/**
 * Sentences on what the two texts say beyond the contract: the node drops it without a word, so it makes no
 * difference there, but its author may think otherwise.
 */
export function droppedNotes(before: Reading, after: Reading): readonly ComparisonNote[] {
  const identities = new Identities(new Set());
  const [old, now] = [droppedBy(before), droppedBy(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path): ComparisonNote[] => {
    const [from, to] = [old.get(path), now.get(path)];
    if (from !== undefined && to !== undefined) {
      if (identities.of(from.node) === identities.of(to.node)) return [];
      return [{ severity: 'information', message: `The node drops ${path}, whose values differ.` }];
    }
    const side = from === undefined ? 'after' : 'before';
    return [{ severity: 'information', side, message: `The node drops ${path}, which only this side has.` }];
  });
}

/** What is dropped by its path in proto names, as far as the contract knows them. */
function droppedBy({ notes }: Reading): ReadonlyMap<string, ReadingNote> {
  return new Map(notes.filter(({ rejected }) => !rejected).map((note) => [pathOf(note), note]));
}

function pathOf({ pointer }: ReadingNote): string {
  const steps = stepsOf(pointer);
  const place = placeInContract(contract, steps);
  if (place !== undefined) return place.path;
  const around = placeInContract(contract, steps.slice(0, -1));
  const name = steps.at(-1) ?? '';
  return around === undefined || around.path === '' ? name : `${around.path}.${name}`;
}
