import type { Span } from '../../text/span.js';

/** Whether a text should be read as JSON. */
export function looksLikeJson(text: string): boolean {
  const at = startOfContent(text);
  const first = text.charAt(at);
  return first === '{' || (first === '[' && !otherBrackets.test(text.slice(at, at + 1_000)));
}

/** Brackets at the beginning of a text that isn't JSON: a line of a log or chat, or a section of TOML. */
const otherBrackets =
  /^\[[^\][{}"\n]{1,60}\][ \t]{1,9}\p{L}|^\[{1,2}[A-Za-z_][\w.-]{0,60}\]{1,2}[ \t]{0,9}\r?\n\s{0,99}[\w."-]{1,60}[ \t]{0,9}=/u;

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

/** Whether a text has one JSON object on each line, as diagnostic settings write logs. */
export function isJsonLines(text: string): boolean {
  const [first, second] = linesOf(text, 2);
  return [first, second].every((line) => line !== undefined && isObject(text.slice(line.start, line.end)));
}

function isObject(line: string): boolean {
  return /^\s*\{\s*"/.test(line.slice(0, 200)) && line.trimEnd().endsWith('}');
}

/** The lines that are not blank, as many as are asked for. */
export function linesOf(text: string, most: number): Span[] {
  const lines: Span[] = [];
  for (let at = 0; at < text.length && lines.length < most;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    if (/\S/.test(text.slice(at, end))) lines.push({ start: at, end });
    at = end + 1;
  }
  return lines;
}
