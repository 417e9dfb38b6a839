import type { Payload } from '../../document/payload.js';
import { innerOffset } from '../../text/positionMap.js';
import { touches } from '../../text/span.js';

/**
 * The cloud-configs that stand in a file as they are: the file itself, parts of messages that are not encoded, entries
 * of archives.
 */
export function* readableCloudConfigs(payload: Payload): Generator<Payload> {
  if (!payload.map.exact) return;
  if (payload.kind === 'cloud-config') yield payload;
  else for (const child of payload.children) if (child.is === 'part') yield* readableCloudConfigs(child.payload);
}

/** The one of them that an offset of the file is in, with the offset there. */
export function cloudConfigAt(
  payload: Payload,
  offset: number,
): { readonly payload: Payload; readonly inner: number } | undefined {
  if (!payload.map.exact) return undefined;
  if (payload.kind === 'cloud-config')
    return { payload, inner: innerOffset(payload.map, payload.text?.length ?? 0, offset) };
  const child = payload.children.find(({ is, span }) => is === 'part' && touches(span, offset));
  return child && cloudConfigAt(child.payload, offset);
}
