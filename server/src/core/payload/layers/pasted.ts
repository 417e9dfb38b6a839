import { parseJson } from '../../formats/json/parse.js';
import type { SyntaxTree } from '../../formats/tree/node.js';
import { problem, type Problem } from '../../problems/problem.js';
import { decodeBase64 } from '../../text/base64.js';
import { composeMaps, fragmentMap, runsMap, type VerbatimRun } from '../../text/positionMap.js';
import { endOfQuoted } from '../../text/strings.js';
import { type Content, textContent } from '../content.js';
import { couldBeBase64, worthDecoding } from './base64.js';
import { wrapping } from './escapedJson.js';
import { type Layer, spliceThrough } from './layer.js';

/** The name of a field before its value, as in a line of JSON, YAML or a script. */
const fieldName = /^\s{0,200}["']?(?:custom|user)_?data["']?\s{0,20}[:=]\s{0,20}/i;

/**
 * Pasted JSON or base64 without the quotes, backticks or code fence around it and the name of the field before it.
 * Undefined for other texts, and without anything around it.
 */
export function withoutQuotes(content: Content): Content | undefined {
  const { text, map, origin } = content;
  // A quick check that rules out most texts.
  if (text === undefined || !/^\s{0,200}(?:["'`]|(?:custom|user)_?data\b)/i.test(text.slice(0, 230))) return undefined;
  const named = fieldName.exec(text.slice(0, 300))?.[0].length ?? 0;
  const written = text.slice(named).trimEnd();
  const rest = written.endsWith(',') ? written.slice(0, -1) : written;
  const { start, end } = wrapping(rest);
  const inner = rest.slice(start, end);
  const isWrapped = named > 0 || (start > 0 && /["'`]/.test(rest.trimStart().charAt(0)));
  if (!isWrapped || !(isPlainJson(inner) || isPayload(inner))) return undefined;
  return textContent(inner, composeMaps(map, fragmentMap(named + start)), origin);
}

/** JSON whose own quotes are not escaped. */
function isPlainJson(text: string): boolean {
  return /^\s{0,200}(?:\[\s{0,200})?\{\s{0,200}"/.test(text.slice(0, 700)) && /[}\]]\s*$/.test(text.slice(-200));
}

function isPayload(text: string): boolean {
  return couldBeBase64(text) && worthDecoding(decodeBase64(text).bytes);
}

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
    'Strings have line breaks in them, probably because a program wrapped the text; they are joined for reading.';
  return {
    content: textContent(joined, composeMaps(map, runsMap(runs, text.length)), origin),
    tree: whole,
    problem: problem('payload/soft-wrapped', map.toOuter(first), message),
  };
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
