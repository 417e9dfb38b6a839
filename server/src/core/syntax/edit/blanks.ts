/** Blanks as JSON has them: space, tab, line feed, carriage return. */
const blank = /[ \t\r\n]/;

/** The offset of the first character at or behind `offset` that is no blank. */
export function blanksBehind(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && blank.test(text.charAt(at))) at++;
  return at;
}

/** The offset where the blanks in front of `offset` begin. */
export function blanksBefore(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && blank.test(text.charAt(at - 1))) at--;
  return at;
}

/** The first offset at or behind `offset` that is neither a blank nor inside a comment. */
export function triviaBehind(text: string, offset: number): number {
  let at = blanksBehind(text, offset);
  for (;;) {
    if (text.startsWith('//', at)) {
      while (at < text.length && !isLineEnd(text.charAt(at))) at++;
      at = blanksBehind(text, at);
    } else if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      at = blanksBehind(text, end < 0 ? text.length : end + 2);
    } else return at;
  }
}

/** Where the line of `offset` starts, when nothing but blanks stands in front of it there. */
export function lineStartOf(text: string, offset: number): number | undefined {
  let at = offset;
  while (at > 0 && (text.charAt(at - 1) === ' ' || text.charAt(at - 1) === '\t')) at--;
  return at === 0 || isLineEnd(text.charAt(at - 1)) ? at : undefined;
}

/** Where the line behind `offset` starts, when nothing but blanks follows on this one. */
export function lineEndAfter(text: string, offset: number): number | undefined {
  let at = offset;
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at++;
  if (text.startsWith('\r\n', at)) return at + 2;
  return at === text.length ? at : isLineEnd(text.charAt(at)) ? at + 1 : undefined;
}

/** The blanks that the line of `offset` begins with. */
export function indentOf(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  let end = start;
  while (end < offset && (text.charAt(end) === ' ' || text.charAt(end) === '\t')) end++;
  return text.slice(start, end);
}

function isLineEnd(c: string): boolean {
  return c === '\n' || c === '\r';
}
