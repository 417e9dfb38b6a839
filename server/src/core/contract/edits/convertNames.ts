import type { TextChange } from '../../problems/problem.js';
import { renameKey } from '../../syntax/edit/replace.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { MessageDescriptor } from '../descriptor.js';
import { contractObjects, membersByField } from '../objects.js';
import { nameIn, type Spelling } from '../spelling.js';

/**
 * The changes that give every field of a config the same spelling. Map keys are data and stay; so does a
 * field that is given twice, which has to be decided by its author first.
 */
export function convertNames(
  root: SyntaxNode | undefined,
  message: MessageDescriptor,
  spelling: Spelling,
): TextChange[] {
  const changes: TextChange[] = [];
  for (const object of contractObjects(root, message)) {
    for (const [field, [member, ...others]] of membersByField(object)) {
      const name = nameIn(spelling, field);
      if (member === undefined || others.length > 0 || member.key.name === name) continue;
      changes.push(renameKey(member.key, name));
    }
  }
  return changes;
}
