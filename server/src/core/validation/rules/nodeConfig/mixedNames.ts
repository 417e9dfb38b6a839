import { convertNames } from '../../../contract/edits/convertNames.js';
import { contractObjects, membersByField } from '../../../contract/objects.js';
import { nameIn, prevailingSpelling, spellingOf, type Spelling } from '../../../contract/spelling.js';
import { type Fix, problem, type Problem } from '../../../problems/problem.js';
import { renameKey } from '../../../syntax/edit/replace.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

/**
 * Fields that are spelled otherwise than most of the file. The node takes both spellings, but a search for
 * one of them misses the other, and an author easily gives the field once more.
 */
export const mixedNames: Rule<NodeConfigInput> = {
  name: 'node-config/mixed-names',
  *check({ tree, reading, contract }): Generator<Problem> {
    if (reading.spellings.proto === 0 || reading.spellings.json === 0) return;
    const spelling = prevailingSpelling(reading.spellings);
    const changes = convertNames(tree.root, contract.root, spelling);
    const all: Fix[] =
      changes.length === 1
        ? []
        : [{ title: `Convert all names of the file to ${nounOf(spelling)}`, changes, safe: false }];
    for (const object of contractObjects(tree.root, contract.root)) {
      for (const [field, [member, ...others]] of membersByField(object)) {
        if (member === undefined || others.length > 0) continue;
        const written = spellingOf(member.key.name, field);
        if (written === undefined || written === spelling) continue;
        const name = nameIn(spelling, field);
        yield problem(
          'contract/mixed-names',
          member.key.span,
          `${member.key.name} is the ${nounOf(written).slice(0, -1)} of this field, while most fields of the file have ${nounOf(spelling)}; here that is ${name}.`,
          {
            pointer: pointerOf([...object.path, member.key.name]),
            fixes: [{ title: `Rename to ${name}`, changes: [renameKey(member.key, name)], safe: true }, ...all],
          },
        );
      }
    }
  },
};

function nounOf(spelling: Spelling): string {
  return spelling === 'proto' ? 'proto names' : 'JSON names';
}
