import type { Child, Holder } from '../../document/payload.js';
import type { StringNode, SyntaxNode } from '../../formats/tree/node.js';
import { stringMap } from '../../formats/tree/stringMap.js';
import { resolvePlain } from '../../formats/yaml/yaml11.js';
import { composeMaps, type Replacement } from '../../text/positionMap.js';
import { failure, type Result, success } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import { textContent } from '../content.js';
import { escapesAlike } from '../layers/escapedJson.js';
import { spliceThrough } from '../layers/layer.js';
import type { Opening, Surroundings } from './container.js';
import { withoutTrailing } from '../../text/strings.js';

/** Opens the payload in a string of a document; positions are mapped through the escapes. */
export function openString(
  surroundings: Surroundings,
  node: StringNode,
  opening: Omit<Opening, 'content'>,
): Pick<Child, 'span' | 'payload' | 'holder'> {
  const { payload, text, open } = surroundings;
  const span = payload.map.toOuter(node.span);
  const content = textContent(node.value, composeMaps(payload.map, stringMap(text, node)), span);
  return { span, payload: open(inString(node, { ...opening, content })), holder: () => stringHolder(text, node) };
}

/** The opening of a payload in a string, which may be cut off. */
export function inString({ unclosed }: StringNode, opening: Opening): Opening {
  return unclosed === true ? { ...opening, details: { ...opening.details, isCut: true } } : opening;
}

/** A string of JSON or YAML, or the base64 of a YAML `!!binary`; other nodes can't be given another value. */
export function stringHolder(text: string, node: SyntaxNode | undefined): Result<Holder> {
  const string = node?.kind === 'binary' ? node.source : node;
  if (string?.kind !== 'string') return failure("It isn't in a string of the document.");
  return success({ value: string.value, write: (value) => success(replacements(text, string, value)) });
}

/** Replacements of a string by another value: in its own style first, then in styles that allow more characters. */
function replacements(text: string, node: StringNode, value: string): Replacement[] {
  const { span } = node;
  const written = text.slice(span.start, span.end);
  const inQuotes = (quoted: string): Replacement => ({ span, newText: quoted });
  const escaped = escapesAlike(written);
  if (node.style === 'json') {
    const local = { ...node, span: { start: 0, end: written.length } };
    return [inQuotes(spliceThrough(written, stringMap(written, local), node.value, value, escaped))];
  }
  const doubled = inQuotes(`"${escapesAlike(node.style === 'double' ? written : '')(value)}"`);
  const singled = inQuotes(`'${value.replaceAll("'", "''")}'`);
  const isOneLine = !/[\n\r]/.test(value);
  // Payloads of null are read as empty, so reading the result again doesn't show that it is no string.
  const isString = isOneLine && resolvePlain(value).type === 'str';
  const block = isOneLine ? [] : asBlock(text, node, value);
  switch (node.style) {
    case 'plain':
      return [...(isString ? [inQuotes(value)] : []), ...(isOneLine ? [singled] : block), doubled];
    case 'single':
      return [...(isOneLine ? [singled] : block), doubled];
    case 'double':
      return [doubled];
    default:
      return [...withOtherLines(text, node, value), ...doubledBlock(text, node, doubled.newText)];
  }
}

/** Double quotes instead of a block and its header. */
function doubledBlock(text: string, node: StringNode, quoted: string): Replacement[] {
  const header = headerOf(text, node);
  return header === undefined ? [] : [{ span: { start: header.span.start, end: node.span.end }, newText: quoted }];
}

