import type { FieldDescriptor, MessageDescriptor } from '../../contract/descriptor.js';
import { nameIn, type Spelling } from '../../contract/spelling.js';
import { asSnippet } from './completionWord.js';

/** A value to be filled in, in both forms; `goesOn` tells whether there is something to choose at its first stop. */
export interface Shape {
  readonly snippet: string;
  readonly plainText: string;
  readonly goesOn: boolean;
}

/** The shape of a field's value with tab stops where the author goes on; required fields inside it come along. */
export function shapeOf(field: FieldDescriptor, spelling: Spelling): Shape {
  const { type, label, knownKeys } = field;
  if (label === 'repeated') {
    const text = type.kind === 'scalar' && type.scalar === 'string' ? '["$1"]' : '[$1]';
    return { snippet: text, plainText: '[]', goesOn: field.oneOf !== undefined || field.known !== undefined };
  }
  if (label === 'map') return { snippet: '{\n\t$1\n}', plainText: '{}', goesOn: knownKeys !== undefined };
  return elementShape(field, spelling);
}

/** The shape of one element of a list or map, or of the value of a field that is neither. */
export function elementShape(field: FieldDescriptor, spelling: Spelling): Shape {
  const { type } = field;
  switch (type.kind) {
    case 'message': {
      const required = new RequiredShape(spelling).of(type.of, 0);
      if (required === undefined) return { snippet: '{\n\t$1\n}', plainText: '{}', goesOn: true };
      return { snippet: required.snippet, plainText: required.plainText, goesOn: false };
    }
    case 'enum':
      return { snippet: '"$1"', plainText: '""', goesOn: true };
    case 'scalar':
      return scalarShape(field);
  }
}

function scalarShape(field: FieldDescriptor): Shape {
  const { type, oneOf, examples = [], known } = field;
  const scalar = type.kind === 'scalar' ? type.scalar : 'string';
  if (scalar === 'bool') return { snippet: '${1|true,false|}', plainText: 'true', goesOn: false };
  if (scalar === 'string') {
    // A field with one choice is written out.
    const only = field.name === 'version' || oneOf?.length === 1 ? oneOf?.[0] : undefined;
    if (only !== undefined)
      return { snippet: `"\${1:${asSnippet(only)}}"`, plainText: JSON.stringify(only), goesOn: false };
    return {
      snippet: '"$1"',
      plainText: '""',
      goesOn: oneOf !== undefined || known !== undefined || examples.length > 0,
    };
  }
  const [example] = examples;
  return typeof example === 'number'
    ? { snippet: `\${1:${example}}`, plainText: String(example), goesOn: false }
    : { snippet: '$1', plainText: '0', goesOn: false };
}

/** Writes the required fields of a message, and counts tab stops on the way. */
class RequiredShape {
  readonly #spelling: Spelling;
  #stops = 0;

  constructor(spelling: Spelling) {
    this.#spelling = spelling;
  }

  /** Undefined where the message requires nothing. */
  of(message: MessageDescriptor, depth: number): { snippet: string; plainText: string } | undefined {
    const members = message.fields.flatMap((field) => {
      const inner =
        field.type.kind === 'message' && field.label !== 'map' && depth < 8
          ? this.of(field.type.of, depth + 1)
          : undefined;
      if (field.required !== true && inner === undefined) return [];
      const name = JSON.stringify(nameIn(this.#spelling, field));
      const value = inner ?? { snippet: `"$${++this.#stops}"`, plainText: '""' };
      return [{ snippet: `${name}: ${value.snippet}`, plainText: `${name}: ${value.plainText}` }];
    });
    if (members.length === 0) return undefined;
    const block = (parts: readonly string[]): string =>
      `{\n${parts.map((part) => part.replace(/^/gm, '\t')).join(',\n')}\n}`;
    return {
      snippet: block(members.map((member) => member.snippet)),
      plainText: block(members.map((member) => member.plainText)),
    };
  }
}
