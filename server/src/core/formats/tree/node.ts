import type { Problem } from '../../problems/problem.js';
import { countWhile, type Span } from '../../text/span.js';

/**
 * The positioned tree that JSON and YAML texts become. Values are what the text says, places are
 * UTF-16 offsets; a half-typed text still gives a tree for what is intact.
 */
export type SyntaxNode =
  ObjectNode | ArrayNode | StringNode | NumberNode | BooleanNode | NullNode | BinaryNode | TimestampNode | AliasNode;

interface NodeBase {
  /** The whole value: a string's quotes and a container's brackets belong to it, a YAML tag does not. */
  readonly span: Span;
  /** An explicit YAML tag as written, such as `!!binary`. */
  readonly tag?: string;
  /** The name behind `&` in YAML. */
  readonly anchor?: string;
}

export interface ObjectNode extends NodeBase {
  readonly kind: 'object';
  readonly members: readonly Member[];
  /** Set if the closing bracket is missing: `span` then ends with the content. */
  readonly unclosed?: true;
}

/** A key with its value; `value` is absent where the text stops after the key. */
export interface Member {
  readonly key: KeyNode;
  readonly value: SyntaxNode | undefined;
  /** From the key to the end of the value. */
  readonly span: Span;
}

/** A member's name. `span` includes quotes; `quoted` says whether there are any. */
export interface KeyNode {
  readonly name: string;
  readonly span: Span;
  readonly quoted: boolean;
  /** As for strings. */
  readonly unclosed?: true;
  /** Set for YAML's `<<`: the members of its value belong to the mapping around it, see `MappingEntries`. */
  readonly merge?: true;
  /** In YAML the key itself, which may be a number, a boolean or a collection. */
  readonly node?: SyntaxNode;
}

export interface ArrayNode extends NodeBase {
  readonly kind: 'array';
  readonly items: readonly SyntaxNode[];
  /** As for objects. */
  readonly unclosed?: true;
}

/** How a string is written; decides how places inside it map to the document. */
export type StringStyle = 'json' | 'plain' | 'single' | 'double' | 'literal' | 'folded';

export interface StringNode extends NodeBase {
  readonly kind: 'string';
  readonly value: string;
  readonly style: StringStyle;
  /** Indentation of a block scalar's lines, in characters. */
  readonly blockIndent?: number;
  /** Set if escapes in YAML make halves of characters of it, which Python can't encode. */
  readonly halves?: true;
  /** Set if the closing quote of JSON is missing: `span` then ends with the line. */
  readonly unclosed?: true;
}

/** A number. `raw` is the token as written: 64-bit values and forms such as `1.0` or `0644` live there. */
export interface NumberNode extends NodeBase {
  readonly kind: 'number';
  readonly value: number;
  readonly raw: string;
  /** Set where YAML makes a floating-point number of it, which a whole one such as `5.0` is too. */
  readonly float?: true;
}

interface BooleanNode extends NodeBase {
  readonly kind: 'boolean';
  readonly value: boolean;
  readonly raw: string;
}

interface NullNode extends NodeBase {
  readonly kind: 'null';
}

/** A YAML `!!binary` scalar. `source` is its base64 text; the bytes are decoded where they are needed. */
interface BinaryNode extends NodeBase {
  readonly kind: 'binary';
  readonly source: StringNode;
}

/** A YAML date or time, which JSON doesn't have. */
interface TimestampNode extends NodeBase {
  readonly kind: 'timestamp';
  readonly raw: string;
}

/** A YAML alias; `target` is absent where no anchor of that name stands before it. */
interface AliasNode extends NodeBase {
  readonly kind: 'alias';
  readonly name: string;
  readonly target: SyntaxNode | undefined;
}

/** The value of the last member called `name`, as JSON and YAML readers take it. */
export function memberOf(node: SyntaxNode | undefined, name: string): Member | undefined {
  if (node?.kind !== 'object') return undefined;
  return node.members.findLast((member) => member.key.name === name);
}

/** The index of the member with a key; -1 if it isn't one of the object. Members are in the order of the text. */
export function memberIndex({ members }: ObjectNode, key: KeyNode): number {
  const index = countWhile(members.length, (at) => (members[at]?.key.span.start ?? 0) < key.span.start);
  return members[index]?.key === key ? index : -1;
}

/** Finds members for one name after another of the same objects: each object is looked through once. */
export class MemberIndex {
  readonly #known = new Map<ObjectNode, ReadonlyMap<string, Member>>();
  readonly #inLowerCase = new Map<ObjectNode, ReadonlyMap<string, Member>>();

  /** Like the function `memberOf`. */
  memberOf(node: SyntaxNode | undefined, name: string): Member | undefined {
    if (node?.kind !== 'object') return undefined;
    let members = this.#known.get(node);
    if (members === undefined) {
      members = new Map(node.members.map((member) => [member.key.name, member]));
      this.#known.set(node, members);
    }
    return members.get(name);
  }

  /** Like `memberIgnoringCase`. */
  memberIgnoringCase(node: SyntaxNode | undefined, name: string): Member | undefined {
    if (node?.kind !== 'object') return undefined;
    let members = this.#inLowerCase.get(node);
    if (members === undefined) {
      // The first one of several counts.
      members = new Map(node.members.map((member) => [member.key.name.toLowerCase(), member] as const).reverse());
      this.#inLowerCase.set(node, members);
    }
    return members.get(name.toLowerCase());
  }
}

/** An alias's target, however many aliases lead to it; other nodes are themselves. */
export function resolved(node: SyntaxNode | undefined): SyntaxNode | undefined {
  let current = node;
  for (let hops = 0; current?.kind === 'alias'; hops++) {
    if (hops > 100) return undefined;
    current = current.target;
  }
  return current;
}

