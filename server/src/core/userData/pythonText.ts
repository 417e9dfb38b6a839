/** What Python's `str` methods do otherwise than JavaScript's, where cloud-init relies on them. */

/** `str.lstrip()`: unlike here, U+FEFF is no white space, and U+001C to U+001F and U+0085 are. */
export function withoutLeadingBlanks(text: string): string {
  return text.replace(leadingBlanks, '');
}

const leadingBlanks = /^[\t-\r\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/; // eslint-disable-line no-control-regex -- Python counts them as white space

/** `str.splitlines()`: lines also end at form feeds, separators and U+0085; none comes behind the last line end. */
export function pythonLines(text: string): string[] {
  const lines = text.split(lineEnds);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

const lineEnds = /\r\n|[\n-\r\u001c-\u001e\u0085\u2028\u2029]/; // eslint-disable-line no-control-regex -- Python ends lines there
