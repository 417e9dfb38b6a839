import { blocks, bulleted, inlineCode, type Markdown, markup, prose, sequence } from '../text/markdown.js';
import type { SyntaxNode } from '../formats/tree/node.js';
import { enumerated, quoted } from '../text/strings.js';
import { formatNoun } from '../values/check.js';
import { type Field, type NumberRange, type RecordType, type ScalarType, typeName, type ValueType } from './model.js';

/** A value in a sentence: `"abc"`, `1.5`, `a list`. Secret values are not repeated. */
export function describeNode(node: SyntaxNode | undefined, secret: boolean): string {
  switch (node?.kind) {
    case 'string':
      return secret ? 'a string' : quoted(node.value);
    case 'number':
      return secret ? 'a number' : node.raw;
    case 'boolean':
      return String(node.value);
    case 'array':
      return 'a list';
    case 'object':
      return 'an object';
    default:
      return 'null';
  }
}

/** What a field accepts, in a sentence: `an integer (int32)`, `a list of strings`. */
export function describeExpected({ type, label }: Field, element: boolean): string {
  if (element || (label !== 'list' && label !== 'map')) return describeType(type);
  return label === 'list' ? `a list of ${describeTypes(type)}` : `an object whose values are ${describeTypes(type)}`;
}

const scalars: Readonly<Record<ScalarType, readonly [singular: string, plural: string]>> = {
  string: ['a string', 'strings'],
  bool: ['a boolean', 'booleans'],
  int32: ['an integer (int32)', 'integers (int32)'],
  int64: ['an integer (int64)', 'integers (int64)'],
  uint32: ['a positive integer (uint32)', 'positive integers (uint32)'],
  uint64: ['a positive integer (uint64)', 'positive integers (uint64)'],
  float: ['a number', 'numbers'],
  double: ['a number', 'numbers'],
  bytes: ['base64', 'base64 strings'],
  duration: ['a duration such as "1m30s"', 'durations such as "1m30s"'],
  undeclared: ['a value', 'values'],
};

function describeType(type: ValueType): string {
  if (type.kind === 'scalar') return scalars[type.scalar][0];
  if (type.kind === 'object') return `an object (${type.of.name})`;
  return `one of ${type.of.values.map(({ name }) => name).join(', ')}`;
}

function describeTypes(type: ValueType): string {
  if (type.kind === 'scalar') return scalars[type.scalar][1];
  return type.kind === 'object' ? `objects (${type.of.name})` : `names of ${type.of.name}`;
}

/** A field in Markdown: its type, its sentence and its facts, then its origin, its values and examples. */
export function fieldMarkdown(field: Field, owner: RecordType): Markdown {
  const { name, jsonName, type, label } = field;
  const other = jsonName === name ? '' : markup` (JSON name ${inlineCode(jsonName)})`;
  const optional = label === 'optional' ? 'optional ' : '';
  const values = type.kind === 'enum' ? type.of.values : [];
  const examples = (field.examples ?? []).map((example) => inlineCode(JSON.stringify(example)));
  return blocks([
    markup`**${prose(name)}**${other}: ${inlineCode(`${optional}${typeName(field)}`)} in ${prose(owner.name)}`,
    prose(field.doc),
    prose(factsOf(field).join(' ')),
    prose(field.origin ?? ''),
    bulleted(values.map((value) => markup`${inlineCode(value.name)}: ${prose(value.doc)}`)),
    examples.length === 0 ? '' : markup`For example ${sequence(examples, ', ')}.`,
  ]);
}

/** What an author has to know about a field besides its type, a sentence each. */
export function factsOf(field: Field): string[] {
  return [
    requirementOf(field),
    field.deprecated === true ? 'Deprecated.' : undefined,
    acceptedValues(field),
    defaultOf(field),
    field.availability,
    field.secret === true ? 'Contains a secret: it is masked in previews.' : undefined,
  ].filter((fact) => fact !== undefined);
}

/** Whether a field must be given, as a sentence. */
export function requirementOf({ required }: Field): string | undefined {
  return required === true ? 'Required.' : required;
}

/** What an absent field means, as a sentence. */
export function defaultOf(field: Field): string | undefined {
  return field.default === undefined ? undefined : `Default: \`${String(field.default)}\`.`;
}

/** What the values of a field must be, as a sentence; undefined if its type is all that there is to say. */
export function acceptedValues({ oneOf, format, range, unit, label }: Field): string | undefined {
  const each = label === 'list' ? 'Each entry is' : label === 'map' ? 'Each value is' : 'Accepts';
  if (oneOf !== undefined) {
    const choices = oneOf.filter((choice) => choice !== '').map((choice) => `\`${choice}\``);
    return `${each} ${enumerated(choices, 'or')}.`;
  }
  if (format !== undefined) return `${each} ${formatNoun(format)}.`;
  if (range !== undefined) return `${each} ${rangeText(range)}${unit === undefined ? '' : ` ${unit}`}.`;
  return unit === undefined ? undefined : `Counted in ${unit}.`;
}

/** A range in words: `1 to 21600`, `at least 2`. */
export function rangeText({ min, max }: NumberRange): string {
  if (min === undefined) return `at most ${max ?? ''}`;
  return max === undefined ? `at least ${min}` : `${min} to ${max}`;
}
