import schema from '../../../../../../schemas/cloud-config.schema.json';
import { problem, type Problem } from '../../../problems/problem.js';
import { nearestNode } from '../../../syntax/nearest.js';
import { type KeyNode, resolved, type SyntaxNode } from '../../../syntax/node.js';
import { annotationsOf } from '../../annotations.js';
import type { Rule } from '../../rule.js';
import type { CloudConfigInput } from './input.js';

/**
 * Keys that YAML makes a number, a truth value or something else of, where cloud-init's schema holds every key of the
 * mapping against a pattern. Its validator (26.2) cannot do that with anything but text, and fails as a whole.
 */
export const keyTypes: Rule<CloudConfigInput> = {
  name: 'cloud-config/key-types',
  *check({ tree, value }): Generator<Problem> {
    const { root } = tree;
    if (root === undefined || !hasOtherKeys(root)) return;
    const seen = new Set<SyntaxNode>();
    for (const { pointer } of annotationsOf('patternProperties', schema, value, 'evaluated')) {
      const found = nearestNode(root, pointer);
      if (!found.exact || found.node.kind !== 'object' || seen.has(found.node)) continue;
      seen.add(found.node);
      for (const { key } of found.node.members) {
        if (isText(key)) continue;
        const quotes = JSON.stringify(key.name);
        yield problem(
          'cloud-config/key-not-text',
          key.span,
          `This key has to be text, and without quotes ${key.name} is none; cloud-init cannot check the document. Write ${quotes}.`,
          {
            pointer: `${pointer}/${key.name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
            fixes:
              key.node?.tag === undefined
                ? [{ title: `Write ${quotes}`, changes: [{ span: key.span, newText: quotes }], safe: true }]
                : [],
          },
        );
      }
    }
  },
};

function isText({ node, name, quoted }: KeyNode): boolean {
  return resolved(node)?.kind === 'string' || (name === '<<' && !quoted);
}

function hasOtherKeys(node: SyntaxNode | undefined): boolean {
  if (node?.kind === 'array') return node.items.some(hasOtherKeys);
  return node?.kind === 'object' && node.members.some(({ key, value }) => !isText(key) || hasOtherKeys(value));
}
