import { SchemaValidator } from '../cloudConfig/schema/judge.js';
import { isSchema, schemaList, schemaMap, type SchemaNode } from '../cloudConfig/schema/schemaNode.js';
import type { SchemaValue } from '../cloudConfig/schemaValue.js';
import { pointerOf } from '../syntax/pointer.js';

/** An annotation of a schema that applies to a value. */
export interface Annotation {
  /** JSON Pointer of the value. */
  readonly pointer: string;
  readonly value: unknown;
}

/**
 * Which branches of a union are followed: the first one that the value fits, or all that cloud-init evaluates
 * (26.2): of `oneOf` every one, of `anyOf` those up to the one that fits.
 */
export type Branches = 'fitting' | 'evaluated';

/**
 * The annotations `keyword` of every schema that applies to a value: through properties and items, and in unions only
 * in the branches that the value fits. A judge says whether a value is valid; what a valid value was recognised as, it
 * does not say.
 */
export function annotationsOf(
  keyword: string,
  schema: SchemaNode,
  value: SchemaValue,
  branches: Branches = 'fitting',
): Annotation[] {
  const judge = new SchemaValidator();
  const found: Annotation[] = [];
  const path: (string | number)[] = [];

  const walk = (at: SchemaNode, inner: SchemaValue): void => {
    if (at[keyword] !== undefined) found.push({ pointer: pointerOf(path), value: at[keyword] });
    if (at.anyOf !== undefined) walkUnion('anyOf', schemaList(at.anyOf), inner);
    if (at.oneOf !== undefined) walkUnion('oneOf', schemaList(at.oneOf), inner);
    if (Array.isArray(inner)) {
      const { items } = at;
      if (isSchema(items)) inner.forEach((item, index) => walkInto(items, item, index));
    } else if (inner !== null && typeof inner === 'object') {
      for (const [name, item] of Object.entries(inner))
        for (const member of memberSchemas(judge, at, name)) walkInto(member, item, name);
    }
  };
  const walkInto = (at: SchemaNode, inner: SchemaValue, step: string | number): void => {
    path.push(step);
    walk(at, inner);
    path.pop();
  };
  const walkUnion = (union: 'anyOf' | 'oneOf', schemas: readonly SchemaNode[], inner: SchemaValue): void => {
    for (const branch of schemas) {
      const fits = judge.accepts(branch, inner);
      if (!fits && branches === 'fitting') continue;
      walk(branch, inner);
      // cloud-init stops at the first alternative that fits.
      if (fits && (union === 'anyOf' || branches === 'fitting')) break;
    }
  };
  walk(schema, value);
  return found;
}

/** The schemas of a member: by its name, else by pattern, else the one for all others. */
function memberSchemas(judge: SchemaValidator, schema: SchemaNode, name: string): SchemaNode[] {
  const properties = schemaMap(schema.properties);
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (own !== undefined) return [own];
  const patterns = Object.entries(schemaMap(schema.patternProperties));
  const matching = patterns.filter(([pattern]) => judge.matches(pattern, name));
  if (matching.length > 0) return matching.map(([, inner]) => inner);
  return isSchema(schema.additionalProperties) ? [schema.additionalProperties] : [];
}
