import { type KeyNames, removeEntry, renameKey } from '../formats/tree/edits.js';
import { lineStartOf } from '../formats/tree/layout.js';
import {
  type ArrayNode,
  type KeyNode,
  type Member,
  memberIndex,
  type ObjectNode,
  type StringNode,
  type SyntaxNode,
} from '../formats/tree/node.js';
import { nodeAt, pointerOf } from '../formats/tree/paths.js';
import { type Fix, replacement } from '../problems/problem.js';
import { encodeBase64 } from '../text/base64.js';
import { utf8Bytes } from '../text/bytes.js';
import type { Span } from '../text/span.js';
import { quoted } from '../text/strings.js';
import type { GivenField } from './given.js';
import type { RecordType } from './model.js';

/** The object or list around a value, and its index in it. */
export interface Holder {
  readonly node: ObjectNode | ArrayNode;
  readonly index: number;
}

/**
 * Removes the member or item at an index; none for the root, which nothing holds, and for half a member of JSON or one
 * behind it: the comma between them may belong to an open string.
 */
export function removalFix(title: string, text: string, holder: Holder | undefined, safe: boolean): Fix[] {
  if (holder === undefined || !isWhole(holder.node, holder.index) || !isWhole(holder.node, holder.index - 1)) return [];
  return [{ title, changes: removeEntry(text, holder.node, holder.index), safe }];
}

/**
 * The fix that removes a key with its lines from a mapping in block style; none for its only key, for one that shares a line with
 * another node, and where an anchor would be lost or others refer to the mapping. It isn't safe: it changes what was written.
 */
export function keyRemovalFixes(title: string, text: string, mapping: SyntaxNode, member: Member | undefined): Fix[] {
  if (mapping.kind !== 'object' || mapping.anchor !== undefined || mapping.members.length < 2) return [];
  if (member === undefined || text.charAt(mapping.span.start) === '{') return [];
  const lineStart = lineStartOf(text, member.key.span.start);
  if (lineStart === undefined) return [];
  const end = Math.max(member.span.end, member.value?.span.end ?? 0);
  // The span of a block scalar ends behind its last line.
  const rest = /[\r\n]/.test(text.charAt(end - 1)) ? '' : (/^[^\r\n]*(?:\r\n?|\n)?/.exec(text.slice(end))?.[0] ?? '');
  const removed = { start: lineStart, end: end + rest.length };
  if (!/^[ \t]*(?:#|[\r\n]|$)/.test(rest) || text.slice(removed.start, removed.end).includes('&')) return [];
  return [replacement(title, removed, '', { safe: false })];
}

function isWhole(container: ObjectNode | ArrayNode, index: number): boolean {
  const isClosed = (node: SyntaxNode): boolean => !('unclosed' in node);
  if (container.kind === 'array') {
    const item = container.items[index];
    return item === undefined || isClosed(item);
  }
  const member = container.members[index];
  if (member === undefined) return true;
  const { key, value } = member;
  return value !== undefined && isClosed(value) && key.quoted && key.unclosed !== true;
}

/** Removes a field with its value; none if a later member of its name, or of one around it, counts instead. */
export function fieldRemovalFix(
  text: string,
  root: SyntaxNode | undefined,
  { field, member, steps }: GivenField,
): Fix[] {
  const node = nodeAt(root, pointerOf(steps.slice(0, -1)));
  if (node?.kind !== 'object') return [];
  const index = memberIndex(node, member.key);
  return index < 0 ? [] : removalFix(`Remove ${field.name}`, text, { node, index }, false);
}

/** Replaces a string with another one. */
export function replaceFix(span: Span, text: string): Fix {
  return { title: `Change to ${quoted(text)}`, changes: [{ span, newText: JSON.stringify(text) }], safe: false };
}

/**
 * What a message and its fixes contain about the name that a wrong key of an object was probably meant to be. `record` says
 * which names mean the same to the reader.
 */
export function didYouMean(
  keys: KeyNames,
  object: SyntaxNode | undefined,
  key: KeyNode | undefined,
  meant: string | undefined,
  record?: RecordType,
): { hint: string; fixes: Fix[] } {
  if (meant === undefined || key === undefined) return { hint: '', fixes: [] };
  return { hint: ` Did you mean ${meant}?`, fixes: renameFixes(keys, object, key, meant, { safe: false, record }) };
}

/** Renames a key of an object; none if the object has the new name already, because one of the two would be lost. */
export function renameFixes(
  keys: KeyNames,
  object: SyntaxNode | undefined,
  key: KeyNode,
  name: string,
  { safe, record }: { readonly safe: boolean; readonly record?: RecordType | undefined },
): Fix[] {
  if (object?.kind !== 'object' || !keys.isRenamable(object, key, name, record)) return [];
  return [{ title: `Rename to ${name}`, changes: [renameKey(key, name)], safe }];
}

/**
 * Replaces a JSON string by the base64 of its UTF-8 bytes. Not safe: only the author knows whether the string was meant
 * to be encoded, or is damaged base64.
 */
export function base64EncodeFix(node: StringNode): Fix {
  const newText = JSON.stringify(encodeBase64(utf8Bytes(node.value)));
  return { title: 'Encode the text as base64', changes: [{ span: node.span, newText }], safe: false };
}
