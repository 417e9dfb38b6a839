import type { Contract } from '../../server/src/core/nodeConfig/contract/contract.js';
import type { Field } from '../../server/src/core/record/model.js';

/** TypeScript interfaces of the contract: a config as plain JSON with proto names. */
export function contractTypes(contract: Contract): string {
  const enums = [...contract.enums.values()].map(
    (of) =>
      `/** ${of.doc} */\nexport type ${of.name} =\n${of.values.map((value) => `  | '${value.name}'`).join('\n')};\n`,
  );
  const messages = [...contract.messages.values()].map((message) => {
    const fields = message.fields.map(
      (field) => `  /** ${field.doc} */\n  readonly ${field.name}?: ${typeOf(field)};\n`,
    );
    return `/** ${message.doc} */\nexport interface ${message.name} {\n${fields.join('')}}\n`;
  });
  return `// Generated from contract/description by \`npm run generate\`; do not edit.\n\n${[...enums, ...messages].join('\n')}`;
}

function typeOf(field: Field): string {
  const element = field.type.kind === 'scalar' ? (scalarTypes[field.type.scalar] ?? 'never') : field.type.of.name;
  if (field.label === 'list') return `readonly ${element}[]`;
  return field.label === 'map' ? `Readonly<Record<string, ${element}>>` : element;
}

const scalarTypes: Readonly<Record<string, string>> = {
  string: 'string',
  bool: 'boolean',
  int32: 'number',
  double: 'number',
};
