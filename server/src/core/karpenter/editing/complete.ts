import type { Analysis } from '../../analysis.js';
import type { ObjectDescription, OptionDescription, OptionType } from '../options/describe.js';
import { optionMarkdown, type OptionsPlace, placeInOptions, typeText } from '../options/navigate.js';
import { optionNamed } from '../options/read.js';
import { knownNames, nameMarkdown } from '../../values/known/index.js';
import type { KnownName } from '../../values/known/vocabulary.js';
import { type CursorPlace, cursorAt } from '../../formats/tree/paths.js';
import { asSnippet, type Completion, completionWord, sortNumber } from '../../document/editing.js';
import { keyPlace } from '../../nodeConfig/editing/keys.js';
import type { Shape } from '../../nodeConfig/editing/values.js';

/** Options, known keys and values that fit the cursor in a document of bootstrap options. */
export function completeOptions(analysis: Analysis, offset: number): Completion[] {
  const { root, text } = analysis;
  const cursor = cursorAt(root.tree?.root, text, offset);
  const place = cursor && placeInOptions(cursor.path);
  if (cursor === undefined || place === undefined) return [];
  if (cursor.at === 'value') return valuesAt(cursor, place, text, offset);
  if (place.type.kind === 'object') return optionsAt(cursor, place.type.of, text, offset);
  return place.type.kind === 'map' ? keysAt(cursor, place, place.type.of, text, offset) : [];
}

type KeyCursor = Extract<CursorPlace, { at: 'key' }>;

/** The options that an object may still have; needed ones come first. */
function optionsAt(cursor: KeyCursor, of: ObjectDescription, text: string, offset: number): Completion[] {
  const others = cursor.object.members.filter((member) => member !== cursor.member);
  const given = new Set(others.map(({ key }) => optionNamed(of, key.name)));
  const place = keyPlace(cursor, text, offset);
  const free = of.options.filter((option) => !given.has(option));
  const ranked = [...free.filter(isNeeded), ...free.filter((option) => !isNeeded(option))];
  return ranked.map((option, index) => ({
    ...place.completion(option.name, shapeOf(option)),
    kind: 'field',
    detail: `${isNeeded(option) ? 'needed ' : ''}${typeText(option.type)}`,
    documentation: optionMarkdown(option, of),
    sortText: `#${sortNumber(index)}`,
    deprecated: false,
    preselect: isNeeded(option) && index === 0,
  }));
}

function isNeeded({ needed }: OptionDescription): boolean {
  return needed !== undefined;
}

function keysAt(
  cursor: KeyCursor,
  { option, owner }: OptionsPlace,
  of: OptionType,
  text: string,
  offset: number,
): Completion[] {
  if (option?.knownKeys === undefined) return [];
  const given = new Set(cursor.object.members.filter((member) => member !== cursor.member).map(({ key }) => key.name));
  const place = keyPlace(cursor, text, offset);
  return knownNames(option.knownKeys)
    .filter(({ name, removedIn }) => !given.has(name) && removedIn === undefined)
    .map((known, index) => ({
      ...place.completion(known.name, entryShape(known, of)),
      kind: 'key',
      detail: known.detail ?? owner.name,
      documentation: nameMarkdown(known),
      sortText: sortNumber(index),
      deprecated: false,
    }));
}

function entryShape({ example }: KnownName, of: OptionType): Shape {
  if (of.kind !== 'string' || example === undefined) return { snippet: '"$1"', plainText: '""', goesOn: false };
  return { snippet: `"\${1:${asSnippet(example)}}"`, plainText: JSON.stringify(example), goesOn: false };
}

function shapeOf({ type, oneOf, known }: OptionDescription): Shape {
  switch (type.kind) {
    case 'bool':
      return { snippet: '${1|true,false|}', plainText: 'true', goesOn: false };
    case 'integer':
      return { snippet: '$1', plainText: '0', goesOn: true };
    case 'list':
      return { snippet: '[$1]', plainText: '[]', goesOn: false };
    case 'map':
    case 'object':
      return { snippet: '{\n\t$1\n}', plainText: '{}', goesOn: true };
    default:
      return { snippet: '"$1"', plainText: '""', goesOn: oneOf !== undefined || known !== undefined };
  }
}

function valuesAt(
  { node }: Extract<CursorPlace, { at: 'value' }>,
  { option, owner, type, element }: OptionsPlace,
  text: string,
  offset: number,
): Completion[] {
  if (option === undefined || node?.kind === 'object' || node?.kind === 'array') return [];
  if (type.kind === 'object' || type.kind === 'list' || type.kind === 'map') return [];
  return choicesOf(option, element, type).map((choice, index) => {
    const word = completionWord(text, node?.span, offset, typeof choice.value === 'string');
    const json = JSON.stringify(choice.value);
    const bare = typeof choice.value === 'string' ? json.slice(1, -1) : json;
    const written = word.isInside ? bare : json;
    return {
      label: bare,
      kind: 'value',
      detail: typeText(type),
      documentation: choice.known === undefined ? optionMarkdown(option, owner) : nameMarkdown(choice.known),
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

function choicesOf({ oneOf, known, example }: OptionDescription, element: boolean, type: OptionType): Choice[] {
  if (type.kind === 'bool') return [{ value: true }, { value: false }];
  if (oneOf !== undefined) return oneOf.filter((value) => value !== '').map((value) => ({ value }));
  if (known !== undefined) return knownNames(known).map((name) => ({ value: name.name, known: name }));
  const shown = element && Array.isArray(example) ? (example as unknown[])[0] : example;
  return typeof shown === 'string' || typeof shown === 'number' ? [{ value: shown }] : [];
}
