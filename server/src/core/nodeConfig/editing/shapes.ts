import { asSnippet, type ValueSnippet } from '../../document/editing.js';
import type { Field, RecordType } from '../../record/model.js';
import { nameIn, type Spelling } from '../navigate.js';

/** A field's value, or one entry of a list or map, with tab stops for the author and the required fields inside it. */
export function shapeOf(field: Field, element: boolean, spelling: Spelling): ValueSnippet {
  const { type, label, knownKeys } = field;
  if (element) return elementShape(field, spelling);
  if (label === 'list') {
    const text = type.kind === 'scalar' && type.scalar === 'string' ? '["$1"]' : '[$1]';
    return { snippet: text, plainText: '[]', goesOn: field.oneOf !== undefined || field.known !== undefined };
  }
  if (label === 'map') return { snippet: '{\n\t$1\n}', plainText: '{}', goesOn: knownKeys !== undefined };
  return elementShape(field, spelling);
}

function elementShape(field: Field, spelling: Spelling): ValueSnippet {
  const { type } = field;
  switch (type.kind) {
    case 'object': {
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

function scalarShape(field: Field): ValueSnippet {
  const { type, oneOf, examples = [], known } = field;
  const scalar = type.kind === 'scalar' ? type.scalar : 'string';
  if (scalar === 'bool') return { snippet: '${1|true,false|}', plainText: 'true', goesOn: false };
  if (scalar === 'string' || scalar === 'bytes' || scalar === 'undeclared') {
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

/** Messages that are searched for required fields; a checkout may declare very many inside each other. */
const maxVisits = 1_000;

/** Writes the required fields of a message, and counts tab stops on the way. */
class RequiredShape {
  readonly #spelling: Spelling;
  #stops = 0;
  #visits = 0;

  constructor(spelling: Spelling) {
    this.#spelling = spelling;
  }

  /** Undefined if the message requires nothing. */
  of(message: RecordType, depth: number): { snippet: string; plainText: string } | undefined {
    const members = message.fields.flatMap((field) => {
      const inner =
        field.type.kind === 'object' && field.label !== 'map' && depth < 8 && this.#visits++ < maxVisits
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
