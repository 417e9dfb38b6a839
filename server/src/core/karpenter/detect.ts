import type { Contract } from '../contract/descriptor.js';
import type { ObjectNode } from '../syntax/node.js';
import { bootstrapOptions } from './description/index.js';
import { optionNamed } from './read.js';

/** How many names there must be that only bootstrap options have; one may be in any JSON file. */
const fewest = 2;

/**
 * Whether an object is a document of bootstrap options by its names. Some of them are names of the node config, too:
 * those that only one of both has decide.
 */
export function looksLikeBootstrapOptions({ members }: ObjectNode, { root }: Contract): boolean {
  let own = 0;
  let others = 0;
  for (const { key } of members) {
    const isOption = optionNamed(bootstrapOptions, key.name) !== undefined;
    const isField = root.fieldByKey(key.name) !== undefined;
    if (isOption && !isField) own++;
    if (isField && !isOption) others++;
  }
  return own >= fewest && own > others;
}
