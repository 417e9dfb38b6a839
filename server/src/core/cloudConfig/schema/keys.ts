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
import { SchemaValidator } from './validator.js';

/** The kinds of YAML values. */
type FormKind = 'text' | 'whole number' | 'number' | 'switch' | 'list' | 'mapping' | 'empty';

/** One alternative for a value. */
export interface Form {
  readonly kind: FormKind;
  /** The schema of this alternative, including keywords for all alternatives. */
  readonly schema: SchemaNode;
  /** The description of only this alternative. */
  readonly lifecycle: Lifecycle | undefined;
  /** The allowed values. */
  readonly values: readonly unknown[] | undefined;
}

/**
 * The alternatives of a value, in the order of the schema, with discouraged ones last. `anyOf` and `oneOf` that only
 * combine keys aren't alternatives; see `Form.schema`.
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

/** Whether a branch defines a type of value, not only required keys. */
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

/** Of several types, those with content to fill in are first. */
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

/** Whether a key, or each of its alternatives, is deprecated. */
export function isOutdated(schema: SchemaNode): boolean {
  return isDeprecated(schema) || formsOf(schema).every(({ lifecycle }) => lifecycle?.deprecated !== undefined);
}

/** Whether an alternative is discouraged: deprecated, or unknown to the target. */
export function isAvoided({ lifecycle }: Form): boolean {
  return lifecycle?.deprecated !== undefined || lifecycle?.missing !== undefined;
}

/** The version of cloud-init that a key, or each of its alternatives, requires; undefined if the target has it. */
export function neededVersion(schema: SchemaNode): string | undefined {
  const own = missingOf(schema)?.since;
  if (own !== undefined) return own;
  const needed = formsOf(schema).map(({ lifecycle }) => lifecycle?.missing?.since);
  return needed.includes(undefined) ? undefined : needed[0];
}

/**
 * The schemas of the value at a path: several if outer alternatives have different ones. Outer values in `root` rule
 * out alternatives that they don't match. Empty if cloud-init has no such value. `document` is the schema of the
 * document, such as that of a target.
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

/** The schemas of an alternative for a key or index. */
function schemasBehind({ kind, schema }: Form, step: string | number): SchemaNode[] {
  if (typeof step === 'number') return kind === 'list' && isSchema(schema.items) ? [schema.items] : [];
  if (kind !== 'mapping') return [];
  return new SchemaValidator()
    .memberSchemas(schema, step)
    .slice(0, 1)
    .map((member) => member.schema);
}

/**
 * The alternatives that the author may have meant: the mappings that have all keys and values of the value, or all of
 * them if none does.
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

/** Whether a string is one of the allowed values of a schema. */
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

/** The keys of one alternative; none if it isn't a mapping. */
export function keysOfForm({ kind, schema }: Form): KnownKey[] {
  if (kind !== 'mapping') return [];
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
const places: readonly [readonly string[], readonly KnownValue[]][] = [
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
  return places.find(([pattern]) => fits(pattern))?.[1] ?? [];
}
