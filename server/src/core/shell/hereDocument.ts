import type { Span } from '../text/span.js';

/**
 * The delimiter of a here-document as the shell has it: at the end of a line that ends as on Windows, the carriage
 * return is part of the word. `end` is where the word ends.
 */
export function delimiterOf(word: string, text: string, end: number): string {
  return text.startsWith('\r\n', end) ? `${word}\r` : word;
}

/**
 * The line that closes a here-document whose body begins at `bodyStart`, with its line end; undefined where none does.
 * With `tabsAllowed` (`<<-`) tabs in front of the delimiter do not count.
 */
export function closingLine(
  text: string,
  bodyStart: number,
  delimiter: string,
  tabsAllowed: boolean,
): Span | undefined {
  for (let at = bodyStart; at < text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end);
    if ((tabsAllowed ? line.replace(/^\t+/, '') : line) === delimiter)
      return { start: at, end: Math.min(end + 1, text.length) };
    at = end + 1;
  }
  return undefined;
}
