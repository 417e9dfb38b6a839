import { enumerated } from '../../../contract/explain.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { narrowSpan, nearestNode } from '../../../syntax/nearest.js';
import type { Rule } from '../../rule.js';
import type { CloudConfigInput } from './input.js';

/** How many of the lost files are named. */
const namedFile = 3;

/** An entry at which cloud-init fails, with the consequence for the entries behind it. */
export const unwrittenFiles: Rule<CloudConfigInput> = {
  name: 'cloud-config/unwritten-files',
  *check({ tree, files, writing }): Generator<Problem> {
    const { root } = tree;
    if (root === undefined) return;
    for (const [turn, index] of writing.stopsAt.entries()) {
      const next = writing.stopsAt[turn + 1];
      const to = next === undefined ? writing.unwritten.length : writing.unwritten.indexOf(next);
      const from = turn === 0 ? 0 : writing.unwritten.indexOf(index);
      const lost = writing.unwritten.slice(from, to).filter((at) => at !== index);
      if (lost.length === 0) continue;
      const pointer = `/write_files/${index}`;
      const paths = lost.slice(0, namedFile).map((at) => {
        const path = files.find(({ entry }) => entry.index === at)?.entry.path;
        return path ?? `entry ${at + 1}`;
      });
      if (lost.length > namedFile) paths.push(`${lost.length - namedFile} more`);
      yield problem(
        'cloud-config/files-not-written',
        narrowSpan(nearestNode(root, pointer)),
        `cloud-init fails at this entry and writes no further file: ${enumerated(paths, 'and')} ${lost.length === 1 ? 'is' : 'are'} lost too.`,
        { pointer },
      );
    }
  },
};
