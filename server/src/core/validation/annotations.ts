import { pythonRegExp } from '../cloudConfig/pythonRegExp.js';
import type { SchemaValue } from '../cloudConfig/schemaValue.js';

/** A JSON Schema (draft-07) node, as far as this walker knows it. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** An annotation of a schema that applies to a value. */
export interface Annotation {
  readonly pointer: string;
  readonly value: unknown;
}

/**
 * Which branches of a union are followed: the first one that the value fits, or all that cloud-init evaluates
 * (26.2): of `oneOf` every one, of `anyOf` those up to the one that fits.
 */
export type Branches = 'fitting' | 'evaluated';

/**
 * Finds the annotations `keyword` of every schema that applies to a value: through properties, items
 * and references, and in unions only in the branches that the value fits. ajv says whether a value is
 * valid; what a valid value was recognised as, it does not say.
 */
export function* annotationsOf(
  keyword: string,
  schema: SchemaNode,
  value: SchemaValue,
  branches: Branches = 'fitting',
): Generator<Annotation> {
  yield* new SchemaWalker(keyword, schema, branches).walk(schema, value, '');
}

class SchemaWalker {
  readonly #keyword: string;
  readonly #root: SchemaNode;
  readonly #branches: Branches;

  constructor(keyword: string, root: SchemaNode, branches: Branches) {
    this.#keyword = keyword;
    this.#root = root;
    this.#branches = branches;
  }

  *walk(schema: SchemaNode, value: SchemaValue, pointer: string): Generator<Annotation> {
    if (schema[this.#keyword] !== undefined) yield { pointer, value: schema[this.#keyword] };
    const target = this.#target(schema);
    if (target !== undefined) yield* this.walk(target, value, pointer);
    for (const part of schemaList(schema.allOf)) yield* this.walk(part, value, pointer);
    for (const union of ['anyOf', 'oneOf']) {
      for (const branch of schemaList(schema[union])) {
        const fits = this.#fits(branch, value);
        if (!fits && this.#branches === 'fitting') continue;
        yield* this.walk(branch, value, pointer);
        // cloud-init stops at the first alternative that fits.
        if (fits && (union === 'anyOf' || this.#branches === 'fitting')) break;
      }
    }
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        const inner = itemSchema(schema, index);
        if (inner !== undefined) yield* this.walk(inner, item, `${pointer}/${index}`);
      }
    } else if (value !== null && typeof value === 'object') {
      for (const [name, item] of Object.entries(value)) {
        const step = name.replaceAll('~', '~0').replaceAll('/', '~1');
        for (const inner of propertySchemas(schema, name)) yield* this.walk(inner, item, `${pointer}/${step}`);
      }
    }
  }

  /** Whether a value is valid under a schema; knows the keywords that our schemas use in unions. */
  #fits(schema: SchemaNode, value: SchemaValue): boolean {
    const target = this.#target(schema);
    if (target !== undefined && !this.#fits(target, value)) return false;
    if (schema.type !== undefined && !hasType(value, schema.type)) return false;
    if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
    if (schema.const !== undefined && schema.const !== value) return false;
    if (typeof schema.pattern === 'string' && typeof value === 'string' && !pythonRegExp(schema.pattern).test(value))
      return false;
    if (!schemaList(schema.allOf).every((part) => this.#fits(part, value))) return false;
    for (const union of ['anyOf', 'oneOf']) {
      const branches = schemaList(schema[union]);
      if (branches.length > 0 && !branches.some((branch) => this.#fits(branch, value))) return false;
    }
    if (Array.isArray(value)) {
      return value.every((item, index) => {
        const inner = itemSchema(schema, index);
        return inner === undefined || this.#fits(inner, item);
      });
    }
    if (value !== null && typeof value === 'object') return this.#objectFits(schema, value);
    return true;
  }

  #objectFits(schema: SchemaNode, value: Readonly<Record<string, SchemaValue>>): boolean {
    const required = Array.isArray(schema.required) ? schema.required : [];
    if (!required.every((name) => Object.hasOwn(value, String(name)))) return false;
    return Object.entries(value).every(([name, item]) => {
      const inner = propertySchemas(schema, name);
      if (inner.length === 0) return schema.additionalProperties !== false;
      return inner.every((part) => this.#fits(part, item));
    });
  }

  #target(schema: SchemaNode): SchemaNode | undefined {
    const reference = schema.$ref;
    if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
    let node: unknown = this.#root;
    for (const step of reference.slice(2).split('/')) {
      node = isSchema(node) ? node[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
    }
    return isSchema(node) ? node : undefined;
  }
}

function isSchema(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function schemaList(value: unknown): SchemaNode[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function itemSchema(schema: SchemaNode, index: number): SchemaNode | undefined {
  const { items, additionalItems } = schema;
  if (Array.isArray(items)) {
    const own: unknown = items[index];
    return isSchema(own) ? own : isSchema(additionalItems) ? additionalItems : undefined;
  }
  return isSchema(items) ? items : undefined;
}

/** The schemas of a property: by its name, else by pattern, else the one for all others. */
function propertySchemas(schema: SchemaNode, name: string): SchemaNode[] {
  const { properties, patternProperties, additionalProperties } = schema;
  if (isSchema(properties) && Object.hasOwn(properties, name)) {
    const own = properties[name];
    return isSchema(own) ? [own] : [];
  }
  const byPattern = isSchema(patternProperties)
    ? Object.entries(patternProperties).flatMap(([pattern, inner]) =>
        pythonRegExp(pattern).test(name) && isSchema(inner) ? [inner] : [],
      )
    : [];
  if (byPattern.length > 0) return byPattern;
  return isSchema(additionalProperties) ? [additionalProperties] : [];
}

function hasType(value: SchemaValue, type: unknown): boolean {
  const types = Array.isArray(type) ? type : [type];
  return types.some((name) => {
    switch (name) {
      case 'null':
        return value === null;
      case 'array':
        return Array.isArray(value);
      case 'object':
        return value !== null && typeof value === 'object' && !Array.isArray(value);
      case 'integer':
        return typeof value === 'number' && Number.isInteger(value);
      default:
        return typeof value === name;
    }
  });
}
