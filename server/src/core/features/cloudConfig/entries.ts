import { type Form, formsOf, isAvoided } from '../../cloudConfig/schema/forms.js';
import { formsInWords, keyMarkdown } from '../../cloudConfig/schema/keyMarkdown.js';
import { requiredKeys } from '../../cloudConfig/schema/keys.js';
import { knownValuesAt } from '../../cloudConfig/schema/knownValues.js';
import { schemasAt } from '../../cloudConfig/schema/navigate.js';
import { isSchema, type SchemaNode } from '../../cloudConfig/schema/schemaNode.js';
import type { NodePath } from '../../syntax/pointer.js';
import { type Completion, sortNumber } from '../completion/completion.js';
import type { YamlCursor } from './cursor.js';
import { item } from './item.js';
import type { YamlStyle } from './style.js';
import { around, type Layout, mappingOf, scalarText, TabStops, type Written } from './writing.js';

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
export interface EntryChoice {
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
