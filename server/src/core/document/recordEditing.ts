import { blocks, inlineCode, type Markdown, markup } from '../text/markdown.js';
import { shortened } from '../text/strings.js';
import type { SyntaxNode, SyntaxTree } from '../formats/tree/node.js';
import { type CursorPlace, cursorAt } from '../formats/tree/paths.js';
import { fieldMarkdown } from '../record/explain.js';
import { type Field, hasEntries, holdsRequired, type RecordType, type RemovedName, typeName } from '../record/model.js';
import { documentPosition, innerPosition, type RecordPosition, recordPosition } from '../record/navigate.js';
import { knownName, nameMarkdown } from '../values/known/index.js';
import {
  asSnippet,
  type Completion,
  completionWord,
  type HoverInfo,
  type KeyCompletion,
  keyCompletion,
  type LazyEntry,
  sortNumber,
  type ValueSnippet,
} from './editing.js';
import { entryCount, type FactsOf, membersOf } from './outline.js';

/** A document whose fields are described. */
interface RecordDocument {
  readonly tree: SyntaxTree | undefined;
  readonly text: string;
}

/** A position at or inside a field, not the root. */
export type FieldPosition = RecordPosition & { readonly field: Field; readonly owner: RecordType };

/** What can be written in a record; kinds of records differ in it. */
export interface RecordCompletion {
  readonly root: RecordType;
  /** The word for a field that must be given, shown before its type. */
  readonly requiredWord: string;
  nameOf(field: Field): string;
  /** What is inserted as the value of a field, or as one entry of a list or map. */
  shapeOf(field: Field, element: boolean): ValueSnippet;
  /** Keys for a map. */
  keysFor(position: FieldPosition, isFree: (key: string) => boolean): readonly KeyChoice[];
  /** Values for a field or entry that isn't a container. */
  valuesFor(position: FieldPosition): readonly ValueChoice[];
  /** Whether brackets are offered for a container that has none yet. */
  readonly offersBrackets: boolean;
  /** Ends what is compared with a value that begins with a quote. */
  readonly closingQuote: '"' | '';
}

export interface KeyChoice extends Pick<Completion, 'detail' | 'documentation' | 'sortText' | 'deprecated'> {
  readonly name: string;
  readonly shape: ValueSnippet;
}

export interface ValueChoice extends Pick<Completion, 'detail' | 'documentation'> {
  readonly value: string | number | boolean;
  /** What the list shows; the value if absent. */
  readonly label?: string | undefined;
  /** `value` if absent. */
  readonly kind?: 'enum-value';
  /** By position in the list if absent. */
  readonly sortText?: string;
  /** What the editor compares; the value if absent. */
  readonly compared?: string;
}

/** Fields, map keys and values that fit the cursor. */
export function completeRecord(kind: RecordCompletion, { tree, text }: RecordDocument, offset: number): Completion[] {
  const cursor = cursorAt(tree?.root, text, offset);
  const position = cursor && recordPosition(kind.root, cursor.path);
  if (cursor === undefined || position === undefined) return [];
  if (cursor.at === 'value' && isBeforeValue(cursor, text, offset)) return [];
  if (cursor.at === 'value') return isField(position) ? valuesAt(kind, position, cursor.node, text, offset) : [];
  const others = cursor.object.members.filter((member) => member !== cursor.member);
  const given = new Set(others.map(({ key }) => key.name));
  const completion = keyCompletion(cursor, text, offset);
  if (position.object !== undefined) return fieldsAt(kind, position.object, given, completion);
  if (!isField(position) || position.field.label !== 'map' || position.element) return [];
  return kind
    .keysFor(position, (key) => !given.has(key))
    .map(({ name, shape, ...shown }) => ({ ...completion(name, shape), kind: 'key', ...shown }));
}

/** Whether the cursor is between a colon and the value on the same line, where a second value can't be written. */
function isBeforeValue(
  { node, member }: CursorPlace & { readonly at: 'value' },
  text: string,
  offset: number,
): boolean {
  const value = member?.value;
  return node === undefined && value !== undefined && /^[ \t]*$/.test(text.slice(offset, value.span.start));
}

