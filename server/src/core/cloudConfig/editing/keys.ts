import { type Completion, sortNumber } from '../../document/editing.js';
import type { NodePath } from '../../formats/tree/paths.js';
import type { Span } from '../../text/span.js';
import { formsInWords, keyMarkdown } from '../schema/keyMarkdown.js';
import {
  fittingForms,
  type Form,
  formsOf,
  isAvoided,
  isOutdated,
  keysOf,
  type KnownKey,
  knownValuesAt,
  mayJoin,
  neededVersion,
  requiredKeys,
  schemasAt,
} from '../schema/keys.js';
import { isSchema, lifecycleOf, type SchemaNode } from '../schema/schemaNode.js';
import type { KeySlot, YamlCursor } from './cursor.js';
import {
  around,
  asPlainKey,
  type Layout,
  mappingOf,
  scalarText,
  TabStops,
  valueOf,
  type Written,
  type YamlStyle,
} from './writing.js';

/** What each completion says for itself; the rest is the same at one place. */
type ItemFacts = Pick<Completion, 'label' | 'kind' | 'detail' | 'documentation' | 'sortText'> & {
  readonly written: Written;
  readonly deprecated?: boolean;
  readonly preselect?: boolean;
  /** What is compared with the word, where that is not the label. */
  readonly filterText?: string;
  /** What is replaced, where that is more than the word. */
  readonly span?: Span;
};

/** A completion in the place of the word at the cursor. */
export function item({ word, quote }: YamlCursor, offset: number, facts: ItemFacts): Completion {
  const { label, kind, detail, documentation, sortText, written, span = word } = facts;
  return {
    label,
    kind,
    detail,
    documentation,
    sortText,
    snippet: written.snippet,
    plainText: written.plainText,
    filterText: facts.filterText ?? `${quote}${label}`,
    span,
    // Half a word in quotes would keep its second quote.
    insertSpan: quote === '' ? { start: span.start, end: Math.max(span.start, Math.min(offset, span.end)) } : span,
    deprecated: facts.deprecated === true,
    preselect: facts.preselect === true,
    goesOn: written.goesOn,
  };
}

/** The keys that the mapping at the cursor may still have: needed ones first, outdated ones last. */
export function keysAt(
  cursor: YamlCursor,
  text: string,
  offset: number,
  style: YamlStyle,
  document: SchemaNode,
): Completion[] {
  const { key: slot, isFlow, inset } = cursor;
  if (slot === undefined) return [];
  const layout: Layout = { style, isFlow, indent: ' '.repeat(inset) };
  const topLevel = slot.path[0];
  const keys = joiningKeys(slot, cursor, text, document);
  const wanted = keys.find(({ required }) => required);
  return keys.flatMap((key, index) =>
    variantsOf(key, slot.hasColon || slot.hasValue).map(({ label, form }, variant): Completion => {
      const needed = neededVersion(key.schema) ?? form?.lifecycle?.missing?.since;
      const name = cursor.quote === '' ? asPlainKey(key.name) : JSON.stringify(key.name);
      const comma = slot.lacksComma ? ', ' : '';
      const colon = slot.hasColon ? '' : ':';
      const value: Written = around(colon, form === undefined ? nothing : valueOf(form, layout), comma);
      return item(cursor, offset, {
        label,
        kind: 'field',
        detail: [
          needed === undefined ? '' : `needs cloud-init ${needed}: `,
          key.required ? 'required ' : '',
          formsInWords(form === undefined ? formsOf(key.schema) : [form]).replaceAll('`', ''),
        ].join(''),
        documentation: keyMarkdown(key.name, [key.schema], String(topLevel ?? key.name)),
        sortText: `${rankOf(key)}${sortNumber(index)}${variant}`,
        written: around(name, value, ''),
        filterText: `${cursor.quote}${key.name}`,
        deprecated: isOutdated(key.schema) || form?.lifecycle?.deprecated !== undefined,
        preselect: key === wanted && variant === 0,
      });
    }),
  );
}

const nothing: Written = { snippet: '', plainText: '', goesOn: false };

function rankOf(key: KnownKey): number {
  if (neededVersion(key.schema) !== undefined) return 9;
  return isOutdated(key.schema) ? 8 : key.required ? 2 : 3;
}

