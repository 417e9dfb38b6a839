import type { Fix } from '../../problems/problem.js';
import type { StringNode } from '../../formats/tree/node.js';
import { encodeBase64 } from '../../text/base64.js';
import { utf8Bytes } from '../../text/bytes.js';

/**
 * Puts the base64 of a JSON text's UTF-8 bytes in its place. Not safe: only its author knows whether the
 * text was meant to be encoded, or is damaged base64.
 */
export function base64EncodeFix(node: StringNode): Fix {
  const newText = JSON.stringify(encodeBase64(utf8Bytes(node.value)));
  return { title: 'Encode the text as base64', changes: [{ span: node.span, newText }], safe: false };
}
