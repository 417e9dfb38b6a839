import { problem, type Problem } from '../problems/problem.js';
import { parseJson } from '../syntax/json.js';
import type { SyntaxTree } from '../syntax/tree.js';
import { composeMaps, runsMap, type VerbatimRun } from '../text/positionMap.js';
import { endOfQuoted } from '../text/quotedEnd.js';
import { type Content, textContent } from './decoders.js';

/** Content whose strings were joined again. */
export interface Joined {
  readonly content: Content;
  readonly tree: SyntaxTree;
  readonly problem: Problem;
}

/**
 * Joins the strings of JSON that a terminal or mail program wrapped: a line end in the middle of a string. `tree` is the
 * text as it was read. Undefined for JSON without such line ends, without payload fields, and where joining does not make
 * it valid.
 */
export function withoutSoftWraps(content: Content, tree: SyntaxTree): Joined | undefined {
  const { text, map, origin } = content;
  // No string of valid JSON has a line end in it.
  if (text === undefined || tree.problems.length === 0) return undefined;
  const breaks = breaksInStrings(text);
  const [first] = breaks;
  if (first === undefined || !/"(?:customData|userData|commandToExecute|script|requestbody)\\?"/i.test(text))
    return undefined;
  const runs: VerbatimRun[] = [];
  let joined = '';
  let at = 0;
  for (const { start, end } of [...breaks, { start: text.length, end: text.length }]) {
    runs.push({ inner: joined.length, outer: at, length: start - at });
    joined += text.slice(at, start);
    at = end;
  }
  const whole = parseJson(joined);
  if (whole.problems.length > 0) return undefined;
  const message =
    'Lines end in the middle of strings, as programs wrap them that show text; they are joined for reading.';
  return {
    content: textContent(joined, composeMaps(map, runsMap(runs, text.length)), origin),
    tree: whole,
    problem: problem('payload/soft-wrapped', map.toOuter(first), message),
  };
}

/** The line ends inside of strings, in their order. */
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
