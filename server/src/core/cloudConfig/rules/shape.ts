import { type Member, memberOf, type SyntaxNode } from '../../formats/tree/node.js';
import { narrowSpan, nearestNode, type NearestNode, type NodePath, stepsOf } from '../../formats/tree/paths.js';
import { yaml11Pitfall } from '../../formats/yaml/construct.js';
import { quoted } from '../../text/strings.js';
import type { ProblemCode } from '../../problems/codes.js';
import { type Fix, problem, type Problem, type ProblemExtras } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { isSecretName } from '../../secrets/find.js';
import type { Span } from '../../text/span.js';
import { nearestName } from '../../text/suggest.js';
import { formsOf, schemasAt } from '../schema/keys.js';
import { isSchema, rootSchema, type SchemaNode } from '../schema/schemaNode.js';
import { type ShapeFault, typesOf } from '../schema/shapeFaults.js';
import { hiddenCharacters } from '../read.js';
import type { CloudConfigInput } from './input.js';

/** Values and keys against cloud-init's structure (26.2, `schemas/cloud-config.schema.json`). */
export const shape: Rule<CloudConfigInput> = {
  name: 'cloud-config/shape',
  *check({ tree: { root }, text, reading }): Generator<Problem> {
    for (const failure of reading.failures) {
      switch (failure.is) {
        case 'empty':
          yield problem(
            'cloud-config/not-a-mapping',
            { start: 0, end: Math.min(text.length, 13) },
            'The cloud-config says nothing: a mapping of keys was expected below the header.',
          );
          break;
        case 'no-mapping':
          if (root !== undefined)
            yield problem(
              'cloud-config/not-a-mapping',
              narrowSpan(nearestNode(root, '')),
              'A cloud-config is one mapping of keys such as runcmd: or write_files:.',
            );
          break;
        case 'shape':
          if (root !== undefined) yield explain(failure.fault, root);
      }
    }
  },
};

function explain(fault: ShapeFault, root: SyntaxNode): Problem {
  const found = nearestNode(root, fault.instancePath);
  const name = stepsOf(fault.instancePath).at(-1) ?? 'the cloud-config';
  const told = (
    code: ProblemCode,
    message: string,
    span: Span = narrowSpan(found),
    extras: ProblemExtras = {},
  ): Problem => problem(code, span, message, { pointer: fault.instancePath, ...extras });
  switch (fault.keyword) {
    case 'additionalProperties':
      return unknownKey(fault, found);
    case 'required': {
      const missing = String(fault.params.missingProperty);
      return told('cloud-config/missing-key', `${label(name)} needs the key ${missing}.`);
    }
    case 'type':
      return wrongType(fault, found, name);
    case 'enum': {
      const allowed = Array.isArray(fault.params.allowedValues) ? fault.params.allowedValues : [];
      return told(
        'cloud-config/invalid-value',
        `${label(name)} takes one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}${written(found.node, name)}.${surprise(found.node, name)}`,
      );
    }
    case 'alternatives':
      return told(
        'cloud-config/invalid-value',
        `${label(name)} has to be ${alternativesOf(fault)}${written(found.node, name)}.${surprise(found.node, name)}`,
      );
    case 'pattern':
      return told(
        'cloud-config/invalid-value',
        `${label(name)} does not have the form that cloud-init wants (${String(fault.params.pattern)})${written(found.node, name)}.`,
      );
    case 'format':
      return told(
        'cloud-config/invalid-value',
        `${label(name)} has to be a ${String(fault.params.format)}${written(found.node, name)}.`,
      );
    case 'minItems':
    case 'minProperties':
      return told(
        'cloud-config/invalid-value',
        `${label(name)} has too few entries: at least ${String(fault.params.limit)} expected.`,
      );
    case 'maxItems':
      return told(
        'cloud-config/invalid-value',
        `${label(name)} has too many entries: at most ${String(fault.params.limit)} expected.`,
      );
    case 'minimum':
      return told(
        'cloud-config/invalid-value',
        `${label(name)} has to be ${String(fault.params.comparison)} ${String(fault.params.limit)}.`,
      );
    case 'uniqueItems':
      return told('cloud-config/invalid-value', `${label(name)} lists the same entry twice.`);
    case 'oneOf':
      return told(
        'cloud-config/invalid-value',
        `${label(name)} fits two of cloud-init's alternatives at once; only one of them may be used.`,
      );
    default:
      return told('cloud-config/invalid-value', `${label(name)} does not have a form that cloud-init accepts.`);
  }
}

