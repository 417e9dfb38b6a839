import { expand, type LeafNode } from '../syntax/expand.js';
import type { ArrayNode, ObjectNode, SyntaxNode } from '../syntax/node.js';

/** A cloud-config as a JSON Schema validator has to see it to judge like cloud-init. */
export type SchemaValue = null | boolean | number | string | bigint | SchemaValue[] | { [name: string]: SchemaValue };

/**
 * The value that stands for a tree where cloud-init 26.2 would validate what PyYAML loads (jsonschema, draft 4).
 * Where Python's types are others than JSON's:
 * - a floating-point number is never an integer, so a whole one becomes its nearest neighbour with a fraction;
 * - bytes are a string that fits no name and no pattern (cloud-init fails on patterns for them);
 * - dates, sets and tuples are of no type that a schema knows; a bigint is of none either.
 */
export function schemaValue(root: SyntaxNode | undefined): SchemaValue {
  return expand<SchemaValue>(root, { leaf, collection });
}

function leaf(node: LeafNode): SchemaValue {
  switch (node.kind) {
    case 'number':
      return node.float === true ? withFraction(node.value) : withinReach(node.value);
    case 'binary':
      return `\n${node.source.value}`;
    case 'timestamp':
      return 0n;
    default:
      return node.value;
  }
}

function collection(node: ArrayNode | ObjectNode): SchemaValue | undefined {
  if (node.tag === '!!set') return 0n;
  // Lists of pairs: the list is one, its pairs are tuples.
  if (node.kind === 'array' && (node.tag === '!!omap' || node.tag === '!!pairs')) return node.items.map(() => 0n);
  return undefined;
}

/** A number with a fraction that no range of the schema excludes; large ones have no neighbour with a fraction. */
const largeFraction = 2 ** 51 + 0.5;

function withFraction(value: number): number {
  // To Python infinities are numbers, and so is what is called none.
  if (!Number.isFinite(value)) return value < 0 ? -largeFraction : largeFraction;
  if (!Number.isInteger(value)) return value;
  if (value === 0) return Number.MIN_VALUE;
  const neighbour = value * (1 - Number.EPSILON);
  return Number.isInteger(neighbour) ? Math.sign(value) * largeFraction : neighbour;
}

/** Python's integers have no end; the largest number here is one too. */
function withinReach(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}
