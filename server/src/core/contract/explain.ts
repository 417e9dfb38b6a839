import { limits } from '../limits.js';
import type { SyntaxNode } from '../syntax/node.js';
import type { ReadingPlace } from './read.js';
import type { FieldDescriptor } from './descriptor.js';

/** A value in a sentence: `the text "abc"`, `the number 1.5`, `a list`. Secret values are not repeated. */
export function describeNode(node: SyntaxNode | undefined, secret: boolean): string {
  switch (node?.kind) {
    case 'string':
      return secret ? 'this text' : `the text ${quoted(node.value)}`;
    case 'number':
      return secret ? 'a number' : `the number ${node.raw}`;
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

/** What a place is called at the beginning of a sentence: `cse_timeout`, `An entry of custom_ca_certs`. */
export function describePlace({ field, message, element }: ReadingPlace): string {
  const name = field?.name ?? message.name;
  return element ? `An entry of ${name}` : name;
}

/** What a field takes, in a sentence: `a whole number (int32)`, `an object of true or false`. */
export function describeExpected(field: FieldDescriptor, element: boolean): string {
  const one = describeElement(field);
  if (element || field.label === 'singular' || field.label === 'optional') return one;
  return field.label === 'repeated' ? `a list, each entry ${one}` : `an object, each value ${one}`;
}

function describeElement(field: FieldDescriptor): string {
  const { type } = field;
  if (type.kind === 'message') return `an object (${type.of.name})`;
  if (type.kind === 'enum') return `one of ${type.of.values.map((known) => known.name).join(', ')}`;
  switch (type.scalar) {
    case 'string':
      return 'text in double quotes';
    case 'bool':
      return 'true or false, without quotes';
    case 'int32':
      return 'a whole number (int32)';
    case 'double':
      return 'a number';
  }
}

/** A field's name in the spelling style of a key that was meant for it. */
export function nameInStyleOf(key: string, field: FieldDescriptor): string {
  const camel = /[a-z][A-Z]/.test(key) && !key.includes('_');
  return camel ? field.jsonName : field.name;
}

/** Items in a sentence: `a, b and c`. */
export function enumerated(items: readonly string[], word: 'and' | 'or'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1) ?? ''}`;
}

/** A text in quotes, shortened to what a sentence can carry. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > limits.quotedValue ? `${text.slice(0, limits.quotedValue)}…` : text);
}
