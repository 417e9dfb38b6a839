import { type FieldDescriptor, type MessageDescriptor, typeName } from './descriptor.js';

/** A field in Markdown: type, sentence, and what an author has to know about it. */
export function fieldMarkdown(field: FieldDescriptor, owner: MessageDescriptor): string {
  const facts = [
    field.required === true ? 'Required.' : undefined,
    field.deprecated === true ? 'Deprecated.' : undefined,
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
