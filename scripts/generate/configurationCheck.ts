import { Ajv, type AnySchemaObject } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';

/** The validator of configuration files as a module without imports, so that nothing is compiled at run time. */
export function configurationCheck(schema: AnySchemaObject): string {
  const ajv = new Ajv({ code: { source: true, esm: true }, allErrors: true, strict: true, allowUnionTypes: true });
  ajv.addSchema(bare(schema), 'configuration');
  const code = standaloneCode(ajv, { configurationFits: 'configuration' });
  return `// @ts-nocheck\n// Generated from schemas/aks-bootstrap-config.schema.json by \`npm run generate\`; do not edit.\n${code}`;
}

/** A schema without the texts for people, which the module would contain. */
function bare(schema: AnySchemaObject): AnySchemaObject {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      typeof value === 'string' && ['$id', 'title', 'description', 'default'].includes(key) ? undefined : value,
    ),
  ) as AnySchemaObject;
}
