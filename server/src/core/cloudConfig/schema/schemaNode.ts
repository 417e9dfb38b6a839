import schema from '../../../../../schemas/cloud-config.schema.json';
import { type CloudInitVersion, isBefore } from '../version.js';

/** A node of the cloud-config schema: JSON Schema draft-07 with our annotations. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** The schema of the whole document (cloud-init 26.2). */
export const rootSchema: SchemaNode = schema;

/** The annotation `cloudInit`: the version that deprecated, changed or added something. */
export interface Lifecycle {
  readonly deprecated?: Deprecation;
  readonly changed?: LifecycleStep;
  readonly new?: LifecycleStep;
  /** Changes in a version after the target's; only in the schema of a target (`schemaAsOf`). */
  readonly later?: { readonly deprecated?: Deprecation; readonly changed?: LifecycleStep } & OfTarget;
  /** The version after the target's that added it; only in the schema of a target. */
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

/** The annotation `cloudInitModule`: the module of a top-level key. */
interface ModuleFacts {
  readonly name: string;
  readonly title: string;
  /** The address of its documentation. */
  readonly docs: `https://${string}`;
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

/** Whether a key, or each of its alternatives, was added after the target's version. */
export function missingOf(node: SchemaNode): Lifecycle['missing'] {
  return lifecycleOf(node)?.missing;
}

export function descriptionOf(node: SchemaNode): string {
  return typeof node.description === 'string' ? node.description : '';
}

/** The module of a top-level key; undefined if cloud-init doesn't have the key. */
export function moduleOf(key: string): ModuleFacts | undefined {
  const properties = schemaMap(rootSchema.properties);
  const facts = Object.hasOwn(properties, key) ? properties[key]?.cloudInitModule : undefined;
  return isSchema(facts) ? (facts as unknown as ModuleFacts) : undefined;
}

/**
 * The schema for a version of cloud-init: later deprecations and changes move to `later`, and later additions become
 * `missing`.
 */
export function schemaAsOf(version: CloudInitVersion): SchemaNode {
  const { cloudInitNewest: newest } = rootSchema;
  // Most targets need no change, and this runs for every cloud-config.
  if (typeof newest === 'string' && !isBefore(version, newest)) return rootSchema;
  return asOf(rootSchema, version) as SchemaNode;
}

/** Returns the same value if nothing changes. */
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
 * The names that a pattern of a schema matches, if it only consists of words and alternatives such as
 * `^(rsa|ecdsa)_(public|private)$`; empty for other patterns.
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
