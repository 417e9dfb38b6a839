import type { StringNode } from '../../syntax/node.js';
import { stringMap } from '../../syntax/stringMap.js';
import { composeMaps } from '../../text/positionMap.js';
import type { Span } from '../../text/span.js';
import { textContent } from '../decoders.js';
import type { Opening } from '../opening.js';
import type { Payload } from '../payload.js';
import type { Surroundings } from './finder.js';

/** Opens what a string of a document holds, with places in it followed through the escapes; `span` is in the file. */
export function openString(
  { payload, text, open }: Surroundings,
  node: StringNode,
  opening: Omit<Opening, 'content'>,
): { readonly span: Span; readonly payload: Payload } {
  const span = payload.map.toOuter(node.span);
  const content = textContent(node.value, composeMaps(payload.map, stringMap(text, node)), span);
  return { span, payload: open({ ...opening, content }) };
}
