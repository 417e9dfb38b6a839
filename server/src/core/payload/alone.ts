import { fragmentMap } from '../text/positionMap.js';
import type { DecodeContext } from './context.js';
import { textContent } from './decoders.js';
import { openPayload } from './open.js';
import type { Payload } from './payload.js';

/**
 * A document with a text, as if it were a file: what is found inside of it has its places in this text. It is of the kind
 * and the format that it had before, whatever the text looks like.
 */
export function openAlone(payload: Payload, text: string, context: DecodeContext): Payload {
  const { name, kind, format, partType, isFile } = payload;
  // The step of a multipart is added by its format.
  const steps = format === 'mime-multipart' ? payload.steps.slice(0, -1) : payload.steps;
  return openPayload(
    {
      content: textContent(text, fragmentMap(0), { start: 0, end: text.length }),
      name,
      steps,
      kind,
      format,
      transport: 'none',
      ...(partType === undefined ? {} : { partType }),
      ...(isFile ? { isFile } : {}),
    },
    context,
  );
}
