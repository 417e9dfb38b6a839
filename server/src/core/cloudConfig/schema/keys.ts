import { memberOf, resolved, stringValue, type SyntaxNode } from '../../formats/tree/node.js';
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

/** What YAML makes of a value, in the terms of a person who writes one. */
type FormKind = 'text' | 'whole number' | 'number' | 'switch' | 'list' | 'mapping' | 'empty';

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

/** A key that a mapping may have. */
export interface KnownKey {
  readonly name: string;
  readonly schema: SchemaNode;
  readonly required: boolean;
}

/** The keys of the mappings that a value may be, each once, in the order of the schema. */
export function keysOf(schemas: readonly SchemaNode[], node: SyntaxNode | undefined): KnownKey[] {
  const found = new Map<string, KnownKey>();
  for (const form of schemas.flatMap((schema) => fittingForms(schema, node))) {
    for (const key of keysOfForm(form)) if (!found.has(key.name)) found.set(key.name, key);
  }
  return [...found.values()];
}

/** The keys of one form; none for what is no mapping. */
export function keysOfForm({ kind, schema }: Form): KnownKey[] {
  if (kind !== 'mapping') return [];
  const required = requiredKeys(schema);
  const named = Object.entries(schemaMap(schema.properties));
  const patterned = Object.entries(schemaMap(schema.patternProperties)).flatMap(([pattern, inner]) =>
    namesOfPattern(pattern).map((name): [string, SchemaNode] => [name, inner]),
  );
  return [...named, ...patterned].map(([name, inner]) => ({ name, schema: inner, required: required.includes(name) }));
}

/** The keys that a mapping needs; where it has a choice, those of the first one. */
export function requiredKeys(schema: SchemaNode): readonly string[] {
  const own = textList(schema.required);
  const choice = [schema.oneOf, schema.anyOf].map(schemaList).find((branches) => branches.length > 0);
  return choice === undefined ? own : [...own, ...textList(choice[0]?.required)];
}

/**
 * Whether a key may join those that a mapping has: not under its old name beside its new one, and not where
 * cloud-init wants one of two.
 */
export function mayJoin(
  key: KnownKey,
  given: ReadonlySet<string>,
  among: readonly KnownKey[],
  forms: readonly Form[],
): boolean {
  if (given.has(key.name)) return false;
  const successor = lifecycleOf(key.schema)?.deprecated?.instead;
  if (successor !== undefined && given.has(successor)) return false;
  const isSucceeded = (other: KnownKey): boolean =>
    given.has(other.name) && lifecycleOf(other.schema)?.deprecated?.instead === key.name;
  if (among.some(isSucceeded)) return false;
  const joined = new Set([...given, key.name]);
  return !forms.some(({ schema }) => excludes(schema, given, joined));
}

function excludes(schema: SchemaNode, given: ReadonlySet<string>, joined: ReadonlySet<string>): boolean {
  const holds = (keys: ReadonlySet<string>, { required }: SchemaNode): boolean =>
    textList(required).length > 0 && textList(required).every((name) => keys.has(name));
  if (schema.not !== undefined && schemaList([schema.not]).some((banned) => holds(joined, banned))) return true;
  const branches = schemaList(schema.oneOf);
  return (
    branches.some((branch) => holds(given, branch)) && branches.filter((branch) => holds(joined, branch)).length > 1
  );
}

function textList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A value that people write at a place where cloud-init takes any text. */
interface KnownValue {
  readonly value: string;
  /** What it comes to, as a sentence. */
  readonly doc: string;
}

const shells: readonly KnownValue[] = [
  { value: '/bin/bash', doc: 'Bash, which AKS node images have.' },
  { value: '/bin/sh', doc: 'The shell that every Linux has.' },
  { value: '/usr/sbin/nologin', doc: 'Refuses logins politely; for accounts of services.' },
  { value: '/bin/false', doc: 'Refuses logins without a word.' },
];

const modes: readonly KnownValue[] = [
  { value: '0644', doc: 'Everybody reads, the owner writes.' },
  { value: '0600', doc: 'Only the owner reads and writes; for secrets.' },
  { value: '0755', doc: 'Everybody reads and executes, the owner writes; for scripts.' },
  { value: '0700', doc: 'Only the owner reads, writes and executes.' },
  { value: '0640', doc: 'The owner reads and writes, the group reads.' },
  { value: '0440', doc: 'Owner and group read; what sudo wants of its files.' },
];

/** By place; `*` is any step of a path. */
const places: readonly [readonly string[], readonly KnownValue[]][] = [
  [['users', '*'], [{ value: 'default', doc: 'The user that the image itself brings.' }]],
  [['users', '*', 'shell'], shells],
  [['user', 'shell'], shells],
  [
    ['users', '*', 'sudo'],
    [{ value: 'ALL=(ALL) NOPASSWD:ALL', doc: 'Every command as everybody, without a password.' }],
  ],
  [['write_files', '*', 'permissions'], modes],
  [['write_files', '*', 'owner'], [{ value: 'root:root', doc: 'What a file has where no owner is given.' }]],
];

/** The values that are known for a path; none for most. */
export function knownValuesAt(path: NodePath): readonly KnownValue[] {
  const fits = (pattern: readonly string[]): boolean =>
    pattern.length === path.length && pattern.every((step, index) => step === '*' || step === path[index]);
  return places.find(([pattern]) => fits(pattern))?.[1] ?? [];
}
