import type { SyntaxNode } from '../syntax/node.js';
import { isEmpty } from './encoding.js';

/** User and group that a file is given to; undefined leaves it to root. */
export interface Owner {
  readonly user: string | undefined;
  readonly group: string | undefined;
}

/** Who owns a file that says nothing about it, on every distribution of AKS. */
const rootOwner: Owner = { user: 'root', group: 'root' };

/** Reads `owner` as cloud-init 26.2 does (`extract_usergroup`); undefined where it fails. */
export function ownerOf(node: SyntaxNode | undefined): Owner | undefined {
  if (node === undefined) return rootOwner;
  if (isEmpty(node)) return { user: undefined, group: undefined };
  if (node.kind !== 'string') return undefined;
  const colon = node.value.indexOf(':');
  return colon < 0
    ? { user: named(node.value), group: undefined }
    : { user: named(node.value.slice(0, colon)), group: named(node.value.slice(colon + 1)) };
}

function named(text: string): string | undefined {
  const name = text.trim();
  return name === '' || name === '-1' || name.toLowerCase() === 'none' ? undefined : name;
}
