import { quoted } from '../../../contract/explain.js';
import type { Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import { entryProblem } from './entryProblem.js';
import type { CloudConfigInput, WrittenFile } from './input.js';

/** Files of which nothing is left, because a later entry writes the same path anew. */
export const overwrittenFiles: Rule<CloudConfigInput> = {
  name: 'cloud-config/overwritten-files',
  *check({ files }): Generator<Problem> {
    const last = new Map<string, WrittenFile>();
    // In the order of writing: deferred files come last.
    for (const file of [...files.filter(({ entry }) => !entry.defer), ...files.filter(({ entry }) => entry.defer)]) {
      const { path, append } = file.entry;
      if (path === undefined) continue;
      const before = last.get(path);
      if (before !== undefined && !append) {
        yield {
          ...entryProblem(
            'cloud-config/path-written-twice',
            before.entry,
            { key: 'path', node: before.entry.pathNode },
            `Entry ${file.entry.index + 1} writes ${quoted(path)} anew, so nothing of this one is left. Remove one of them, or give the later one append: true.`,
          ),
          unnecessary: true,
        };
      }
      last.set(path, file);
    }
  },
};
