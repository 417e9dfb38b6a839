import { asSnippet } from '../../document/editing.js';
import { resolvePlain } from '../../formats/yaml/yaml11.js';
import { type Form, formsOf, keysOfForm, type KnownKey, requiredKeys } from '../schema/keys.js';
import { isSchema, type SchemaNode } from '../schema/schemaNode.js';

/** Something to be written, with and without tab stops; `goesOn` tells whether there is a choice at its first stop. */
export interface Written {
  readonly snippet: string;
  readonly plainText: string;
  readonly goesOn: boolean;
}

/** Where a value is written: between brackets, or under a key that stands behind this many blanks. */
export interface Layout {
  readonly style: YamlStyle;
  readonly isFlow: boolean;
  /** White space in front of the key, counted from where its line begins to have text. */
  readonly indent: string;
}

/** Enumerations up to this length are written as a choice; longer ones are chosen from the list of completions. */
const mostChoices = 12;

/** What follows a key and its colon for one form of its value. */
export function valueOf(form: Form, layout: Layout, stops = new TabStops()): Written {
  const { kind, schema } = form;
  const { style, isFlow, indent } = layout;
  if (kind === 'mapping') {
    if (isFlow) return around(' { ', mappingOf(schema, layout, stops), ' }');
    const inner = indent + style.unit;
    return around(`\n${inner}`, mappingOf(schema, { ...layout, indent: inner }, stops), '');
  }
  if (kind === 'list') {
    if (isFlow) return around(' [', entryOf(schema, layout, stops), ']');
    const dash = indent + (style.indentsLists ? style.unit : '');
    return around(`\n${dash}- `, entryOf(schema, { ...layout, indent: `${dash}  ` }, stops), '');
  }
  return around(' ', scalarOf(form, stops), '');
}

/** The first entry of a list, behind its dash; `layout.indent` is where its keys stand. */
export function entryOf(listSchema: SchemaNode, layout: Layout, stops = new TabStops()): Written {
  const forms = isSchema(listSchema.items) ? formsOf(listSchema.items) : [];
  const [form] = forms;
  if (form === undefined || forms.some(({ kind }) => kind !== 'mapping')) {
    const only = forms.length === 1 && form !== undefined && form.kind !== 'list' ? scalarOf(form, stops) : undefined;
    // Where an entry may be several things its author goes on to choose one.
    return only ?? { ...stops.next(), goesOn: forms.length > 1 };
  }
  if (layout.isFlow) return around('{ ', mappingOf(form.schema, layout, stops), ' }');
  return mappingOf(form.schema, layout, stops);
}

/** The keys that a mapping needs; a stop where it needs none. */
export function mappingOf(schema: SchemaNode, layout: Layout, stops = new TabStops()): Written {
  const required = requiredKeys(schema);
  const keys = keysOfForm({ kind: 'mapping', schema, lifecycle: undefined, values: undefined });
  const wanted = required.map((name) => keys.find((key) => key.name === name)).filter((key) => key !== undefined);
  if (wanted.length === 0) return { ...stops.next(), goesOn: keys.length > 0 };
  const written = wanted.map((key) => around(`${asPlainKey(key.name)}:`, valueOf(bestForm(key), layout, stops), ''));
  const separator = layout.isFlow ? ', ' : `\n${layout.indent}`;
  return {
    snippet: written.map(({ snippet }) => snippet).join(separator),
    plainText: written.map(({ plainText }) => plainText).join(separator),
    goesOn: written[0]?.goesOn === true,
  };
}

/** The form that a key most likely gets. */
function bestForm({ schema }: KnownKey): Form {
  const forms = formsOf(schema);
  const found = forms.find(({ kind }) => kind !== 'empty') ?? forms[0];
  return found ?? { kind: 'text', schema, lifecycle: undefined, values: undefined };
}

function scalarOf({ kind, values, schema }: Form, stops: TabStops): Written {
  const choices = values ?? (kind === 'switch' ? switchValues(schema) : undefined);
  if (choices === undefined) {
    const given = schema.default;
    const example = kind === 'whole number' && typeof given === 'number' && given >= 0 ? String(given) : '';
    return { ...stops.next(example), goesOn: kind === 'text' };
  }
  const written = choices.map(scalarText);
  if (written.length > mostChoices) return { ...stops.next(), goesOn: true };
  return { ...stops.choice(written), goesOn: false };
}

/** A switch is written to say something else than its absence does. */
function switchValues({ default: given }: SchemaNode): readonly boolean[] {
  return given === true ? [false, true] : [true, false];
}