function isField(position: RecordPosition): position is FieldPosition {
  return position.field !== undefined && position.owner !== undefined;
}

/**
 * The fields that an object doesn't have yet: required ones first, then objects that contain required ones, and
 * deprecated ones last. The first one is preselected if it is required.
 */
function fieldsAt(
  kind: RecordCompletion,
  record: RecordType,
  given: ReadonlySet<string>,
  completion: KeyCompletion,
): Completion[] {
  const givenFields = new Set([...given].map((key) => record.fieldByKey(key)));
  const free = record.fields.filter((field) => !givenFields.has(field));
  const ranked = free.map((field) => ({ field, rank: rankOf(field) })).sort((a, b) => a.rank - b.rank);
  return ranked.map(({ field, rank }, index) => {
    const isWanted = rank <= ranks.holdsRequired;
    return {
      ...completion(kind.nameOf(field), kind.shapeOf(field, false)),
      kind: 'field',
      detail: `${isWanted ? `${kind.requiredWord} ` : ''}${typeName(field)}`,
      documentation: fieldMarkdown(field, record),
      // VS Code's JSON support offers `$schema`, which no record has, with that as its sort text.
      sortText: `#${sortNumber(index)}`,
      deprecated: field.deprecated === true,
      preselect: isWanted && index === 0,
    };
  });
}

const ranks = { required: 0, holdsRequired: 1, optional: 2, deprecated: 3 };

function rankOf(field: Field): number {
  if (field.required !== undefined) return ranks.required;
  if (holdsRequired(field)) return ranks.holdsRequired;
  return field.deprecated === true ? ranks.deprecated : ranks.optional;
}

function valuesAt(
  kind: RecordCompletion,
  position: FieldPosition,
  node: SyntaxNode | undefined,
  text: string,
  offset: number,
): Completion[] {
  const { field, element } = position;
  if (node?.kind === 'object' || node?.kind === 'array') return [];
  if ((!element && hasEntries(field)) || field.type.kind === 'object')
    return kind.offersBrackets && node === undefined ? [brackets(kind, position, offset)] : [];
  return kind.valuesFor(position).map((choice, index) => {
    const { value, detail, documentation } = choice;
    const word = completionWord(text, node?.span, offset, typeof value === 'string');
    const json = JSON.stringify(value);
    const bare = typeof value === 'string' ? json.slice(1, -1) : json;
    const written = word.isInside ? bare : json;
    const compared = choice.compared ?? bare;
    return {
      label: choice.label ?? bare,
      kind: choice.kind ?? 'value',
      detail,
      documentation,
      snippet: asSnippet(written),
      plainText: written,
      filterText: word.hasQuote ? `"${compared}${kind.closingQuote}` : compared,
      sortText: choice.sortText ?? sortNumber(index),
      span: word.span,
      insertSpan: word.insertSpan,
      deprecated: false,
      preselect: false,
      goesOn: false,
    };
  });
}

function brackets(kind: RecordCompletion, { field, owner, element }: FieldPosition, offset: number): Completion {
  const shape = kind.shapeOf(field, element);
  const span = { start: offset, end: offset };
  return {
    label: field.label === 'list' && !element ? '[ ]' : '{ }',
    kind: 'value',
    detail: typeName(field),
    documentation: fieldMarkdown(field, owner),
    ...shape,
    filterText: shape.plainText.charAt(0),
    sortText: '0',
    span,
    insertSpan: span,
    deprecated: false,
    preselect: true,
  };
}

