import { isDeprecated, type Lifecycle, lifecycleOf, missingOf, schemaList, type SchemaNode } from './schemaNode.js';

/** What YAML makes of a value, in the terms of a person who writes one. */
export type FormKind = 'text' | 'whole number' | 'number' | 'switch' | 'list' | 'mapping' | 'empty';

/** One of the alternatives that a value may be. */
export interface Form {
  readonly kind: FormKind;
  /** Everything that the schema says about a value of this form, with what holds for all alternatives. */
  readonly schema: SchemaNode;
  /** What is said about this alternative alone. */
  readonly lifecycle: Lifecycle | undefined;
  /** The values that it is limited to. */
  readonly values: readonly unknown[] | undefined;
}

/**
 * The alternatives of a value, in the order of the schema, with those that nobody should begin with behind all others. `anyOf` and
 * `oneOf` that only say which keys go together are no alternatives; see `Form.schema`.
 */
export function formsOf(schema: SchemaNode): Form[] {
  const forms = alternativesOf(schema, undefined);
  return [...forms.filter((form) => !isAvoided(form)), ...forms.filter(isAvoided)];
}

function alternativesOf(schema: SchemaNode, lifecycle: Lifecycle | undefined): Form[] {
  for (const union of ['oneOf', 'anyOf'] as const) {
    const branches = schemaList(schema[union]);
    if (!branches.some(isStructural)) continue;
    const { [union]: _union, cloudInit: _own, ...common } = schema;
    return branches.flatMap((branch) => alternativesOf({ ...common, ...branch }, lifecycleOf(branch) ?? lifecycle));
  }
  return typesOf(schema).map((type) => {
    const kind = kinds[type] ?? 'text';
    const values = Array.isArray(schema.enum)
      ? (schema.enum as unknown[]).filter((value) => hasKind(value, kind))
      : undefined;
    return { kind, schema, lifecycle, values };
  });
}

/** Whether a branch says what a value is, and not only which keys it needs. */
function isStructural(branch: SchemaNode): boolean {
  return ['type', 'properties', 'patternProperties', 'items', 'enum', 'oneOf', 'anyOf'].some(
    (keyword) => branch[keyword] !== undefined,
  );
}

const kinds: Readonly<Record<string, FormKind>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'switch',
  array: 'list',
  object: 'mapping',
  null: 'empty',
};

/** Of several types at once those come first that have something to be filled in. */
const order = ['array', 'object', 'string', 'integer', 'number', 'boolean', 'null'];

function typesOf(schema: SchemaNode): string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.map(String).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  if (Array.isArray(schema.enum)) return [...new Set(schema.enum.map(typeOfValue))];
  if (schema.properties !== undefined || schema.patternProperties !== undefined) return ['object'];
  return schema.items === undefined ? ['string'] : ['array'];
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return 'integer';
  return typeof value;
}

function hasKind(value: unknown, kind: FormKind): boolean {
  return kinds[typeOfValue(value)] === kind || (kind === 'number' && typeof value === 'number');
}

/** Whether a key is on its way out itself, or in every form that it may have. */
export function isOutdated(schema: SchemaNode): boolean {
  return isDeprecated(schema) || formsOf(schema).every(({ lifecycle }) => lifecycle?.deprecated !== undefined);
}

/** Whether nobody should begin to write this form: it is deprecated, or the target does not know it yet. */
export function isAvoided({ lifecycle }: Form): boolean {
  return lifecycle?.deprecated !== undefined || lifecycle?.missing !== undefined;
}

/** The version of cloud-init that the target would need for a key, or for all ways to write it; undefined where it has it. */
export function neededVersion(schema: SchemaNode): string | undefined {
  const own = missingOf(schema)?.since;
  if (own !== undefined) return own;
  const needed = formsOf(schema).map(({ lifecycle }) => lifecycle?.missing?.since);
  return needed.includes(undefined) ? undefined : needed[0];
}
