import type { TextChange } from '../../problems/problem.js';
import type { KeyNode, ObjectNode } from '../node.js';
import { applyWithin } from './changes.js';
import { memberSpan } from './entries.js';

/** The change that gives a key another name, in double quotes and escaped, whatever it had before. */
export function renameKey(key: KeyNode, name: string): TextChange {
  return { span: key.span, newText: JSON.stringify(name) };
}

/**
 * The changes that put the members of an object into another order: `order[i]` is the index of the
 * member that comes i-th. Commas, blanks and comments between the places stay. `inside` gives the
 * changes that a member needs itself, which move with it.
 */
export function reorderMembers(
  text: string,
  { members }: ObjectNode,
  order: readonly number[],
  inside: (index: number) => readonly TextChange[],
): TextChange[] {
  return members.flatMap((member, place) => {
    const from = order[place] ?? place;
    const moved = members[from];
    if (from === place || moved === undefined) return inside(place);
    return [{ span: memberSpan(text, member), newText: applyWithin(text, memberSpan(text, moved), inside(from)) }];
  });
}