/** Characters that block scalars can't contain: YAML's other line breaks, and characters that need escapes. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const notInBlocks = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;

/** `|` or `>` with its indentation digit and chomping sign, and the rest of the line. */
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
    /(?<=^|[\s:-])[|>](?:(?<chomp>[+-])(?<digit>[1-9])?|(?<first>[1-9])(?<second>[+-])?)?(?<rest>[ \t]*(?:#[^\n]*\n?|\r?\n))/.exec(
      line,
    );
  // The line has one line break, at its end.
  if (found?.[0].endsWith('\n') !== true) return undefined;
  const { chomp, digit, first, second, rest = '\n' } = found.groups ?? {};
  return {
    span: { start: lineStart + found.index, end: span.start },
    digit: digit ?? first ?? '',
    chomping: chomp ?? second ?? '',
    rest,
  };
}

/** A block scalar with other lines; unchanged lines stay as written. */
function withOtherLines(text: string, node: StringNode, value: string): Replacement[] {
  const header = headerOf(text, node);
  const indent = node.blockIndent;
  if (header === undefined || indent === undefined || notInBlocks.test(value)) return [];
  const written = text.slice(node.span.start, node.span.end).split(/\r?\n/);
  const before = node.style === 'literal' ? withoutFinalBreaks(node.value).split('\n') : [];
  const after = withoutFinalBreaks(value).split('\n');
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
  const closed = chomped(text, node.span.end, value, header.chomping, finalBreaks(node.value) === finalBreaks(value));
  const lineEnd = header.rest.endsWith('\r\n') ? '\r\n' : '\n';
  const digit = header.digit === '' ? digitFor(text, header.span.start, indent, after) : header.digit;
  return [
    {
      span: { start: header.span.start, end: closed.end },
      newText: `|${digit}${closed.chomping}${header.rest}${lines.join(lineEnd)}${closed.tail.replaceAll('\n', lineEnd)}`,
    },
  ];
}

/** A block scalar instead of a plain or quoted one that ends its line. */
function asBlock(text: string, { span }: StringNode, value: string): Replacement[] {
  if (notInBlocks.test(value) || !/^[ \t]*(?:\r?\n|$)/.test(text.slice(span.end, span.end + 1_000))) return [];
  const lines = withoutFinalBreaks(value).split('\n');
  const indent = keyColumn(text, span.start) + 2;
  const closed = chomped(text, span.end, value, '', false);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const header = `|${digitFor(text, span.start, indent, lines)}${closed.chomping}`;
  const written = [header, ...indented(lines, indent)].join('\n') + closed.tail;
  return [{ span: { start: span.start, end: closed.end }, newText: written.replaceAll('\n', lineEnd) }];
}

function indented(lines: readonly string[], indent: number): string[] {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(indent) + line));
}

function withoutFinalBreaks(value: string): string {
  return withoutTrailing(value, '\n');
}

function finalBreaks(value: string): number {
  return value.length - withoutFinalBreaks(value).length;
}

/** The chomping sign and what follows the last line; `isKept` if the number of final line breaks does not change. */
function chomped(
  text: string,
  from: number,
  value: string,
  chomping: string,
  isKept: boolean,
): { readonly chomping: string; readonly tail: string; readonly end: number } {
  const ends = finalBreaks(value);
  if (isKept) return { chomping, tail: '', end: from };
  if (ends < 2) return { chomping: ends === 0 ? '-' : '', tail: '', end: from };
  // With `+`, all blank lines up to the next text count.
  const rest = text.slice(from);
  const blank = rest.slice(0, /^[ \t\r\n]*/.exec(rest)?.[0].length).lastIndexOf('\n') + 1;
  return { chomping: '+', tail: '\n'.repeat(ends), end: from + blank };
}

/** The digit that a block needs if its first text begins with a space. */
function digitFor(text: string, at: number, indent: number, lines: readonly string[]): string {
  const first = lines.find((line) => line !== '') ?? '';
  const digit = indent - keyColumn(text, at);
  return /^[ \t]/.test(first) && digit > 0 && digit < 10 ? String(digit) : '';
}

/** The column of the first key of the line, after the dashes of lists. */
function keyColumn(text: string, at: number): number {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^ *(?:- +)*/.exec(line.slice(0, 1_000))?.[0].length ?? 0;
}
