import type { Member, ObjectNode, SyntaxNode, SyntaxTree } from '../formats/tree/node.js';
import type { RecordType } from '../record/model.js';

/**
 * The part of a config that protojson has set before it stops at an offset (protobuf-go 1.36.11, `decode.go`): a message is
 * set when all of it was read, a list or map of the config with each item. Undefined if the config isn't an object.
 */
export function readBefore(tree: SyntaxTree, type: RecordType, offset: number): SyntaxTree | undefined {
  const { root } = tree;
  if (root?.kind !== 'object') return undefined;
  const members = root.members.flatMap((member): Member[] => {
    const isUnclosed = member.value?.kind === 'object' && member.value.unclosed === true;
    if (member.span.end <= offset && !isUnclosed) return [member];
    const label = type.fieldByKey(member.key.name)?.label;
    if (member.span.start >= offset || member.value === undefined || (label !== 'list' && label !== 'map')) return [];
    return [{ ...member, value: itemsBefore(member.value, offset) }];
  });
  const cut: ObjectNode = { ...root, members };
  return { ...tree, root: cut, problems: [] };
}

function itemsBefore(node: SyntaxNode, offset: number): SyntaxNode {
  if (node.kind === 'array') return { ...node, items: node.items.filter(({ span }) => span.end <= offset) };
  if (node.kind === 'object') return { ...node, members: node.members.filter(({ span }) => span.end <= offset) };
  return node;
}
