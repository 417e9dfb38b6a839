import type {
  Encoding,
  EncodingStep,
  Owner,
  Permissions,
  WriteFileEntry,
  EntryFault,
} from '../../document/writeFile.js';
import { MappingEntries } from '../../formats/tree/entries.js';
import { givenAt, givenItems, givenValues } from '../../formats/tree/given.js';
import { itemsOf, type ObjectNode, resolved, type SyntaxNode } from '../../formats/tree/node.js';

/** The names of encodings (cloud-init 26.2, `canonicalize_extraction`). */
const encodings = new Map<string, readonly EncodingStep[]>([
  ['text/plain', []],
  ['b64', ['base64']],
  ['base64', ['base64']],
  ['gz', ['gzip']],
  ['gzip', ['gzip']],
  ['gz+b64', ['base64', 'gzip']],
  ['gz+base64', ['base64', 'gzip']],
  ['gzip+b64', ['base64', 'gzip']],
  ['gzip+base64', ['base64', 'gzip']],
]);

/** Reads `encoding`; cloud-init ignores case and white space around it. */
function encodingOf(node: SyntaxNode | undefined): Encoding {
  if (node === undefined || isFalsy(node)) return { is: 'known', steps: [] };
  if (node.kind === 'binary') return { is: 'unknown' };
  if (node.kind !== 'string') return { is: 'no-text' };
  const name = node.value.toLowerCase().trim();
  const steps = name === '' ? [] : encodings.get(name);
  return steps === undefined ? { is: 'unknown' } : { is: 'known', steps };
}

/** Whether Python treats the value as false. */
function isFalsy(node: SyntaxNode): boolean {
  switch (node.kind) {
    case 'null':
      return true;
    case 'boolean':
      return !node.value;
    case 'number':
      return node.value === 0;
    case 'string':
      return node.value === '';
    case 'binary':
      return node.source.value.trim() === '';
    case 'array':
      return node.items.length === 0;
    case 'object':
      return node.members.length === 0;
    default:
      return false;
  }
}

/** The default owner of a file on all distributions of AKS. */
const rootOwner: Owner = { user: 'root', group: 'root' };

