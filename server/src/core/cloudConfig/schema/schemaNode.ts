import schema from '../../../../../schemas/cloud-config.schema.json';

/** A node of the cloud-config schema: JSON Schema draft-07 with our annotations. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** The schema of the whole document (cloud-init 26.2). */
export const rootSchema: SchemaNode = schema;

/** What the annotation `cloudInit` says: which version deprecated, changed or brought something. */
export interface Lifecycle {
  readonly deprecated?: Deprecation;
  readonly changed?: LifecycleStep;
  readonly new?: LifecycleStep;
  /** What a version after the target's does; only in the schema of a target (`schemaAsOf`). */
  readonly later?: { readonly deprecated?: Deprecation; readonly changed?: LifecycleStep } & OfTarget;
  /** Which version after the target's brought it; only in the schema of a target. */
  readonly missing?: LifecycleStep & OfTarget;
}

export interface LifecycleStep {
  /** A version of cloud-init. */
  readonly since?: string;
  readonly hint?: string;
}

interface Deprecation extends LifecycleStep {
  readonly instead?: string;
}

interface OfTarget {
  /** The version of cloud-init on the target. */
  readonly version: string;
}

/** What the annotation `cloudInitModule` says about the module behind a top-level key. */
export interface ModuleFacts {
  readonly name: string;
  readonly title: string;
  /** Address of its page. */
  readonly docs: string;
  /** How often it runs, such as `once-per-instance`. */
  readonly frequency?: string;
}

/** Whether a value is a schema with keywords. */
export function isSchema(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function schemaList(value: unknown): SchemaNode[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** Schemas by name, such as the value of `properties`. */
export function schemaMap(value: unknown): Readonly<Record<string, SchemaNode>> {
  return isSchema(value) ? (value as Readonly<Record<string, SchemaNode>>) : {};
}

export function lifecycleOf(node: SchemaNode): Lifecycle | undefined {
  return isSchema(node.cloudInit) ? node.cloudInit : undefined;
}

export function isDeprecated(node: SchemaNode): boolean {
  return lifecycleOf(node)?.deprecated !== undefined;
}

/** Whether a key, or every way to write it, came with a version after the target's. */
export function missingOf(node: SchemaNode): Lifecycle['missing'] {
  return lifecycleOf(node)?.missing;
}

export function descriptionOf(node: SchemaNode): string {
  return typeof node.description === 'string' ? node.description : '';
}

/** The module behind a top-level key; undefined where cloud-init has no such key. */
export function moduleOf(key: string): ModuleFacts | undefined {
  const properties = schemaMap(rootSchema.properties);
  const facts = Object.hasOwn(properties, key) ? properties[key]?.cloudInitModule : undefined;
  return isSchema(facts) ? (facts as unknown as ModuleFacts) : undefined;
}
