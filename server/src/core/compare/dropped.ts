import { contract } from '../contract/contract.js';
import { placeInContract } from '../contract/navigate.js';
import type { Reading, ReadingNote } from '../contract/read.js';
import { stepsOf } from '../syntax/pointer.js';
import type { ComparisonNote } from './comparison.js';
import { Identities } from './identities.js';

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
