import schema from '../../../../../../schemas/cloud-config.schema.json';
import { type Fix, problem, type Problem } from '../../../problems/problem.js';
import { nearestNode, type NearestNode, narrowSpan } from '../../../syntax/nearest.js';
import type { SyntaxNode } from '../../../syntax/node.js';
import { nodeAt, pointerOf, stepsOf } from '../../../syntax/pointer.js';
import { annotationsOf } from '../../annotations.js';
import type { Rule } from '../../rule.js';
import type { CloudConfigInput } from './input.js';
import { renamedKeyFix, replacedValueFix } from './renamedKey.js';

/** What the `cloudInit` annotations of our schema say about a key or value (cloud-init 26.2). */
interface Lifecycle {
  readonly deprecated?: { readonly since?: string; readonly instead?: string; readonly hint?: string };
  readonly changed?: { readonly since?: string; readonly hint?: string };
}

/** Keys and values that cloud-init still takes, but warns about at boot. */
export const deprecations: Rule<CloudConfigInput> = {
  name: 'cloud-config/deprecations',
  *check({ tree, value }): Generator<Problem> {
    if (tree.root?.kind !== 'object') return;
    for (const annotation of annotationsOf('cloudInit', schema, value)) {
      const { deprecated, changed } = annotation.value as Lifecycle;
      const lifecycle = deprecated ?? changed;
      if (lifecycle === undefined) continue;
      const found = nearestNode(tree.root, annotation.pointer);
      const name = stepsOf(annotation.pointer).at(-1) ?? 'This';
      const since = lifecycle.since === undefined ? '' : ` since cloud-init ${lifecycle.since}`;
      const instead = deprecated?.instead === undefined ? '' : ` Use ${deprecated.instead} instead.`;
      const hint = lifecycle.hint === undefined ? '' : ` ${lifecycle.hint}`;
      const what = deprecated === undefined ? 'changed its meaning' : 'is deprecated';
      yield problem(
        'cloud-config/deprecated-key',
        found.member?.key.span ?? narrowSpan(found),
        `${/^\d+$/.test(name) ? 'This form' : name} ${what}${since}.${instead}${hint}`,
        {
          pointer: annotation.pointer,
          ...(deprecated === undefined ? {} : { deprecated: true }),
          fixes: fixesFor(tree.root, found, annotation.pointer, deprecated?.instead),
        },
      );
    }
  },
};

function fixesFor(
  root: SyntaxNode,
  { member, node, exact }: NearestNode,
  pointer: string,
  instead: string | undefined,
): Fix[] {
  if (instead === undefined || !exact) return [];
  const path = pathTo(root, pointer);
  const owner = nodeAt(root, pointer.slice(0, pointer.lastIndexOf('/')))?.node;
  const fix =
    (member && renamedKeyFix(root, owner, path, member, instead)) ?? replacedValueFix(root, node, path, instead);
  return fix === undefined ? [] : [fix];
}

/** The steps of a pointer, with numbers for list indexes. */
function pathTo(root: SyntaxNode, pointer: string): (string | number)[] {
  const path: (string | number)[] = [];
  for (const step of stepsOf(pointer))
    path.push(nodeAt(root, pointerOf(path))?.node.kind === 'array' ? Number(step) : step);
  return path;
}
