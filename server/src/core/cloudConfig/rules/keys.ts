import type { Member, ObjectNode, SyntaxNode } from '../../formats/tree/node.js';
import { narrowSpan, nearestNode, type NearestNode, nodeAt, pointerOf, stepsOf } from '../../formats/tree/paths.js';
import { type Fix, problem, type Problem, type TextChange } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import type { Span } from '../../text/span.js';
import type { Lifecycle } from '../schema/schemaNode.js';
import type { CloudConfigInput } from './input.js';
import { renamedKeyFix, replacedValueFix } from './shape.js';

/**
 * Keys and values that the target's cloud-init still accepts but warns about at boot, and those that it doesn't know
 * yet.
 */
export const lifecycle: Rule<CloudConfigInput> = {
  name: 'cloud-config/lifecycle',
  *check({ tree, reading }): Generator<Problem> {
    for (const failure of reading.failures) {
      if (failure.is !== 'lifecycle' || tree.root === undefined) continue;
      const { pointer } = failure;
      const { deprecated, changed, missing } = failure.lifecycle;
      const found = annotatedAt(tree.root, pointer);
      if (missing !== undefined) yield tooNew(found, missing);
      const step = deprecated ?? changed;
      if (step === undefined) continue;
      const since = step.since === undefined ? '' : ` since cloud-init ${step.since}`;
      const instead = deprecated?.instead === undefined ? '' : ` Use ${deprecated.instead} instead.`;
      const hint = step.hint === undefined ? '' : ` ${step.hint}`;
      const what = deprecated === undefined ? 'changed meaning' : 'is deprecated';
      yield problem('cloud-config/deprecated-key', found.span, `${found.subject} ${what}${since}.${instead}${hint}`, {
        pointer,
        ...(deprecated === undefined ? {} : { deprecated: true }),
        fixes: fixesFor(tree.root, found.found, pointer, deprecated?.instead),
      });
    }
  },
};

interface Annotated {
  readonly found: NearestNode;
  readonly pointer: string;
  readonly span: Span;
  /** The name of the key or value, as the subject of a sentence. */
  readonly subject: string;
}

function annotatedAt(root: SyntaxNode, pointer: string): Annotated {
  const found = nearestNode(root, pointer);
  const name = stepsOf(pointer).at(-1) ?? 'This';
  return {
    found,
    pointer,
    span: found.member?.key.span ?? (found.exact ? firstKey(found.node)?.span : undefined) ?? narrowSpan(found),
    subject: /^\d+$/.test(name) ? 'This format' : name,
  };
}

/** The first key, which identifies a mapping in a list. */
function firstKey(node: SyntaxNode): Member['key'] | undefined {
  return node.kind === 'object' ? node.members[0]?.key : undefined;
}

function tooNew({ pointer, span, subject }: Annotated, { since, version }: NonNullable<Lifecycle['missing']>): Problem {
  return problem(
    'cloud-config/too-new',
    span,
    `${subject} requires cloud-init ${since ?? ''}, but the target has ${version}.`,
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
        `Quote this key: unquoted ${key.name} is not a string, and cloud-init can't validate the document. Write ${quotes}.`,
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
 * The change that inserts `key: value` before the first key of a mapping, in block or flow style; undefined for a
 * mapping without keys.
 */
export function insertYamlMember(text: string, mapping: ObjectNode, written: string): TextChange | undefined {
  const first = mapping.members[0]?.key.span.start;
  if (first === undefined) return undefined;
  const span = { start: first, end: first };
  if (text.charAt(mapping.span.start) === '{') return { span, newText: `${written}, ` };
  const lineStart = Math.max(text.lastIndexOf('\n', first - 1), text.lastIndexOf('\r', first - 1)) + 1;
  return { span, newText: `${written}\n${' '.repeat(first - lineStart)}` };
}
