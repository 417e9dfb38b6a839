/**
 * The source of a pattern of cloud-init's schema for JavaScript (Python 3.11 `re.search`): there `$` also stands in
 * front of a line feed at the very end, and `.` takes every character but the line feed.
 */
export function pythonPattern(pattern: string): string {
  return pattern.replace(/\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[.$]/g, (piece) =>
    piece === '.' ? '[^\\n]' : piece === '$' ? '(?=\\n?$)' : piece,
  );
}

/** A pattern of cloud-init's schema, ready to be tested. */
export function pythonRegExp(pattern: string): RegExp {
  return new RegExp(pythonPattern(pattern), 'u');
}
