import { failuresIn } from '../../failure/failures.js';
import { composeMaps } from '../../text/positionMap.js';
import { textContent } from '../decoders.js';
import type { JsonChild } from '../payload.js';
import { childStep, type Findings, type Surroundings } from './finder.js';

/** Finds the provision statuses that the scripts printed, in the words that the extension put around them. */
export function statusText({ payload, text, open }: Surroundings): Findings {
  const { failures } = failuresIn(text);
  const taken = new Set<string>();
  const children = failures.flatMap(({ statusText: status }): JsonChild[] => {
    if (status === undefined) return [];
    const map = composeMaps(payload.map, status.map);
    const span = map.toOuter({ start: 0, end: status.text.length });
    const opened = open({
      content: textContent(status.text, map, span),
      name: 'provision status',
      steps: [...payload.steps, childStep('provision-status', taken)],
      // What it tells has been read from the document around it.
      kind: 'unknown',
      transport: 'none',
      format: 'json',
    });
    return [{ is: 'json', pointer: '', span, payload: opened }];
  });
  const [told] = failures;
  return { children, problems: [], ...(told === undefined ? {} : { details: { told } }) };
}
