import { accountsOf } from '../../../cloudConfig/accounts.js';
import type { Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import { entryProblem } from './entryProblem.js';
import type { CloudConfigInput } from './input.js';
import { deferFix } from './owners.js';

/**
 * Files in the home of a user that is created later: the folder then exists already, belongs to root, and is not
 * filled from /etc/skel.
 */
export const homes: Rule<CloudConfigInput> = {
  name: 'cloud-config/homes',
  *check({ text, tree, files }): Generator<Problem> {
    const { users } = accountsOf(tree.root);
    for (const { entry } of files) {
      const user = /^\/home\/([^/]+)\//.exec(entry.path ?? '')?.[1];
      if (entry.defer || user === undefined || !users.has(user)) continue;
      yield entryProblem(
        'cloud-config/home-before-user',
        entry,
        { key: 'path', node: entry.pathNode },
        `The user ${user} is created after this file, and then finds a home that belongs to root and lacks what /etc/skel holds. With defer: true the file is written at the end.`,
        deferFix(text, entry),
      );
    }
  },
};
