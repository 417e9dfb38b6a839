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
