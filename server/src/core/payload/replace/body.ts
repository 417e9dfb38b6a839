import { decodeText, utf8Bytes } from '../../text/bytes.js';

/** What stands on one side of a layer: a text where it is known to be one, else bytes. */
export type Body = string | Uint8Array;

export function bytesOf(body: Body): Uint8Array {
  return typeof body === 'string' ? utf8Bytes(body) : body;
}

/** The text of a body; undefined for bytes that are not exactly the UTF-8 of one. */
export function textOf(body: Body): string | undefined {
  if (typeof body === 'string') return body;
  const { text, encoding, byteOrderMark, invalidAt } = decodeText(body);
  return encoding === 'utf-8' && !byteOrderMark && invalidAt === undefined ? text : undefined;
}
