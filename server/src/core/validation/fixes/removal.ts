import type { ReadingPlace } from '../../contract/read.js';
import type { Fix } from '../../problems/problem.js';
import { removeEntry } from '../../syntax/edit/remove.js';

/** Takes the member or item at a place of a config out of what holds it; none for the root. */
export function removalFix(title: string, text: string, { holder }: ReadingPlace, safe: boolean): Fix[] {
  if (holder === undefined) return [];
  return [{ title, changes: removeEntry(text, holder.node, holder.index), safe }];
}
