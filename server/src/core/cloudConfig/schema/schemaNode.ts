import schema from '../../../../../schemas/cloud-config.schema.json';
import { type CloudInitVersion, isBefore } from '../version.js';

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
interface ModuleFacts {
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

/**
 * The schema as a version of cloud-init has it: what that version knows already of a key's history stands as it is, what
 * a later one deprecated or changed is under `later`, and what a later one brought is `missing`.
 */
export function schemaAsOf(version: CloudInitVersion): SchemaNode {
  const { cloudInitNewest: newest } = rootSchema;
  // Most targets know all of it, and this is asked for with every cloud-config.
  if (typeof newest === 'string' && !isBefore(version, newest)) return rootSchema;
  return asOf(rootSchema, version) as SchemaNode;
}

/** The same value where nothing in it differs. */
function asOf(value: unknown, version: CloudInitVersion): unknown {
  if (Array.isArray(value)) {
    const items: unknown[] = value.map((item: unknown) => asOf(item, version));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isSchema(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [key, inner] of Object.entries(value)) {
    const own = key === 'cloudInit' ? lifecycleAsOf(inner as Lifecycle, version) : asOf(inner, version);
    if (own !== inner) (copy ??= { ...value })[key] = own;
  }
  return copy ?? value;
}

function lifecycleAsOf(lifecycle: Lifecycle, version: CloudInitVersion): Lifecycle {
  const { deprecated, changed, new: added } = lifecycle;
  const isAhead = (step: { readonly since?: string } | undefined): boolean =>
    step?.since !== undefined && isBefore(version, step.since);
  const isLaterDeprecated = isAhead(deprecated);
  const isLaterChanged = isAhead(changed);
  const isMissing = isAhead(added);
  if (!isLaterDeprecated && !isLaterChanged && !isMissing) return lifecycle;
  return {
    ...(deprecated === undefined || isLaterDeprecated ? {} : { deprecated }),
    ...(changed === undefined || isLaterChanged ? {} : { changed }),
    ...(added === undefined || isMissing ? {} : { new: added }),
    ...(isLaterDeprecated || isLaterChanged
      ? {
          later: {
            version: version.text,
            ...(isLaterDeprecated ? { deprecated } : {}),
            ...(isLaterChanged ? { changed } : {}),
          },
        }
      : {}),
    ...(isMissing ? { missing: { ...added, version: version.text } } : {}),
  };
}

/**
 * The names that a pattern of a schema stands for, where it is nothing but words and choices of words such as
 * `^(rsa|ecdsa)_(public|private)$`; empty for patterns that leave more open.
 */
export function namesOfPattern(pattern: string): string[] {
  const inner = /^\^((?:\w|\([\w|]+\))+)\$$/.exec(pattern)?.[1];
  if (inner === undefined) return [];
  let names = [''];
  for (const [piece] of inner.matchAll(/\w+|\([\w|]+\)/g)) {
    const choices = piece.startsWith('(') ? piece.slice(1, -1).split('|') : [piece];
    names = names.flatMap((name) => choices.map((choice) => name + choice));
  }
  return names;
}
