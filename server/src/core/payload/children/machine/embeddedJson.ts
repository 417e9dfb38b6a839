import type { StringNode } from '../../../syntax/node.js';
import { type NodePath, pointerOf } from '../../../syntax/pointer.js';
import { stringMap } from '../../../syntax/stringMap.js';
import { composeMaps } from '../../../text/positionMap.js';
import { textContent } from '../../decoders.js';
import type { JsonChild } from '../../payload.js';
import type { Surroundings } from '../finder.js';

/** JSON in a string, such as the body of a request in the activity log; undefined for strings without payloads in them. */
export function jsonInString(surroundings: Surroundings, node: StringNode, path: NodePath): JsonChild | undefined {
  if (!mayBeJson(node)) return undefined;
  const { payload, text } = surroundings;
  const pointer = pointerOf(path);
  const span = payload.map.toOuter(node.span);
  const opened = surroundings.open({
    content: textContent(node.value, composeMaps(payload.map, stringMap(text, node)), span),
    name: String(path.at(-1) ?? 'JSON'),
    steps: [...payload.steps, pointer === '' ? 'json' : pointer],
    transport: 'none',
    format: 'json-string',
  });
  const holdsPayloads = opened.children.length > 0 || opened.absent.length > 0;
  return holdsPayloads ? { is: 'json', pointer, span, payload: opened } : undefined;
}

/** Whether a string is long enough for JSON with a payload and begins like one; expressions of templates have brackets, too. */
export function mayBeJson({ value }: Pick<StringNode, 'value'>): boolean {
  return value.length >= '{"customData":""}'.length && /^\s{0,200}(?:\[\s{0,200})?\{/.test(value);
}
