import { memberOf, resolved, stringValue, type SyntaxNode } from '../../syntax/node.js';
import type { NodePath } from '../../syntax/pointer.js';
import { type Form, formsOf } from './forms.js';
import { isSchema, rootSchema, schemaMap, type SchemaNode } from './schemaNode.js';

/**
 * The schemas of the value at a path: several where alternatives around it have different ones. The values on the way,
 * as far as `root` has them, rule out alternatives that they do not fit. Empty where cloud-init knows no such value.
 * `document` is the schema of the whole, where it is that of a target.
 */
export function schemasAt(path: NodePath, root: SyntaxNode | undefined, document = rootSchema): SchemaNode[] {
  let schemas: SchemaNode[] = [document];
  let node = resolved(root);
  for (const step of path) {
    const inner: SchemaNode[] = [];
    for (const form of schemas.flatMap((schema) => fittingForms(schema, node)))
      for (const found of schemasBehind(form, step)) if (!inner.includes(found)) inner.push(found);
    schemas = inner;
    node = resolved(typeof step === 'number' ? itemOf(node, step) : memberOf(node, step)?.value);
  }
  return schemas;
}

function itemOf(node: SyntaxNode | undefined, index: number): SyntaxNode | undefined {
  return node?.kind === 'array' ? node.items[index] : undefined;
}

/** What a form has behind a key or an index. */
function schemasBehind({ kind, schema }: Form, step: string | number): SchemaNode[] {
  if (typeof step === 'number') return kind === 'list' && isSchema(schema.items) ? [schema.items] : [];
  if (kind !== 'mapping') return [];
  const properties = schemaMap(schema.properties);
  const own = Object.hasOwn(properties, step) ? properties[step] : undefined;
  if (own !== undefined) return [own];
  for (const [pattern, inner] of Object.entries(schemaMap(schema.patternProperties)))
    if (new RegExp(pattern, 'u').test(step)) return [inner];
  return isSchema(schema.additionalProperties) ? [schema.additionalProperties] : [];
}

/**
 * The alternatives that a value may have been meant as: those mappings that know all its keys and choices, or all of
 * them where none does.
 */
export function fittingForms(schema: SchemaNode, node: SyntaxNode | undefined): Form[] {
  const forms = formsOf(schema);
  if (node?.kind !== 'object') return forms;
  const isKnown = (form: Form): boolean =>
    node.members.every(({ key, value }) => {
      const inner = schemasBehind(form, key.name);
      const open = form.schema.additionalProperties !== false;
      return inner.length === 0 ? open : inner.every((property) => mayBe(property, value));
    });
  const mappings = forms.filter(({ kind }) => kind === 'mapping');
  const known = mappings.filter(isKnown);
  return known.length === 0 ? forms : forms.filter((form) => form.kind !== 'mapping' || known.includes(form));
}

/** Whether a text is one of the values that a schema is limited to. */
function mayBe(schema: SchemaNode, node: SyntaxNode | undefined): boolean {
  const text = stringValue(node);
  if (text === undefined) return true;
  return formsOf(schema).some(({ values }) => values?.includes(text) ?? true);
}
