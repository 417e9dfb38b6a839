import { limits } from '../limits.js';
import { holdsPlaceholder } from '../text/placeholder.js';
import { type Span, spanOfMatch } from '../text/span.js';
import { quoted } from '../text/strings.js';

/** Why a string does not have a format. */
export interface FormatFault {
  /** A clause without subject and full stop that follows the field's name: `has no unit: a duration is written like 30s`. */
  readonly reason: string;
  /** The part of the string that is at fault, if it is not all of it. */
  readonly part?: Span;
  /** The string that was most likely meant, if that is certain enough for a quick fix. */
  readonly suggestion?: string;
}

/** Says why a string does not have a format; undefined if it has. Takes time linear in the string's length. */
export type FormatCheck = (text: string) => FormatFault | undefined;

export function fault(reason: string, part?: Span, suggestion?: string): FormatFault {
  return { reason, ...(part === undefined ? {} : { part }), ...(suggestion === undefined ? {} : { suggestion }) };
}

/** A fault at the first match of a pattern. */
export function faultAt(
  text: string,
  pattern: RegExp,
  reason: string | ((found: string) => string),
  suggestion?: string,
): FormatFault | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  return fault(typeof reason === 'string' ? reason : reason(match[0]), spanOfMatch(match), suggestion);
}

/** A fault at the first character that a format does not accept; `accepted` is a sentence on the ones that it does. */
export function characterFault(text: string, stray: RegExp, accepted: string): FormatFault | undefined {
  return faultAt(text, stray, (found) => `holds ${quoted(found)}: ${accepted}`);
}

/**
 * What authors write if a producer is to fill in a value: `<token>`, `${TOKEN}`, `{{ token }}`, `%TOKEN%`, stars, dots,
 * and words such as `changeme`.
 */
export function isPlaceholder(text: string): boolean {
  return text.length <= limits.placeholderCharacters && placeholder.test(text);
}

/** Whether a part of a string is still to be filled in, so that its format can't be checked. */
export function isUnfinished(text: string): boolean {
  return isPlaceholder(text) || holdsPlaceholder(text) || (text.includes('{') && variable.test(text));
}

const placeholder =
  /^\s*(?:<[^<>]*>|\$\{[^{}]*\}|\{\{[^{}]*\}\}|%[\w-]+%|\*+(?:#\d+#?)?|x+|\.{3}|(?:change-?me|placeholder|redacted|todo|dummy|example)[\w-]*)\s*$/i;

const variable = /\$\{[^{}]{0,200}\}|\{\{[^{}]{0,200}\}\}/;
