import { accountsOf } from '../../../cloudConfig/accounts.js';
import { systemGroups, systemUsers } from '../../../knowledge/systemAccounts.js';
import type { Fix, Problem } from '../../../problems/problem.js';
import type { WriteFileEntry } from '../../../writeFiles/entry.js';
import type { Rule } from '../../rule.js';
import { insertYamlMember } from '../../fixes/yamlMember.js';
import { entryProblem } from './entryProblem.js';
import type { CloudConfigInput } from './input.js';

/**
 * Owners that nobody has created yet when the file is written. cloud-init (26.2) looks names up, and an unknown one
 * ends the whole module. Users and groups are made later in the same stage, packages later still.
 */
export const owners: Rule<CloudConfigInput> = {
  name: 'cloud-config/owners',
  *check({ text, tree, files }): Generator<Problem> {
    const made = accountsOf(tree.root);
    for (const { entry } of files) {
      if (entry.owner === undefined || entry.ownerNode === undefined) continue;
      const { user, group } = entry.owner;
      const place = { key: 'owner', node: entry.ownerNode } as const;
      const number = [user, group].find((name) => /^\d+$/.test(name ?? ''));
      if (number !== undefined) {
        yield entryProblem(
          'cloud-config/unknown-owner',
          entry,
          place,
          `cloud-init looks owners up by name and has none called ${number}; it stops writing files there. Give the name.`,
        );
        continue;
      }
      if (entry.defer) continue;
      const late =
        user !== undefined && !systemUsers.has(user)
          ? { what: 'user', name: user, here: made.users.has(user) }
          : group !== undefined && !systemUsers.has(group) && !systemGroups.has(group)
            ? { what: 'group', name: group, here: made.groups.has(group) }
            : undefined;
      if (late === undefined) continue;
      const origin = late.here
        ? `The ${late.what} ${late.name} is created after files are written`
        : `No ${late.what} ${late.name} exists this early, unless the image brings it`;
      yield entryProblem(
        'cloud-config/unknown-owner',
        entry,
        place,
        `${origin}, and cloud-init stops writing files at an unknown owner. With defer: true the file is written at the end.`,
        deferFix(text, entry),
      );
    }
  },
};

/** Writes the file in the last stage. Not safe: what runs before that no longer finds it. */
export function deferFix(text: string, entry: WriteFileEntry): Fix[] {
  if (entry.node.members.some(({ key }) => key.name === 'defer')) return [];
  const change = insertYamlMember(text, entry.node, 'defer: true');
  return change === undefined ? [] : [{ title: 'Add defer: true', changes: [change], safe: false }];
}
