import { formatNouns } from '../values/nouns.js';
import type { NumberRange } from './describe.js';
import { type FieldDescriptor, type MessageDescriptor, typeName } from './descriptor.js';
import { enumerated } from './explain.js';

/** A field in Markdown: type, sentence, and what an author has to know about it. */
export function fieldMarkdown(field: FieldDescriptor, owner: MessageDescriptor): string {
  const facts = [
    field.required === true ? 'Required.' : undefined,
    field.deprecated === true ? 'Deprecated.' : undefined,
    takenMarkdown(field),
    field.default === undefined ? undefined : `Absent stands for \`${String(field.default)}\`.`,
    field.since === undefined ? undefined : `Since AgentBaker ${field.since}; an older node image drops it.`,
    field.secret === true ? 'Holds a secret: it is masked in previews.' : undefined,
  ].filter((fact) => fact !== undefined);
  const other = field.jsonName === field.name ? '' : ` (JSON name \`${field.jsonName}\`)`;
  const label = field.label === 'optional' ? 'optional ' : '';
  const examples = (field.examples ?? []).map((example) => `\`${JSON.stringify(example)}\``).join(', ');
  return [
    `**${field.name}**${other}: \`${label}${typeName(field)}\` in ${owner.name}`,
    field.doc,
    facts.join(' '),
    field.type.kind === 'enum'
      ? field.type.of.values.map((value) => `- \`${value.name}\`: ${value.doc}`).join('\n')
      : '',
    examples === '' ? '' : `For example ${examples}.`,
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

/** What the values of a field have to be like, as a sentence; undefined where its type says it all. */
function takenMarkdown(field: FieldDescriptor): string | undefined {
  const { oneOf, format, range, unit } = field;
  const each = field.label === 'repeated' ? 'Each entry is' : field.label === 'map' ? 'Each value is' : 'Takes';
  if (oneOf !== undefined) {
    const choices = oneOf.map((choice) => `\`${choice}\``);
    return `${each} ${enumerated(choices, 'or')}.`;
  }
  if (format !== undefined) return `${each} ${formatNouns[format]}.`;
  if (range !== undefined) return `${each} ${rangeText(range)}${unit === undefined ? '' : ` ${unit}`}.`;
  return unit === undefined ? undefined : `Counted in ${unit}.`;
}

/** A range in words: `1 to 21600`, `at least 2`. */
export function rangeText({ min, max }: NumberRange): string {
  if (min === undefined) return `at most ${max ?? ''}`;
  return max === undefined ? `at least ${min}` : `${min} to ${max}`;
}
