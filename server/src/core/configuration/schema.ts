import schema from '../../../../schemas/aks-bootstrap-config.schema.json';

/** A part of the schema of configuration files. */
export interface SettingSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  /** What holds unless a source sets another value, if that can be named. */
  readonly default?: string;
  readonly properties?: Readonly<Record<string, SettingSchema>>;
  /** What the values of a mapping with free keys are, such as one by globs; false for fixed keys. */
  readonly additionalProperties?: boolean | SettingSchema;
  readonly items?: SettingSchema;
}

/** The schema of the value at a path, whose list indexes are any step; undefined for what the file can't have. */
export function schemaAt(path: readonly (string | number)[]): SettingSchema | undefined {
  let at: SettingSchema | undefined = schema;
  for (const step of path) {
    at = valueSchema(at, String(step));
  }
  return at;
}

function valueSchema(of: SettingSchema | undefined, name: string): SettingSchema | undefined {
  const { properties = {}, additionalProperties, items } = of ?? {};
  if (Object.hasOwn(properties, name)) return properties[name];
  return typeof additionalProperties === 'object' ? additionalProperties : items;
}

/** The fixed keys of a mapping, without that for editors. */
export function memberNames(at: SettingSchema | undefined): readonly string[] {
  return Object.keys(at?.properties ?? {}).filter((name) => name !== '$schema');
}

/** A setting of configuration files: its names from outside in, and whether its keys are free. */
export interface SettingPlace {
  readonly path: readonly string[];
  readonly isMap: boolean;
}

/** All settings of a configuration file, in the order of its schema. */
export function allSettings(at: SettingSchema = schema, path: readonly string[] = []): SettingPlace[] {
  return memberNames(at).flatMap((name) => {
    const inner = at.properties?.[name] ?? {};
    if (inner.properties !== undefined) return allSettings(inner, [...path, name]);
    return [{ path: [...path, name], isMap: typeof inner.additionalProperties === 'object' }];
  });
}
