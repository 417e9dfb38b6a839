import type { TextChange } from '../../problems/problem.js';
import type { ObjectNode } from '../../syntax/node.js';

/**
 * The change that puts `key: value` in front of a mapping's first key, in block or flow style; undefined for a mapping
 * without keys.
 */
export function insertYamlMember(text: string, mapping: ObjectNode, written: string): TextChange | undefined {
  const first = mapping.members[0]?.key.span.start;
  if (first === undefined) return undefined;
  const span = { start: first, end: first };
  if (text.charAt(mapping.span.start) === '{') return { span, newText: `${written}, ` };
  const lineStart = Math.max(text.lastIndexOf('\n', first - 1), text.lastIndexOf('\r', first - 1)) + 1;
  return { span, newText: `${written}\n${' '.repeat(first - lineStart)}` };
}
