import { asSnippet } from '../../document/editing.js';
import { resolvePlain } from '../../formats/yaml/yaml11.js';
import { type ValueType, valueTypes, keysOfType, requiredKeys } from '../schema/keys.js';
import { isSchema, type SchemaNode } from '../schema/schemaNode.js';

/** Inserted text, with and without tab stops; `goesOn` says whether there are choices at its first stop. */
export interface Written {
  readonly snippet: string;
  readonly plainText: string;
  readonly goesOn: boolean;
}

/** Where a value is written: between brackets, or under a key with this indentation. */
export interface Layout {
  readonly style: YamlStyle;
  readonly isFlow: boolean;
  /** White space before the key, counted from the first character of its line that isn't white space. */
  readonly indent: string;
}

/** Enumerations up to this length are written as a choice; longer ones are chosen from the list of completions. */
const mostChoices = 12;

/** What follows a key and its colon for one type of its value. */
export function valueOf(type: ValueType, layout: Layout, stops = new TabStops()): Written {
  const { kind, schema } = type;
  const { style, isFlow, indent } = layout;
  if (kind === 'object') {
    if (isFlow) return around(' { ', mappingOf(schema, layout, stops), ' }');
    const inner = indent + style.unit;
    return around(`\n${inner}`, mappingOf(schema, { ...layout, indent: inner }, stops), '');
  }
  if (kind === 'array') {
    if (isFlow) return around(' [', entryOf(schema, layout, stops), ']');
    const dash = indent + (style.indentsLists ? style.unit : '');
    return around(`\n${dash}- `, entryOf(schema, { ...layout, indent: `${dash}  ` }, stops), '');
  }
  return around(' ', scalarOf(type, stops), '');
}

/** The first entry of a list, after its dash; `layout.indent` is the indentation of its keys. */
export function entryOf(listSchema: SchemaNode, layout: Layout, stops = new TabStops()): Written {
  const types = isSchema(listSchema.items) ? valueTypes(listSchema.items) : [];
  const [type] = types;
  if (type === undefined || types.some(({ kind }) => kind !== 'object')) {
    // If an entry can have several types, the author chooses one.
    return types.length === 1 && type !== undefined && type.kind !== 'array'
      ? scalarOf(type, stops)
      : { ...stops.next(), goesOn: types.length > 1 };
  }
  const mapping = mappingOf(type.schema, layout, stops);
  return layout.isFlow ? around('{ ', mapping, ' }') : mapping;
}

/** The required keys of a mapping; a tab stop if there are none. */
export function mappingOf(schema: SchemaNode, layout: Layout, stops = new TabStops()): Written {
  const keys = keysOfType({ kind: 'object', schema, lifecycle: undefined, values: undefined });
  const wanted = requiredKeys(schema)
    .map((name) => keys.find((key) => key.name === name))
    .filter((key) => key !== undefined);
  if (wanted.length === 0) return { ...stops.next(), goesOn: keys.length > 0 };
  const written = wanted.flatMap(({ name, schema: own }) => {
    const types = valueTypes(own);
    const type = types.find(({ kind }) => kind !== 'null') ?? types[0];
    return type === undefined ? [] : [around(`${scalarText(name)}:`, valueOf(type, layout, stops), '')];
  });
  const separator = layout.isFlow ? ', ' : `\n${layout.indent}`;
  return {
    snippet: written.map(({ snippet }) => snippet).join(separator),
    plainText: written.map(({ plainText }) => plainText).join(separator),
    goesOn: written[0]?.goesOn === true,
  };
}

function scalarOf({ kind, values, schema: { default: given } }: ValueType, stops: TabStops): Written {
  // A boolean is written to change the default.
  const choices = values ?? (kind === 'boolean' ? [given !== true, given === true] : undefined);
  if (choices === undefined) {
    const example = kind === 'integer' && typeof given === 'number' && given >= 0 ? String(given) : '';
    return { ...stops.next(example), goesOn: kind === 'string' };
  }
  if (choices.length > mostChoices) return { ...stops.next(), goesOn: true };
  return { ...stops.choice(choices.map(scalarText)), goesOn: false };
}

/** A scalar that YAML 1.1 reads back as the same value: strings that would become something else get quotes. */
export function scalarText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const isPlain = /^[\w./][\w./=()+@: -]*$/.test(value) && !/[: ](?: |$)/.test(value);
  return isPlain && resolvePlain(value).type === 'str' && !/^\d[\d:.-]*$/.test(value) ? value : JSON.stringify(value);
}

/** Numbers tab stops in the order in which they are written. */
export class TabStops {
  #last = 0;

  next(text = ''): Pick<Written, 'snippet' | 'plainText'> {
    this.#last++;
    return { snippet: text === '' ? `$${this.#last}` : `\${${this.#last}:${asSnippet(text)}}`, plainText: text };
  }

  choice(values: readonly string[]): Pick<Written, 'snippet' | 'plainText'> {
    const [first = ''] = values;
    if (values.length === 1) return { snippet: asSnippet(first), plainText: first };
    this.#last++;
    const choices = values.map((value) => asSnippet(value).replace(/[,|]/g, '\\$&'));
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
 * The style of the first nested lines of a document. The default is two spaces and indented lists, as in cloud-init's
 * own examples.
 *
 * Each line is read alone: a regular expression across lines takes exponential time for comments that end with CRLF.
 */
export function yamlStyle(text: string): YamlStyle {
  let width = 0;
  let listWidth: number | undefined;
  /** The indentation of the key without a value that only empty lines and comments follow so far. */
  let listKey: number | undefined;
  let mappingKey: number | undefined;
  for (const [, written = '', newline = ''] of text.matchAll(/([^\n]*)(\n)?/g)) {
    if (width > 0 && listWidth !== undefined) break;
    const line = lineOf(written);
    if (line === undefined) continue;
    const { is, indent } = line;
    if (is === 'item' && listKey !== undefined) listWidth ??= indent - listKey;
    const isNested = (is === 'key' || is === 'entry') && mappingKey !== undefined && indent > 0;
    if (isNested && width <= 0) width = indent - (mappingKey ?? 0);
    const isKey = is === 'key' && newline !== '';
    listKey = isKey ? indent : undefined;
    // A key after a sibling or an outer key doesn't show the width of a level.
    mappingKey = isKey && !isNested ? indent : undefined;
  }
  const unit = width > 0 ? width : listWidth !== undefined && listWidth > 0 ? listWidth : 2;
  return { unit: ' '.repeat(Math.min(unit, 8)), indentsLists: listWidth === undefined || listWidth > 0 };
}

interface Line {
  /** A key without a value, another entry of a mapping, an entry of a list, or something else. */
  readonly is: 'key' | 'entry' | 'item' | 'other';
  readonly indent: number;
}

/** Undefined for empty lines and comments. */
function lineOf(written: string): Line | undefined {
  const text = written.trimEnd();
  const content = text.replace(/^ +/, '');
  const indent = text.length - content.length;
  if (/^\s*(?:#|$)/.test(content)) return undefined;
  if (content.startsWith('-')) return { is: written.charAt(indent + 1) === ' ' ? 'item' : 'other', indent };
  if (/^\s/.test(content)) return { is: 'other', indent };
  return { is: content.length > 1 && content.endsWith(':') ? 'key' : 'entry', indent };
}
