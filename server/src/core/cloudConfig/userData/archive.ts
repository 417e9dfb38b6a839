import { append } from '../../text/strings.js';
import { typeOf } from '../../formats/mime/message.js';
import { transferredBody } from '../../formats/mime/transfer.js';
import { decodeBase64 } from '../../text/base64.js';
import { decodeText, utf8Bytes } from '../../text/bytes.js';
import { memberOf, type ObjectNode, resolved, type SyntaxNode, type SyntaxTree } from '../../formats/tree/node.js';
import { type PlainValue, toValue } from '../../formats/tree/expand.js';
import { typeByBeginning } from './contentTypes.js';

/** An entry of a `#cloud-config-archive`. */
export interface ArchiveEntry {
  readonly node: SyntaxNode;
  /** The node of the content; undefined if there is none, or if it comes from a merge key. */
  readonly content: SyntaxNode | undefined;
  readonly type: SyntaxNode | undefined;
  /** The type as written; undefined if cloud-init uses the beginning of the content instead. */
  readonly writtenType: string | undefined;
  /** The type of the part. */
  readonly contentType: string;
  readonly filename: string | undefined;
  readonly bytes: Uint8Array;
}

/** Why cloud-init fails at an entry, and so for all user data. */
export interface ArchiveFailure {
  readonly kind:
    | 'content-not-text'
    | 'content-not-utf-8'
    | 'type-not-text'
    | 'type-without-slash'
    | 'key-not-text'
    | 'header-not-text';
  readonly node: SyntaxNode;
  /** The key, if it is about one. */
  readonly key?: string;
}

export interface Archive {
  readonly entries: readonly ArchiveEntry[];
  /** Entries that are ignored because they are neither strings nor mappings. */
  readonly skipped: readonly SyntaxNode[];
  readonly failures: readonly ArchiveFailure[];
  /** Whether the document is a list; another document, or invalid YAML, counts as an empty list. */
  readonly isList: boolean;
}

/**
 * Splits an archive like cloud-init 26.2 (`user_data.py`): each entry is a string, or a mapping with `content`, `type`,
 * `filename` and headers. Entries aren't split again.
 */
export function readArchive(tree: SyntaxTree): Archive {
  const items = tree.problems.some(({ severity }) => severity === 'error') ? undefined : itemsOf(resolved(tree.root));
  const entries: ArchiveEntry[] = [];
  const skipped: SyntaxNode[] = [];
  const failures: ArchiveFailure[] = [];
  for (const item of items ?? []) {
    const node = resolved(item);
    if (node?.kind === 'string') append(entries, entryOf(node, new Map([['content', node.value]]), node, failures));
    else if (node?.kind === 'object') {
      const count = failures.length;
      checkHeaders(node, failures);
      const value = toValue(node, 'tagged') as Record<string, PlainValue>;
      const read = entryOf(node, new Map(Object.entries(value)), memberNode(node, 'content'), failures);
      if (failures.length === count) append(entries, read);
    } else skipped.push(item);
  }
  return { entries, skipped, failures, isList: items !== undefined };
}

/** A list, or the keys of a `!!set`. */
function itemsOf(root: SyntaxNode | undefined): readonly SyntaxNode[] | undefined {
  if (root?.kind === 'array') return root.items;
  if (root?.kind === 'object' && root.tag === '!!set') return root.members.flatMap(({ key }) => key.node ?? []);
  return undefined;
}

function memberNode(node: ObjectNode, name: string): SyntaxNode | undefined {
  return resolved(memberOf(node, name)?.value);
}

/** Keys that describe a part; all others become headers, which must be strings. */
const ownKeys = new Set([
  'content',
  'filename',
  'type',
  'launch-index',
  'content-disposition',
  'number-attachments',
  'content-type',
]);

function checkHeaders(entry: ObjectNode, failures: ArchiveFailure[]): void {
  for (const { key, value } of entry.members) {
    if (key.node !== undefined && key.node.kind !== 'string') {
      failures.push({ kind: 'key-not-text', node: key.node, key: key.name });
      continue;
    }
    if (ownKeys.has(key.name.toLowerCase()) || key.merge === true) continue;
    const header = resolved(value);
    if (header !== undefined && header.kind !== 'string' && header.kind !== 'null')
      failures.push({ kind: 'header-not-text', node: header, key: key.name });
  }
}

/** The entry; undefined if cloud-init fails at it. */
function entryOf(
  node: SyntaxNode,
  value: ReadonlyMap<string, PlainValue>,
  contentNode: SyntaxNode | undefined,
  failures: ArchiveFailure[],
): ArchiveEntry[] {
  const fail = (kind: ArchiveFailure['kind'], at: SyntaxNode | undefined): ArchiveEntry[] => {
    failures.push({ kind, node: at ?? node });
    return [];
  };
  const typeNode = node.kind === 'object' ? memberNode(node, 'type') : undefined;
  const written = value.get('type');
  if (typeof written !== 'string' && Boolean(written)) return fail('type-not-text', typeNode);
  const writtenType = typeof written === 'string' && written !== '' ? written : undefined;
  const given = value.has('content') ? (value.get('content') ?? null) : '';
  // The content of a container isn't read unless it is a list; of another part that isn't text, it may be missing.
  const isUnread = /^multipart\//i.test(writtenType ?? '') && !Array.isArray(given);
  const isMissing = given === null && !/^(?:text\/|$)/.test(writtenType ?? '');
  const read = contentNode?.kind === 'timestamp' ? undefined : contentOf(given);
  const content = read ?? (isUnread || isMissing ? new Uint8Array() : undefined);
  if (content === undefined) return fail('content-not-text', contentNode);
  const type = writtenType ?? typeOfContent(content);
  if (!type.includes('/')) return fail('type-without-slash', typeNode);
  const bytes = handedOn(content, type, encodingOf(value));
  if (bytes === undefined) return fail('content-not-utf-8', contentNode);
  const filename = value.get('filename');
  return [
    {
      node,
      content: contentNode,
      type: typeNode,
      writtenType,
      contentType: typeOf(type),
      filename: filename === undefined ? undefined : shown(filename).trim(),
      bytes,
    },
  ];
}

type Content = string | Uint8Array;

function contentOf(value: PlainValue): Content | undefined {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const { $binary } = value;
  return typeof $binary === 'string' && Object.keys(value).length === 1 ? decodeBase64($binary).bytes : undefined;
}

function typeOfContent(content: Content): string {
  if (typeof content === 'string') return typeByBeginning(content) ?? 'text/cloud-config';
  const { text, invalidAt } = decodeText(content);
  return (invalidAt === undefined ? typeByBeginning(text) : undefined) ?? 'application/octet-stream';
}

/** The bytes that a handler gets; undefined if they should be text but aren't UTF-8. */
function handedOn(content: Content, type: string, encoding: string): Uint8Array | undefined {
  const isText = type.startsWith('text/');
  if (typeof content === 'string') {
    return isText ? utf8Bytes(content) : transferredBody(content, encoding).bytes;
  }
  return isText && decodeText(content).invalidAt !== undefined ? undefined : content;
}

function encodingOf(value: ReadonlyMap<string, PlainValue>): string {
  const [, encoding] = [...value].find(([name]) => name.toLowerCase() === 'content-transfer-encoding') ?? [];
  return typeof encoding === 'string' ? encoding : '';
}

/** Simple values as Python formats them. */
function shown(value: PlainValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
