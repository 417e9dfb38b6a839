import type { Member, ObjectNode, SyntaxNode } from '../../formats/tree/node.js';
import { narrowSpan, nearestNode, type NearestNode, nodeAt, pointerOf, stepsOf } from '../../formats/tree/paths.js';
import { type Fix, problem, type Problem, type TextChange } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import type { Span } from '../../text/span.js';
import type { Lifecycle } from '../schema/schemaNode.js';
import type { CloudConfigInput } from './input.js';
import { renamedKeyFix, replacedValueFix } from './shape.js';

/** Keys and values that the target's cloud-init still takes but warns about at boot, and those that it does not know yet. */
export const lifecycle: Rule<CloudConfigInput> = {
  name: 'cloud-config/lifecycle',
  *check({ tree, reading }): Generator<Problem> {
    for (const failure of reading.failures) {
      if (failure.is !== 'lifecycle' || tree.root === undefined) continue;
      const { pointer } = failure;
      const { deprecated, changed, missing } = failure.lifecycle;
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
  const owner = nodeAt(root, pointer.slice(0, pointer.lastIndexOf('/')));
  const fix =
    (member && renamedKeyFix(root, owner, path, member, instead)) ?? replacedValueFix(root, node, path, instead);
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
  },
};

/**
 * The change that puts `key: value` in front of a mapping's first key, in block or flow style; undefined for a mapping
 * without keys.
 */
export function insertYamlMember(text: string, mapping: ObjectNode, written: string): TextChange | undefined {
  const first = mapping.members[0]?.key.span.start;
  if (first === undefined) return undefined;
  const span = { start: first, end: first };
  if (text.charAt(mapping.span.start) === '{') return { span, newText: `${written}, ` };
  const lineStart = Math.max(text.lastIndexOf('\n', first - 1), text.lastIndexOf('\r', first - 1)) + 1;
  return { span, newText: `${written}\n${' '.repeat(first - lineStart)}` };
}
