import { linesOf } from '../../document/jsonLines.js';
import { limits } from '../../limits.js';
import { composeMaps, fragmentMap } from '../../text/positionMap.js';
import { textContent } from '../decoders.js';
import type { JsonChild } from '../payload.js';
import { type Findings, opened, type Surroundings } from './finder.js';

/** Opens each line of a log that has one JSON object on each; lines without payloads are left out. */
export function jsonLines(surroundings: Surroundings): Findings {
  const { payload: log, text } = surroundings;
  const lines = linesOf(text, limits.childrenPerPayload + 1);
  const { kept, problems } = opened(lines, 'lines', surroundings.origin);
  const children = kept.flatMap((line, index): JsonChild[] => {
    const span = log.map.toOuter(line);
    const map = composeMaps(log.map, fragmentMap(line.start));
    const payload = surroundings.open({
      content: textContent(text.slice(line.start, line.end), map, span),
      name: `line ${index + 1}`,
      steps: [...log.steps, `line:${index + 1}`],
      transport: 'none',
      format: 'json',
    });
    const holdsPayloads = payload.children.length > 0 || payload.absent.length > 0;
    return holdsPayloads ? [{ is: 'json', pointer: '', line: index + 1, span, payload }] : [];
  });
  return { children, problems };
}
