import { append } from '../../append.js';
import type { TextChange } from '../../problems/problem.js';
import { removeEntries } from '../../syntax/edit/remove.js';
import { type ContractObject, contractObjects, membersByField } from '../objects.js';
import { meansAbsent } from '../simpleValues.js';

/**
 * The changes that take out the fields of an object, and of all messages inside it, whose absence means
 * the same to the node: null, the zero values of fields without presence, empty lists and maps. An empty
 * message and the zero of an `optional` field are something else than nothing and stay. So do required
 * fields, which somebody still has to fill, and fields given twice.
 */
export function removeDefaults(text: string, object: ContractObject): TextChange[] {
  const changes: TextChange[] = [];
  for (const inner of contractObjects(object.node, object.message)) {
    const doomed = new Set(
      [...membersByField(inner)].flatMap(([field, members]) =>
        members.length === 1 && field.required !== true && meansAbsent(members[0]?.value, field) ? members : [],
      ),
    );
    if (doomed.size === 0) continue;
    append(
      changes,
      removeEntries(text, inner.node, (index) => isIn(doomed, inner.node.members[index])),
    );
  }
  return changes;
}

function isIn<T>(set: ReadonlySet<T>, item: T | undefined): boolean {
  return item !== undefined && set.has(item);
}