/** The keys that may join those that are there. */
function joiningKeys(
  { path, object }: KeySlot,
  { root, word, isFlow, lineIndent, inset }: YamlCursor,
  text: string,
  document: SchemaNode,
): KnownKey[] {
  const schemas = schemasAt(path, root, document);
  const keys = keysOf(schemas, object);
  const given = new Set(object.members.map(({ key }) => key.name));
  if (path.length === 0) {
    const others = [...topLevelKeys(text, word.start)];
    // An indented key does not fit those that are not.
    if (others.length > 0 && !isFlow && (lineIndent !== '' || inset > 0)) return [];
    for (const name of others) given.add(name);
  }
  const forms = schemas.flatMap((schema) => fittingForms(schema, object)).filter(({ kind }) => kind === 'mapping');
  return keys.filter((key) => mayJoin(key, given, keys, forms));
}

/** The unindented keys of a document but for the one at an offset. */
function* topLevelKeys(text: string, except: number): Generator<string> {
  for (const { index, 1: quoted, 2: plain } of text.matchAll(/^(?:["']([^"'\r\n]*)["']|([\w-]+))[ \t]*:(?=\s|$)/gm))
    if (index !== except) yield quoted ?? plain ?? '';
}

/** A way to write a key: the form that it usually has comes first, under its bare name. */
interface Variant {
  readonly label: string;
  readonly form: Form | undefined;
}

function variantsOf({ name, schema }: KnownKey, nameOnly: boolean): Variant[] {
  if (nameOnly) return [{ label: name, form: undefined }];
  const forms = formsOf(schema);
  const usable = forms.filter((form) => form.kind !== 'empty' && !isAvoided(form));
  const shapes = new Map<string, Form>();
  for (const form of usable.length === 0 ? forms : usable) {
    const shape = form.kind === 'list' || form.kind === 'mapping' ? form.kind : 'text';
    if (!shapes.has(shape)) shapes.set(shape, form);
  }
  // What is deprecated is still read, but nobody should begin with several forms of it.
  const offered = lifecycleOf(schema)?.deprecated === undefined ? [...shapes] : [...shapes].slice(0, 1);
  return offered.map(([shape, form], index) => ({ label: index === 0 ? name : `${name} (${shape})`, form }));
}

/** A new entry of the list that the line belongs to, with its dash, one for each form that an entry may have. */
export function entriesAt(cursor: YamlCursor, style: YamlStyle, document: SchemaNode): Completion[] {
  const { entry: path, word, inset } = cursor;
  if (path === undefined) return [];
  const layout: Layout = { style, isFlow: false, indent: ' '.repeat(inset + 2) };
  const listPath = path.slice(0, -1);
  return entryChoices(listPath, schemasAt(listPath, cursor.root, document), layout).map(
    ({ label, written, detail, documentation }, index) =>
      item(cursor, word.end, {
        label: `- ${label}`,
        kind: 'value',
        detail,
        documentation,
        sortText: `0${sortNumber(index)}`,
        written: around('- ', written, ''),
        preselect: index === 0,
      }),
  );
}

/** One way to write an entry. */
interface EntryChoice {
  readonly label: string;
  readonly detail: string;
  readonly documentation: string;
  readonly written: Written;
}

/** The ways to write an entry of a list; `layout.indent` is where its keys stand. */
export function entryChoices(listPath: NodePath, schemas: readonly SchemaNode[], layout: Layout): EntryChoice[] {
  const name = listPath.findLast((step) => typeof step === 'string') ?? '';
  const documentation = keyMarkdown(name, schemas, String(listPath[0] ?? name));
  const lists = schemas.flatMap(formsOf).filter(({ kind }) => kind === 'list');
  const forms = lists.flatMap(({ schema }) => (isSchema(schema.items) ? formsOf(schema.items) : []));
  const choices = new Map<string, EntryChoice>();
  for (const form of forms) {
    if (form.kind === 'empty' || isAvoided(form)) continue;
    const { label, written } = choiceOf(form, layout);
    if (!choices.has(label)) choices.set(label, { label, written, detail: `entry of ${name}`, documentation });
  }
  for (const { value, doc } of knownValuesAt([...listPath, 0])) {
    const text = scalarText(value);
    choices.set(value, {
      label: value,
      detail: `entry of ${name}`,
      documentation: doc,
      written: { snippet: text, plainText: text, goesOn: false },
    });
  }
  return [...choices.values()];
}

function choiceOf(form: Form, layout: Layout): Pick<EntryChoice, 'label' | 'written'> {
  switch (form.kind) {
    case 'mapping': {
      const required = requiredKeys(form.schema);
      return {
        label: required.length === 0 ? 'mapping' : `${required.join(', ')}: …`,
        written: mappingOf(form.schema, layout),
      };
    }
    case 'list':
      return { label: '[ ]', written: around('[', { ...new TabStops().next(), goesOn: false }, ']') };
    default:
      return {
        label: formsInWords([{ ...form, values: undefined }]).replaceAll('`', ''),
        written: { ...new TabStops().next(), goesOn: form.values !== undefined },
      };
  }
}
