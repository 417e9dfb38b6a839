import { append } from '../../append.js';
import type { Problem } from '../../problems/problem.js';
import type { DecodeContext } from '../context.js';
import { type Content, decodeBase64Content, decodeGzip } from '../decoders.js';

/** A command of a pipeline that decodes what it reads. */
export type Filter = 'base64' | 'gzip';

/** The decoders that a line of shell runs, in their order. */
export function filtersOf(line: string): Filter[] {
  const filters: Filter[] = [];
  for (const match of line.matchAll(/\bbase64\s+(?:-\w*[dD]\w*|--decode)|\b(?:gunzip|zcat|gzip\s+-\w*d\w*)/g)) {
    filters.push(match[0].startsWith('base64') ? 'base64' : 'gzip');
  }
  return filters;
}

/** Runs one of them; `what` begins the sentences about faults, which are added to `problems`. */
export function applyFilter(
  filter: Filter,
  content: Content,
  context: DecodeContext,
  what: string,
  problems: Problem[],
): Content {
  const decoded = filter === 'gzip' ? decodeGzip(content, context, what) : decodeBase64Content(content, context, what);
  append(problems, decoded.problems);
  return decoded.content;
}
