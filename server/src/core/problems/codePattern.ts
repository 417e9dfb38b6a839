import type { ProblemCode } from './codes.js';

/** Whether a pattern names a code: the code itself, all of its area (`contract/*`), or all (`*`). */
export function matchesCode(pattern: string, code: ProblemCode): boolean {
  return pattern === code || (pattern.endsWith('*') && code.startsWith(pattern.slice(0, -1)));
}
