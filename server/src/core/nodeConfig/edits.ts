import { removeEntries, renameKey, reorderMembers } from '../formats/tree/edits.js';
import type { Member, SyntaxNode } from '../formats/tree/node.js';
import type { TextChange } from '../problems/problem.js';
import { append } from '../text/strings.js';
import type { RecordType } from '../record/model.js';
import { nameIn, type Spelling } from './navigate.js';
import { meansAbsent } from './scalars.js';
import { type ContractObject, contractObjects, membersByField, messagesOf } from './value.js';

/** The changes that give every field of a config the same spelling, except map keys and fields that are given twice. */
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
 * The changes that remove the fields of an object, and of all messages inside it, that the node reads like absent ones:
 * null, the zero values of fields without presence, empty lists and maps. Required fields, which are to be filled in, and
 * fields given twice stay.
 */
export function removeDefaults(text: string, object: ContractObject): TextChange[] {
  const changes: TextChange[] = [];
  for (const inner of contractObjects(object.node, object.message)) {
    const removed = new Set<Member | undefined>(
      [...membersByField(inner)].flatMap(([field, members]) =>
        members.length === 1 && field.required !== true && meansAbsent(members[0]?.value, field) ? members : [],
      ),
    );
    const { node } = inner;
    const isRemoved = (index: number): boolean => removed.has(node.members[index]);
    if (removed.size > 0) append(changes, removeEntries(text, node, isRemoved));
  }
  return changes;
}

/**
 * The changes that put the fields of an object, and of all messages inside it, into the order of the contract, in which
 * the node writes them. Unknown fields follow in their order; maps and lists keep theirs.
 */
export function sortFields(text: string, object: ContractObject): TextChange[] {
  const { node, message } = object;
  const ranks = new Map(message.fields.map((field, rank) => [field, rank]));
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
