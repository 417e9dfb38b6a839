import schema from '../../../../schemas/cloud-config.schema.json';

/** What is known about a top-level key of a cloud-config (cloud-init 26.2). */
export interface TopLevelKey {
  readonly name: string;
  readonly description: string;
  readonly module?: { readonly title: string; readonly docs: string };
}

interface SchemaProperty {
  readonly description?: string;
  readonly cloudInitModule?: { readonly title: string; readonly docs: string };
}

const properties = schema.properties as unknown as Readonly<Record<string, SchemaProperty>>;

/** The key of that name; undefined where cloud-init has none. */
export function topLevelKey(name: string): TopLevelKey | undefined {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (property === undefined) return undefined;
  return {
    name,
    description: property.description ?? '',
    ...(property.cloudInitModule === undefined ? {} : { module: property.cloudInitModule }),
  };
}
