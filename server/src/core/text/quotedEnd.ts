/**
 * Where a text in double quotes ends: behind the quote that no backslash takes away. `start` is the opening quote.
 * Undefined where there is no such quote. A regular expression would need room for every character of a long text.
 */
export function endOfQuoted(text: string, start: number): number | undefined {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (quote - 1 - backslashes > start && text.charCodeAt(quote - 1 - backslashes) === 92) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return undefined;
}
