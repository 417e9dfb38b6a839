import { escapedCharacter } from '../../syntax/jsonEscapes.js';
import type { Span } from '../../text/span.js';

/** What stands inside of quotes, backticks or a code fence that people put around a paste. */
export function wrapping(text: string): Span {
  const fence = /^\s*```[a-z]*[ \t]*\r?\n/.exec(text);
  let start = fence === null ? (/^\s*/.exec(text)?.[0].length ?? 0) : fence[0].length;
  let end = text.trimEnd().length;
  if (fence !== null && text.slice(0, end).endsWith('```')) end -= 3;
  const quote = text.charAt(start);
  if (fence === null && /["'`]/.test(quote)) {
    start++;
    if (end > start && text.charAt(end - 1) === quote) end--;
  }
  return { start, end: Math.max(start, end) };
}

/** A text without its escapes. `escape` matches what stands for one character each. */
export interface Unescaped {
  readonly value: string;
  readonly escape: RegExp;
  /** Whether nothing but quotes was escaped. */
  readonly onlyQuotes: boolean;
}

/** All that JSON escapes in a string. */
const anyEscape = /\\(?:u[0-9a-fA-F]{4}|[^u])/g;
/** Quotes alone, where a tool escaped nothing else. */
const quoteEscape = /\\"/g;

/**
 * Takes one level of escapes off. Where only the quotes were escaped, unescaping everything would break the escapes of
 * the JSON itself: then a lone backslash stands in front of something else than a quote, inside of a string.
 */
export function unescaped(text: string): Unescaped {
  const onlyQuotes = hasForeignEscapes(text);
  const escape = onlyQuotes ? quoteEscape : anyEscape;
  return {
    value: text.replace(escape, (written) => (onlyQuotes ? '"' : escapedCharacter(written))),
    escape,
    onlyQuotes,
  };
}

/** Whether escapes stand inside of strings that only the JSON itself can mean: a `\n` between two `\"` of one string. */
function hasForeignEscapes(text: string): boolean {
  let inString = false;
  for (const [escape] of text.matchAll(/\\+(?:"|[nrt]|u[0-9a-fA-F]{4})/g)) {
    const backslashes = escape.lastIndexOf('\\') + 1;
    if (escape.endsWith('"')) {
      if (backslashes === 1) inString = !inString;
    } else if (inString && backslashes === 1) return true;
  }
  return false;
}
