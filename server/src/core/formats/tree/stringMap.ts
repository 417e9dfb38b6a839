import {
  exactMap,
  fragmentMap,
  opaqueMap,
  type PositionMap,
  type Replacement,
  runsMap,
  type VerbatimRun,
  writtenAs,
} from '../../text/positionMap.js';
import { endOfQuoted, withoutTrailing } from '../../text/strings.js';
import { parseJson } from '../json/parse.js';
import { jsonEscapes } from '../json/scanner.js';
import type { StringNode } from './node.js';

/**
 * Leads from offsets in a string's value to offsets in the document that holds it.
 * Folded and multi-line quoted YAML scalars rearrange line breaks, so they map as a whole.
 */
export function stringMap(text: string, node: StringNode): PositionMap {
  const { start, end } = node.span;
  switch (node.style) {
    case 'json':
      // Without escapes the value is as long as the text between the quotes.
      return writtenAs(
        node.value === text.slice(start + 1, end - 1)
          ? fragmentMap(start + 1)
          : escapesMap(text, start + 1, end, jsonEscape, isMeaningful),
        jsonEscaped,
      );
    case 'plain':
      return text.slice(start, end) === node.value
        ? writtenAs(fragmentMap(start), (newText) => (/^[\w./-]*$/.test(newText) ? newText : undefined))
        : opaqueMap(node.span);
    case 'single':
      if (text.slice(start, end).includes('\n')) return opaqueMap(node.span);
      return writtenAs(escapesMap(text, start + 1, end - 1, /''/g), (newText) =>
        controls.test(newText) ? undefined : newText.replaceAll("'", "''"),
      );
    case 'double':
      return text.slice(start + 1, end - 1) === node.value
        ? writtenAs(fragmentMap(start + 1), jsonEscaped)
        : opaqueMap(node.span);
    case 'literal':
      return blockMap(text, node);
    case 'folded':
      return opaqueMap(node.span);
  }
}

/** What YAML prints in a block or in single quotes in another way than it was meant, or not at all. */
const controls = /[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/u;

function jsonEscaped(newText: string): string {
  return JSON.stringify(newText).slice(1, -1);
}

/** An escape, or what the scanner takes for one although JSON doesn't have it. */
const jsonEscape = /\\(?:u[0-9a-fA-F]{0,4}|[^u])/g;

/** Whether an escape is a character of the string; others have no meaning. */
function isMeaningful(escape: string): boolean {
  return escape.startsWith('\\u') ? escape.length === 6 : jsonEscapes.has(escape.charAt(1));
}

/**
 * Maps an unescaped string to the escaped one between `from` and `to`: each match of `escape` is one character, or none if
 * it isn't `meaningful`, and the text between the matches is verbatim.
 */
export function escapesMap(
  text: string,
  from: number,
  to: number,
  escape: RegExp,
  meaningful = (_escape: string): boolean => true,
): PositionMap {
  const raw = text.slice(from, to);
  const runs: VerbatimRun[] = [];
  let outer = 0;
  let inner = 0;
  for (const match of raw.matchAll(escape)) {
    if (match.index > outer) runs.push({ inner, outer: from + outer, length: match.index - outer });
    inner += match.index - outer;
    runs.push({ inner, outer: from + match.index, length: 0 });
    if (meaningful(match[0])) inner += 1;
    outer = match.index + match[0].length;
  }
  if (runs.length === 0) return fragmentMap(from);
  runs.push({ inner, outer: from + outer, length: raw.length - outer });
  return runsMap(runs, to);
}

/** A literal block: every line is verbatim behind its indentation. */
function blockMap(text: string, node: StringNode): PositionMap {
  const map = exactMap(() => runsMap(blockRuns(text, node), node.span.end));
  return { ...map, toOuterChange: (change) => blockChange(text, node, map, change) };
}

function blockRuns(text: string, node: StringNode): VerbatimRun[] {
  const indent = node.blockIndent ?? 0;
  const runs: VerbatimRun[] = [];
  let inner = 0;
  let outer = node.span.start;
  for (const line of node.value.split('\n')) {
    const newline = text.indexOf('\n', outer);
    const lineEnd = newline < 0 ? text.length : newline;
    // A blank line may be shorter than the indentation.
    const begin = Math.min(outer + indent, lineEnd);
    // The last line of the text may have no line break, but its value has one.
    const end = Math.min(lineEnd + 1, text.length);
    runs.push({ inner, outer: begin, length: Math.min(line.length + 1, end - begin) });
    inner += line.length + 1;
    outer = lineEnd + 1;
  }
  return runs;
}

/** A change of a literal block: new lines get the block's indentation. Undefined where the block would read otherwise. */
function blockChange(text: string, node: StringNode, map: PositionMap, change: Replacement): Replacement | undefined {
  const { start, end } = node.span;
  const indent = ' '.repeat(node.blockIndent ?? 0);
  const { span, newText } = change;
  if (controls.test(newText.replace(/[\n\t]/g, ''))) return undefined;
  // The last line break belongs to the block as a whole.
  const takesEnd = node.value.endsWith('\n') && span.end === node.value.length;
  if (takesEnd && (span.start === span.end || !newText.endsWith('\n'))) return undefined;
  const from = map.toOuter({ start: span.start, end: span.start }).start;
  // A range that includes its line break ends before the text of the next line.
  const isLineEnd = !takesEnd && span.end > span.start && node.value.charAt(span.end - 1) === '\n';
  const to = isLineEnd ? map.toOuter({ start: span.end, end: span.end }).start : map.toOuter(span).end;
  const lineBreak = text.slice(start, end).includes('\r\n') ? '\r\n' : '\n';
  const lines = newText.replace(takesEnd ? /\n(?!$)/g : /\n/g, `\n${indent}`);
  const made = { span: { start: from, end: to }, newText: lines.replaceAll('\n', lineBreak) };
  // Read again: spaces at the beginning and line breaks at the end of a block have a special meaning.
  const after = (text.slice(start, from) + made.newText + text.slice(to, end)).split(/\r?\n/);
  const read = after.map((line) =>
    line.startsWith(indent) ? line.slice(indent.length) : line.trim() === '' ? '' : undefined,
  );
  const expected = node.value.slice(0, span.start) + newText + node.value.slice(span.end);
  if (read.includes(undefined) || /^[ \t\n]/.test(expected) !== /^[ \t\n]/.test(node.value)) return undefined;
  const lastLine = withoutTrailing(expected, '\n').length;
  const finalBreaks = node.value.length - withoutTrailing(node.value, '\n').length;
  return withoutTrailing(read.join('\n'), '\n') === expected.slice(0, lastLine) &&
    expected.length - lastLine === finalBreaks
    ? made
    : undefined;
}

/** The JSON string that begins at a quote; undefined where it never ends. */
export function stringAt(text: string, start: number): StringNode | undefined {
  const end = endOfQuoted(text, start);
  const root = end === undefined ? undefined : parseJson(text.slice(start, end)).root;
  if (root?.kind !== 'string') return undefined;
  return { ...root, span: { start, end: start + root.span.end } };
}
