import type { KeyNames } from '../../formats/tree/edits.js';
import type { Member, ObjectNode, SyntaxNode } from '../../formats/tree/node.js';
import { startOfLine } from '../../formats/tree/layout.js';
import type { NodePath } from '../../formats/tree/paths.js';
import { type Fix, replacement } from '../../problems/problem.js';
import { renameFixes } from '../../record/fixes.js';
import { schemasAt, valueTypes } from '../schema/keys.js';
import { isSchema, type SchemaNode } from '../schema/schemaNode.js';

/** Writes another value. None for a block scalar, whose header isn't part of the node. Not safe. */
export function valueFixes(title: string, node: SyntaxNode, written: string): Fix[] {
  const isBlock = node.kind === 'string' && (node.style === 'literal' || node.style === 'folded');
  return isBlock ? [] : [replacement(title, node.span, written, { safe: false })];
}

/**
 * The fix that inserts `key: value` before the first key of a mapping, in block or flow style; none for a mapping
 * without keys, and for one with an anchor, because everything that refers to it would get the key too. It isn't safe: it
 * changes what cloud-init does.
 */
export function insertionFixes(title: string, text: string, mapping: ObjectNode, written: string): Fix[] {
  const first = mapping.members[0]?.key.span.start;
  if (first === undefined || mapping.anchor !== undefined) return [];
  const separator =
    text.charAt(mapping.span.start) === '{' ? ', ' : `\n${' '.repeat(first - startOfLine(text, first))}`;
  return [replacement(title, { start: first, end: first }, written + separator, { safe: false })];
}

/**
 * Renames a deprecated key to its replacement, if that accepts the same values. The fix is safe, since cloud-init does the
 * same as before.
 */
export function renamedKeyFix(
  keys: KeyNames,
  root: SyntaxNode,
  owner: SyntaxNode | undefined,
  path: NodePath,
  member: Member,
  instead: string,
): Fix | undefined {
  const [before] = schemasAt(path, root);
  // The new key isn't in the document yet.
  const [after] = schemasAt([...path.slice(0, -1), instead], root);
  if (before === undefined || after === undefined || acceptedValues(before) !== acceptedValues(after)) return undefined;
  return renameFixes(keys, owner, member.key, instead, { safe: true })[0];
}

/** Replaces a deprecated value. */
export function replacedValueFix(root: SyntaxNode, node: SyntaxNode, path: NodePath, instead: string): Fix | undefined {
  if (node.kind !== 'string' || node.tag !== undefined || node.style === 'literal' || node.style === 'folded')
    return undefined;
  const values = schemasAt(path, root)
    .flatMap(valueTypes)
    .flatMap((type) => type.values ?? []);
  if (!values.includes(instead)) return undefined;
  const newText = node.style === 'plain' ? instead : JSON.stringify(instead);
  return replacement(`Write ${newText}`, node.span, newText, { safe: false });
}

/** A string that is equal for schemas that accept the same values. */
function acceptedValues(schema: SchemaNode): string {
  const annotations = new Set(['description', 'default', 'cloudInit', 'cloudInitModule']);
  const plain = (value: unknown, isNames: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => plain(item, false));
    if (!isSchema(value)) return value;
    return Object.entries(value)
      .filter(([key]) => isNames || !annotations.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, plain(inner, key === 'properties' || key === 'patternProperties')]);
  };
  return JSON.stringify(plain(schema, false));
}
