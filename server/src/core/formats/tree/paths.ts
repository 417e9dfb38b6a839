import { type Span, touches } from '../../text/span.js';
import { type ArrayNode, type Member, memberOf, type ObjectNode, resolved, type SyntaxNode } from './node.js';

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

/** What of a tree an offset is on. */
interface TreePlace {
  /** The way to the value. */
  readonly path: NodePath;
  /** The member that the value belongs to; undefined for entries of lists and the root. */
  readonly member: Member | undefined;
  /** The value; undefined where a key has none. */
  readonly node: SyntaxNode | undefined;
  readonly isOnKey: boolean;
}

/** The innermost key or value that an offset touches, by the spans of the tree alone, in any layout; undefined outside of all. */
export function placeOf(root: SyntaxNode | undefined, offset: number): TreePlace | undefined {
  let found: TreePlace | undefined;
  let node = root;
  const path: (string | number)[] = [];
  while (node !== undefined && touches(node.span, offset)) {
    found ??= { path: [], member: undefined, node, isOnKey: false };
    if (node.kind === 'object') {
      const member: Member | undefined = node.members.find(
        ({ key, value }) => touches(key.span, offset) || (value !== undefined && touches(value.span, offset)),
      );
      if (member === undefined) return found;
      path.push(member.key.name);
      found = { path: [...path], member, node: member.value, isOnKey: touches(member.key.span, offset) };
      if (found.isOnKey) return found;
      node = member.value;
    } else if (node.kind === 'array') {
      const index = node.items.findIndex(({ span }) => touches(span, offset));
      if (index < 0) return found;
      path.push(index);
      node = node.items[index];
      found = { path: [...path], member: undefined, node, isOnKey: false };
    } else return found;
  }
  return found;
}

/** Steps from a document's root to a value: member names and list indexes. */
export type NodePath = readonly (string | number)[];

/** The JSON Pointer (RFC 6901) of a path. */
export function pointerOf(path: NodePath): string {
  let pointer = '';
  for (const step of path) pointer += `/${typeof step === 'number' ? step : escaped(step)}`;
  return pointer;
}

function escaped(step: string): string {
  return /[~/]/.test(step) ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;
}

/** The steps of a JSON Pointer; list indexes stay text. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value that a pointer leads to, with the key that it stands under. */
interface PointedNode {
  readonly node: SyntaxNode;
  readonly keySpan: SyntaxNode['span'] | undefined;
}

/** Follows a pointer as far as values exist; undefined where a step leads nowhere. */
export function nodeAt(root: SyntaxNode | undefined, pointer: string): PointedNode | undefined {
  let node = resolved(root);
  let keySpan: SyntaxNode['span'] | undefined;
  for (const step of stepsOf(pointer)) {
    if (node?.kind === 'object') {
      const member = node.members.findLast((candidate) => candidate.key.name === step);
      keySpan = member?.key.span;
      node = resolved(member?.value);
    } else if (node?.kind === 'array') {
      keySpan = undefined;
      node = resolved(node.items[Number(step)]);
    } else return undefined;
  }
  return node === undefined ? undefined : { node, keySpan };
}

/** The narrowest value that stands on the way to a pointer's target. */
export interface NearestNode {
  readonly node: SyntaxNode;
  /** The member that holds it, where a member does. */
  readonly member: Member | undefined;
  /** Whether the target itself was found. */
  readonly exact: boolean;
}

/**
 * Follows a pointer as far as the text goes. Values that only a merge key brings in have no place of
 * their own; then the object around them answers.
 */
export function nearestNode(root: SyntaxNode, pointer: string): NearestNode {
  let node = resolved(root) ?? root;
  let member: Member | undefined;
  for (const step of stepsOf(pointer)) {
    let next: SyntaxNode | undefined;
    let holder: Member | undefined;
    if (node.kind === 'object') {
      holder = memberOf(node, step);
      next = resolved(holder?.value);
    } else if (node.kind === 'array') next = resolved(node.items[Number(step)]);
    if (next === undefined) return { node, member, exact: false };
    node = next;
    member = holder;
  }
  return { node, member, exact: true };
}

/** The key's place where the value is a whole container, which would underline half a screen. */
export function narrowSpan(found: NearestNode): Span {
  const container = found.node.kind === 'object' || found.node.kind === 'array';
  if (container && found.member !== undefined) return found.member.key.span;
  if (container) return { start: found.node.span.start, end: found.node.span.start + 1 };
  return found.node.span;
}
