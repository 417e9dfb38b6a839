import { type Form, formsOf, isAvoided, isOutdated, neededVersion } from '../../cloudConfig/schema/forms.js';
import { formsInWords, keyMarkdown } from '../../cloudConfig/schema/keyMarkdown.js';
import { keysOf, type KnownKey, mayJoin } from '../../cloudConfig/schema/keys.js';
import { fittingForms, schemasAt } from '../../cloudConfig/schema/navigate.js';
import { lifecycleOf, type SchemaNode } from '../../cloudConfig/schema/schemaNode.js';
import { type Completion, sortNumber } from '../completion/completion.js';
import type { KeySlot, YamlCursor } from './cursor.js';
import { item } from './item.js';
import type { YamlStyle } from './style.js';
import { around, asPlainKey, type Layout, valueOf, type Written } from './writing.js';

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
