/** What Go's `unicode.IsSpace` calls white space: unlike JavaScript's `\s` with U+0085 and without U+FEFF. */
const space = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const anySpace = new RegExp(space, 'g');

/** A text without any white space, as `strings.Join(strings.Fields(text), "")` gives it. */
export function withoutSpace(text: string): string {
  return text.replace(anySpace, '');
}

/** `strings.TrimSpace`. */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && space.test(text.charAt(start))) start++;
  while (end > start && space.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/**
 * `strings.ToLower`: each character by itself. JavaScript looks at its neighbours too, and gives the
 * dotted capital I a combining dot.
 */
export function toLower(text: string): string {
  return Array.from(text, (character) => (character === '\u0130' ? 'i' : character.toLowerCase())).join('');
}
