import { parseGlob } from '../text/glob.js';
import type { FleetDocument, FleetValue } from './values.js';

/** Whether a path of a value matches. */
export type PathPattern = (path: string) => boolean;

/**
 * Reads a pattern of paths, such as `kubelet_config.kubelet_flags.*`: `*` stands for any characters, `?` for one, `{a,b}` for
 * alternatives. A path of an object stands for everything in it. Letter case doesn't count. Undefined if it is too long.
 */
export function parsePathPattern(pattern: string): PathPattern | undefined {
  const globs = [pattern, `${pattern}.*`].map(textGlob);
  return globs.every((glob) => glob !== undefined) ? (path) => globs.some((glob) => glob(path)) : undefined;
}

/** Reads patterns that are separated by commas outside of braces; undefined if one of them is empty or too long. */
export function parsePathPatterns(text: string): PathPattern | undefined {
  const patterns = entriesOf(text).map((entry) => (entry === '' ? undefined : parsePathPattern(entry)));
  return patterns.every((matches) => matches !== undefined)
    ? (path) => patterns.some((matches) => matches(path))
    : undefined;
}

/** The entries between commas that aren't in braces, without spaces around them. */
function entriesOf(text: string): readonly string[] {
  const entries: string[] = [];
  let [start, depth] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '{') depth++;
    else if (character === '}') depth--;
    else if (character === ',' && depth <= 0) {
      entries.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...entries, text.slice(start).trim()];
}

/** In a path of values, a slash is an ordinary character: names of labels have one. */
function textGlob(pattern: string): ((text: string) => boolean) | undefined {
  const withoutSlashes = (text: string): string => text.replaceAll('/', '\u0001');
  const glob = parseGlob(withoutSlashes(pattern), { dialect: 'settings', ignoreCase: true });
  return glob && ((text) => glob.matches(withoutSlashes(text)));
}

/** Whether a document has certain values. */
export type FleetCondition = (document: FleetDocument) => boolean;

/** Reads conditions that are separated by commas outside of braces, all of which have to hold; undefined if one is invalid. */
export function parseFleetConditions(text: string): FleetCondition | undefined {
  const conditions = entriesOf(text).map(parseCondition);
  return conditions.every((holds) => holds !== undefined)
    ? (document) => conditions.every((holds) => holds(document))
    : undefined;
}

/**
 * Reads a condition: `PATH` (there is such a value), `!PATH` (there is none), `PATH=VALUE` and `PATH!=VALUE`, with patterns
 * for both. `!=` is the opposite of `=`, so it also holds for a document without such a value. A list equals a value if it has
 * an item that does. Values are compared as they are shown, so no hidden one can be guessed. Undefined if it is too long.
 */
function parseCondition(text: string): FleetCondition | undefined {
  const equals = text.indexOf('=');
  const isNegated = equals < 0 ? text.startsWith('!') : text[equals - 1] === '!';
  const path = equals < 0 ? text.slice(isNegated ? 1 : 0) : text.slice(0, isNegated ? equals - 1 : equals);
  const isPath = parsePathPattern(path.trim());
  const isValue = equals < 0 ? (): boolean => true : textGlob(text.slice(equals + 1).trim());
  if (isPath === undefined || isValue === undefined || path.trim() === '') return undefined;
  const holds = (value: FleetValue): boolean => isPath(value.path) && (equals < 0 || textsOf(value).some(isValue));
  return ({ values }) => values.some(holds) !== isNegated;
}

function textsOf(value: FleetValue): readonly string[] {
  const { value: shown } = value.shown();
  const items = Array.isArray(shown) ? shown : [];
  return [shown, ...items].map(valueText);
}

/** A value as text: strings as they are, others as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
