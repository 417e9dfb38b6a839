/** Whether a text should be read as JSON. */
export function looksLikeJson(text: string): boolean {
  const at = startOfContent(text);
  return text.charAt(at) === '{' || text.charAt(at) === '[';
}

/** Whether a text should be read as one JSON string, such as a document that was copied with its quotes escaped. */
export function isJsonString(text: string): boolean {
  return /^\ufeff?\s*"\s*(?:\\[nrt]\s*)*[{[]/.test(text.slice(0, 400));
}

/** The first character that is neither white space nor part of a comment as JavaScript has them. */
function startOfContent(text: string): number {
  let at = 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    const end = text.startsWith('//', at)
      ? text.indexOf('\n', at)
      : text.startsWith('/*', at)
        ? text.indexOf('*/', at + 2) + 1
        : 0;
    if (end <= 0) return at;
    at = end + 1;
  }
}
