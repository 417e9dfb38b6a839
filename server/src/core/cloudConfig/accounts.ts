import { memberOf, resolved, type SyntaxNode } from '../syntax/node.js';

/** Users and groups that a cloud-config creates (cloud-init 26.2, `users`, `user` and `groups`). */
export interface Accounts {
  readonly users: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
}

/** Reads the names of new accounts; each user has a group of the same name unless it says otherwise. */
export function accountsOf(root: SyntaxNode | undefined): Accounts {
  const users = new Set<string>();
  const groups = new Set<string>();
  const value = (key: string): SyntaxNode | undefined => resolved(memberOf(resolved(root), key)?.value);
  const add = (to: Set<string>, text: string): void => {
    for (const name of text.split(',')) if (name.trim() !== '' && name.trim() !== 'default') to.add(name.trim());
  };
  for (const node of [...entriesOf(value('users')), value('user')]) {
    if (node?.kind === 'string') add(users, node.value);
    const name = resolved(memberOf(node, 'name')?.value);
    if (name?.kind === 'string') users.add(name.value);
  }
  for (const node of entriesOf(value('groups'))) {
    if (node?.kind === 'string') add(groups, node.value);
    else if (node?.kind === 'object') for (const { key } of node.members) groups.add(key.name);
  }
  for (const name of users) groups.add(name);
  return { users, groups };
}

function entriesOf(node: SyntaxNode | undefined): (SyntaxNode | undefined)[] {
  return node?.kind === 'array' ? node.items.map(resolved) : [node];
}
