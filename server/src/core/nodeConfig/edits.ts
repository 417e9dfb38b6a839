import { removeEntries, renameKey, reorderMembers } from '../formats/tree/edits.js';
import type { Member, SyntaxNode } from '../formats/tree/node.js';
import type { TextChange } from '../problems/problem.js';
import { append } from '../text/strings.js';
import type { RecordType } from '../record/model.js';
import { nameIn, type Spelling } from './navigate.js';
import { meansAbsent } from './scalars.js';
import { type ContractObject, contractObjects, membersByField, messagesOf } from './value.js';

/**
 * The changes that give every field of a config the same spelling. Map keys are data and stay; so does a
 * field that is given twice, which has to be decided by its author first.
 */
export function convertNames(root: SyntaxNode | undefined, message: RecordType, spelling: Spelling): TextChange[] {
  const changes: TextChange[] = [];
  for (const object of contractObjects(root, message)) {
    for (const [field, [member, ...others]] of membersByField(object)) {
      const name = nameIn(spelling, field);
      if (member === undefined || others.length > 0 || member.key.name === name) continue;
      changes.push(renameKey(member.key, name));
    }
  }
  return changes;
}

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

/**
 * The changes that put the fields of an object, and of all messages inside it, into the order of the
 * contract, which is the order in which the node writes them. What the contract does not know follows
 * at the end as it was; maps and lists keep their order.
 */
export function sortFields(text: string, object: ContractObject): TextChange[] {
  const { node, message } = object;
  const ranks = rankedFields(message);
  const rankOf = ({ key }: Member): number => {
    const field = message.fieldByKey(key.name);
    return (field && ranks.get(field)) ?? ranks.size;
  };
  const order = node.members
    .map((member, index) => ({ index, rank: rankOf(member) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ index }) => index);
  return reorderMembers(text, node, order, (index) => {
    const member = node.members[index];
    const field = member && message.fieldByKey(member.key.name);
    if (member === undefined || field === undefined) return [];
    return messagesOf(member, field).flatMap((inner) => sortFields(text, inner));
  });
}

function rankedFields({ fields }: RecordType): Map<RecordType['fields'][number], number> {
  return new Map(fields.map((field, rank) => [field, rank]));
}
