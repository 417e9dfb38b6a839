import { quoted } from '../../../contract/explain.js';
import type { Fix, Problem } from '../../../problems/problem.js';
import type { StringNode } from '../../../syntax/node.js';
import { octalDigits } from '../../../values/fileMode.js';
import { octal } from '../../../writeFiles/permissions.js';
import type { Rule } from '../../rule.js';
import { entryProblem } from './entryProblem.js';
import type { CloudConfigInput } from './input.js';

/** Permissions in quotes that are no mode, or not the one that they look like. Those without are a matter of types. */
export const permissions: Rule<CloudConfigInput> = {
  name: 'cloud-config/permissions',
  *check({ files }): Generator<Problem> {
    for (const { entry } of files) {
      const node = entry.permissionsNode;
      if (node?.kind !== 'string') continue;
      const fault = faultOf(node);
      if (fault !== undefined) {
        yield entryProblem(
          'cloud-config/invalid-permissions',
          entry,
          { key: 'permissions', node },
          fault,
          fixesFor(node),
        );
      }
    }
  },
};

function faultOf({ value }: StringNode): string | undefined {
  const mode = octal(value);
  if (mode === undefined)
    return `cloud-init reads permissions as octal digits; ${quoted(value)} are none, and the file gets 0644.`;
  if (mode < 0 || mode > 0o7777)
    return `A mode has four octal digits, 0000 to 7777; of ${quoted(value)} the bits ${octalDigits(mode & 0o7777)} are left.`;
  if (mode === 0)
    return 'cloud-init does not set the mode 0: the file keeps the one that it is made with, 0644 as a rule.';
  if ((mode & 0o400) === 0) return `With ${octalDigits(mode)} not even the owner may read the file.`;
  return undefined;
}

function fixesFor(node: StringNode): Fix[] {
  const wanted = symbolic(node.value);
  return wanted === undefined
    ? []
    : [{ title: `Write "${wanted}"`, changes: [{ span: node.span, newText: `"${wanted}"` }], safe: false }];
}

/** The digits of a mode that is written as `ls` shows it. */
function symbolic(text: string): string | undefined {
  const found = /^[-dl]?([r-][w-][x-]){3}$/.exec(text.trim());
  if (found === null) return undefined;
  const bits = text.trim().slice(-9).replaceAll('-', '0').replace(/[rwx]/g, '1');
  return octalDigits(parseInt(bits, 2));
}
