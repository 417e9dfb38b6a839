import type { ProblemCode } from '../../../problems/codes.js';
import { type Fix, problem, type Problem } from '../../../problems/problem.js';
import type { SyntaxNode } from '../../../syntax/node.js';
import type { WriteFileEntry } from '../../../writeFiles/entry.js';

/** What a problem of an entry is about. */
export interface EntryPlace {
  readonly key: 'path' | 'content' | 'encoding' | 'permissions' | 'owner' | 'append' | 'defer';
  readonly node: SyntaxNode | undefined;
}

/** A problem at a value of an entry of `write_files`, or at the entry's beginning where the value is not given. */
export function entryProblem(
  code: ProblemCode,
  entry: WriteFileEntry,
  place: EntryPlace,
  message: string,
  fixes: readonly Fix[] = [],
): Problem {
  const { node } = place;
  const first = entry.node.members[0]?.key.span ?? { start: entry.node.span.start, end: entry.node.span.start + 1 };
  const pointer = `/write_files/${entry.index}`;
  return problem(code, node === undefined ? first : node.span, message, {
    pointer: node === undefined ? pointer : `${pointer}/${place.key}`,
    ...(fixes.length === 0 ? {} : { fixes }),
  });
}
