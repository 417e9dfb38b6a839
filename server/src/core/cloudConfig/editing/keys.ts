import { prose } from '../../text/markdown.js';
import { type Completion, sortNumber } from '../../document/editing.js';
import type { NodePath } from '../../formats/tree/paths.js';
import { keyMarkdown, typesInWords, typeWord } from '../schema/keyMarkdown.js';
import {
  fittingTypes,
  isAvoided,
  isOutdated,
  keysOf,
  type KnownKey,
  knownValuesAt,
  mayJoin,
  neededVersion,
  requiredKeys,
  schemasAt,
  type ValueType,
  valueTypes,
} from '../schema/keys.js';
import { isSchema, lifecycleOf, type SchemaNode } from '../schema/schemaNode.js';
import type { KeySlot, YamlCursor } from '../../formats/yaml/cursor.js';
import { newFiles, writtenTemplate } from './templates.js';
import {
  around,
  type Layout,
  mappingOf,
  scalarText,
  TabStops,
  valueOf,
  type Written,
  type YamlStyle,
} from './writing.js';

/** A cursor with what completion needs to know about its document. */
export interface CompletionCursor extends YamlCursor {
  readonly text: string;
  readonly offset: number;
  readonly style: YamlStyle;
  /** The schema of cloud-configs as the target's version has it. */
  readonly document: SchemaNode;
}

/** What differs between the completions at one position. */
type ItemFacts = Pick<Completion, 'label' | 'kind' | 'detail' | 'documentation' | 'sortText'> &
  Partial<Pick<Completion, 'deprecated' | 'preselect' | 'filterText' | 'span'>> & { readonly written: Written };

/** A completion that replaces the word at the cursor, or `span`. */
export function item(
  { word, quote, offset }: CompletionCursor,
  { written, span = word, ...facts }: ItemFacts,
): Completion {
  return {
    filterText: `${quote}${facts.label}`,
    deprecated: false,
    preselect: false,
    ...facts,
    ...written,
    span,
    // Half a word in quotes would keep its second quote.
    insertSpan: quote === '' ? { start: span.start, end: Math.max(span.start, Math.min(offset, span.end)) } : span,
  };
}

/** Facts about a key that don't depend on its position. */
export function keyFacts(
  key: KnownKey,
  type: ValueType | undefined,
  topLevel: string,
): Pick<Completion, 'kind' | 'detail' | 'documentation' | 'deprecated'> {
  const needed = neededVersion(key.schema) ?? type?.lifecycle?.missing?.since;
  const types = typesInWords(type === undefined ? valueTypes(key.schema) : [type]);
  return {
    kind: 'field',
    detail: `${needed === undefined ? '' : `requires cloud-init ${needed}: `}${key.required ? 'required ' : ''}${types}`,
    documentation: keyMarkdown(key.name, [key.schema], topLevel),
    deprecated: isOutdated(key.schema) || type?.lifecycle?.deprecated !== undefined,
  };
}

/** The keys that the mapping at the cursor can still have: required and usual ones first, deprecated ones last. */
export function keysAt(cursor: CompletionCursor): Completion[] {
  const { key: slot, isFlow, inset, quote, style } = cursor;
  if (slot === undefined) return [];
  const layout: Layout = { style, isFlow, indent: ' '.repeat(inset) };
  const keys = joiningKeys(slot, cursor);
  const wanted = keys.find(({ required }) => required);
  return keys.flatMap((key, index) =>
    variantsOf(key, slot.hasColon || slot.hasValue).map(({ label, type }, variant): Completion => {
      const name = quote === '' ? scalarText(key.name) : JSON.stringify(key.name);
      const value = type === undefined ? nothing : valueOf(type, layout);
      return item(cursor, {
        label,
        ...keyFacts(key, type, String(slot.path[0] ?? key.name)),
        sortText: `${slot.path.length === 0 ? topLevelRank(key, index) : `${rankOf(key)}${sortNumber(index)}`}${variant}`,
        written: around(slot.hasColon ? name : `${name}:`, value, slot.isCommaMissing ? ', ' : ''),
        filterText: `${quote}${key.name}`,
        preselect: key === wanted && variant === 0,
      });
    }),
  );
}

const nothing: Written = { snippet: '', plainText: '', goesOn: false };

/** The keys that most cloud-configs consist of, in the order in which they are offered. */
const usualKeys = ['packages', 'runcmd', 'write_files', 'users', 'bootcmd', 'package_update', 'ssh_authorized_keys'];

/** The beginning of the text by which a key of the whole document is sorted. */
function topLevelRank(key: KnownKey, index: number): string {
  const usual = usualKeys.indexOf(key.name);
  return usual < 0 ? `${rankOf(key)}${sortNumber(index)}` : `2${sortNumber(usual)}`;
}

/** The first character of the text by which keys are sorted. */
export function rankOf(key: KnownKey): number {
  if (neededVersion(key.schema) !== undefined) return 9;
  if (isOutdated(key.schema)) return 8;
  return key.required ? 2 : 3;
}