function unknownKey(fault: ShapeFault, found: NearestNode): Problem {
  const key = String(fault.params.additionalProperty);
  const member = memberOf(found.node, key);
  const hidden = member === undefined ? undefined : hiddenCharacter(member, fault.instancePath);
  if (hidden !== undefined) return hidden;
  const pointer = `${fault.instancePath}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const atRoot = fault.instancePath === '';
  const suggestion = nearestName(key, knownKeys(fault.schemaPath));
  const where = atRoot
    ? 'cloud-init has no top-level key'
    : `${label(stepsOf(fault.instancePath).at(-1) ?? '')} has no key`;
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  const fixes: Fix[] =
    suggestion === undefined || member === undefined
      ? []
      : [{ title: `Rename to ${suggestion}`, changes: [{ span: member.key.span, newText: suggestion }], safe: false }];
  return problem('cloud-config/unknown-key', member?.key.span ?? narrowSpan(found), `${where} ${quoted(key)}.${hint}`, {
    pointer,
    fixes,
  });
}

/** A key with something in it that nobody sees, such as a no-break space that was pasted with the indentation. */
function hiddenCharacter({ key }: Member, pointer: string): Problem | undefined {
  const found = key.name.match(invisible);
  if (found === null) return undefined;
  const clean = key.name.replace(invisible, '');
  const character = `U+${(found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return problem(
    'yaml/hidden-character',
    key.span,
    `An invisible character (${character}) belongs to this key, which cloud-init then does not know. Blanks of YAML are the plain ones.`,
    {
      pointer,
      fixes: key.quoted
        ? []
        : [{ title: 'Remove invisible characters', changes: [{ span: key.span, newText: clean }], safe: false }],
    },
  );
}

const invisible = new RegExp(`${hiddenCharacters.source}+`, 'g');

/** The keys that stand beside a failed `additionalProperties` in the schema. */
function knownKeys(schemaPath: string): string[] {
  let node: unknown = rootSchema;
  for (const step of stepsOf(schemaPath).slice(0, -1)) {
    node = typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[step] : undefined;
  }
  const properties = (node as { properties?: object } | undefined)?.properties ?? {};
  return Object.keys(properties);
}

function wrongType(fault: ShapeFault, found: NearestNode, name: string): Problem {
  const { node } = found;
  const types = fault.types ?? typesOf(fault);
  const extras = { pointer: fault.instancePath };
  if (name === 'permissions' && node.kind === 'number') {
    const octal = node.raw.replace(/^0o?/, '').padStart(4, '0');
    const mode = node.value.toString(8).padStart(4, '0');
    const effect = mode === octal ? 'which cloud-init does not accept' : `which would be mode ${mode}`;
    return problem(
      'cloud-config/unquoted-permissions',
      node.span,
      `permissions has to be text: without quotes YAML makes the number ${node.value} of ${node.raw}, ${effect}.`,
      {
        ...extras,
        fixes: [
          {
            title: `Write "${octal}"`,
            changes: [{ span: node.span, newText: `"${octal}"` }],
            safe: /^0?[0-7]{3,4}$/.test(node.raw),
          },
        ],
      },
    );
  }
  const fixes: Fix[] =
    types.includes('string') && (node.kind === 'number' || node.kind === 'boolean' || node.kind === 'timestamp')
      ? [
          {
            title: 'Put the value in quotes',
            changes: [{ span: node.span, newText: JSON.stringify(node.raw) }],
            safe: true,
          },
        ]
      : [];
  return problem(
    'cloud-config/wrong-type',
    narrowSpan(found),
    `${label(name)} has to be ${oneOf(types)}${given(node)}.${surprise(node, name)}`,
    { ...extras, fixes },
  );
}

/** What a union would take, as one enumeration. */
function alternativesOf({ types = [], params }: ShapeFault): string {
  const values = Array.isArray(params.values) ? params.values.map((value) => JSON.stringify(value)) : [];
  const patterns = Array.isArray(params.patterns)
    ? params.patterns.map((pattern) => `text of the form ${String(pattern)}`)
    : [];
  return enumeration([...values, ...types.map((type) => typeWords[type] ?? type), ...patterns]);
}

/** A list index reads as a place, everything else as a name. */
function label(name: string): string {
  return /^\d+$/.test(name) ? `Entry ${Number(name) + 1}` : name;
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  null: 'empty',
};

function oneOf(types: readonly string[]): string {
  return enumeration(types.map((type) => typeWords[type] ?? type));
}

function enumeration(choices: readonly string[]): string {
  const words = [...new Set(choices)];
  if (words.length < 2) return words[0] ?? 'another kind of value';
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

/** Why a value is not what it looks like, as a sentence of its own. */
function surprise(node: SyntaxNode, name: string): string {
  const made = isSecretName(name) ? undefined : yaml11Pitfall(node);
  return made === undefined ? '' : ` ${made.charAt(0).toUpperCase()}${made.slice(1)}.`;
}

/** The value itself, unless it may be a secret. */
function written(node: SyntaxNode, name: string): string {
  if (isSecretName(name)) return '';
  if (node.kind === 'string') return `, not ${quoted(node.value)}`;
  return given(node);
}

function given(node: SyntaxNode): string {
  switch (node.kind) {
    case 'string':
      return ', not text';
    case 'number':
    case 'boolean':
      return `, not ${quoted(node.raw).slice(1, -1)}`;
    case 'array':
      return ', not a list';
    case 'object':
      return ', not a mapping';
    case 'timestamp':
      return `, not a date, which ${quoted(node.raw).slice(1, -1)} is without quotes`;
    case 'null':
      return ', not empty';
    default:
      return '';
  }
}

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
