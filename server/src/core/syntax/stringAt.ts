import { endOfQuoted } from '../text/quotedEnd.js';
import { parseJson } from './json.js';
import type { StringNode } from './node.js';

/** The JSON string that begins at a quote; undefined where it never ends. */
export function stringAt(text: string, start: number): StringNode | undefined {
  const end = endOfQuoted(text, start);
  const root = end === undefined ? undefined : parseJson(text.slice(start, end)).root;
  if (root?.kind !== 'string') return undefined;
  return { ...root, span: { start, end: start + root.span.end } };
}
