import { problem, type Problem } from '../../../problems/problem.js';
import type { SyntaxNode } from '../../../syntax/node.js';
import type { Rule } from '../../rule.js';
import type { CloudConfigInput } from './input.js';

/** What YAML could not be read, and keys that PyYAML silently overwrites (cloud-init 26.2: the last one wins). */
export const syntaxFaults: Rule<CloudConfigInput> = {
  name: 'cloud-config/syntax-faults',
  *check({ tree }): Generator<Problem> {
    yield* tree.problems;
    yield* duplicateKeys(tree.root, '');
  },
};

function* duplicateKeys(node: SyntaxNode | undefined, pointer: string): Generator<Problem> {
  if (node?.kind === 'array') {
    for (const [index, item] of node.items.entries()) yield* duplicateKeys(item, `${pointer}/${index}`);
  } else if (node?.kind === 'object') {
    const seen = new Set<string>();
    for (const { key, value } of node.members) {
      const inner = `${pointer}/${key.name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (seen.has(key.name) && key.name !== '<<') {
        yield problem(
          'yaml/duplicate-key',
          key.span,
          `${key.name} is given twice in this mapping; cloud-init keeps only the last one.`,
          { pointer: inner },
        );
      }
      seen.add(key.name);
      yield* duplicateKeys(value, inner);
    }
  }
}
