import type { Analysis } from '../analysis.js';
import { contract } from '../contract/contract.js';
import { convertNames } from '../contract/edits/convertNames.js';
import { removeDefaults } from '../contract/edits/removeDefaults.js';
import { sortFields } from '../contract/edits/sortFields.js';
import { objectAround, type PlacedObject } from '../contract/objects.js';
import type { TextChange } from '../problems/problem.js';
import type { Span } from '../text/span.js';
import { contentFormChanges, contentForms, contentFormTitles, otherContentForms } from './cloudConfig/contentForms.js';

/** Every way of rewriting a node config that changes nothing for the node. */
export const configRefactoringNames = ['protoNames', 'jsonNames', 'sortFields', 'removeDefaults'] as const;
type ConfigRefactoringName = (typeof configRefactoringNames)[number];

/** Those, and the ways of writing a file's content in a cloud-config. */
export const refactoringNames = [...configRefactoringNames, ...contentForms] as const;
export type RefactoringName = (typeof refactoringNames)[number];

/** A way of rewriting, and what of: all of the file, or the object around a place with everything in it. */
export interface Refactoring {
  readonly name: RefactoringName;
  readonly scope: 'file' | 'object';
  readonly title: string;
}

/**
 * What may be offered for a stretch of a file. Whether it would change anything, only its changes tell.
 * Names are always those of the whole file, as half of them in another spelling helps nobody.
 */
export function refactorings(analysis: Analysis, range: Span): Refactoring[] {
  if (analysis.root.kind === 'cloud-config') {
    return otherContentForms(analysis, range).map((form) => ({
      name: form,
      scope: 'object',
      title: contentFormTitles[form],
    }));
  }
  const object = subjectOf(analysis, range);
  if (object === undefined) return [];
  const key = object.path.findLast((step) => typeof step === 'string');
  const inside = key === undefined ? '' : ` of ${key}`;
  return configRefactoringNames
    .filter((name) => isPossible(analysis, name))
    .flatMap((name): Refactoring[] => [
      { name, scope: 'object', title: titles[name](inside) },
      { name, scope: 'file', title: titles[name]('') },
    ]);
}

/** The changes of a refactoring; none where there is nothing to change. */
export function refactoringChanges(
  analysis: Analysis,
  { name, scope }: Pick<Refactoring, 'name' | 'scope'>,
  range: Span,
): TextChange[] {
  const form = contentForms.find((candidate) => candidate === name);
  if (form !== undefined) return contentFormChanges(analysis, form, range);
  const rewriting = configRefactoringNames.find((candidate) => candidate === name);
  if (rewriting === undefined || !isPossible(analysis, rewriting)) return [];
  const object = subjectOf(analysis, scope === 'file' ? undefined : range);
  if (object === undefined) return [];
  switch (rewriting) {
    case 'protoNames':
      return convertNames(analysis.root.tree?.root, contract.root, 'proto');
    case 'jsonNames':
      return convertNames(analysis.root.tree?.root, contract.root, 'json');
    case 'sortFields':
      return sortFields(analysis.text, object);
    case 'removeDefaults':
      return removeDefaults(analysis.text, object);
  }
}

const titles: Record<ConfigRefactoringName, (inside: string) => string> = {
  protoNames: () => 'Convert all names to proto names (snake_case)',
  jsonNames: () => 'Convert all names to JSON names (lowerCamelCase)',
  sortFields: (inside) => `Sort fields${inside} in contract order`,
  removeDefaults: (inside) => `Remove fields${inside} at their default`,
};

/** Fields can be renamed in a half-typed text too; to move and remove them, commas have to be where they belong. */
function isPossible({ root }: Analysis, name: ConfigRefactoringName): boolean {
  if (name === 'protoNames' || name === 'jsonNames') return true;
  return root.tree?.problems.every(({ severity }) => severity !== 'error') ?? false;
}

/** The message that a refactoring is about: the innermost one around a stretch, the root where none is given. */
function subjectOf({ root }: Analysis, range?: Span): PlacedObject | undefined {
  if (root.kind !== 'node-config' || root.steps.length > 0) return undefined;
  const tree = root.tree?.root;
  return tree && objectAround(tree, contract.root, range ?? tree.span);
}
