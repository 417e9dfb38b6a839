import { memberOf, type ObjectNode, resolved, type SyntaxNode } from '../syntax/node.js';
import { type Encoding, encodingOf, isEmpty } from './encoding.js';
import { type Owner, ownerOf } from './owner.js';
import { absolutePath } from './path.js';
import { type Permissions, permissionsOf } from './permissions.js';
import { isSwitchedOn } from './truth.js';

/** One entry of `write_files`, as cloud-init 26.2 reads it when it writes files. Places are those of the nodes. */
export interface WriteFileEntry {
  readonly index: number;
  readonly node: ObjectNode;
  /** Where the file goes; undefined where the entry is passed over, or fails, for want of a path. */
  readonly path: string | undefined;
  readonly pathNode: SyntaxNode | undefined;
  readonly content: SyntaxNode | undefined;
  readonly encoding: Encoding;
  readonly encodingNode: SyntaxNode | undefined;
  readonly permissions: Permissions;
  readonly permissionsNode: SyntaxNode | undefined;
  /** Undefined where cloud-init fails. */
  readonly owner: Owner | undefined;
  readonly ownerNode: SyntaxNode | undefined;
  readonly append: boolean;
  /** Whether the file is written in the last stage, behind users and packages. */
  readonly defer: boolean;
  /** Where the content is fetched from; `content` is what is written where that fails. */
  readonly uri: string | undefined;
  /** Why cloud-init fails at the entry before it looks at the content. */
  readonly fault: EntryFault | undefined;
}

/** Values of a type that cloud-init cannot work with; its schema refuses each of them too. */
export type EntryFault = 'path' | 'source' | 'encoding' | 'content' | 'owner' | 'permissions';

/** The entries of `write_files` that are mappings, with their index in the list. */
export function writeFileEntries(root: SyntaxNode | undefined): WriteFileEntry[] {
  const list = resolved(memberOf(resolved(root), 'write_files')?.value);
  if (list?.kind !== 'array') return [];
  return list.items.flatMap((item, index) => {
    const node = resolved(item);
    return node?.kind === 'object' ? [readEntry(node, index)] : [];
  });
}

function readEntry(node: ObjectNode, index: number): WriteFileEntry {
  const value = (name: string): SyntaxNode | undefined => memberValue(node, name, 0);
  const pathNode = value('path');
  const content = value('content');
  const source = value('source');
  const encodingNode = value('encoding');
  const permissionsNode = value('permissions');
  const ownerNode = value('owner');
  const uriNode = memberValue(source, 'uri', 0);
  const encoding = encodingOf(encodingNode);
  const permissions = permissionsOf(permissionsNode);
  const owner = ownerOf(ownerNode);
  const hasPath = pathNode?.kind === 'string' && pathNode.value !== '';
  const hasContent = content !== undefined && content.kind !== 'null';
  const fault = ((): EntryFault | undefined => {
    if (pathNode !== undefined && !hasPath && !isEmpty(pathNode)) return 'path';
    if (source !== undefined && source.kind !== 'object' && source.kind !== 'null') return 'source';
    if (hasContent && encoding.is === 'no-text') return 'encoding';
    if (hasContent && content.kind !== 'string' && content.kind !== 'binary') return 'content';
    if (owner === undefined) return 'owner';
    return permissions.is === 'fault' ? 'permissions' : undefined;
  })();
  return {
    index,
    node,
    path: hasPath ? absolutePath(pathNode.value) : undefined,
    pathNode,
    content,
    encoding,
    encodingNode,
    permissions,
    permissionsNode,
    owner,
    ownerNode,
    append: isSwitchedOn(value('append')),
    defer: isSwitchedOn(value('defer')),
    uri: uriNode?.kind === 'string' && uriNode.value !== '' ? uriNode.value : undefined,
    fault,
  };
}

/** The value of a key, also where `<<` brings it in; in a cycle of those there is none. */
function memberValue(node: SyntaxNode | undefined, name: string, depth: number): SyntaxNode | undefined {
  if (node?.kind !== 'object' || depth > 10) return undefined;
  const own = memberOf(node, name);
  if (own !== undefined) return resolved(own.value);
  for (const { key, value } of node.members.toReversed()) {
    if (key.name !== '<<' || key.quoted) continue;
    const merged = resolved(value);
    for (const source of merged?.kind === 'array' ? merged.items : [merged]) {
      const found = memberValue(resolved(source), name, depth + 1);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
