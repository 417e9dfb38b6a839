import { append } from '../../text/strings.js';
import { type Form, formsOf, requiredKeys } from './keys.js';
import {
  descriptionOf,
  isSchema,
  type Lifecycle,
  lifecycleOf,
  type LifecycleStep,
  moduleOf,
  type SchemaNode,
} from './schemaNode.js';

/** Longer enumerations aren't shown; completion offers them. */
const mostValues = 12;

/**
 * A key in Markdown: its type, description, default and history, and its module. `topLevel` is the top-level key that
 * contains it, or the key itself.
 */
export function keyMarkdown(name: string, schemas: readonly SchemaNode[], topLevel: string): string {
  const [schema] = schemas;
  if (schema === undefined) return '';
  const forms = schemas.flatMap(formsOf);
  const shown = forms.filter(({ kind, lifecycle }) => kind !== 'empty' && lifecycle?.deprecated === undefined);
  return [
    `**${name}**: ${formsInWords(shown.length === 0 ? forms : shown)}`,
    descriptionOf(schema),
    historyOf(name, schema, forms),
    [choicesOf(shown), requiredOf(shown), defaultOf(schema, forms)].filter((fact) => fact !== '').join(' '),
    moduleMarkdown(topLevel),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

/** The module of a top-level key: its documentation and how often it runs; empty if there is none. */
export function moduleMarkdown(topLevel: string): string {
  const facts = moduleOf(topLevel);
  if (facts === undefined) return '';
  const { name, title, docs, frequency } = facts;
  const runs = frequency === undefined ? '' : `, runs ${frequencies[frequency] ?? frequency}`;
  const what = name.startsWith('cc_') ? `Module \`${name}\`` : title;
  return `${what}${runs}: [${title} in cloud-init's documentation](${docs})`;
}

const frequencies: Readonly<Record<string, string>> = {
  always: 'on every boot',
  once: 'once in the life of the machine',
  'once-per-instance': 'once per instance',
};

/** The alternatives of a value in words: `list of text or list of mapping, or text`. */
export function formsInWords(forms: readonly Form[]): string {
  return enumeration(forms.map(formInWords));
}

function formInWords({ kind, schema, values }: Form): string {
  if (values?.length === 1) return `\`${String(values[0])}\``;
  switch (kind) {
    case 'text':
      return values === undefined ? 'text' : 'one of a few words';
    case 'switch':
      return '`true` or `false`';
    case 'list':
      return isSchema(schema.items) ? `list of ${enumeration(entriesInWords(formsOf(schema.items)))}` : 'list';
    default:
      return kind;
  }
}

/** The entries of a list, one level deep; empty entries aren't mentioned. */
function entriesInWords(forms: readonly Form[]): string[] {
  return forms.filter(({ kind }) => kind !== 'empty').map(({ kind }) => plurals[kind]);
}

const plurals: Readonly<Record<Form['kind'], string>> = {
  text: 'texts',
  list: 'lists',
  mapping: 'mappings',
  switch: 'switches',
  number: 'numbers',
  'whole number': 'whole numbers',
  empty: 'nothing',
};

function enumeration(words: readonly string[]): string {
  const unique = [...new Set(words)];
  return unique.length < 2 ? (unique[0] ?? '') : `${unique.slice(0, -1).join(', ')} or ${unique.at(-1) ?? ''}`;
}

function historyOf(name: string, schema: SchemaNode, forms: readonly Form[]): string {
  const own = lifecycleOf(schema);
  const sentences = own === undefined ? [] : lifecycleSentences(own, name);
  for (const form of forms) {
    if (form.lifecycle !== undefined)
      append(sentences, lifecycleSentences(form.lifecycle, `Writing ${formInWords(form)} here`));
  }
  return [...new Set(sentences)].join(' ');
}

function lifecycleSentences(lifecycle: Lifecycle, subject: string): string[] {
  const { deprecated, changed, new: added, later, missing } = lifecycle;
  const sentences: string[] = [];
  if (missing !== undefined)
    sentences.push(
      `**${subject} is too new for the target:** it came with cloud-init ${missing.since ?? ''}, and the target has ${missing.version}.`,
    );
  if (deprecated !== undefined) {
    const { instead, hint } = deprecated;
    const advice = instead === undefined ? '' : ` Use \`${instead}\` instead.`;
    sentences.push(`**${subject} is deprecated${since(deprecated)}.**${advice}${hint === undefined ? '' : ` ${hint}`}`);
  }
  if (changed !== undefined)
    sentences.push(
      `${subject} means something else${since(changed)} than before.${changed.hint === undefined ? '' : ` ${changed.hint}`}`,
    );
  if (added !== undefined) sentences.push(`${subject} is known${since(added)}.`);
  if (later?.deprecated !== undefined) {
    const { instead } = later.deprecated;
    const advice = instead === undefined ? '' : `, which has \`${instead}\` instead`;
    sentences.push(`${subject} is deprecated${since(later.deprecated)}${advice}; the target has ${later.version}.`);
  }
  if (later?.changed !== undefined)
    sentences.push(
      `${subject} means something else${since(later.changed)} than on the target, which has ${later.version}.`,
    );
  return sentences;
}

function since(step: LifecycleStep): string {
  return step.since === undefined ? '' : ` since cloud-init ${step.since}`;
}

function choicesOf(forms: readonly Form[]): string {
  const values = [...new Set(forms.flatMap((form) => form.values ?? []))].map((value) => `\`${String(value)}\``);
  if (values.length < 2 || values.length > mostValues) return '';
  const others = forms.some((form) => form.values === undefined && form.kind !== 'empty');
  return `${others ? 'Known words are' : 'Takes'} ${enumeration(values)}.`;
}

function requiredOf(forms: readonly Form[]): string {
  const names = forms.flatMap((form) => {
    const { items } = form.schema;
    return form.kind === 'mapping'
      ? requiredKeys(form.schema)
      : form.kind === 'list' && isSchema(items)
        ? formsOf(items).flatMap((item) => (item.kind === 'mapping' ? requiredKeys(item.schema) : []))
        : [];
  });
  const unique = [...new Set(names)].map((name) => `\`${name}\``);
  return unique.length === 0 ? '' : `Needs ${unique.join(', ')}.`;
}

function defaultOf(schema: SchemaNode, forms: readonly Form[]): string {
  const value = plainDefault(schema) ?? forms.map((form) => plainDefault(form.schema)).find((one) => one !== undefined);
  return value === undefined ? '' : `Absent stands for \`${value}\`.`;
}

/** The default without quotes and backticks; undefined if there is none worth showing. */
export function plainDefault(schema: SchemaNode): string | undefined {
  const given = schema.default;
  if (given === undefined || given === null) return undefined;
  const text = typeof given === 'string' ? given.replace(/^(?:``|'|")(.*?)(?:``|'|")$/, '$1') : JSON.stringify(given);
  return text === '' ? undefined : text;
}
