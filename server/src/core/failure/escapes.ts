import { limits } from '../limits.js';
import { jsonEscapes } from '../syntax/jsonEscapes.js';
import type { Span } from '../text/span.js';
import type { MappedText, Replacement } from './replaced.js';
import { replaced } from './replaced.js';

/**
 * The content of the string literal around a place: between the nearest quotes to its left and right that no back-slash
 * hides. A text that was cut may lack either; then it reaches to the end of what is there. No further than
 * `limits.failureMessage` characters to each side.
 */
export function enclosingString(text: string, at: number): Span {
  const first = Math.max(0, at - limits.failureMessage);
  const last = Math.min(text.length, at + limits.failureMessage);
  let start = at;
  while (start > first && !isBareQuote(text, start - 1)) start--;
  let end = at;
  while (end < last && !isBareQuote(text, end)) end++;
  return { start, end };
}

/** Whether a quote stands at a place without a back-slash in front of it. */
export function isBareQuote(text: string, at: number): boolean {
  return text.charCodeAt(at) === 34 && text.charCodeAt(at - 1) !== 92;
}

/**
 * A string literal's content with one level of escapes resolved. What is no escape of JSON stays as it is. A line break
 * cannot stand in a literal, so where the text has escaped ones the real ones come from wrapping and are left out.
 */
export function unescaped(text: string, span: Span): MappedText {
  const found: Replacement[] = [];
  const wrapped = text.slice(span.start, span.end).includes('\\n');
  let at = span.start;
  while (at < span.end) {
    const code = text.charCodeAt(at);
    if (code === 92 /* \ */) {
      const letter = text.charAt(at + 1);
      const unicode = letter === 'u' ? /^[0-9a-fA-F]{4}/.exec(text.slice(at + 2, at + 6))?.[0] : undefined;
      const by = unicode === undefined ? jsonEscapes.get(letter) : String.fromCharCode(parseInt(unicode, 16));
      const end = at + (unicode === undefined ? 2 : 6);
      if (by !== undefined && end <= span.end) found.push({ start: at, end, by });
      // A back-slash at the cut end of a text escapes nothing.
      at = Math.min(end, span.end);
    } else if (wrapped && (code === 10 || code === 13)) {
      const from = at;
      while (at < span.end && /[\r\n]/.test(text.charAt(at))) at++;
      found.push({ start: from, end: at, by: '' });
    } else at++;
  }
  return replaced(text, span, found);
}
