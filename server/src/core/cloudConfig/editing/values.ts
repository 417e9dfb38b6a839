import { asSnippet, type Completion, sortNumber } from '../../document/editing.js';
import type { NodePath } from '../../formats/tree/paths.js';
import { formsInWords, keyMarkdown, plainDefault } from '../schema/keyMarkdown.js';
import {
  type Form,
  formsOf,
  isAvoided,
  isOutdated,
  keysOfForm,
  knownValuesAt,
  mayJoin,
  neededVersion,
  schemasAt,
} from '../schema/keys.js';
import type { SchemaNode } from '../schema/schemaNode.js';
import { startOfLine, type ValueSlot, type YamlCursor } from './cursor.js';
import { entryChoices, item } from './keys.js';
import { around, asPlainKey, entryOf, type Layout, mappingOf, scalarText, valueOf, type YamlStyle } from './writing.js';

/** The values that fit the cursor: choices, switches, defaults, known names, and the beginnings of lists and mappings. */
export function valuesAt(
  cursor: YamlCursor,
  text: string,
  offset: number,
  style: YamlStyle,
  document: SchemaNode,
): Completion[] {
  const { value: slot, root } = cursor;
  if (slot === undefined || slot.path.length === 0) return [];
  const schemas = schemasAt(slot.path, root, document);
  const forms = schemas.flatMap(formsOf);
  const documentation = keyMarkdown(nameOf(slot.path), schemas, String(slot.path[0]));
  return [
    ...scalarsAt(cursor, offset, slot.path, forms, documentation),
    ...bracketsAt(cursor, offset, slot, forms, documentation, style),
    ...(slot.isBehindKey && !cursor.isFlow && cursor.quote === ''
      ? belowKey(cursor, text, offset, slot.path, schemas, style)
      : []),
  ];
}

/** What the value at a path is called: the last name on the way. */
function nameOf(path: NodePath): string {
  return path.findLast((step) => typeof step === 'string') ?? '';
}

interface Choice {
  readonly value: unknown;
  readonly detail: string;
  readonly documentation: string;
  readonly isOld: boolean;
  readonly isAvoided: boolean;
}

function scalarsAt(
  cursor: YamlCursor,
  offset: number,
  path: NodePath,
  forms: readonly Form[],
  documentation: string,
): Completion[] {
  const choices = new Map<string, Choice>();
  const add = (choice: Choice): void => {
    const key = JSON.stringify(choice.value);
    if (!choices.has(key)) choices.set(key, choice);
  };
  for (const form of forms) {
    const isOld = form.lifecycle?.deprecated !== undefined;
    const needed = form.lifecycle?.missing?.since;
    const kind = formsInWords([{ ...form, values: undefined }]).replaceAll('`', '');
    const detail = isOld ? 'deprecated' : needed === undefined ? kind : `needs cloud-init ${needed}: ${kind}`;
    const values = form.values ?? (form.kind === 'switch' ? [true, false] : []);
    for (const value of values)
      add({
        value,
        detail: String(form.schema.default) === String(value) ? 'as where it is absent' : detail,
        documentation,
        isOld,
        isAvoided: isAvoided(form),
      });
  }
  for (const { value, doc } of knownValuesAt(path))
    add({ value, detail: 'text', documentation: doc, isOld: false, isAvoided: false });
  if (choices.size === 0) {
    const form = forms.find(({ kind, schema }) => kind !== 'list' && kind !== 'mapping' && isWritable(schema));
    if (form !== undefined)
      add({
        value: form.schema.default,
        detail: 'as where it is absent',
        documentation,
        isOld: false,
        isAvoided: false,
      });
  }
  return [...choices.values()].map(({ value, detail, documentation: doc, isOld, isAvoided: isLast }, index) => {
    const written = cursor.quote === '' ? scalarText(value) : quotedAs(cursor.quote, String(value));
    const text = `${cursor.lacksBlank ? ' ' : ''}${written}`;
    return item(cursor, offset, {
      label: String(value),
      kind: typeof value === 'string' ? 'enum-value' : 'value',
      detail,
      documentation: doc,
      sortText: `${isLast ? 8 : 1}${sortNumber(index)}`,
      written: { snippet: asSnippet(text), plainText: text, goesOn: false },
      deprecated: isOld,
    });
  });
}

/** Whether a default can be written as it stands; some are only described. */
function isWritable(schema: SchemaNode): boolean {
  const { default: given } = schema;
  if (typeof given === 'number') return true;
  return typeof given === 'string' && plainDefault(schema) === given && !/[\\^]/.test(given);
}

function quotedAs(quote: string, text: string): string {
  return quote === "'" ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}

