import { limits } from '../../limits.js';
import { decodeBase64, encodeBase64 } from '../../text/base64.js';
import { append } from '../../text/strings.js';
import { MappingEntries } from './entries.js';
import { type ArrayNode, type ObjectNode, resolved, type SyntaxNode } from './node.js';

/** A value made of a tree, with whatever its scalars were turned into. */
type Expanded<Leaf> = Leaf | null | Expanded<Leaf>[] | { [name: string]: Expanded<Leaf> };

/** A node without values inside. */
export type LeafNode = Exclude<SyntaxNode, { readonly kind: 'object' | 'array' | 'alias' | 'null' }>;

/** How nodes become values. */
interface Leaves<Leaf> {
  leaf(node: LeafNode): Leaf;
  /** What a list or mapping becomes that is not one to its reader; undefined where it is one. */
  collection?(node: ArrayNode | ObjectNode): Leaf | undefined;
  /** Called for lists and mappings that no alias repeats, which may have been expanded before. */
  once?(node: ArrayNode | ObjectNode, make: () => Expanded<Leaf>): Expanded<Leaf>;
}

/**
 * The value of a tree: aliases expanded, merge keys merged, the last of equal keys kept. Cycles and expansions
 * beyond `limits.yamlExpandedNodes` end in null, so the result is always finite.
 */
export function expand<Leaf>(root: SyntaxNode | undefined, leaves: Leaves<Leaf>): Expanded<Leaf> {
  let budget: number = limits.yamlExpandedNodes;
  const entries = new MappingEntries();

  // Only aliases and merge keys can multiply a document, so only `repeated` values are counted.
  const convert = (node: SyntaxNode | undefined, depth: number, repeated: boolean): Expanded<Leaf> => {
    const target = resolved(node);
    if (target === undefined || depth > limits.yamlDepth * 2) return null;
    const isRepeated = repeated || (node?.kind === 'alias' && node.target !== undefined);
    if (isRepeated) return --budget < 0 ? null : convertTarget(target, depth, true);
    return leaves.once !== undefined && (target.kind === 'object' || target.kind === 'array')
      ? leaves.once(target, () => convertTarget(target, depth, false))
      : convertTarget(target, depth, false);
  };

  const convertTarget = (target: SyntaxNode, depth: number, repeated: boolean): Expanded<Leaf> => {
    switch (target.kind) {
      case 'object': {
        const other = leaves.collection?.(target);
        if (other !== undefined) return other;
        const value: Record<string, Expanded<Leaf>> = {};
        for (const [name, entry] of entries.of(target))
          define(value, name, convert(entry.value, depth + 1, repeated || entry.merged));
        return value;
      }
      case 'array':
        return leaves.collection?.(target) ?? target.items.map((item) => convert(item, depth + 1, repeated));
      case 'alias':
      case 'null':
        return null;
      default:
        return leaves.leaf(target);
    }
  };
  return convert(root, 0, false);
}

/** Plain assignment would follow `__proto__`. */
function define<Leaf>(value: Record<string, Expanded<Leaf>>, name: string, item: Expanded<Leaf>): void {
  if (name === '__proto__') {
    Object.defineProperty(value, name, { value: item, enumerable: true, configurable: true, writable: true });
  } else value[name] = item;
}

/** A plain JavaScript value, as validators take it. */
export type PlainValue = null | boolean | number | string | PlainValue[] | { [name: string]: PlainValue };

/** How `!!binary` comes out: as its base64 text, or as `{"$binary": …}` in results. */
type BinaryForm = 'base64-text' | 'tagged';

/** The plain value of a tree, with dates as their text; see `expand`. */
export function toValue(root: SyntaxNode | undefined, binary: BinaryForm = 'base64-text'): PlainValue {
  return expand<PlainValue>(root, {
    leaf(node: LeafNode): PlainValue {
      switch (node.kind) {
        case 'binary':
          return binary === 'tagged'
            ? { $binary: encodeBase64(decodeBase64(node.source.value, 'python').bytes) }
            : node.source.value;
        case 'timestamp':
          return node.raw;
        default:
          return node.value;
      }
    },
  });
}

/**
 * Whether two values say the same: equal members in any order, equal items in this one, numbers as they
 * are written. Objects with a repeated key are never the same, as readers disagree on them.
 */
export function sameValue(left: SyntaxNode | undefined, right: SyntaxNode | undefined): boolean {
  const open: [SyntaxNode | undefined, SyntaxNode | undefined][] = [[left, right]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const inside = compared(resolved(pair[0]), resolved(pair[1]));
    if (inside === undefined) return false;
    append(open, inside);
  }
  return true;
}

/** The pairs that two values are the same by, if they are; undefined where they are not. */
function compared(
  a: SyntaxNode | undefined,
  b: SyntaxNode | undefined,
): [SyntaxNode | undefined, SyntaxNode | undefined][] | undefined {
  if (a?.kind !== b?.kind) return undefined;
  if (a?.kind === 'object' && b?.kind === 'object') {
    if (a.members.length !== b.members.length) return undefined;
    const byName = new Map(b.members.map((member) => [member.key.name, member.value]));
    const names = new Set(a.members.map((member) => member.key.name));
    if (byName.size !== b.members.length || names.size !== byName.size) return undefined;
    return a.members.every((member) => byName.has(member.key.name))
      ? a.members.map((member) => [member.value, byName.get(member.key.name)])
      : undefined;
  }
  if (a?.kind === 'array' && b?.kind === 'array') {
    return a.items.length === b.items.length ? a.items.map((item, index) => [item, b.items[index]]) : undefined;
  }
  const same =
    (a?.kind === 'string' && b?.kind === 'string' && a.value === b.value) ||
    ((a?.kind === 'number' || a?.kind === 'boolean') &&
      (b?.kind === 'number' || b?.kind === 'boolean') &&
      a.raw === b.raw) ||
    (a?.kind === 'timestamp' && b?.kind === 'timestamp' && a.raw === b.raw) ||
    (a?.kind === 'binary' && b?.kind === 'binary' && a.source.value === b.source.value) ||
    a?.kind === 'null';
  return same ? [] : undefined;
}
