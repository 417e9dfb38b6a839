import { problem, type Problem } from '../../../problems/problem.js';
import type { SyntaxNode } from '../../../syntax/node.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { CloudConfigInput } from './input.js';

/** What YAML could not be read, and keys that PyYAML silently overwrites (cloud-init 26.2: the last one wins). */
export const syntaxFaults: Rule<CloudConfigInput> = {
  name: 'cloud-config/syntax-faults',
  *check({ tree }): Generator<Problem> {
    yield* tree.problems;
    yield* duplicateKeys(tree.root);
  },
};

function duplicateKeys(root: SyntaxNode | undefined): Problem[] {
  const found: Problem[] = [];
  const path: (string | number)[] = [];
  const walk = (node: SyntaxNode | undefined, step: string | number): void => {
    path.push(step);
    look(node);
    path.pop();
  };
  const look = (node: SyntaxNode | undefined): void => {
    if (node?.kind === 'array') node.items.forEach(walk);
    if (node?.kind !== 'object') return;
    const seen = new Set<string>();
    for (const { key, value } of node.members) {
      if (seen.has(key.name) && key.name !== '<<') {
        found.push(
          problem(
            'yaml/duplicate-key',
            key.span,
            `${key.name} is given twice in this mapping; cloud-init keeps only the last one.`,
            { pointer: pointerOf([...path, key.name]) },
          ),
        );
      }
      seen.add(key.name);
      walk(value, key.name);
    }
  };
  look(root);
  return found;
}
