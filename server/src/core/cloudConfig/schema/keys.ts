import { itemsOf, memberValue, resolved, stringValue, type SyntaxNode } from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import {
  isDeprecated,
  isSchema,
  type Lifecycle,
  lifecycleOf,
  missingOf,
  namesOfPattern,
  rootSchema,
  schemaList,
  schemaMap,
  type SchemaNode,
} from './schemaNode.js';
import { SchemaValidator } from './validator.js';

/** The types of YAML values as JSON Schema names them, those with content to fill in first. */
const typeNames = ['array', 'object', 'string', 'integer', 'number', 'boolean', 'null'] as const;
type TypeName = (typeof typeNames)[number];

/** One type that a value may have. */
export interface ValueType {
  readonly kind: TypeName;
  /** The schema of this type, including keywords for all types. */
  readonly schema: SchemaNode;
  /** Set if only this type is deprecated, changed or added. */
  readonly lifecycle: Lifecycle | undefined;
  /** The allowed values. */
  readonly values: readonly unknown[] | undefined;
}

/**
 * The types of a value, in the order of the schema, with discouraged ones last. `anyOf` and `oneOf` that only combine
 * keys don't add types; see `ValueType.schema`.
 */
export function valueTypes(schema: SchemaNode): ValueType[] {
  const types = typesOf(schema, undefined);
  return [...types.filter((type) => !isAvoided(type)), ...types.filter(isAvoided)];
}

function typesOf(schema: SchemaNode, lifecycle: Lifecycle | undefined): ValueType[] {
  for (const union of ['oneOf', 'anyOf'] as const) {
    const branches = schemaList(schema[union]);
    if (!branches.some(isStructural)) continue;
    const { [union]: _union, cloudInit: _own, ...common } = schema;
    return branches.flatMap((branch) => typesOf({ ...common, ...branch }, lifecycleOf(branch) ?? lifecycle));
  }
  const allowed: readonly unknown[] | undefined = Array.isArray(schema.enum) ? schema.enum : undefined;
  return typeNamesOf(schema).map((kind) => {
    const isOfType = (value: unknown): boolean =>
      typeOfValue(value) === kind || (kind === 'number' && typeof value === 'number');
    return { kind, schema, lifecycle, values: allowed?.filter(isOfType) };
  });
}

/** Whether a branch defines a type of value, not only required keys. */
function isStructural(branch: SchemaNode): boolean {
  return ['type', 'properties', 'patternProperties', 'items', 'enum', 'oneOf', 'anyOf'].some(
    (keyword) => branch[keyword] !== undefined,
  );
}

function typeNamesOf({ type, enum: allowed, properties, patternProperties, items }: SchemaNode): TypeName[] {
  if (typeof type === 'string') return [type as TypeName];
  if (Array.isArray(type)) return typeNames.filter((name) => type.includes(name));
  if (Array.isArray(allowed)) return [...new Set(allowed.map(typeOfValue))];
  if (properties !== undefined || patternProperties !== undefined) return ['object'];
  return items === undefined ? ['string'] : ['array'];
}

function typeOfValue(value: unknown): TypeName {
  if (value === null) return 'null';
  return typeof value === 'number' ? 'integer' : (typeof value as TypeName);
}

/** Whether a key, or each of its types, is deprecated. */
export function isOutdated(schema: SchemaNode): boolean {
  return isDeprecated(schema) || valueTypes(schema).every(({ lifecycle }) => lifecycle?.deprecated !== undefined);
}

/** Whether a type is discouraged: deprecated, or unknown to the target. */
export function isAvoided({ lifecycle }: ValueType): boolean {
  return lifecycle?.deprecated !== undefined || lifecycle?.missing !== undefined;
}

