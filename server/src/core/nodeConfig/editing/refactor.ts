import {
  type ConfigRefactoringName,
  configRefactoringNames,
  type DocumentRefactoring,
  type Refactoring,
} from '../../document/editing.js';
import type { TextChange } from '../../problems/problem.js';
import type { Span } from '../../text/span.js';
import { convertNames, removeDefaults, sortFields } from '../edits.js';
import { objectAround, type LocatedObject } from '../value.js';
import type { NodeConfigView } from '../view.js';

/** What can be offered for a range of a node config, whether or not it would change anything. */
export function configRefactorings(view: NodeConfigView, range: Span): Refactoring[] {
  const object = subjectOf(view, range);
  if (object === undefined) return [];
  const key = object.path.findLast((step) => typeof step === 'string');
  const inside = key === undefined ? '' : ` of ${key}`;
  return configRefactoringNames
    .filter((name) => isPossible(view, name))
    .flatMap((name): Refactoring[] => [
      { name, scope: 'object', title: titles[name](inside) },
      { name, scope: 'file', title: titles[name]('') },
    ]);
}

/**
 * The changes of a refactoring; none if there is nothing to change. Names are always those of the whole file, because
 * half of them in another spelling is of no use.
 */
export function configChanges(view: NodeConfigView, { name, scope }: DocumentRefactoring, range: Span): TextChange[] {
  const rewriting = configRefactoringNames.find((candidate) => candidate === name);
  if (rewriting === undefined || !isPossible(view, rewriting)) return [];
  const object = subjectOf(view, scope === 'file' ? undefined : range);
  if (object === undefined) return [];
  switch (rewriting) {
    case 'protoNames':
      return convertNames(view.tree?.root, view.contract.root, 'proto');
    case 'jsonNames':
      return convertNames(view.tree?.root, view.contract.root, 'json');
    case 'sortFields':
      return sortFields(view.text, object);
    case 'removeDefaults':
      return removeDefaults(view.text, object);
  }
}

const titles: Record<ConfigRefactoringName, (inside: string) => string> = {
  protoNames: () => 'Convert all names to proto names (snake_case)',
  jsonNames: () => 'Convert all names to JSON names (lowerCamelCase)',
  sortFields: (inside) => `Sort fields${inside} in contract order`,
  removeDefaults: (inside) => `Remove fields${inside} at their default`,
};

/** Fields can be renamed in a half-typed text; to move and remove them, commas have to be in their places. */
function isPossible({ tree }: NodeConfigView, name: ConfigRefactoringName): boolean {
  if (name === 'protoNames' || name === 'jsonNames') return true;
  return tree?.problems.every(({ severity }) => severity !== 'error') ?? false;
}

/** The message that a refactoring is about: the innermost one around a range, the root without a range. */
function subjectOf({ tree, contract }: NodeConfigView, range?: Span): LocatedObject | undefined {
  return tree?.root && objectAround(tree.root, contract.root, range ?? tree.root.span);
}