/** The value of a map entry with a known key: a choice or an example; `otherwise` for keys without one. */
export function entryShape(
  { example, oneOf }: { readonly example?: string | undefined; readonly oneOf?: readonly string[] },
  { type }: Field,
  otherwise: ValueSnippet,
): ValueSnippet {
  if (type.kind !== 'scalar' || type.scalar !== 'string' || example === undefined) return otherwise;
  const choices = oneOf?.map((choice) => asSnippet(choice).replace(/[,|]/g, '\\$&'));
  return {
    snippet: choices === undefined ? `"\${1:${asSnippet(example)}}"` : `"\${1|${choices.join(',')}|}"`,
    plainText: JSON.stringify(oneOf?.[0] ?? example),
    goesOn: false,
  };
}

/** What a kind of record adds to the hover of a field. */
export interface RecordHover {
  readonly root: RecordType;
  /** Replaces the description of the field for a particular value. */
  readonly ofValue?: (position: FieldPosition, node: SyntaxNode) => Markdown | undefined;
  /** Describes a name that an earlier release had. */
  readonly ofRemoved?: (removed: RemovedName) => Markdown;
  /** What becomes of the value on the node. */
  readonly effectOf: (position: FieldPosition) => Markdown | undefined;
}

/** The field, the known key or the known value under the cursor, and what becomes of it. */
export function recordHover(
  { root, ofValue, ofRemoved, effectOf }: RecordHover,
  { tree, text }: RecordDocument,
  offset: number,
): HoverInfo | undefined {
  const cursor = cursorAt(tree?.root, text, offset);
  if (cursor === undefined) return undefined;
  const key = cursor.at === 'key' ? cursor.member?.key : undefined;
  const node = cursor.at === 'value' ? cursor.node : undefined;
  const span = (key ?? node)?.span;
  if (span === undefined) return undefined;
  const position = recordPosition(root, key === undefined ? cursor.path : [...cursor.path, key.name]);
  if (position === undefined) {
    const removed = key && recordPosition(root, cursor.path)?.object?.removedByKey(key.name);
    return removed && ofRemoved && { markdown: ofRemoved(removed), span };
  }
  if (!isField(position)) return undefined;
  const about = knownMarkdown(position, key?.name, node) ?? (node && ofValue?.(position, node));
  const shown = about ?? fieldMarkdown(position.field, position.owner);
  const effect = effectOf(position);
  return { markdown: blocks([shown, effect]), span };
}

/** A map key or string with a meaning of its own, such as a kubelet flag or a region. */
function knownMarkdown(
  { field, element }: FieldPosition,
  key: string | undefined,
  node: SyntaxNode | undefined,
): Markdown | undefined {
  const vocabulary = key === undefined ? field.known : element ? field.knownKeys : undefined;
  const name = key ?? (node?.kind === 'string' ? node.value : undefined);
  const known = vocabulary === undefined || name === undefined ? undefined : knownName(vocabulary, name);
  return known && nameMarkdown(known);
}

/** A rendered value after `verb`, on one line and shortened. */
export function renderedValue(value: string, verb: '=' | 'has' = '='): Markdown {
  if (value === '') return markup`is empty`;
  const short = shortened(value);
  return verb === '=' ? markup`= ${inlineCode(short)}` : markup`has ${inlineCode(short)}`;
}

/**
 * The fields of a document with their types and short values: `VmType "VM_TYPE_VMSS"`, `list of string, 3 entries`.
 * Entries of lists and maps show their value, after what `entryType` returns.
 */
export function recordOutline(
  root: RecordType,
  { tree }: Pick<RecordDocument, 'tree'>,
  entryType: (field: Field) => string | undefined = () => undefined,
): Iterable<LazyEntry> {
  const factsIn =
    (outer: RecordPosition | undefined): FactsOf =>
    (step, value) => {
      const position = outer && innerPosition(outer, step);
      const { field, element = false } = position ?? {};
      const type = field && (element ? entryType(field) : typeName(field));
      const count = field !== undefined && !element && hasEntries(field) ? entryCount(value) : undefined;
      const detail = [type, count].filter(Boolean).join(', ');
      return { detail, value, deprecated: !element && field?.deprecated === true, inside: factsIn(position) };
    };
  return membersOf(tree?.root, factsIn(documentPosition(root)));
}
