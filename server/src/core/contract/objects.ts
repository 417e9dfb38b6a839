import { append } from '../append.js';
import type { Member, ObjectNode, SyntaxNode } from '../syntax/node.js';
import type { NodePath } from '../syntax/pointer.js';
import type { Span } from '../text/span.js';
import type { FieldDescriptor, MessageDescriptor } from './descriptor.js';

/** An object of a config that stands for a message. */
export interface ContractObject {
  readonly node: ObjectNode;
  readonly message: MessageDescriptor;
}

/** The same with the way to it, as keys are written. */
export interface PlacedObject extends ContractObject {
  readonly path: NodePath;
}

/** Every message of a config, outer ones first; what the contract does not know is not entered. */
export function* contractObjects(root: SyntaxNode | undefined, message: MessageDescriptor): Generator<PlacedObject> {
  const open: PlacedObject[] = root?.kind === 'object' ? [{ node: root, message, path: [] }] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const inside: PlacedObject[] = [];
    for (const member of next.node.members) {
      const field = next.message.fieldByKey(member.key.name);
      if (field?.type.kind === 'message') append(inside, placedMessages(member, field, next.path));
    }
    append(open, inside.reverse());
  }
}

/** The innermost message around a stretch of the text; the root where none of its fields is. */
export function objectAround(
  root: SyntaxNode | undefined,
  message: MessageDescriptor,
  range: Span,
): PlacedObject | undefined {
  const contains = ({ start, end }: Span): boolean => start <= range.start && range.end <= end;
  let found: PlacedObject | undefined;
  let next: PlacedObject | undefined = root?.kind === 'object' ? { node: root, message, path: [] } : undefined;
  while (next !== undefined) {
    found = next;
    const { node, message: type, path }: PlacedObject = found;
    const member = node.members.find((candidate) => contains(candidate.span));
    const field = member && type.fieldByKey(member.key.name);
    next =
      member === undefined || field === undefined
        ? undefined
        : placedMessages(member, field, path).find((inner) => contains(inner.node.span));
  }
  return found;
}

/** The messages that a field's value is or holds. */
export function messagesOf(member: Member, field: FieldDescriptor): ContractObject[] {
  return placedMessages(member, field, []);
}

function placedMessages({ key, value }: Member, { type, label }: FieldDescriptor, around: NodePath): PlacedObject[] {
  if (value === undefined || type.kind !== 'message') return [];
  const path = [...around, key.name];
  const placed = (node: SyntaxNode | undefined, ...step: NodePath): PlacedObject[] =>
    node?.kind === 'object' ? [{ node, message: type.of, path: [...path, ...step] }] : [];
  switch (label) {
    case 'repeated':
      return value.kind === 'array' ? value.items.flatMap((item, index) => placed(item, index)) : [];
    case 'map':
      return value.kind === 'object' ? value.members.flatMap((entry) => placed(entry.value, entry.key.name)) : [];
    default:
      return placed(value);
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