/** Lists and mappings in brackets, where they stand between brackets or behind a dash. */
function bracketsAt(
  cursor: YamlCursor,
  offset: number,
  { path, isBehindKey }: ValueSlot,
  forms: readonly Form[],
  documentation: string,
  style: YamlStyle,
): Completion[] {
  const isEntry = typeof path.at(-1) === 'number';
  if (cursor.quote !== '' || !(cursor.isFlow || (isEntry && !isBehindKey))) return [];
  const layout: Layout = { style, isFlow: true, indent: '' };
  const blank = cursor.lacksBlank ? ' ' : '';
  const found: Completion[] = [];
  for (const [index, form] of forms.entries()) {
    const isList = form.kind === 'list';
    // Behind a dash the keys of a mapping are offered one by one.
    if (!isList && (form.kind !== 'mapping' || !cursor.isFlow)) continue;
    const label = isList ? '[ ]' : '{ }';
    if (found.some((other) => other.label === label)) continue;
    const written = isList
      ? around(`${blank}[`, entryOf(form.schema, layout), ']')
      : around(`${blank}{ `, mappingOf(form.schema, layout), ' }');
    found.push(
      item(cursor, offset, {
        label,
        kind: 'value',
        detail: form.kind,
        documentation,
        sortText: `2${sortNumber(index)}`,
        written,
      }),
    );
  }
  return found;
}

/** Entries and keys on the line below a key, chosen while the cursor is still behind its colon. */
function belowKey(
  cursor: YamlCursor,
  text: string,
  offset: number,
  path: NodePath,
  schemas: readonly SchemaNode[],
  style: YamlStyle,
): Completion[] {
  const { word, lineIndent } = cursor;
  const lineStart = startOfLine(text, word.start);
  const before = text.slice(lineStart + lineIndent.length, word.start);
  const keyIndent = ' '.repeat(/^(?:-[ \t]+)*/.exec(before)?.[0].length ?? 0);
  const blanks = /[ \t]*$/.exec(before)?.[0] ?? '';
  const span = { start: word.start - blanks.length, end: word.end };
  const dash = keyIndent + (style.indentsLists ? style.unit : '');
  const inner = keyIndent + style.unit;
  const entries = entryChoices(path, schemas, { style, isFlow: false, indent: `${dash}  ` }).map(
    ({ label, written, detail, documentation }, index) =>
      item(cursor, offset, {
        label: `- ${label}`,
        kind: 'value',
        detail,
        documentation,
        sortText: `2${sortNumber(index)}`,
        written: around(`\n${dash}- `, written, ''),
        filterText: `${blanks}- ${label}`,
        span,
      }),
  );
  const mappings = schemas.flatMap(formsOf).filter(({ kind }) => kind === 'mapping');
  const all = mappings.flatMap(keysOfForm);
  const keys = all
    .filter((key) => mayJoin(key, new Set(), all, mappings))
    .flatMap((key, index) => {
      const form = formsOf(key.schema).find(({ kind }) => kind !== 'empty');
      if (form === undefined) return [];
      const isOld = isOutdated(key.schema);
      const needed = neededVersion(key.schema);
      return [
        item(cursor, offset, {
          label: key.name,
          kind: 'field',
          detail: `${needed === undefined ? '' : `needs cloud-init ${needed}: `}${formsInWords([form]).replaceAll('`', '')}`,
          documentation: keyMarkdown(key.name, [key.schema], String(path[0])),
          sortText: `${needed === undefined ? (isOld ? 8 : 3) : 9}${sortNumber(index)}`,
          written: around(
            `\n${inner}${asPlainKey(key.name)}:`,
            valueOf(form, { style, isFlow: false, indent: inner }),
            '',
          ),
          filterText: `${blanks}${key.name}`,
          span,
          deprecated: isOld,
        }),
      ];
    });
  return [...entries, ...keys.filter((one, index) => keys.findIndex(({ label }) => label === one.label) === index)];
}

/** Where the lines of a block text stand. */
export interface BlockLayout {
  /** The white space in front of the key. */
  readonly keyIndent: string;
  /** What lines are indented by beyond that. */
  readonly unit: string;
  readonly lineBreak: string;
}

/**
 * A text as a literal block, from its `|` on; undefined where a block could not hold it or would depend on what stands
 * behind it: a single line, several line breaks at the end, carriage returns, characters that YAML 1.1 does not print.
 */
export function blockText(value: string, { keyIndent, unit, lineBreak }: BlockLayout): string | undefined {
  const isPrintable = value.search(unprintable) < 0;
  if (!isPrintable || !value.includes('\n') || /(?:^|\n)[ \t]*\n?$/.test(value.replace(/\n$/, ''))) return undefined;
  const chomping = value.endsWith('\n') ? '' : '-';
  // White space in front would be taken for the indentation.
  const explicit = /^[ \t\n]/.test(value) ? String(unit.length) : '';
  const lines = value.replace(/\n$/, '').split('\n');
  const written = lines.map((line) => (line === '' ? '' : keyIndent + unit + line));
  return [`|${explicit}${chomping}`, ...written].join(lineBreak);
}

/** A text in double quotes, as JSON and YAML 1.1 both read it. */
export function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What YAML 1.1 wants escaped and JSON does not (PyYAML 6.0, `Reader.NON_PRINTABLE`), and line breaks of YAML alone. */
const unprintable = /(?![\t\n])[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/gu;
