import type { SyntaxNode } from '../../syntax/node.js';
import type { Form } from './forms.js';
import { fittingForms } from './navigate.js';
import { namesOfPattern } from './patternNames.js';
import { lifecycleOf, schemaList, schemaMap, type SchemaNode } from './schemaNode.js';

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
