import type { ArrayNode, Member, ObjectNode, SyntaxNode } from './node.js';
import type { NodePath } from './pointer.js';
import { touches } from '../text/span.js';

/** Where a cursor stands in a JSON tree, also where nothing is written yet. */
export type CursorPlace =
  | {
      /** On a property name, or where one may be written. */
      readonly at: 'key';
      /** The path of the object. */
      readonly path: NodePath;
      readonly object: ObjectNode;
      /** The member whose name the cursor is on. */
      readonly member: Member | undefined;
    }
  | {
      /** On a value, or where one may be written. */
      readonly at: 'value';
      /** The path of the value. */
      readonly path: NodePath;
      readonly node: SyntaxNode | undefined;
      readonly member: Member | undefined;
    };

/** Finds what the cursor is on by walking from the root to it; undefined outside of everything. */
export function locate(root: SyntaxNode | undefined, text: string, offset: number): CursorPlace | undefined {
  if (root === undefined || !touches(root.span, offset)) return undefined;
  let node = root;
  const path: (string | number)[] = [];
  for (;;) {
    if (node.kind === 'object' && isInside(node, text, offset)) {
      const member = node.members.findLast((candidate) => candidate.key.span.start <= offset);
      if (member === undefined || !belongsTo(member, text, offset))
        return { at: 'key', path, object: node, member: undefined };
      if (touches(member.key.span, offset)) return { at: 'key', path, object: node, member };
      path.push(member.key.name);
      if (member.value === undefined || !touches(member.value.span, offset))
        return { at: 'value', path, node: undefined, member };
      if (!isContainer(member.value) || !isInside(member.value, text, offset))
        return { at: 'value', path, node: member.value, member };
      node = member.value;
    } else if (node.kind === 'array' && isInside(node, text, offset)) {
      const index = node.items.findIndex((item) => touches(item.span, offset));
      path.push(index < 0 ? node.items.filter((item) => item.span.end <= offset).length : index);
      const item = node.items[index];
      if (item === undefined || !isContainer(item) || !isInside(item, text, offset))
        return { at: 'value', path, node: item, member: undefined };
      node = item;
    } else return { at: 'value', path, node, member: undefined };
  }
}

/** Between the brackets, not on them; an unclosed container reaches to its end. */
function isInside(node: SyntaxNode, text: string, offset: number): boolean {
  const last = text.charAt(node.span.end - 1);
  const closed = node.span.end - node.span.start > 1 && (last === '}' || last === ']');
  return offset > node.span.start && (closed ? offset < node.span.end : offset <= node.span.end);
}

/** Whether the cursor still belongs to a member: up to the comma behind it. */
function belongsTo(member: Member, text: string, offset: number): boolean {
  if (offset <= member.span.end) return true;
  const between = text.slice(member.span.end, offset);
  if (member.value !== undefined) return false;
  // Behind the key: a value is awaited once the colon is there.
  return /^\s*:\s*$/.test(between);
}

function isContainer(node: SyntaxNode): node is ObjectNode | ArrayNode {
  return node.kind === 'object' || node.kind === 'array';
}
