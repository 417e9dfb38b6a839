import type { ReadingPlace } from '../../nodeConfig/read.js';
import type { GivenField } from '../../nodeConfig/value.js';
import type { Fix } from '../../problems/problem.js';
import { removeEntry } from '../../formats/tree/edits.js';
import type { SyntaxNode } from '../../formats/tree/node.js';
import { nodeAt, pointerOf } from '../../formats/tree/paths.js';

/** Takes the member or item at a place of a config out of what holds it; none for the root. */
export function removalFix(title: string, text: string, { holder }: ReadingPlace, safe: boolean): Fix[] {
  if (holder === undefined) return [];
  return [{ title, changes: removeEntry(text, holder.node, holder.index), safe }];
}

/** Takes a field with its value out of the config. */
export function fieldRemovalFix(
  text: string,
  root: SyntaxNode | undefined,
  { field, member, steps }: GivenField,
): Fix[] {
  const holder = nodeAt(root, pointerOf(steps.slice(0, -1)));
  if (holder?.kind !== 'object') return [];
  const changes = removeEntry(text, holder, holder.members.indexOf(member));
  return [{ title: `Remove ${field.name}`, changes, safe: false }];
}
