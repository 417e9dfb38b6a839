import { append } from '../../../append.js';
import type { StringNode, SyntaxNode } from '../../../syntax/node.js';
import { stringMap } from '../../../syntax/stringMap.js';
import type { Span } from '../../../text/span.js';
import { escapesAlike } from '../escapesAlike.js';
import { WriteError } from '../obstacle.js';
import type { HeldLayer } from '../openLayers.js';
import { spliceThrough } from '../splice.js';
import { asBlock, headerOf, withOtherLines } from './blockScalar.js';
import type { Holder, Writing } from './holder.js';

/** A string of JSON or YAML, or the base64 of a YAML `!!binary`. */
export function scalarHolder(
  text: string,
  root: SyntaxNode | undefined,
  span: Span,
  layers: readonly HeldLayer[],
): Holder | WriteError {
  const node = root && nodeAt(root, span);
  const source = node?.kind === 'binary' ? node.source : node;
  if (source?.kind !== 'string') return new WriteError('It does not stand in a string of the document.');
  return stringHolder(text, source, layers);
}

/** A string whose node is known. */
export function stringHolder(text: string, node: StringNode, layers: readonly HeldLayer[]): Holder {
  return { value: node.value, layers, write: (value) => writings(text, node, value) };
}

function writings(text: string, node: StringNode, value: string): Writing[] {
  const { span } = node;
  const written = text.slice(span.start, span.end);
  const inQuotes = (quoted: string): Writing => ({ span, text: quoted });
  const escaped = escapesAlike(written);
  if (node.style === 'json') {
    const local = { ...node, span: { start: 0, end: written.length } };
    return [inQuotes(spliceThrough(written, stringMap(written, local), node.value, value, escaped))];
  }
  const doubled = inQuotes(`"${escapesAlike(node.style === 'double' ? written : '')(value)}"`);
  const singled = inQuotes(`'${value.replaceAll("'", "''")}'`);
  const isOneLine = !/[\n\r]/.test(value);
  const block = isOneLine ? [] : asBlock(text, node, value);
  switch (node.style) {
    case 'plain':
      return [...(isOneLine ? [inQuotes(value), singled] : block), doubled];
    case 'single':
      return [...(isOneLine ? [singled] : block), doubled];
    case 'double':
      return [doubled];
    default:
      return [...withOtherLines(text, node, value), ...doubledBlock(text, node, doubled.text)];
  }
}

/** Double quotes in the place of a block, its header included; line ends at its end stand in the quotes. */
function doubledBlock(text: string, node: StringNode, quoted: string): Writing[] {
  const header = headerOf(text, node);
  return header === undefined ? [] : [{ span: { start: header.span.start, end: node.span.end }, text: quoted }];
}

/** The string or binary with that extent. */
function nodeAt(root: SyntaxNode, { start, end }: Span): SyntaxNode | undefined {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const isIt = node.span.start === start && node.span.end === end;
    if (isIt && (node.kind === 'string' || node.kind === 'binary')) return node;
    if (node.kind === 'array') append(open, node.items);
    else if (node.kind === 'object')
      append(
        open,
        node.members.flatMap(({ value }) => value ?? []),
      );
  }
  return undefined;
}
