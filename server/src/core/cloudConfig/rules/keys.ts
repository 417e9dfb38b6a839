import { KeyNames } from '../../formats/tree/edits.js';
import { type Member, MemberIndex, type SyntaxNode } from '../../formats/tree/node.js';
import { narrowSpan, nearestNode, type NearestNode, nodeAt, pointerOf, stepsOf } from '../../formats/tree/paths.js';
import { type Fix, problem, type Problem, replacement } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import type { CloudConfigInput } from './input.js';
import { renamedKeyFix, replacedValueFix } from './fixes.js';

/**
 * Keys and values that the target's cloud-init still accepts but warns about at boot, and those that it doesn't know
 * yet.
 */
export const lifecycle: Rule<CloudConfigInput> = {
  name: 'cloud-config/lifecycle',
  *check({ tree, reading }): Generator<Problem> {
    const index = new MemberIndex();
    const keys = new KeyNames();
    for (const failure of reading.failures) {
      if (failure.is !== 'lifecycle' || tree.root === undefined) continue;
      const { pointer } = failure;
      const { deprecated, changed, missing } = failure.lifecycle;
      const found = nearestNode(tree.root, pointer, index);
      const name = stepsOf(pointer).at(-1) ?? 'This';
      const subject = /^\d+$/.test(name) ? 'This format' : name;
      const span =
        found.member?.key.span ?? (found.exact ? firstKey(found.node)?.span : undefined) ?? narrowSpan(found);
      if (missing !== undefined) {
        const message = `${subject} requires cloud-init ${missing.since ?? ''}, but the target has ${missing.version}.`;
        yield problem('cloud-config/too-new', span, message, { pointer });
      }
      const step = deprecated ?? changed;
      if (step === undefined) continue;
      const since = step.since === undefined ? '' : ` since cloud-init ${step.since}`;
      const instead = deprecated?.instead === undefined ? '' : ` Use ${deprecated.instead} instead.`;
      const hint = step.hint === undefined ? '' : ` ${step.hint}`;
      // What cloud-init calls changed is a value of a key, such as a string for a number, that it warns about.
      const what = deprecated === undefined && subject === name ? `This form of ${name}` : subject;
      yield problem('cloud-config/deprecated-key', span, `${what} is deprecated${since}.${instead}${hint}`, {
        pointer,
        ...(deprecated === undefined ? {} : { deprecated: true }),
        fixes: fixesFor(keys, tree.root, found, pointer, deprecated?.instead),
      });
    }
  },
};

/** The first key, which identifies a mapping in a list. */
function firstKey(node: SyntaxNode): Member['key'] | undefined {
  return node.kind === 'object' ? node.members[0]?.key : undefined;
}

function fixesFor(
  keys: KeyNames,
  root: SyntaxNode,
  { member, node, exact }: NearestNode,
  pointer: string,
  instead: string | undefined,
): Fix[] {
  if (instead === undefined || !exact) return [];
  const path = pathTo(root, pointer);
  const owner = nodeAt(root, pointer.slice(0, pointer.lastIndexOf('/')));
  const fix =
    (member && renamedKeyFix(keys, root, owner, path, member, instead)) ?? replacedValueFix(root, node, path, instead);
  return fix === undefined ? [] : [fix];
}

/** The steps of a pointer, with numbers for list indexes. */
function pathTo(root: SyntaxNode, pointer: string): (string | number)[] {
  const path: (string | number)[] = [];
  for (const step of stepsOf(pointer)) path.push(nodeAt(root, pointerOf(path))?.kind === 'array' ? Number(step) : step);
  return path;
}

/** Keys that aren't strings where cloud-init compares every key with a pattern. */
export const keyTypes: Rule<CloudConfigInput> = {
  name: 'cloud-config/key-types',
  *check({ reading }): Generator<Problem> {
    for (const failure of reading.failures) {
      if (failure.is !== 'key') continue;
      const { key, pointer } = failure;
      const quotes = JSON.stringify(key.name);
      yield problem(
        'cloud-config/key-not-text',
        key.span,
        `Quote this key: unquoted ${key.name} is not a string, and cloud-init can't validate the document. Write ${quotes}.`,
        {
          pointer: pointer + pointerOf([key.name]),
          fixes: key.node?.tag === undefined ? [replacement(`Write ${quotes}`, key.span, quotes, { safe: true })] : [],
        },
      );
    }
  },
};
