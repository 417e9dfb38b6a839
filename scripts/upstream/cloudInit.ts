import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembleCloudConfig } from '../lib/assembleCloudConfig.mjs';
import { type Comparison, namesSection } from './finding.js';
import { type Skeleton, unwritten } from './skeleton.js';
import type { Source } from './source.js';

const schemaPath = 'cloudinit/config/schemas/schema-cloud-config-v1.json';
const modules = 'schemas/cloud-config/modules';

export function isCloudInit(source: Source): boolean {
  return (
    source.read(schemaPath) !== undefined || source.read('config/schemas/schema-cloud-config-v1.json') !== undefined
  );
}

/** Compares the keys of cloud-init's schema of cloud-config with ours, at every depth. */
export function compareCloudInit(source: Source): Comparison {
  const schema = JSON.parse(
    source.read(schemaPath) ?? source.read('config/schemas/schema-cloud-config-v1.json') ?? '{}',
  ) as Schema;
  const [upstream, ours] = [keysOf(schema), keysOf(assembleCloudConfig(modules))];
  return {
    repository: 'canonical/cloud-init',
    remarks: [],
    digests: {},
    sections: [
      namesSection('Keys of cloud-config', [...upstream.keys()], [...ours.keys()], {
        detailOf: (key) => [upstream.get(key)?.type ?? []].flat().join(' or '),
        skeletonOf: (key) => newKey(key, upstream.get(key)?.type),
        noteOf: (key) => sinceOf(key, upstream, ours),
      }),
    ],
  };
}

/** Since when we describe a key, or the one around it that upstream doesn't have either. */
function sinceOf(
  key: string,
  upstream: ReadonlyMap<string, Schema>,
  ours: ReadonlyMap<string, Schema>,
): string | undefined {
  for (let path = key; path !== '' && !upstream.has(path); path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const { new: added } = (ours.get(path)?.cloudInit ?? {}) as { new?: { since?: string } };
    if (added?.since !== undefined) return `we describe it since ${added.since}`;
  }
  return undefined;
}

interface Schema {
  readonly [keyword: string]: unknown;
  readonly type?: string | readonly string[];
}

/** Keywords with schemas of the same value. */
const branches = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'items', 'additionalItems'];

/** The keys that a schema describes, with dots between the levels; lists and patterns count as no level. */
function keysOf(root: Schema): Map<string, Schema> {
  const found = new Map<string, Schema>();
  const seen = new Set<string>();
  const visit = (value: unknown, prefix: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, prefix);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const schema = value as Schema;
    if (typeof schema.$ref === 'string') {
      // A schema that refers to itself has no further keys.
      const place = `${prefix} ${schema.$ref}`;
      if (!seen.has(place) && prefix.length < 200) visit(resolved(root, schema.$ref), prefix);
      seen.add(place);
    }
    for (const keyword of branches) visit(schema[keyword], prefix);
    visit(schema.additionalProperties, prefix);
    for (const inner of Object.values((schema.patternProperties ?? {}) as Record<string, unknown>))
      visit(inner, prefix);
    for (const [key, inner] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
      const path = prefix === '' ? key : `${prefix}.${key}`;
      if (!found.has(path)) found.set(path, inner);
      visit(inner, path);
    }
  };
  visit(root, '');
  return found;
}

function resolved(root: Schema, reference: string): unknown {
  let value: unknown = root;
  for (const step of reference.replace(/^#\//, '').split('/'))
    value = typeof value === 'object' && value !== null ? (value as Schema)[step] : undefined;
  return value;
}

/** A key below one that a module has; a new top-level key needs a module of its own. */
function newKey(key: string, type: Schema['type']): Skeleton | undefined {
  const steps = key.split('.');
  const [top = '', ...rest] = steps;
  const name = rest.pop();
  const owner = readdirSync(modules).find((file) => {
    const { keys } = JSON.parse(readFileSync(join(modules, file), 'utf8')) as { keys: Record<string, unknown> };
    return top in keys;
  });
  if (owner === undefined || name === undefined) return undefined;
  return {
    file: join(modules, owner),
    added(text) {
      const document = JSON.parse(text) as { keys: Record<string, MutableSchema> };
      const place = rest.reduce<MutableSchema | undefined>(
        (found, step) => found?.properties?.[step],
        document.keys[top],
      );
      if (place?.properties === undefined) return undefined;
      place.properties[name] = { description: unwritten(key), ...(type !== undefined && { type }) };
      return JSON.stringify(document, null, 2);
    },
  };
}

interface MutableSchema {
  properties?: Record<string, MutableSchema>;
  [keyword: string]: unknown;
}
