import { limits } from '../limits.js';
import { resolved, type SyntaxNode } from './node.js';

/** A plain JavaScript value, as validators take it. */
export type PlainValue = null | boolean | number | string | PlainValue[] | { [name: string]: PlainValue };

/** How `!!binary` comes out: as its base64 text, or as `{"$binary": …}` in results. */
export type BinaryForm = 'base64-text' | 'tagged';

/**
 * The plain value of a tree: aliases expanded, merge keys merged, the last of equal keys kept. Cycles and expansions beyond `limits.yamlExpandedNodes` end
 * in null, so the result is always finite.
 */
export function toValue(root: SyntaxNode | undefined, binary: BinaryForm = 'base64-text'): PlainValue {
  let budget: number = limits.yamlExpandedNodes;
  let aliased = 0;

  const convert = (node: SyntaxNode | undefined, depth: number): PlainValue => {
    const target = resolved(node);
    if (target === undefined || depth > limits.yamlDepth * 2) return null;
    const throughAlias = node?.kind === 'alias' && node.target !== undefined;
    // Only aliases can multiply a document, so only what stands behind one is counted.
    if (throughAlias) aliased++;
    if (aliased > 0 && --budget < 0) {
      if (throughAlias) aliased--;
      return null;
    }
    const value = convertTarget(target, depth);
    if (throughAlias) aliased--;
    return value;
  };

  const convertTarget = (target: SyntaxNode, depth: number): PlainValue => {
    switch (target.kind) {
      case 'object': {
        const value: Record<string, PlainValue> = {};
        for (const member of target.members) {
          if (member.key.name === '<<' && !member.key.quoted && member.key.node !== undefined) {
            mergeInto(value, convert(member.value, depth + 1));
          }
        }
        for (const member of target.members) {
          if (member.key.name === '<<' && !member.key.quoted && member.key.node !== undefined) continue;
          define(value, member.key.name, convert(member.value, depth + 1));
        }
        return value;
      }
      case 'array':
        return target.items.map((item) => convert(item, depth + 1));
      case 'string':
      case 'number':
      case 'boolean':
        return target.value;
      case 'binary':
        return binary === 'tagged' ? { $binary: target.source.value.replace(/\s+/g, '') } : target.source.value;
      default:
        return null;
    }
  };
  return convert(root, 0);
}

function mergeInto(value: Record<string, PlainValue>, merged: PlainValue): void {
  const sources = Array.isArray(merged) ? merged : [merged];
  for (const source of sources) {
    if (source === null || typeof source !== 'object' || Array.isArray(source)) continue;
    for (const [name, item] of Object.entries(source)) {
      if (!Object.hasOwn(value, name)) define(value, name, item);
    }
  }
}

/** Plain assignment would follow `__proto__`. */
function define(value: Record<string, PlainValue>, name: string, item: PlainValue): void {
  if (name === '__proto__') {
    Object.defineProperty(value, name, { value: item, enumerable: true, configurable: true, writable: true });
  } else value[name] = item;
}