/** Reads `owner` as cloud-init 26.2 does (`extract_usergroup`); undefined where it fails. */
export function ownerOf(node: SyntaxNode | undefined): Owner | undefined {
  if (node === undefined) return rootOwner;
  if (isFalsy(node)) return { user: undefined, group: undefined };
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

/**
 * The absolute path on the node: Python's `os.path.abspath` in `/`, where cloud-init runs.
 */
export function absolutePath(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  // POSIX leaves the meaning of two leading slashes open, so Python keeps them.
  return `${/^\/\/(?!\/)/.test(path) ? '//' : '/'}${steps.join('/')}`;
}

/** Reads a boolean as cloud-init does (26.2, `util.translate_bool`): a boolean, one of four words, or the number 1. */
export function isTrue(node: SyntaxNode | undefined): boolean {
  switch (node?.kind) {
    case 'boolean':
      return node.value;
    case 'string':
      return /^(?:true|1|on|yes)$/i.test(node.value.trim());
    case 'number':
      return node.float !== true && node.value === 1;
    default:
      return false;
  }
}

/** The default mode, also used for unreadable permissions. */
export const defaultMode = 0o644;

/** The bits of a mode that `chmod` accepts. */
const modeBits = 0o7777;

/** Reads `permissions` as cloud-init 26.2 does (`decode_perms`): a string is octal, a number is the mode itself. */
export function permissionsOf(node: SyntaxNode | undefined): Permissions {
  switch (node?.kind) {
    case undefined:
    case 'null':
      return { is: 'mode', mode: defaultMode };
    case 'boolean':
      return { is: 'mode', mode: node.value ? 1 : 0 };
    case 'number':
      return Number.isNaN(node.value) ? { is: 'unreadable' } : fromNumber(Math.trunc(node.value));
    case 'string': {
      const mode = octal(node.value);
      return mode === undefined ? { is: 'unreadable' } : fromNumber(mode);
    }
    default:
      return { is: 'unreadable' };
  }
}

function fromNumber(mode: number): Permissions {
  // A mode has 32 bits in C.
  if (!(mode >= -(2 ** 31) && mode < 2 ** 31)) return { is: 'fault' };
  return { is: 'mode', mode: mode & modeBits };
}

/** Python's `int(text, 8)`, which accepts surrounding spaces, a sign, `0o` and single underscores between digits. */
export function octal(text: string): number | undefined {
  const found = /^\s*([-+]?)(?:0[oO]_?)?([0-7](?:[0-7_]*[0-7])?)\s*$/.exec(text);
  if (found?.[2] === undefined || found[2].includes('__')) return undefined;
  const digits = found[2].replaceAll('_', '').replace(/^0+/, '');
  // More digits than JavaScript's numbers have would be read for seconds.
  const value = digits.length > mostOctalDigits ? Infinity : digits === '' ? 0 : parseInt(digits, 8);
  return found[1] === '-' ? -value : value;
}

/** Octal digits of the largest number in JavaScript. */
const mostOctalDigits = 342;

/** The entries of `write_files`, which a merge key may bring in. */
export function writeFileItems(root: SyntaxNode | undefined): readonly SyntaxNode[] {
  const mapping = resolved(root);
  return mapping?.kind === 'object' ? itemsOf(new MappingEntries().of(mapping).get('write_files')?.value) : [];
}

/** The entries of `write_files` that are mappings, with their index in the list. */
export function writeFileEntries(root: SyntaxNode | undefined): WriteFileEntry[] {
  return writeFileItems(root).flatMap((item, index) => {
    const node = resolved(item);
    return node?.kind === 'object' ? [readEntry(node, index)] : [];
  });
}

/** Entries that cloud-init never gets: their list is overridden, or their content is. */
export function overriddenEntries(root: SyntaxNode | undefined): WriteFileEntry[] {
  return givenAt(root, ['write_files'])
    .flatMap(givenItems)
    .flatMap(({ node: item, isOverridden }, index) => {
      const node = resolved(item);
      if (node?.kind !== 'object') return [];
      const contents = givenValues({ node, isOverridden }, 'content').filter((content) => content.isOverridden);
      if (contents.length === 0) return [];
      const entry = readEntry(node, index);
      return contents.map((content): WriteFileEntry => ({ ...entry, content: resolved(content.node) }));
    });
}

/** An entry of `write_files`, or of the files of a KubeadmConfig, which cloud-init gets as such. */
export function readEntry(node: ObjectNode, index: number): WriteFileEntry {
  const entries = new MappingEntries();
  const value = (name: string): SyntaxNode | undefined => resolved(entries.of(node).get(name)?.value);
  const pathNode = value('path');
  const content = value('content');
  const source = value('source');
  const encodingNode = value('encoding');
  const permissionsNode = value('permissions');
  const ownerNode = value('owner');
  const uriNode = source?.kind === 'object' ? resolved(entries.of(source).get('uri')?.value) : undefined;
  const encoding = encodingOf(encodingNode);
  const permissions = permissionsOf(permissionsNode);
  const owner = ownerOf(ownerNode);
  const hasPath = pathNode?.kind === 'string' && pathNode.value !== '';
  const hasContent = content !== undefined && content.kind !== 'null';
  const skipped = (!hasContent && uriNode !== undefined && uriNode.kind !== 'string' && !isFalsy(uriNode)) || !hasPath;
  const fault = ((): EntryFault | undefined => {
    if (!hasPath) return pathNode === undefined || isFalsy(pathNode) ? undefined : 'path';
    if (pathNode.halves) return 'path';
    if (source !== undefined && source.kind !== 'object' && source.kind !== 'null') return 'source';
    if (hasContent && encoding.is === 'no-text') return 'encoding';
    if (hasContent && content.kind !== 'binary' && (content.kind !== 'string' || content.halves)) return 'content';
    if (skipped) return undefined;
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
    append: isTrue(value('append')),
    defer: isTrue(value('defer')),
    uri: uriNode?.kind === 'string' && uriNode.value !== '' ? uriNode.value : undefined,
    skipped,
    fault,
  };
}
