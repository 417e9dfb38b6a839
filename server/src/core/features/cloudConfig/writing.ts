import { type Form, formsOf } from '../../cloudConfig/schema/forms.js';
import { keysOfForm, type KnownKey, requiredKeys } from '../../cloudConfig/schema/keys.js';
import { isSchema, type SchemaNode } from '../../cloudConfig/schema/schemaNode.js';
import { resolvePlain } from '../../syntax/yaml11.js';
import { asSnippet } from '../completion/completionWord.js';
import type { YamlStyle } from './style.js';

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
