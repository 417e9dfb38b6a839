import { asSnippet, type Completion, completionWord, sortNumber } from '../../document/editing.js';
import type { ValueSnippet } from '../../document/keyCompletion.js';
import type { CursorPlace } from '../../formats/tree/paths.js';
import { knownName, knownNames, nameMarkdown } from '../../values/known/index.js';
import type { KnownName } from '../../values/known/vocabulary.js';
import { contract } from '../contract/contract.js';
import { type Field, type RecordType, typeName } from '../../record/model.js';
import { fieldMarkdown } from '../../record/explain.js';
import { nameIn, prevailingSpelling, type Spelling } from '../navigate.js';
import { type RecordPosition, recordPosition } from '../../record/navigate.js';
import type { NodeConfigView } from '../view.js';

/** The shape of a field's value with tab stops where the author goes on; required fields inside it come along. */
export function shapeOf(field: Field, spelling: Spelling): ValueSnippet {
  const { type, label, knownKeys } = field;
  if (label === 'list') {
    const text = type.kind === 'scalar' && type.scalar === 'string' ? '["$1"]' : '[$1]';
    return { snippet: text, plainText: '[]', goesOn: field.oneOf !== undefined || field.known !== undefined };
  }
  if (label === 'map') return { snippet: '{\n\t$1\n}', plainText: '{}', goesOn: knownKeys !== undefined };
  return elementShape(field, spelling);
}

/** The shape of one element of a list or map, or of the value of a field that is neither. */
export function elementShape(field: Field, spelling: Spelling): ValueSnippet {
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
  of(message: RecordType, depth: number): { snippet: string; plainText: string } | undefined {
    const members = message.fields.flatMap((field) => {
      const inner =
        field.type.kind === 'object' && field.label !== 'map' && depth < 8
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

type ValueCursor = Extract<CursorPlace, { at: 'value' }>;

/** A value that may be written, with what is said about it. */
interface Choice {
  readonly value: string | number | boolean;
  readonly detail: string;
  readonly documentation: string;
  readonly kind: 'enum-value' | 'value';
  readonly sortText: string;
  /** Whether it only shows what such a value looks like. */
  readonly isExample: boolean;
}

/**
 * What examples are compared with in the place of their texts: nothing that begins a value, so that an editor shows
 * them as long as nothing is written. Editors write what they show on Tab and Enter, and `90` is not to become the
 * example 900 when its author goes on to the next line. They have to be in the list all the same, since VS Code
 * offers any words of the document where a server offers nothing.
 */
const onlyWhereEmpty = '\u0001';

/** The values that fit the cursor: enum values, choices, known names, examples, or the brackets of an empty container. */
export function valuesAt(cursor: ValueCursor, { text, reading }: NodeConfigView, offset: number): Completion[] {
  const place = recordPosition(contract.root, cursor.path);
  const { field, owner, element = false } = place ?? {};
  if (place === undefined || field === undefined || owner === undefined) return [];
  const { node } = cursor;
  if (node?.kind === 'object' || node?.kind === 'array') return [];
  const container = !element && (field.label === 'list' || field.label === 'map');
  if (container || field.type.kind === 'object') {
    if (node !== undefined) return [];
    const spelling = prevailingSpelling(reading.spellings);
    const shape = element ? elementShape(field, spelling) : shapeOf(field, spelling);
    return [
      {
        label: field.label === 'list' && !element ? '[ ]' : '{ }',
        kind: 'value',
        detail: typeName(field),
        documentation: fieldMarkdown(field, owner),
        ...shape,
        filterText: shape.plainText.charAt(0),
        sortText: '0',
        span: { start: offset, end: offset },
        insertSpan: { start: offset, end: offset },
        deprecated: false,
        preselect: true,
      },
    ];
  }
  return choicesOf(place, field, fieldMarkdown(field, owner), keyOf(cursor)).map((choice): Completion => {
    const word = completionWord(text, node?.span, offset, typeof choice.value === 'string');
    const json = JSON.stringify(choice.value);
    const bare = typeof choice.value === 'string' ? json.slice(1, -1) : json;
    const written = word.isInside ? bare : json;
    const compared = choice.isExample ? onlyWhereEmpty : bare;
    return {
      label: bare,
      kind: choice.kind,
      detail: choice.detail,
      documentation: choice.documentation,
      snippet: asSnippet(written),
      plainText: written,
      filterText: word.hasQuote ? `"${compared}"` : compared,
      sortText: choice.sortText,
      span: word.span,
      insertSpan: word.insertSpan,
      deprecated: false,
      preselect: false,
      goesOn: false,
    };
  });
}

/** The key of the map entry whose value the cursor is on. */
function keyOf({ path }: ValueCursor): string | undefined {
  const last = path.at(-1);
  return typeof last === 'string' ? last : undefined;
}

function choicesOf(
  { element }: RecordPosition,
  field: Field,
  documentation: string,
  key: string | undefined,
): Choice[] {
  const { type, label } = field;
  const plain = (value: string | number | boolean, index: number): Choice => ({
    value,
    detail: value === field.default ? `${typeName(field)}, as where it is absent` : typeName(field),
    documentation,
    kind: 'value',
    sortText: sortNumber(index),
    isExample: false,
  });
  if (type.kind === 'enum') {
    return type.of.values.map((value, index) => ({
      value: value.name,
      detail: typeName(field),
      documentation: value.doc,
      kind: 'enum-value',
      // "Unspecified" says nothing, so it comes last.
      sortText: sortNumber(value.number === 0 ? 9_999 : index),
      isExample: false,
    }));
  }
  if (type.kind !== 'scalar') return [];
  if (type.scalar === 'bool') return [true, false].map(plain);
  if (label === 'map') {
    const known = field.knownKeys === undefined || key === undefined ? undefined : knownName(field.knownKeys, key);
    return known === undefined ? [] : namesValues(known, typeName(field));
  }
  if (field.oneOf !== undefined) return field.oneOf.map(plain);
  const examples = (field.examples ?? [])
    .flatMap((example) => (element && Array.isArray(example) ? (example as unknown[]) : [example]))
    .filter((example) => typeof example === 'string' || typeof example === 'number');
  const known = field.known === undefined ? [] : knownNames(field.known).map(({ name }) => name);
  const values = new Set([...(field.default === undefined ? [] : [field.default]), ...examples, ...known]);
  return [...values].map((value, index) => {
    const name = field.known === undefined || typeof value !== 'string' ? undefined : knownName(field.known, value);
    const choice = plain(value, index);
    return name === undefined
      ? { ...choice, isExample: true }
      : { ...choice, detail: name.detail ?? choice.detail, documentation: nameMarkdown(name) };
  });
}

/** What a key that is known takes. */
function namesValues(known: KnownName, detail: string): Choice[] {
  const values = known.oneOf ?? (known.example === undefined ? [] : [known.example]);
  return values.map((value, index) => ({
    value,
    detail: known.detail ?? detail,
    documentation: nameMarkdown(known),
    kind: 'value',
    sortText: sortNumber(index),
    isExample: known.oneOf === undefined,
  }));
}