/** The value of a member behind aliases. */
export function memberValue(node: SyntaxNode | undefined, name: string): SyntaxNode | undefined {
  return resolved(memberOf(resolved(node), name)?.value);
}

/** The items of a list; none for other nodes. */
export function itemsOf(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  const list = resolved(node);
  return list?.kind === 'array' ? list.items : [];
}

/** What a string says, or a number or truth value as it is written; undefined for another kind of node. */
export function scalarSource(node: SyntaxNode | undefined): string | undefined {
  switch (node?.kind) {
    case 'string':
      return node.value;
    case 'number':
    case 'boolean':
      return node.raw;
    default:
      return undefined;
  }
}

/** The text of a string value, or undefined for another kind of node. */
export function stringValue(node: SyntaxNode | undefined): string | undefined {
  const target = resolved(node);
  return target?.kind === 'string' ? target.value : undefined;
}

/** What a parser understood of a text, and what it did not. */
export interface SyntaxTree {
  readonly language: 'json' | 'yaml';
  readonly root: SyntaxNode | undefined;
  readonly problems: readonly Problem[];
  /** Whether a JSON text has comments or trailing commas, which many tools take. */
  readonly relaxed?: true;
  /** The first mistake for which PyYAML refuses a YAML text, and the position that it names for it. */
  readonly refusal?: { readonly at: number; readonly problem: Problem } | undefined;
  /** Values that PyYAML reads as halves of characters. They don't make a text invalid. */
  readonly halves?: readonly Problem[];
  /** Nesting of the deepest container; the root container counts as 1. */
  readonly depth: number;
  /** What was made of values that an edit left as they were, also in earlier versions: see `madeOnce`. */
  readonly kept?: ReadonlyMap<SyntaxNode, Made>;
}

/** A tree with what was made of its values. */
export type KeptTree = Pick<SyntaxTree, 'root' | 'kept'>;

/** What was made of a value, by keys. Who asks for something knows its type by the key. */
export type Made = Map<unknown, unknown>;

/**
 * The parts of a tree that stay the same while others are edited: the values of the outermost mapping, or the items of lists
 * there, with the key that they are under.
 */
export function* partsOf({ root, kept }: KeptTree): Generator<{ readonly name: string; readonly node: SyntaxNode }> {
  if (root?.kind !== 'object') {
    if (root !== undefined) yield { name: '', node: root };
    return;
  }
  for (const { key, value } of root.members) {
    if (value?.kind === 'array' && kept?.has(value) !== true)
      for (const item of value.items) yield { name: key.name, node: item };
    else if (value !== undefined) yield { name: key.name, node: value };
  }
}

/** What is made of a value of a tree, once for all versions of the document that have the value, wherever it is in them. */
export function madeOnce<T>(kept: SyntaxTree['kept'], node: SyntaxNode, key: unknown, make: () => T): T {
  const made = kept?.get(node);
  if (made?.has(key) === true) return made.get(key) as T;
  const value = make();
  made?.set(key, value);
  return value;
}

/** Whether a mapping in a value of a tree meets a condition, which must not be about positions. */
export function hasMapping(
  kept: SyntaxTree['kept'],
  node: SyntaxNode | undefined,
  isWanted: (mapping: ObjectNode) => boolean,
): boolean {
  if (node?.kind !== 'object' && node?.kind !== 'array') return false;
  const isInside = (inner: SyntaxNode | undefined): boolean => hasMapping(kept, inner, isWanted);
  return madeOnce(kept, node, isWanted, () =>
    node.kind === 'array'
      ? node.items.some(isInside)
      : isWanted(node) || node.members.some(({ value }) => isInside(value)),
  );
}

/** The member with that name in any casing; Azure's tools disagree on it. */
export function memberIgnoringCase(node: SyntaxNode | undefined, name: string): Member | undefined {
  if (node?.kind !== 'object') return undefined;
  const wanted = name.toLowerCase();
  return node.members.find(({ key }) => key.name.length === name.length && key.name.toLowerCase() === wanted);
}

/** A name as Azure's tools and providers mean it: `osProfile`, `OsProfile` and `os_profile` are the same. */
export function canonicalName(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** The member whose name means the same as `name`, see `canonicalName`. */
export function canonicalMember(node: SyntaxNode | undefined, name: string): Member | undefined {
  if (node?.kind !== 'object') return undefined;
  const wanted = canonicalName(name);
  return node.members.find(({ key }) => key.name.length >= wanted.length && canonicalName(key.name) === wanted);
}

/** A value in a tree, with the member that holds it; `member` is undefined for list items and the root. */
interface WalkedNode {
  readonly node: SyntaxNode;
  readonly member: Member | undefined;
  /** How many containers are around it. */
  readonly depth: number;
}

/** All values of a tree, outer ones first, in the order of the text; targets of aliases are visited where they are written. */
export function* walk(root: SyntaxNode | undefined): Generator<WalkedNode> {
  const open: WalkedNode[] = root === undefined ? [] : [{ node: root, member: undefined, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const { node } = next;
    const depth = next.depth + 1;
    if (node.kind === 'array')
      for (const item of node.items.toReversed()) open.push({ node: item, member: undefined, depth });
    else if (node.kind === 'object')
      for (const member of node.members.toReversed())
        if (member.value !== undefined) open.push({ node: member.value, member, depth });
  }
}

/** The nesting depth of containers. */
export function nesting(node: SyntaxNode | undefined): number {
  let deepest = 0;
  for (const { node: inner, depth } of walk(node))
    if (inner.kind === 'array' || inner.kind === 'object') deepest = Math.max(deepest, depth + 1);
  return deepest;
}
