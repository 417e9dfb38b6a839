import { moduleFiles as known } from '../../../knowledge/cloudInitFiles.js';
import type { Problem } from '../../../problems/problem.js';
import { memberOf, resolved, type SyntaxNode } from '../../../syntax/node.js';
import type { Rule } from '../../rule.js';
import { entryProblem } from './entryProblem.js';
import type { CloudConfigInput } from './input.js';

/** Files that another module of cloud-init writes after this one. */
export const moduleFiles: Rule<CloudConfigInput> = {
  name: 'cloud-config/module-files',
  *check({ tree, files }): Generator<Problem> {
    const value = (key: string): SyntaxNode | undefined => resolved(memberOf(resolved(tree.root), key)?.value);
    for (const { entry } of files) {
      const { path } = entry;
      if (path === undefined || entry.defer) continue;
      const other = known.find((candidate) => candidate.path.test(path));
      if (other === undefined) continue;
      const isOn = other.keys.length === 0 || other.keys.some((key) => value(key) !== undefined);
      if (!isOn || (other.unless !== undefined && value(other.unless) !== undefined)) continue;
      yield entryProblem(
        'cloud-config/path-of-module',
        entry,
        { key: 'path', node: entry.pathNode },
        `cloud-init's module ${other.module} writes this file later in the same boot, so what stands here does not last. Use ${other.instead}.`,
      );
    }
  },
};