/** The keys that can be added to the given ones. */
function joiningKeys({ path, object }: KeySlot, cursor: CompletionCursor): KnownKey[] {
  const { root, word, isFlow, lineIndent, inset, text, document } = cursor;
  const schemas = schemasAt(path, root, document);
  const keys = keysOf(schemas, object);
  const given = new Set(object.members.map(({ key }) => key.name));
  if (path.length === 0) {
    const others = [...topLevelKeys(text, word.start)];
    // Top-level keys have the same indentation: none.
    if (others.length > 0 && !isFlow && (lineIndent !== '' || inset > 0)) return [];
    for (const name of others) given.add(name);
  }
  const types = schemas.flatMap((schema) => fittingTypes(schema, object)).filter(({ kind }) => kind === 'object');
  return keys.filter((key) => mayJoin(key, given, keys, types));
}

/** The unindented keys of a document except the one at an offset. */
function* topLevelKeys(text: string, except: number): Generator<string> {
  for (const { index, 1: quoted, 2: plain } of text.matchAll(/^(?:["']([^"'\r\n]*)["']|([\w-]+))[ \t]*:(?=\s|$)/gm))
    if (index !== except) yield quoted ?? plain ?? '';
}

/** A key with one type of value; the usual type comes first and has the key's name as its label. */
interface Variant {
  readonly label: string;
  readonly type: ValueType | undefined;
}

function variantsOf({ name, schema }: KnownKey, nameOnly: boolean): Variant[] {
  if (nameOnly) return [{ label: name, type: undefined }];
  const types = valueTypes(schema);
  const usable = types.filter((type) => type.kind !== 'null' && !isAvoided(type));
  const shapes = new Map<string, ValueType>();
  for (const type of usable.length === 0 ? types : usable) {
    const shape = type.kind === 'array' || type.kind === 'object' ? type.kind : 'scalar';
    if (!shapes.has(shape)) shapes.set(shape, type);
  }
  // A deprecated key is offered once.
  const offered = [...shapes.values()].slice(0, lifecycleOf(schema)?.deprecated === undefined ? undefined : 1);
  return offered.map((type, index) => ({ label: index === 0 ? name : `${name} (${typeWord(type.kind)})`, type }));
}

/** New entries, with their dash, of the list that the line belongs to: one for each type that an entry can have. */
export function entriesAt(cursor: CompletionCursor): Completion[] {
  const { entry: path, word, inset, style, root, document } = cursor;
  if (path === undefined) return [];
  const listPath = path.slice(0, -1);
  const layout: Layout = { style, isFlow: false, indent: ' '.repeat(inset + 2) };
  return entryChoices(listPath, schemasAt(listPath, root, document), layout).map(
    ({ label, written, ...facts }, index) =>
      item(
        { ...cursor, offset: word.end },
        {
          ...facts,
          label: `- ${label}`,
          sortText: `0${sortNumber(index)}`,
          written: around('- ', written, ''),
          preselect: index === 0,
        },
      ),
  );
}

/** One entry of a list that can be written. */
type EntryChoice = Pick<ItemFacts, 'label' | 'kind' | 'detail' | 'documentation' | 'written'>;

/** The entries that can be written in a list; `layout.indent` is the indentation of their keys. */
export function entryChoices(listPath: NodePath, schemas: readonly SchemaNode[], layout: Layout): EntryChoice[] {
  const name = nameOf(listPath);
  const documentation = keyMarkdown(name, schemas, String(listPath[0] ?? name));
  const common = { kind: 'value', detail: `entry of ${name}` } as const;
  const lists = schemas.flatMap(valueTypes).filter(({ kind }) => kind === 'array');
  const types = lists.flatMap(({ schema }) => (isSchema(schema.items) ? valueTypes(schema.items) : []));
  const choices = new Map<string, EntryChoice>();
  for (const type of types) {
    if (type.kind === 'null' || isAvoided(type)) continue;
    const choice = choiceOf(type, layout);
    if (!choices.has(choice.label)) choices.set(choice.label, { ...common, ...choice, documentation });
  }
  if (listPath.length === 1 && name === 'write_files')
    for (const template of newFiles) {
      const written = writtenTemplate(template, layout.indent);
      choices.set(template.label, { ...common, label: template.label, documentation: template.doc, written });
    }
  for (const { value, doc } of knownValuesAt([...listPath, 0])) {
    const text = scalarText(value);
    const written = { snippet: text, plainText: text, goesOn: false };
    choices.set(value, { ...common, label: value, documentation: prose(doc), written });
  }
  return [...choices.values()];
}

/** The last name in a path. */
export function nameOf(path: NodePath): string {
  return path.findLast((step) => typeof step === 'string') ?? '';
}

function choiceOf(type: ValueType, layout: Layout): Pick<EntryChoice, 'label' | 'written'> {
  if (type.kind === 'object') {
    const required = requiredKeys(type.schema);
    const label = required.length === 0 ? 'mapping' : `${required.join(', ')}: …`;
    return { label, written: mappingOf(type.schema, layout) };
  }
  const stop = new TabStops().next();
  if (type.kind === 'array') return { label: '[ ]', written: around('[', { ...stop, goesOn: false }, ']') };
  return {
    label: typesInWords([{ ...type, values: undefined }]),
    written: { ...stop, goesOn: type.values !== undefined },
  };
}
