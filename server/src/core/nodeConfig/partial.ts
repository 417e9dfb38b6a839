import type { Member, ObjectNode, SyntaxNode } from '../formats/tree/node.js';
import type { RecordType } from '../record/model.js';
import type { Controller } from '../values/known/releases.js';
import { readContract } from './read.js';
import { fieldNamed, type MessageValue } from './value.js';

/**
 * The part of a config that protojson has set before it stops at an offset (protobuf-go 1.36.11, `decode.go`): a message is
 * set when all of it was read, a list or map of the config with each item.
 */
export function configBefore(
  root: ObjectNode,
  type: RecordType,
  stopsAt: number,
  controller: Controller | undefined,
): MessageValue {
  const members = root.members.flatMap((member): Member[] => {
    if (isReadBefore(member, stopsAt)) return [member];
    return isCut(member, type, stopsAt) ? [{ ...member, value: partBefore(member.value, stopsAt) }] : [];
  });
  const tree = { language: 'json', root: { ...root, members }, problems: [], depth: 0 } as const;
  return readContract(tree, type, controller).value;
}

/** Whether all of a member was read before an offset. */
export function isReadBefore({ span, value }: Pick<Member, 'span' | 'value'>, stopsAt: number): boolean {
  return span.end <= stopsAt && value !== undefined && !('unclosed' in value);
}

/** Whether the node keeps the first entries of a list or map, because it stops inside of it. */
export function isCut({ key, span, value }: Member, type: RecordType, stopsAt: number): boolean {
  const field = fieldNamed(type, key.name);
  if (field === undefined || span.start >= stopsAt) return false;
  return field.label === 'list' ? value?.kind === 'array' : field.label === 'map' && value?.kind === 'object';
}

function partBefore(value: SyntaxNode | undefined, stopsAt: number): SyntaxNode | undefined {
  if (value?.kind === 'array')
    return { ...value, items: value.items.filter((item) => isReadBefore({ span: item.span, value: item }, stopsAt)) };
  if (value?.kind === 'object')
    return { ...value, members: value.members.filter((member) => isReadBefore(member, stopsAt)) };
  return value;
}