/** The version of cloud-init that a key, or each of its types, requires; undefined if the target has it. */
export function neededVersion(schema: SchemaNode): string | undefined {
  const own = missingOf(schema)?.since;
  if (own !== undefined) return own;
  const needed = valueTypes(schema).map(({ lifecycle }) => lifecycle?.missing?.since);
  return needed.includes(undefined) ? undefined : needed[0];
}

/**
 * The schemas of the value at a path: several if outer values may have different types. Outer values in `root` rule
 * out types that they don't match. Empty if cloud-init has no such value. `document` is the schema of the
 * document, such as that of a target.
 */
export function schemasAt(path: NodePath, root: SyntaxNode | undefined, document = rootSchema): SchemaNode[] {
  let schemas: SchemaNode[] = [document];
  let node = resolved(root);
  for (const step of path) {
    schemas = schemasInside(schemas, node)(step);
    node = typeof step === 'number' ? resolved(itemsOf(node)[step]) : memberValue(node, step);
  }
  return schemas;
}

/** Finds the schemas of the members or items of a value that has one of some schemas. */
export function schemasInside(
  schemas: readonly SchemaNode[],
  node: SyntaxNode | undefined,
): (step: string | number) => SchemaNode[] {
  // This reads all members of the value, so it is done once for all of them.
  const types = schemas.flatMap((schema) => fittingTypes(schema, node));
  return (step) => [...new Set(types.flatMap((type) => schemasBehind(type, step)))];
}

/** The schemas of a type for a key or index. */
function schemasBehind({ kind, schema }: ValueType, step: string | number): SchemaNode[] {
  if (typeof step === 'number') return kind === 'array' && isSchema(schema.items) ? [schema.items] : [];
  if (kind !== 'object') return [];
  return new SchemaValidator()
    .memberSchemas(schema, step)
    .slice(0, 1)
    .map((member) => member.schema);
}

/**
 * The types that the author may have meant: the mappings that have all keys and values of the value, or all of them if
 * none does.
 */
export function fittingTypes(schema: SchemaNode, node: SyntaxNode | undefined): ValueType[] {
  const types = valueTypes(schema);
  if (node?.kind !== 'object') return types;
  const isKnown = (type: ValueType): boolean =>
    node.members.every(({ key, value }) => {
      const inner = schemasBehind(type, key.name);
      const open = type.schema.additionalProperties !== false;
      return inner.length === 0 ? open : inner.every((property) => mayBe(property, value));
    });
  const mappings = types.filter(({ kind }) => kind === 'object');
  if (mappings.length < 2) return types;
  const known = mappings.filter(isKnown);
  return known.length === 0 ? types : types.filter((type) => type.kind !== 'object' || known.includes(type));
}

/** Whether a string is one of the allowed values of a schema. */
function mayBe(schema: SchemaNode, node: SyntaxNode | undefined): boolean {
  const text = stringValue(node);
  if (text === undefined) return true;
  return valueTypes(schema).some(({ values }) => values?.includes(text) ?? true);
}

/** A key that a mapping may have. */
export interface KnownKey {
  readonly name: string;
  readonly schema: SchemaNode;
  readonly required: boolean;
}

/** The keys of the mappings that a value may be, each once, in the order of the schema. */
export function keysOf(schemas: readonly SchemaNode[], node: SyntaxNode | undefined): KnownKey[] {
  const found = new Map<string, KnownKey>();
  const keys = schemas.flatMap((schema) => fittingTypes(schema, node)).flatMap(keysOfType);
  for (const key of keys) if (!found.has(key.name)) found.set(key.name, key);
  return [...found.values()];
}

/** The keys of one type; none if it isn't a mapping. */
export function keysOfType({ kind, schema }: ValueType): KnownKey[] {
  if (kind !== 'object') return [];
  const required = requiredKeys(schema);
  const named = Object.entries(schemaMap(schema.properties));
  const patterned = Object.entries(schemaMap(schema.patternProperties)).flatMap(([pattern, inner]) =>
    namesOfPattern(pattern).map((name): [string, SchemaNode] => [name, inner]),
  );
  return [...named, ...patterned].map(([name, inner]) => ({ name, schema: inner, required: required.includes(name) }));
}

