import { countWhile, type Span, touches } from '../../text/span.js';
import {
  type ArrayNode,
  type Member,
  type MemberIndex,
  memberOf,
  type ObjectNode,
  resolved,
  type SyntaxNode,
} from './node.js';

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

/** A path into a document that shares its beginning with its neighbours. */
export interface Trail {
  readonly before: Trail | undefined;
  readonly step: string | number;
}

/** The steps of a trail, from the root. */
export function stepsOfTrail(trail: Trail | undefined): NodePath {
  const steps: (string | number)[] = [];
  for (let at = trail; at !== undefined; at = at.before) steps.push(at.step);
  return steps.reverse();
}

/** The steps of a JSON Pointer; list indexes stay text. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value that a pointer leads to, or the innermost one around it that the text has. */
export interface NearestNode {
  readonly node: SyntaxNode;
  /** The member that holds it; undefined for list items and the root. */
  readonly member: Member | undefined;
  /** Whether it is the value that the pointer leads to. */
  readonly exact: boolean;
}

/**
 * Values that only a merge key brings in have no position; the object around them is returned instead. Who looks for many
 * pointers in one document passes an index.
 */
export function nearestNode(root: SyntaxNode, pointer: string, index?: MemberIndex): NearestNode {
  let node = resolved(root) ?? root;
  let member: Member | undefined;
  for (const step of stepsOf(pointer)) {
    let next: SyntaxNode | undefined;
    let holder: Member | undefined;
    if (node.kind === 'object') {
      holder = index === undefined ? memberOf(node, step) : index.memberOf(node, step);
      next = resolved(holder?.value);
    } else if (node.kind === 'array') next = resolved(node.items[Number(step)]);
    if (next === undefined) return { node, member, exact: false };
    node = next;
    member = holder;
  }
  return { node, member, exact: true };
}

/** The value that a pointer leads to; undefined if there is none. */
export function nodeAt(root: SyntaxNode | undefined, pointer: string): SyntaxNode | undefined {
  const found = root && nearestNode(root, pointer);
  return found?.exact === true ? found.node : undefined;
}

/** What a problem about a value marks: of a container only its key or first character, not all its lines. */
export function narrowSpan(found: NearestNode): Span {
  const container = found.node.kind === 'object' || found.node.kind === 'array';
  if (container && found.member !== undefined) return found.member.key.span;
  if (container) return { start: found.node.span.start, end: found.node.span.start + 1 };
  return found.node.span;
}

/** What a cursor is on in a tree, or what can be written at it. */
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

/** Walks from the root to the cursor; undefined outside of the root. */
export function cursorAt(root: SyntaxNode | undefined, text: string, offset: number): CursorPlace | undefined {
  if (root === undefined || !touches(root.span, offset)) return undefined;
  let node = root;
  const path: (string | number)[] = [];
  for (;;) {
    if (node.kind === 'object' && isInside(node, text, offset)) {
      const { members } = node;
      const member = members[countWhile(members.length, (at) => (members[at]?.key.span.start ?? 0) <= offset) - 1];
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
      const { items } = node;
      const before = countWhile(items.length, (at) => (items[at]?.span.end ?? 0) < offset);
      const next = items[before];
      const item = next !== undefined && touches(next.span, offset) ? next : undefined;
      path.push(before);
      if (item === undefined || !isContainer(item) || !isInside(item, text, offset))
        return { at: 'value', path, node: item, member: undefined };
      node = item;
    } else return { at: 'value', path, node, member: undefined };
  }
}

/** Between the brackets, not on them; a container without brackets or without its closing one reaches to its end. */
function isInside(node: SyntaxNode, text: string, offset: number): boolean {
  if (!/[[{]/.test(text.charAt(node.span.start))) return touches(node.span, offset);
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

/** The innermost key or value that an offset touches. */
interface TouchedNode {
  readonly path: NodePath;
  /** The member that the value belongs to; undefined for list items and the root. */
  readonly member: Member | undefined;
  /** The value; undefined for a key without one. */
  readonly node: SyntaxNode | undefined;
  readonly isOnKey: boolean;
}

/** Between entries that is the container around them; undefined outside of the root. */
export function touchedNode(root: SyntaxNode | undefined, text: string, offset: number): TouchedNode | undefined {
  const cursor = cursorAt(root, text, offset);
  if (root === undefined || cursor === undefined) return undefined;
  const { path, member } = cursor;
  if (cursor.at === 'value' && cursor.node !== undefined) return { path, member, node: cursor.node, isOnKey: false };
  if (cursor.at === 'key' && member !== undefined)
    return { path: [...path, member.key.name], member, node: member.value, isOnKey: true };
  const around = cursor.at === 'key' ? path : path.slice(0, -1);
  return { path: around, ...nearestNode(root, pointerOf(around)), isOnKey: false };
}
