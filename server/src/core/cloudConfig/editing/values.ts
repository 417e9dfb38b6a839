import { type Markdown, prose } from '../../text/markdown.js';
import { asSnippet, type Completion, sortNumber } from '../../document/editing.js';
import type { NodePath } from '../../formats/tree/paths.js';
import { keyMarkdown, plainDefault, typesInWords, typeWord } from '../schema/keyMarkdown.js';
import {
  isAvoided,
  keysOfType,
  knownValuesAt,
  mayJoin,
  schemasAt,
  type ValueType,
  valueTypes,
} from '../schema/keys.js';
import type { SchemaNode } from '../schema/schemaNode.js';
import { startOfLine } from '../../formats/tree/layout.js';
import type { ValueSlot } from '../../formats/yaml/cursor.js';
import { type CompletionCursor, entryChoices, item, keyFacts, nameOf, rankOf } from './keys.js';
import { around, entryOf, type Layout, mappingOf, scalarText, valueOf } from './writing.js';
import { withoutTrailing } from '../../text/strings.js';

/** The values that fit the cursor: allowed values, defaults, known names, and the beginnings of lists and mappings. */
export function valuesAt(cursor: CompletionCursor): Completion[] {
  const { value: slot, root, document } = cursor;
  if (slot === undefined || slot.path.length === 0) return [];
  const schemas = schemasAt(slot.path, root, document);
  const types = schemas.flatMap(valueTypes);
  const documentation = keyMarkdown(nameOf(slot.path), schemas, String(slot.path[0]));
  return [
    ...scalarsAt(cursor, slot.path, types, documentation),
    ...bracketsAt(cursor, slot, types, documentation),
    ...(slot.isBehindKey && !cursor.isFlow && cursor.quote === '' ? belowKey(cursor, slot.path, schemas) : []),
  ];
}

interface Choice extends Pick<Completion, 'detail' | 'documentation'> {
  readonly value: unknown;
  /** The type that the value is one of. */
  readonly type?: ValueType;
}

function scalarsAt(
  cursor: CompletionCursor,
  path: NodePath,
  types: readonly ValueType[],
  documentation: Markdown,
): Completion[] {
  const choices = new Map<string, Choice>();
  const add = (choice: Choice): void => {
    const key = JSON.stringify(choice.value);
    if (!choices.has(key)) choices.set(key, choice);
  };
  for (const type of types) {
    const values = type.values ?? (type.kind === 'boolean' ? [true, false] : []);
    for (const value of values) {
      const isDefault = String(type.schema.default) === String(value);
      add({ value, detail: isDefault ? 'default' : detailOf(type), documentation, type });
    }
  }
  for (const { value, doc } of knownValuesAt(path)) add({ value, detail: 'string', documentation: prose(doc) });
  const writable = types.find(({ kind, schema }) => kind !== 'array' && kind !== 'object' && isWritable(schema));
  if (choices.size === 0 && writable !== undefined)
    add({ value: writable.schema.default, detail: 'default', documentation });
  return [...choices.values()].map(({ value, type, ...facts }, index) => {
    const written = cursor.quote === '' ? scalarText(value) : quotedAs(cursor.quote, String(value));
    const text = `${cursor.isSpaceMissing ? ' ' : ''}${written}`;
    return item(cursor, {
      ...facts,
      label: String(value),
      kind: typeof value === 'string' ? 'enum-value' : 'value',
      sortText: `${type !== undefined && isAvoided(type) ? 8 : 1}${sortNumber(index)}`,
      written: { snippet: asSnippet(text), plainText: text, goesOn: false },
      deprecated: type?.lifecycle?.deprecated !== undefined,
    });
  });
}

function detailOf(type: ValueType): string {
  const { deprecated, missing } = type.lifecycle ?? {};
  if (deprecated !== undefined) return 'deprecated';
  const word = typesInWords([{ ...type, values: undefined }]);
  return missing?.since === undefined ? word : `requires cloud-init ${missing.since}: ${word}`;
}