/** The required keys of a mapping; of several alternatives, those of the first. */
export function requiredKeys(schema: SchemaNode): readonly string[] {
  const own = textList(schema.required);
  const choice = [schema.oneOf, schema.anyOf].map(schemaList).find((branches) => branches.length > 0);
  return choice === undefined ? own : [...own, ...textList(choice[0]?.required)];
}

/** Whether a key may be added to a mapping: not if it has another name of the same key, or one that excludes it. */
export function mayJoin(
  key: KnownKey,
  given: ReadonlySet<string>,
  among: readonly KnownKey[],
  types: readonly ValueType[],
): boolean {
  if (given.has(key.name)) return false;
  const successor = lifecycleOf(key.schema)?.deprecated?.instead;
  if (successor !== undefined && given.has(successor)) return false;
  const isSucceeded = (other: KnownKey): boolean =>
    given.has(other.name) && lifecycleOf(other.schema)?.deprecated?.instead === key.name;
  if (among.some(isSucceeded)) return false;
  const joined = new Set([...given, key.name]);
  return !types.some(({ schema }) => excludes(schema, given, joined));
}

function excludes(schema: SchemaNode, given: ReadonlySet<string>, joined: ReadonlySet<string>): boolean {
  const hasAll = (keys: ReadonlySet<string>, { required }: SchemaNode): boolean =>
    textList(required).length > 0 && textList(required).every((name) => keys.has(name));
  if (schema.not !== undefined && schemaList([schema.not]).some((banned) => hasAll(joined, banned))) return true;
  const branches = schemaList(schema.oneOf);
  return (
    branches.some((branch) => hasAll(given, branch)) && branches.filter((branch) => hasAll(joined, branch)).length > 1
  );
}

function textList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A common value of a key that accepts any string. */
interface KnownValue {
  readonly value: string;
  /** Its effect, as a sentence. */
  readonly doc: string;
}

const shells: readonly KnownValue[] = [
  { value: '/bin/bash', doc: 'Bash, available on AKS node images.' },
  { value: '/bin/sh', doc: 'The default shell, available on every Linux.' },
  { value: '/usr/sbin/nologin', doc: 'Rejects logins with a message; for service accounts.' },
  { value: '/bin/false', doc: 'Rejects logins without a message.' },
];

const modes: readonly KnownValue[] = [
  { value: '0644', doc: 'All users can read, the owner can write.' },
  { value: '0600', doc: 'Only the owner can read and write; for secrets.' },
  { value: '0755', doc: 'All users can read and execute, the owner can write; for scripts.' },
  { value: '0700', doc: 'Only the owner can read, write and execute.' },
  { value: '0640', doc: 'The owner can read and write, the group can read.' },
  { value: '0440', doc: 'Owner and group can read; required for files of sudo.' },
];

/** By path; `*` is any step. */
const knownValues: readonly [readonly string[], readonly KnownValue[]][] = [
  [['users', '*'], [{ value: 'default', doc: 'The default user of the image.' }]],
  [['users', '*', 'shell'], shells],
  [['user', 'shell'], shells],
  [
    ['users', '*', 'sudo'],
    [{ value: 'ALL=(ALL) NOPASSWD:ALL', doc: 'Every command as any user, without a password.' }],
  ],
  [['write_files', '*', 'permissions'], modes],
  [['write_files', '*', 'owner'], [{ value: 'root:root', doc: 'The default owner.' }]],
];

/** The common values of a path; none for most. */
export function knownValuesAt(path: NodePath): readonly KnownValue[] {
  const fits = (pattern: readonly string[]): boolean =>
    pattern.length === path.length && pattern.every((step, index) => step === '*' || step === path[index]);
  return knownValues.find(([pattern]) => fits(pattern))?.[1] ?? [];
}
