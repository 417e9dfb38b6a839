import { parseJson, parseShortenedJson } from '../../formats/json/parse.js';
import type { SyntaxTree } from '../../formats/tree/node.js';
import { problem, type Problem } from '../../problems/problem.js';
import { composeMaps, fragmentMap, runsMap, type VerbatimRun } from '../../text/positionMap.js';
import { endOfQuoted } from '../../text/strings.js';
import { type Content, textContent } from '../content.js';
import type { Budget } from '../../text/budget.js';
import { payloadMember } from '../recognise.js';
import { type Layer, spliceThrough } from './layer.js';

/** Content whose strings were joined again. */
interface Joined {
  readonly content: Content;
  readonly tree: SyntaxTree;
  readonly problem: Problem;
}

/**
 * Joins the strings of JSON that a terminal or mail program wrapped: a line break in the middle of a string. `tree` is the
 * JSON as it was read. Undefined for JSON without such line breaks or without payload fields, and if the joined JSON is
 * invalid.
 */
export function withoutSoftWraps(content: Content, tree: SyntaxTree): Joined | undefined {
  const { text, map, origin } = content;
  // Strings of valid JSON have no line breaks.
  if (text === undefined || tree.problems.length === 0) return undefined;
  const breaks = breaksInStrings(text);
  const [first] = breaks;
  if (first === undefined) return undefined;
  const runs: VerbatimRun[] = [];
  let joined = '';
  let at = 0;
  for (const { start, end } of [...breaks, { start: text.length, end: text.length }]) {
    runs.push({ inner: joined.length, outer: at, length: start - at });
    joined += text.slice(at, start);
    at = end;
  }
  // The names may be wrapped, too.
  if (!/"(?:customData|userData|commandToExecute|script|requestbody)\\?"/i.test(joined)) return undefined;
  const whole = parseJson(joined);
  if (whole.problems.length > 0) return undefined;
  const message =
    'Strings have line breaks in them, probably because a program wrapped the text; they are joined for reading.';
  return {
    content: textContent(joined, composeMaps(map, runsMap(runs, text.length)), origin),
    tree: whole,
    problem: problem('payload/soft-wrapped', map.toOuter(first), message),
  };
}

/** JSON that was shortened by `...`, read around the gaps, and a remark about them; undefined for other JSON. */
export function readAroundGaps(
  { text, map }: Content,
  tree: SyntaxTree,
  budget: Budget,
): { readonly tree: SyntaxTree; readonly problem: Problem } | undefined {
  if (text === undefined || tree.problems.length === 0 || !/\.{3}|\u2026/.test(text) || !payloadMember.test(text))
    return undefined;
  const { tree: read, gaps } = parseShortenedJson(text, budget);
  const [first, ...more] = gaps;
  if (first === undefined || read.problems.length >= tree.problems.length) return undefined;
  const others = more.length === 0 ? '' : ` and in ${more.length} other ${more.length === 1 ? 'place' : 'places'}`;
  const message = `Parts of this JSON are left out here${others}; it is read around them.`;
  return { tree: read, problem: problem('payload/shortened', map.toOuter(first), message) };
}

/** The line breaks inside strings, in their order. */
function breaksInStrings(text: string): { readonly start: number; readonly end: number }[] {
  const breaks: { start: number; end: number }[] = [];
  let newline = text.indexOf('\n');
  for (let quote = text.indexOf('"'); quote >= 0 && newline >= 0;) {
    const end = endOfQuoted(text, quote);
    if (end === undefined) break;
    if (newline < quote) newline = text.indexOf('\n', quote);
    for (; newline >= 0 && newline < end; newline = text.indexOf('\n', newline + 1))
      breaks.push({ start: text.charAt(newline - 1) === '\r' ? newline - 1 : newline, end: newline + 1 });
    quote = text.indexOf('"', end);
  }
  return breaks;
}

/** JSON whose strings a terminal has wrapped; unchanged lines stay wrapped. */
export const softWraps: Layer = {
  names: [],
  decode(content) {
    const joined = withoutSoftWraps(content, parseJson(content.text ?? ''));
    return joined === undefined ? { content, problems: [] } : { content: joined.content, problems: [joined.problem] };
  },
  encodeAlike(inner, { outer, inner: before }) {
    const text = spliceThrough(outer.text ?? '', before.map, before.text ?? '', inner.text ?? '', (changed) => changed);
    return textContent(text, fragmentMap(0), outer.origin);
  },
};
