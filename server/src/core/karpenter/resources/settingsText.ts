import { parseJson } from '../../syntax/json.js';
import type { SyntaxTree } from '../../syntax/tree.js';
import { resourcesIn } from './model.js';
import { resourceTree } from './tree.js';

/** A document of settings, read. */
export type KarpenterSettings = SyntaxTree;

/** Reads a document of settings, in YAML or JSON; undefined for a text that has none. */
export function readKarpenterSettings(text: string): KarpenterSettings | undefined {
  const tree = /^\s*\{/.test(text) ? parseJson(text) : resourceTree(text);
  const isSettings = resourcesIn(tree).some(({ kind }) => kind === 'KarpenterSettings');
  return isSettings && tree.problems.every(({ severity }) => severity !== 'error') ? tree : undefined;
}
