import type { DocumentKind } from '../document/kinds.js';
import type { ObjectNode } from '../formats/tree/node.js';
import type { Contract } from './contract/contract.js';

/** Whether an object is a node config by its fields; `version` alone is in many other JSON files. */
export function looksLikeNodeConfig({ members }: ObjectNode, { root }: Contract): boolean {
  return members.some(({ key }) => root.fieldByKey(key.name) !== undefined && key.name !== 'version');
}

/** Whether a document is a node config. */
export function isNodeConfig({ kind }: { readonly kind: DocumentKind }): boolean {
  return kind === 'node-config';
}
