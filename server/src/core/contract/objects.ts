import type { Member, ObjectNode, SyntaxNode } from '../syntax/node.js';
import type { FieldDescriptor, MessageDescriptor } from './descriptor.js';

/** An object of a config that stands for a message. */
export interface ContractObject {
  readonly node: ObjectNode;
  readonly message: MessageDescriptor;
}

/** Every message of a config, outer ones first; what the contract does not know is not entered. */
export function* contractObjects(root: SyntaxNode | undefined, message: MessageDescriptor): Generator<ContractObject> {
  const open: ContractObject[] = root?.kind === 'object' ? [{ node: root, message }] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const inside: ContractObject[] = [];
    for (const member of next.node.members) {
      const field = next.message.fieldByKey(member.key.name);
      if (field !== undefined) inside.push(...messagesOf(member.value, field));
    }
    open.push(...inside.reverse());
  }
}

/** The messages that a field's value is or holds. */
export function messagesOf(value: SyntaxNode | undefined, { type, label }: FieldDescriptor): ContractObject[] {
  if (value === undefined || type.kind !== 'message') return [];
  const message = type.of;
  switch (label) {
    case 'repeated':
      return value.kind === 'array' ? asObjects(value.items, message) : [];
    case 'map':
      return value.kind === 'object'
        ? asObjects(
            value.members.map((entry) => entry.value),
            message,
          )
        : [];
    default:
      return asObjects([value], message);
  }
}

/** The members of a message's object by the field that they give; a field given twice has several. */
export function membersByField({ node, message }: ContractObject): Map<FieldDescriptor, Member[]> {
  const given = new Map<FieldDescriptor, Member[]>();
  for (const member of node.members) {
    const field = message.fieldByKey(member.key.name);
    if (field === undefined) continue;
    const members = given.get(field);
    if (members === undefined) given.set(field, [member]);
    else members.push(member);
  }
  return given;
}

function asObjects(values: readonly (SyntaxNode | undefined)[], message: MessageDescriptor): ContractObject[] {
  return values.flatMap((node) => (node?.kind === 'object' ? [{ node, message }] : []));
}
