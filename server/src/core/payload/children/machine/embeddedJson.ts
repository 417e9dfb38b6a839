import type { StringNode } from '../../../syntax/node.js';
import { type NodePath, pointerOf } from '../../../syntax/pointer.js';
import type { JsonChild } from '../../payload.js';
import type { Surroundings } from '../finder.js';
import { openString } from '../openString.js';

/** JSON in a string, such as the body of a request in the activity log; undefined for strings without payloads in them. */
export function jsonInString(surroundings: Surroundings, node: StringNode, path: NodePath): JsonChild | undefined {
  if (!mayBeJson(node)) return undefined;
  const pointer = pointerOf(path);
  const opened = openString(surroundings, node, {
    name: String(path.at(-1) ?? 'JSON'),
    steps: [...surroundings.payload.steps, pointer === '' ? 'json' : pointer],
    transport: 'none',
    format: 'json-string',
  });
  const { children, absent } = opened.payload;
  return children.length > 0 || absent.length > 0 ? { is: 'json', pointer, ...opened } : undefined;
}

/** Whether a string is long enough for JSON with a payload and begins like one; expressions of templates have brackets, too. */
export function mayBeJson({ value }: Pick<StringNode, 'value'>): boolean {
  return value.length >= '{"customData":""}'.length && /^\s{0,200}(?:\[\s{0,200})?\{/.test(value);
}
