import { looksLikeJson } from '../../document/detectKind.js';
import { parseJson } from '../../syntax/json.js';
import type { SyntaxTree } from '../../syntax/tree.js';
import { resourcesIn } from './model.js';
import { resourceTree } from './tree.js';

/** Reads a document of settings, in YAML or JSON; undefined for a text that has none. */
export function readKarpenterSettings(text: string): SyntaxTree | undefined {
  const tree = looksLikeJson(text) ? parseJson(text) : resourceTree(text);
  const isSettings = resourcesIn(tree).some(({ kind }) => kind === 'KarpenterSettings');
  return isSettings && tree.problems.every(({ severity }) => severity !== 'error') ? tree : undefined;
}
