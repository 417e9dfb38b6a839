import { type Completion, sortNumber, type ValueSnippet } from '../../document/editing.js';
import {
  completeRecord,
  entryShape,
  type FieldPosition,
  type RecordCompletion,
  type ValueChoice,
} from '../../document/recordEditing.js';
import { fieldMarkdown } from '../../record/explain.js';
import { elementTypeName, type Field } from '../../record/model.js';
import { knownNames, nameMarkdown } from '../../values/known/index.js';
import { bootstrapOptions } from '../options/description.js';
import type { KarpenterView } from '../view.js';

/** Options, known keys and values that fit the cursor in a document of bootstrap options. */
export function completeOptions(view: KarpenterView, offset: number): Completion[] {
  return completeRecord(optionCompletion, view, offset);
}

const emptyString: ValueSnippet = { snippet: '"$1"', plainText: '""', goesOn: false };

export const optionCompletion: RecordCompletion = {
  // Read when it is needed: this is loaded with the features of all kinds.
  get root() {
    return bootstrapOptions;
  },
  requiredWord: 'needed',
  nameOf: ({ name }) => name,
  shapeOf,
  keysFor: ({ field, owner }, isFree) =>
    (field.knownKeys === undefined ? [] : knownNames(field.knownKeys))
      .filter(({ name, removedIn }) => isFree(name) && removedIn === undefined)
      .map((known, index) => ({
        name: known.name,
        shape: entryShape({ example: known.example }, field, emptyString),
        detail: known.detail ?? owner.name,
        documentation: nameMarkdown(known),
        sortText: sortNumber(index),
        deprecated: false,
      })),
  valuesFor,
  offersBrackets: false,
  closingQuote: '',
};

function shapeOf({ label, type, oneOf, known }: Field): ValueSnippet {
  if (label === 'list') return { snippet: '[$1]', plainText: '[]', goesOn: false };
  if (label === 'map' || type.kind === 'object') return { snippet: '{\n\t$1\n}', plainText: '{}', goesOn: true };
  switch (type.kind === 'scalar' ? type.scalar : 'string') {
    case 'bool':
      return { snippet: '${1|true,false|}', plainText: 'true', goesOn: false };
    case 'int32':
    case 'int64':
      return { snippet: '$1', plainText: '0', goesOn: true };
    default:
      return { ...emptyString, goesOn: oneOf !== undefined || known !== undefined };
  }
}

/** The choices of an option, or its first example. */
function valuesFor({ field, owner, element }: FieldPosition): ValueChoice[] {
  const { oneOf, known, examples, type } = field;
  const choice = (value: ValueChoice['value'], documentation = fieldMarkdown(field, owner)): ValueChoice => ({
    value,
    detail: elementTypeName(field),
    documentation,
  });
  if (type.kind === 'scalar' && type.scalar === 'bool') return [choice(true), choice(false)];
  if (oneOf !== undefined) return oneOf.filter((value) => value !== '').map((value) => choice(value));
  if (known !== undefined) return knownNames(known).map((name) => choice(name.name, nameMarkdown(name)));
  const example = examples?.[0];
  const shown = element && Array.isArray(example) ? (example as unknown[])[0] : example;
  return typeof shown === 'string' || typeof shown === 'number' ? [choice(shown)] : [];
}
