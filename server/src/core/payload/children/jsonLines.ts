import { linesOf } from '../../document/jsonLines.js';
import { limits } from '../../limits.js';
import { problem } from '../../problems/problem.js';
import { composeMaps, fragmentMap } from '../../text/positionMap.js';
import { textContent } from '../decoders.js';
import type { JsonChild } from '../payload.js';
import type { Findings, Surroundings } from './finder.js';

/** Opens each line of a log that has one JSON object on each; lines without payloads are left out. */
export function jsonLines(surroundings: Surroundings): Findings {
  const { payload, text } = surroundings;
  const lines = linesOf(text, limits.childrenPerPayload + 1);
  const children = lines.slice(0, limits.childrenPerPayload).flatMap((line, index): JsonChild[] => {
    const span = payload.map.toOuter(line);
    const map = composeMaps(payload.map, fragmentMap(line.start));
    const opened = surroundings.open({
      content: textContent(text.slice(line.start, line.end), map, span),
      name: `line ${index + 1}`,
      steps: [...payload.steps, `line:${index + 1}`],
      transport: 'none',
      format: 'json',
    });
    const holdsPayloads = opened.children.length > 0 || opened.absent.length > 0;
    return holdsPayloads ? [{ is: 'json', pointer: '', line: index + 1, span, payload: opened }] : [];
  });
  const message = `More than ${limits.childrenPerPayload} lines; the rest is not decoded.`;
  const problems =
    lines.length > limits.childrenPerPayload ? [problem('payload/limit-children', surroundings.origin, message)] : [];
  return { children, problems };
}
