import type { Span } from '../../text/span.js';
import type { ArrayNode, Member, ObjectNode } from '../node.js';
import { blanksBehind, triviaBehind } from './blanks.js';

/** An object or list of a JSON text. Its entries are its members or items, counted from zero. */
export type Container = ObjectNode | ArrayNode;

export function entryCount(container: Container): number {
  return container.kind === 'object' ? container.members.length : container.items.length;
}

/** Where an entry stands, its comma not included; the colon of a member without value is. */
export function entrySpan(text: string, container: Container, index: number): Span | undefined {
  if (container.kind === 'array') return container.items[index]?.span;
  const member = container.members[index];
  return member === undefined ? undefined : memberSpan(text, member);
}

export function memberSpan(text: string, member: Member): Span {
  if (member.value !== undefined) return member.span;
  const colon = blanksBehind(text, member.key.span.end);
  const end = text.charAt(colon) === ':' ? colon + 1 : member.key.span.end;
  return { start: member.key.span.start, end };
}

/** Where the comma stands that follows an entry's end; undefined where none does. */
export function commaBehind(text: string, end: number): number | undefined {
  const at = triviaBehind(text, end);
  return text.charAt(at) === ',' ? at : undefined;
}

/** What stands between a container's brackets. */
export function interior({ span, unclosed }: Container): Span {
  return { start: span.start + 1, end: unclosed === true ? span.end : span.end - 1 };
}