/** A scalar as YAML 1.1 reads it back: texts that would become something else get quotes. */
export function scalarText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const isPlain = /^[\w./][\w./=()+@:-]*(?: [\w./=()+@:-]+)*$/.test(value) && !/:(?: |$)/.test(value);
  return isPlain && resolvePlain(value).type === 'str' && !/^\d[\d:.-]*$/.test(value) ? value : JSON.stringify(value);
}

/** A key as it stands in YAML. */
export function asPlainKey(name: string): string {
  return scalarText(name);
}

/** Numbers tab stops in the order in which they are written. */
export class TabStops {
  #last = 0;

  next(text = ''): Pick<Written, 'snippet' | 'plainText'> {
    this.#last++;
    return { snippet: text === '' ? `$${this.#last}` : `\${${this.#last}:${asSnippet(text)}}`, plainText: text };
  }

  choice(texts: readonly string[]): Pick<Written, 'snippet' | 'plainText'> {
    const [first = ''] = texts;
    if (texts.length === 1) return { snippet: asSnippet(first), plainText: first };
    this.#last++;
    const choices = texts.map((text) => asSnippet(text).replace(/[,|]/g, '\\$&'));
    return { snippet: `\${${this.#last}|${choices.join(',')}|}`, plainText: first };
  }
}

export function around(before: string, { snippet, plainText, goesOn }: Written, behind: string): Written {
  return {
    snippet: asSnippet(before) + snippet + asSnippet(behind),
    plainText: before + plainText + behind,
    goesOn,
  };
}

/** How a YAML document is laid out. */
export interface YamlStyle {
  /** The spaces of one level of indentation. */
  readonly unit: string;
  /** Whether the dashes of a list are indented more than its key. */
  readonly indentsLists: boolean;
}

/**
 * The style that a document shows in its first nested lines. The default is two spaces and indented lists, as in
 * cloud-init's own examples.
 *
 * It reads one line at a time: a regular expression across lines takes exponential time for comments that end with CRLF.
 */
export function yamlStyle(text: string): YamlStyle {
  let width = 0;
  let listWidth: number | undefined;
  /** The indentation of the key without a value that only empty lines and comments follow so far. */
  let listKey: number | undefined;
  let mappingKey: number | undefined;
  for (let start = 0; start < text.length && (width <= 0 || listWidth === undefined);) {
    const newline = text.indexOf('\n', start);
    const line = lineAt(text, start, newline < 0 ? text.length : newline);
    start = newline < 0 ? text.length : newline + 1;
    if (line.is === 'empty') continue;
    const { indent } = line;
    if (line.is === 'item' && listKey !== undefined) listWidth ??= indent - listKey;
    const isNested = line.is !== 'item' && line.is !== 'other' && mappingKey !== undefined && indent > 0;
    if (isNested && width <= 0) width = indent - (mappingKey ?? 0);
    const isKey = line.is === 'key' && newline >= 0;
    listKey = isKey ? indent : undefined;
    // A key behind a sibling or an outer key says nothing about a level.
    mappingKey = isKey && !isNested ? indent : undefined;
  }
  const unit = width > 0 ? width : listWidth !== undefined && listWidth > 0 ? listWidth : 2;
  return { unit: ' '.repeat(Math.min(unit, 8)), indentsLists: listWidth === undefined || listWidth > 0 };
}

type Line =
  /** Nothing, or a comment. */
  | { readonly is: 'empty' }
  | {
      /** A key without a value, another entry of a mapping, an entry of a list, or none of them. */
      readonly is: 'key' | 'entry' | 'item' | 'other';
      readonly indent: number;
    };

function lineAt(text: string, start: number, end: number): Line {
  const isBlank = (at: number): boolean => text[at] === ' ' || text[at] === '\t';
  let last = end > start && text[end - 1] === '\r' ? end - 1 : end;
  while (last > start && isBlank(last - 1)) last--;
  let first = start;
  while (first < last && text[first] === ' ') first++;
  const indent = first - start;
  let mark = first;
  while (mark < last && isBlank(mark)) mark++;
  if (mark === last || text[mark] === '#') return { is: 'empty' };
  if (text[first] === '-') return { is: text[first + 1] === ' ' ? 'item' : 'other', indent };
  if (/\s/.test(text.charAt(first))) return { is: 'other', indent };
  return { is: last - first > 1 && text[last - 1] === ':' ? 'key' : 'entry', indent };
}
