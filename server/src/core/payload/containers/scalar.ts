import { type StringNode, type SyntaxNode, walk } from '../../formats/tree/node.js';
import { stringMap } from '../../formats/tree/stringMap.js';
import type { Span } from '../../text/span.js';
import { escapesAlike } from '../layers/escapedJson.js';
import type { HeldLayer } from '../layers/index.js';
import { spliceThrough, WriteError } from '../layers/layer.js';
import type { Holder, Writing } from './container.js';

/** What no line of a block scalar can hold: YAML's other line ends, and characters that it takes only behind escapes. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const notInBlocks = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;

/** The line behind `|` or `>`: style, what is said of indentation and last line ends, and the rest of it. */
interface Header {
  readonly span: Span;
  readonly digit: string;
  readonly chomping: string;
  readonly rest: string;
}

/** The header of a block scalar, which ends where the lines begin. */
function headerOf(text: string, { span }: StringNode): Header | undefined {
  const lineStart = text.lastIndexOf('\n', span.start - 2) + 1;
  const line = text.slice(lineStart, span.start);
  const found =
    /(?<=^|[\s:-])[|>](?:(?<chomp>[+-])(?<digit>[1-9])?|(?<first>[1-9])(?<second>[+-])?)?(?<rest>[ \t]*(?:#[^\n]*)?\r?\n)$/.exec(
      line,
    );
  if (found === null) return undefined;
  const { chomp, digit, first, second, rest = '\n' } = found.groups ?? {};
  return {
    span: { start: lineStart + found.index, end: span.start },
    digit: digit ?? first ?? '',
    chomping: chomp ?? second ?? '',
    rest,
  };
}

/** A block scalar with other lines; those that did not change stay as they are written. */
function withOtherLines(text: string, node: StringNode, value: string): Writing[] {
  const header = headerOf(text, node);
  const indent = node.blockIndent;
  if (header === undefined || indent === undefined || notInBlocks.test(value)) return [];
  const written = text.slice(node.span.start, node.span.end).split(/\r?\n/);
  const before = node.style === 'literal' ? withoutLastLineEnds(node.value).split('\n') : [];
  const after = withoutLastLineEnds(value).split('\n');
  const most = Math.min(before.length, after.length, written.length);
  let first = 0;
  while (first < most && before[first] === after[first]) first++;
  let last = 0;
  while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) last++;
  const lines = [
    ...written.slice(0, first),
    ...indented(after.slice(first, after.length - last), indent),
    ...written.slice(written.length - last),
  ];
  const closed = chomped(text, node.span.end, value, header.chomping, endsOf(node.value) === endsOf(value));
  const lineEnd = header.rest.endsWith('\r\n') ? '\r\n' : '\n';
  const digit = header.digit === '' ? digitFor(text, header.span.start, indent, after) : header.digit;
  return [
    {
      span: { start: header.span.start, end: closed.end },
      text: `|${digit}${closed.chomping}${header.rest}${lines.join(lineEnd)}${closed.tail.replaceAll('\n', lineEnd)}`,
    },
  ];
}

/** A block scalar in the place of a plain or quoted one that closes its line. */
function asBlock(text: string, { span }: StringNode, value: string): Writing[] {
  if (notInBlocks.test(value) || !/^[ \t]*(?:\r?\n|$)/.test(text.slice(span.end, span.end + 1_000))) return [];
  const lines = withoutLastLineEnds(value).split('\n');
  const indent = keyColumn(text, span.start) + 2;
  const closed = chomped(text, span.end, value, '', false);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const header = `|${digitFor(text, span.start, indent, lines)}${closed.chomping}`;
  const written = [header, ...indented(lines, indent)].join('\n') + closed.tail;
  return [{ span: { start: span.start, end: closed.end }, text: written.replaceAll('\n', lineEnd) }];
}

function indented(lines: readonly string[], indent: number): string[] {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(indent) + line));
}

function withoutLastLineEnds(value: string): string {
  return value.replace(/\n+$/, '');
}

function endsOf(value: string): number {
  return value.length - withoutLastLineEnds(value).length;
}

/** What is said and written of the line ends behind the last line; `isKept` where their number does not change. */
function chomped(
  text: string,
  from: number,
  value: string,
  chomping: string,
  isKept: boolean,
): { readonly chomping: string; readonly tail: string; readonly end: number } {
  const ends = endsOf(value);
  if (isKept) return { chomping, tail: '', end: from };
  if (ends < 2) return { chomping: ends === 0 ? '-' : '', tail: '', end: from };
  // All blank lines up to the next text count.
  const blank = /^(?:[ \t]*\r?\n)*/.exec(text.slice(from))?.[0].length ?? 0;
  return { chomping: '+', tail: '\n'.repeat(ends), end: from + blank };
}

/** The indentation has to be told where the first text begins with a blank. */
function digitFor(text: string, at: number, indent: number, lines: readonly string[]): string {
  const first = lines.find((line) => line !== '') ?? '';
  const digit = indent - keyColumn(text, at);
  return /^[ \t]/.test(first) && digit > 0 && digit < 10 ? String(digit) : '';
}

/** The column of the first key of the line, behind the dashes of lists. */
function keyColumn(text: string, at: number): number {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^ *(?:- +)*/.exec(line)?.[0].length ?? 0;
}

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
  for (const { node } of walk(root)) {
    const isIt = node.span.start === start && node.span.end === end;
    if (isIt && (node.kind === 'string' || node.kind === 'binary')) return node;
  }
  return undefined;
}
