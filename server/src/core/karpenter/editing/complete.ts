import { fieldMarkdown } from '../../record/explain.js';
import { elementTypeName, type Field, hasEntries, type RecordType, typeName } from '../../record/model.js';
import { type RecordPosition, recordPosition } from '../../record/navigate.js';
import { bootstrapOptions } from '../options/description.js';
import type { KarpenterView } from '../view.js';
import { knownNames, nameMarkdown } from '../../values/known/index.js';
import type { KnownName } from '../../values/known/vocabulary.js';
import { cursorAt, type CursorPlace } from '../../formats/tree/paths.js';
import { asSnippet, type Completion, completionWord, sortNumber } from '../../document/editing.js';
import { keyPosition, type ValueSnippet } from '../../document/keyCompletion.js';

/** Options, known keys and values that fit the cursor in a document of bootstrap options. */
export function completeOptions({ tree, text }: KarpenterView, offset: number): Completion[] {
  const cursor = cursorAt(tree?.root, text, offset);
  const place = cursor && recordPosition(bootstrapOptions, cursor.path);
  if (cursor === undefined || place === undefined) return [];
  if (cursor.at === 'value') return valuesAt(cursor, place, text, offset);
  if (place.object !== undefined) return optionsAt(cursor, place.object, text, offset);
  return place.field?.label === 'map' && !place.element ? keysAt(cursor, place, text, offset) : [];
}

type KeyCursor = Extract<CursorPlace, { at: 'key' }>;

/** The options that an object may still have; needed ones come first. */
function optionsAt(cursor: KeyCursor, of: RecordType, text: string, offset: number): Completion[] {
  const others = cursor.object.members.filter((member) => member !== cursor.member);
  const given = new Set(others.map(({ key }) => of.fieldByKey(key.name)));
  const place = keyPosition(cursor, text, offset);
  const free = of.fields.filter((option) => !given.has(option));
  const ranked = [...free.filter(isNeeded), ...free.filter((option) => !isNeeded(option))];
  return ranked.map((option, index) => ({
    ...place.completion(option.name, shapeOf(option)),
    kind: 'field',
    detail: `${isNeeded(option) ? 'needed ' : ''}${typeName(option)}`,
    documentation: fieldMarkdown(option, of),
    sortText: `#${sortNumber(index)}`,
    deprecated: false,
    preselect: isNeeded(option) && index === 0,
  }));
}

function isNeeded({ required }: Field): boolean {
  return required !== undefined;
}

function keysAt(cursor: KeyCursor, { field, owner }: RecordPosition, text: string, offset: number): Completion[] {
  if (field?.knownKeys === undefined || owner === undefined) return [];
  const given = new Set(cursor.object.members.filter((member) => member !== cursor.member).map(({ key }) => key.name));
  const place = keyPosition(cursor, text, offset);
  return knownNames(field.knownKeys)
    .filter(({ name, removedIn }) => !given.has(name) && removedIn === undefined)
    .map((known, index) => ({
      ...place.completion(known.name, entryShape(known, field)),
      kind: 'key',
      detail: known.detail ?? owner.name,
      documentation: nameMarkdown(known),
      sortText: sortNumber(index),
      deprecated: false,
    }));
}

function entryShape({ example }: KnownName, { type }: Field): ValueSnippet {
  if (type.kind !== 'scalar' || type.scalar !== 'string' || example === undefined)
    return { snippet: '"$1"', plainText: '""', goesOn: false };
  return { snippet: `"\${1:${asSnippet(example)}}"`, plainText: JSON.stringify(example), goesOn: false };
}

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
      return { snippet: '"$1"', plainText: '""', goesOn: oneOf !== undefined || known !== undefined };
  }
}

function valuesAt(
  { node }: Extract<CursorPlace, { at: 'value' }>,
  { field, owner, element }: RecordPosition,
  text: string,
  offset: number,
): Completion[] {
  if (field === undefined || owner === undefined || node?.kind === 'object' || node?.kind === 'array') return [];
  if (field.type.kind === 'object' || (hasEntries(field) && !element)) return [];
  return choicesOf(field, element).map((choice, index) => {
    const word = completionWord(text, node?.span, offset, typeof choice.value === 'string');
    const json = JSON.stringify(choice.value);
    const bare = typeof choice.value === 'string' ? json.slice(1, -1) : json;
    const written = word.isInside ? bare : json;
    return {
      label: bare,
      kind: 'value',
      detail: elementTypeName(field),
      documentation: choice.known === undefined ? fieldMarkdown(field, owner) : nameMarkdown(choice.known),
      snippet: asSnippet(written),
      plainText: written,
      filterText: word.hasQuote ? `"${bare}` : bare,
      sortText: sortNumber(index),
      span: word.span,
      insertSpan: word.insertSpan,
      deprecated: false,
      preselect: false,
      goesOn: false,
    };
  });
}

interface Choice {
  readonly value: string | number | boolean;
  readonly known?: KnownName;
}

function choicesOf({ oneOf, known, examples, type }: Field, element: boolean): Choice[] {
  if (type.kind === 'scalar' && type.scalar === 'bool') return [{ value: true }, { value: false }];
  if (oneOf !== undefined) return oneOf.filter((value) => value !== '').map((value) => ({ value }));
  if (known !== undefined) return knownNames(known).map((name) => ({ value: name.name, known: name }));
  const example = examples?.[0];
  const shown = element && Array.isArray(example) ? (example as unknown[])[0] : example;
  return typeof shown === 'string' || typeof shown === 'number' ? [{ value: shown }] : [];
}
