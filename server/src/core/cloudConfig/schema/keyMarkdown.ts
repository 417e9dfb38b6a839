import { blocks, type Markdown, markup, markdownLink, prose, sequence } from '../../text/markdown.js';
import { append, enumerated } from '../../text/strings.js';
import { type ValueType, valueTypes, requiredKeys } from './keys.js';
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
export function keyMarkdown(name: string, schemas: readonly SchemaNode[], topLevel: string): Markdown {
  const [schema] = schemas;
  if (schema === undefined) return blocks([]);
  const types = schemas.flatMap(valueTypes);
  const shown = types.filter(({ kind, lifecycle }) => kind !== 'null' && lifecycle?.deprecated === undefined);
  return blocks([
    markup`**${prose(name)}**: ${prose(typesOf(shown.length === 0 ? types : shown))}`,
    prose(descriptionOf(schema)),
    historyOf(name, schema, types),
    prose([choicesOf(shown), requiredOf(shown), defaultOf(schema, types)].filter((fact) => fact !== '').join(' ')),
    moduleMarkdown(topLevel),
  ]);
}

/** The module of a top-level key: its documentation and how often it runs; empty if there is none. */
function moduleMarkdown(topLevel: string): Markdown | '' {
  const facts = moduleOf(topLevel);
  if (facts === undefined) return '';
  const { name, title, docs, frequency } = facts;
  const runs = frequency === undefined ? '' : `, runs ${frequencies[frequency] ?? frequency}`;
  const what = name.startsWith('cc_') ? `Module \`${name}\`` : title;
  return markup`${prose(what + runs)}: ${markdownLink(`${title} in cloud-init's documentation`, docs)}`;
}

const frequencies: Readonly<Record<string, string>> = {
  always: 'on every boot',
  once: 'once in the life of the machine',
  'once-per-instance': 'once per instance',
};

/** The types of a value in words, such as `list of strings or mappings, or string`. */
export function typesInWords(types: readonly ValueType[]): string {
  return typesOf(types).replaceAll('`', '');
}

function typesOf(types: readonly ValueType[]): string {
  return enumeration(types.map(typeOf));
}

function typeOf({ kind, schema, values }: ValueType): string {
  if (values?.length === 1) return `\`${String(values[0])}\``;
  if (kind === 'boolean') return '`true` or `false`';
  if (kind === 'string' && values !== undefined) return 'one of several strings';
  if (kind !== 'array' || !isSchema(schema.items)) return typeWord(kind);
  // Only one level deep; empty entries aren't mentioned.
  const entries = valueTypes(schema.items).filter((entry) => entry.kind !== 'null');
  return `list of ${enumeration(entries.map((entry) => `${typeWord(entry.kind)}s`))}`;
}

/** The name of a type in YAML. */
export function typeWord(kind: string): string {
  return typeWords[kind] ?? kind;
}

const typeWords: Readonly<Record<string, string>> = { array: 'list', object: 'mapping' };

function enumeration(words: readonly string[]): string {
  return enumerated([...new Set(words)], 'or');
}

function historyOf(name: string, schema: SchemaNode, types: readonly ValueType[]): Markdown {
  const own = lifecycleOf(schema);
  const sentences = own === undefined ? [] : lifecycleSentences(own, name);
  for (const type of types) {
    if (type.lifecycle !== undefined)
      append(sentences, lifecycleSentences(type.lifecycle, `Writing ${typeOf(type)} here`));
  }
  return sequence([...new Set(sentences)], ' ');
}

function lifecycleSentences(lifecycle: Lifecycle, subject: string): Markdown[] {
  const { deprecated, changed, new: added, later, missing } = lifecycle;
  const sentences: Markdown[] = [];
  if (missing !== undefined) {
    const required = prose(`${subject} requires cloud-init ${missing.since ?? ''}`);
    sentences.push(markup`**${required}**, but the target has ${prose(missing.version)}.`);
  }
  if (deprecated !== undefined) {
    const { instead, hint } = deprecated;
    const advice = instead === undefined ? '' : ` Use \`${instead}\` instead.`;
    const sentence = prose(`${subject} is deprecated${since(deprecated)}.`);
    const more = prose(`${advice}${hint === undefined ? '' : ` ${hint}`}`);
    sentences.push(sequence([markup`**${sentence}**`, more], ' '));
  }
  if (changed !== undefined) {
    const hint = changed.hint === undefined ? '' : ` ${changed.hint}`;
    sentences.push(prose(`${subject} is deprecated${since(changed)}.${hint}`));
  }
  if (added !== undefined) sentences.push(prose(`${subject} is available${since(added)}.`));
  if (later?.deprecated !== undefined) {
    const { instead } = later.deprecated;
    const advice = instead === undefined ? '' : ` in favour of \`${instead}\``;
    const sentence = `${subject} is deprecated${since(later.deprecated)}${advice}; the target has ${later.version}.`;
    sentences.push(prose(sentence));
  }
  if (later?.changed !== undefined) {
    const sentence = `${subject} is deprecated${since(later.changed)}; the target has ${later.version}.`;
    sentences.push(prose(sentence));
  }
  return sentences;
}

function since(step: LifecycleStep): string {
  return step.since === undefined ? '' : ` since cloud-init ${step.since}`;
}

function choicesOf(types: readonly ValueType[]): string {
  const values = [...new Set(types.flatMap((type) => type.values ?? []))].map((value) => `\`${String(value)}\``);
  if (values.length < 2 || values.length > mostValues) return '';
  const others = types.some((type) => type.values === undefined && type.kind !== 'null');
  return `${others ? 'Known values:' : 'Accepts'} ${enumeration(values)}.`;
}

function requiredOf(types: readonly ValueType[]): string {
  const mappings = types
    .flatMap((type) => (type.kind === 'array' && isSchema(type.schema.items) ? valueTypes(type.schema.items) : [type]))
    .filter(({ kind }) => kind === 'object');
  const names = new Set(mappings.flatMap(({ schema }) => requiredKeys(schema)));
  return names.size === 0 ? '' : `Required: ${[...names].map((name) => `\`${name}\``).join(', ')}.`;
}

function defaultOf(schema: SchemaNode, types: readonly ValueType[]): string {
  const value = [schema, ...types.map((type) => type.schema)].map(plainDefault).find((text) => text !== undefined);
  return value === undefined ? '' : `Default: \`${value}\`.`;
}

/** The default without quotes and backticks; undefined if there is none worth showing. */
export function plainDefault(schema: SchemaNode): string | undefined {
  const given = schema.default;
  if (given === undefined || given === null) return undefined;
  const text = typeof given === 'string' ? given.replace(/^(?:``|'|")(.*?)(?:``|'|")$/, '$1') : JSON.stringify(given);
  return text === '' ? undefined : text;
}
