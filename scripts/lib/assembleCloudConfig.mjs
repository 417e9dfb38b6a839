import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Assembles the schema of cloud-config from one file for each cloud-init module (`modulesDir/*.json`).
 * Top-level keys are sorted by name and annotated with their module. Throws if two modules have the
 * same key.
 */
export function assembleCloudConfig(modulesDir) {
  const properties = new Map();
  for (const file of readdirSync(modulesDir).sort()) {
    const { module: name, title, docs, frequency, keys } = JSON.parse(readFileSync(join(modulesDir, file), 'utf8'));
    for (const [key, schema] of Object.entries(keys)) {
      if (properties.has(key)) throw new Error(`${file}: another module already has the key ${key}`);
      properties.set(key, { ...schema, cloudInitModule: { name, title, docs, ...(frequency ? { frequency } : {}) } });
    }
  }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://raw.githubusercontent.com/aks-bootstrap/aks-bootstrap/main/schemas/cloud-config.schema.json',
    title: 'cloud-config',
    description: 'User data for cloud-init that begins with #cloud-config, as of cloud-init 26.2.',
    type: 'object',
    cloudInitNewest: newestOf([...properties.values()]),
    additionalProperties: false,
    properties: Object.fromEntries([...properties].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The newest version of cloud-init in an annotation `cloudInit`. */
function newestOf(schemas) {
  const versions = [...JSON.stringify(schemas).matchAll(/"since":"([\d.]+)"/g)].map(([, version]) => version);
  return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
}
