import { type CloudInitVersion, isBefore } from '../version.js';
import { isSchema, type Lifecycle, rootSchema, type SchemaNode } from './schemaNode.js';

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
