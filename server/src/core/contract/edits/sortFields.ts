import type { TextChange } from '../../problems/problem.js';
import { reorderMembers } from '../../syntax/edit/replace.js';
import type { Member } from '../../syntax/node.js';
import type { MessageDescriptor } from '../descriptor.js';
import { type ContractObject, messagesOf } from '../objects.js';

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

function rankedFields({ fields }: MessageDescriptor): Map<MessageDescriptor['fields'][number], number> {
  return new Map(fields.map((field, rank) => [field, rank]));
}
