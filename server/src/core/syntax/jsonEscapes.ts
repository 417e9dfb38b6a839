/** What the letter behind a back-slash stands for in JSON (RFC 8259, section 7); `u` with its digits is apart. */
export const jsonEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** The character that an escape stands for, from its back-slash on; one that JSON does not know stands for its letter. */
export function escapedCharacter(escape: string): string {
  if (escape.startsWith('\\u')) return String.fromCharCode(parseInt(escape.slice(2), 16));
  const letter = escape.slice(1);
  return jsonEscapes.get(letter) ?? letter;
}
