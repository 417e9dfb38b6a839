import { fragmentMap, opaqueMap, type PositionMap, runsMap, type VerbatimRun } from '../text/positionMap.js';
import type { StringNode } from './node.js';

/**
 * Leads from offsets in a string's value to offsets in the document that holds it.
 * Folded and multi-line quoted YAML scalars rearrange line ends, so they answer as a whole.
 */
export function stringMap(text: string, node: StringNode): PositionMap {
  const { start, end } = node.span;
  switch (node.style) {
    case 'json':
      // Without escapes the value is as long as what stands between the quotes.
      if (node.value.length === end - start - 2) return fragmentMap(start + 1);
      return escapesMap(text, start + 1, end, jsonEscape);
    case 'plain':
      return text.slice(start, end) === node.value ? fragmentMap(start) : opaqueMap(node.span);
    case 'single':
      if (text.slice(start, end).includes('\n')) return opaqueMap(node.span);
      return escapesMap(text, start + 1, end - 1, /''/g);
    case 'double':
      return text.slice(start + 1, end - 1) === node.value ? fragmentMap(start + 1) : opaqueMap(node.span);
    case 'literal':
      return blockMap(text, node);
    case 'folded':
      return opaqueMap(node.span);
  }
}

const jsonEscape = /\\(?:u[0-9a-fA-F]{4}|[^u])/g;

/**
 * Leads from an unescaped text to the escaped one between `from` and `to`: each match of `escape` stands for one
 * character, and the stretches between them are verbatim.
 */
export function escapesMap(text: string, from: number, to: number, escape: RegExp): PositionMap {
  const raw = text.slice(from, to);
  const runs: VerbatimRun[] = [];
  let outer = 0;
  let inner = 0;
  for (const match of raw.matchAll(escape)) {
    if (match.index > outer) runs.push({ inner, outer: from + outer, length: match.index - outer });
    inner += match.index - outer;
    runs.push({ inner, outer: from + match.index, length: 0 });
    inner += 1;
    outer = match.index + match[0].length;
  }
  if (runs.length === 0) return fragmentMap(from);
  runs.push({ inner, outer: from + outer, length: raw.length - outer });
  return runsMap(runs, to);
}

/** A literal block: every line is verbatim behind its indentation. */
function blockMap(text: string, node: StringNode): PositionMap {
  const indent = node.blockIndent ?? 0;
  const runs: VerbatimRun[] = [];
  let inner = 0;
  let outer = node.span.start;
  for (const line of node.value.split('\n')) {
    const newline = text.indexOf('\n', outer);
    const lineEnd = newline < 0 ? text.length : newline;
    // A blank line may be shorter than the indentation.
    const begin = Math.min(outer + indent, lineEnd);
    // The last line of the text may have no line end, which its value has all the same.
    const end = Math.min(lineEnd + 1, text.length);
    runs.push({ inner, outer: begin, length: Math.min(line.length + 1, end - begin) });
    inner += line.length + 1;
    outer = lineEnd + 1;
  }
  return runsMap(runs, node.span.end);
}