/** Whether a default can be written as it is; some are only described. */
function isWritable(schema: SchemaNode): boolean {
  const { default: given } = schema;
  if (typeof given === 'number') return true;
  return typeof given === 'string' && plainDefault(schema) === given && !/[\\^]/.test(given);
}

function quotedAs(quote: string, text: string): string {
  return quote === "'" ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}

/** Lists and mappings in brackets, between other brackets or after a dash. */
function bracketsAt(
  cursor: CompletionCursor,
  { path, isBehindKey }: ValueSlot,
  types: readonly ValueType[],
  documentation: Markdown,
): Completion[] {
  const { isFlow, quote, isSpaceMissing, style } = cursor;
  const isEntry = typeof path.at(-1) === 'number';
  if (quote !== '' || !(isFlow || (isEntry && !isBehindKey))) return [];
  const layout: Layout = { style, isFlow: true, indent: '' };
  const space = isSpaceMissing ? ' ' : '';
  const written = {
    array: ({ schema }: ValueType) => around(`${space}[`, entryOf(schema, layout), ']'),
    object: ({ schema }: ValueType) => around(`${space}{ `, mappingOf(schema, layout), ' }'),
  };
  // After a dash the keys of a mapping are offered one by one.
  const kinds = isFlow ? (['array', 'object'] as const) : (['array'] as const);
  return kinds.flatMap((kind) => {
    const index = types.findIndex((type) => type.kind === kind);
    const type = types[index];
    if (type === undefined) return [];
    const label = kind === 'array' ? '[ ]' : '{ }';
    const facts = { label, kind: 'value', detail: typeWord(kind), documentation } as const;
    return [item(cursor, { ...facts, sortText: `2${sortNumber(index)}`, written: written[kind](type) })];
  });
}

/** Entries and keys on the line below a key, chosen while the cursor is still behind its colon. */
function belowKey(cursor: CompletionCursor, path: NodePath, schemas: readonly SchemaNode[]): Completion[] {
  const { word, lineIndent, text, style } = cursor;
  const before = text.slice(startOfLine(text, word.start) + lineIndent.length, word.start);
  const keyIndent = ' '.repeat(/^(?:-[ \t]+)*/.exec(before.slice(0, 1_000))?.[0].length ?? 0);
  const spaces = before.slice(withoutTrailing(before, ' \t').length);
  const span = { start: word.start - spaces.length, end: word.end };
  const dash = keyIndent + (style.indentsLists ? style.unit : '');
  const inner = keyIndent + style.unit;
  const entries = entryChoices(path, schemas, { style, isFlow: false, indent: `${dash}  ` }).map(
    ({ label, written, ...facts }, index) =>
      item(cursor, {
        ...facts,
        label: `- ${label}`,
        sortText: `2${sortNumber(index)}`,
        written: around(`\n${dash}- `, written, ''),
        filterText: `${spaces}- ${label}`,
        span,
      }),
  );
  const mappings = schemas.flatMap(valueTypes).filter(({ kind }) => kind === 'object');
  const all = mappings.flatMap(keysOfType);
  const joining = all.filter(
    (key, index) => all.findIndex(({ name }) => name === key.name) === index && mayJoin(key, new Set(), all, mappings),
  );
  const keys = joining.flatMap((key, index) => {
    const type = valueTypes(key.schema).find(({ kind }) => kind !== 'null');
    if (type === undefined) return [];
    const value = valueOf(type, { style, isFlow: false, indent: inner });
    return [
      item(cursor, {
        label: key.name,
        ...keyFacts(key, type, String(path[0])),
        sortText: `${Math.max(3, rankOf(key))}${sortNumber(index)}`,
        written: around(`\n${inner}${scalarText(key.name)}:`, value, ''),
        filterText: `${spaces}${key.name}`,
        span,
      }),
    ];
  });
  return [...entries, ...keys];
}
