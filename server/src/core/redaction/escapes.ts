/**
 * A text as it is written and, if it has escaped line endings or quotes, as its strings are read: what follows an escape
 * isn't a part of the word behind it. One reading is enough for strings in strings.
 */
export function readingsOf(text: string): readonly string[] {
  if (!/\\[nrt"/]/.test(text)) return [text];
  return [text, text.replace(/(?<!\\)\\+([nrt"/])/g, (_, escaped: string) => read[escaped] ?? escaped)];
}

const read: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
