import type { Lifecycle } from '../../../cloudConfig/schema/schemaNode.js';
import { type Fix, problem, type Problem } from '../../../problems/problem.js';
import { nearestNode, type NearestNode, narrowSpan } from '../../../syntax/nearest.js';
import type { Member, SyntaxNode } from '../../../syntax/node.js';
import { nodeAt, pointerOf, stepsOf } from '../../../syntax/pointer.js';
import type { Span } from '../../../text/span.js';
import { annotationsOf } from '../../annotations.js';
import type { Rule } from '../../rule.js';
import type { CloudConfigInput } from './input.js';
import { renamedKeyFix, replacedValueFix } from './renamedKey.js';

/** Keys and values that the target's cloud-init still takes but warns about at boot, and those that it does not know yet. */
export const lifecycle: Rule<CloudConfigInput> = {
  name: 'cloud-config/lifecycle',
  *check({ tree, value, schema }): Generator<Problem> {
    if (tree.root?.kind !== 'object') return;
    for (const { pointer, value: annotation } of annotationsOf('cloudInit', schema, value)) {
      const { deprecated, changed, missing } = annotation as Lifecycle;
      const place = placeOf(tree.root, pointer);
      if (missing !== undefined) yield tooNew(place, missing);
      const step = deprecated ?? changed;
      if (step === undefined) continue;
      const since = step.since === undefined ? '' : ` since cloud-init ${step.since}`;
      const instead = deprecated?.instead === undefined ? '' : ` Use ${deprecated.instead} instead.`;
      const hint = step.hint === undefined ? '' : ` ${step.hint}`;
      const what = deprecated === undefined ? 'changed its meaning' : 'is deprecated';
      yield problem('cloud-config/deprecated-key', place.span, `${place.subject} ${what}${since}.${instead}${hint}`, {
        pointer,
        ...(deprecated === undefined ? {} : { deprecated: true }),
        fixes: fixesFor(tree.root, place.found, pointer, deprecated?.instead),
      });
    }
  },
};

interface Place {
  readonly found: NearestNode;
  readonly pointer: string;
  readonly span: Span;
  /** What stands there, as the subject of a sentence. */
  readonly subject: string;
}

function placeOf(root: SyntaxNode, pointer: string): Place {
  const found = nearestNode(root, pointer);
  const name = stepsOf(pointer).at(-1) ?? 'This';
  return {
    found,
    pointer,
    span: found.member?.key.span ?? (found.exact ? firstKey(found.node)?.span : undefined) ?? narrowSpan(found),
    subject: /^\d+$/.test(name) ? 'This form' : name,
  };
}

/** What a mapping in a list is recognised by. */
function firstKey(node: SyntaxNode): Member['key'] | undefined {
  return node.kind === 'object' ? node.members[0]?.key : undefined;
}

function tooNew({ pointer, span, subject }: Place, { since, version }: NonNullable<Lifecycle['missing']>): Problem {
  return problem(
    'cloud-config/too-new',
    span,
    `${subject} came with cloud-init ${since ?? ''}, and the target has ${version}, which does not know it.`,
    { pointer },
  );
}

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
