import { formsOf } from '../../../cloudConfig/schema/forms.js';
import { schemasAt } from '../../../cloudConfig/schema/navigate.js';
import { isSchema, type SchemaNode } from '../../../cloudConfig/schema/schemaNode.js';
import type { Fix } from '../../../problems/problem.js';
import { type Member, memberOf, type SyntaxNode } from '../../../syntax/node.js';
import type { NodePath } from '../../../syntax/pointer.js';

/**
 * Gives a deprecated key the name that took its place, where that one takes the same values and is not there yet. Then
 * cloud-init does the same as before, so it may be done unasked.
 */
export function renamedKeyFix(
  root: SyntaxNode,
  owner: SyntaxNode | undefined,
  path: NodePath,
  member: Member,
  instead: string,
): Fix | undefined {
  if (memberOf(owner, instead) !== undefined) return undefined;
  const [before] = schemasAt(path, root);
  // Without the root: the new key is not in the document yet.
  const [after] = schemasAt([...path.slice(0, -1), instead], root);
  if (before === undefined || after === undefined || takenBy(before) !== takenBy(after)) return undefined;
  const newText = member.key.quoted ? JSON.stringify(instead) : instead;
  return { title: `Rename to ${instead}`, changes: [{ span: member.key.span, newText }], safe: true };
}

/** Writes the value that took the place of a deprecated one. */
export function replacedValueFix(root: SyntaxNode, node: SyntaxNode, path: NodePath, instead: string): Fix | undefined {
  if (node.kind !== 'string' || node.style === 'literal' || node.style === 'folded') return undefined;
  const values = schemasAt(path, root)
    .flatMap(formsOf)
    .flatMap((form) => form.values ?? []);
  if (!values.includes(instead)) return undefined;
  const newText = node.style === 'plain' ? instead : JSON.stringify(instead);
  return { title: `Write ${newText}`, changes: [{ span: node.span, newText }], safe: false };
}

/** The values that a schema takes, as a text that is the same for schemas that take the same. */
function takenBy(schema: SchemaNode): string {
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
