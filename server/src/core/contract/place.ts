import type { SyntaxNode } from '../syntax/node.js';
import type { NodePath } from '../syntax/pointer.js';
import type { Span } from '../text/span.js';
import type { FieldDescriptor } from './descriptor.js';
import { type ContractValue, isMessage, type MessageValue } from './value.js';

/** A place in the text of a config. */
export interface TextPlace {
  /** The member with its value, or the item of a list. */
  readonly span: Span;
  /** What it is called by: the key, or the whole item. */
  readonly name: Span;
}

/**
 * Where a config's text gives what a path of proto names, map keys and list indexes leads to; undefined where it does
 * not, and for the empty path.
 */
export function placeInText(config: MessageValue, path: NodePath): TextPlace | undefined {
  let value: ContractValue | undefined = config;
  let node: SyntaxNode | undefined;
  let field: FieldDescriptor | undefined;
  let place: TextPlace | undefined;
  for (const step of path) {
    if (isMessage(value)) {
      const present: MessageValue = value;
      field = typeof step === 'string' ? present.type.fieldByKey(step) : undefined;
      const given = field && present.fields.get(field);
      if (given === undefined) return undefined;
      place = { span: given.member.span, name: given.member.key.span };
      node = given.member.value;
      value = given.value;
    } else if (value instanceof Map && node?.kind === 'object') {
      const member = node.members.findLast(({ key }) => key.name === step);
      if (member === undefined) return undefined;
      place = { span: member.span, name: member.key.span };
      node = member.value;
      value = (value as ReadonlyMap<string, ContractValue>).get(String(step));
    } else if (Array.isArray(value) && node?.kind === 'array') {
      node = typeof step === 'number' ? node.items[step] : undefined;
      if (node === undefined) return undefined;
      place = { span: node.span, name: node.span };
      value = undefined;
    } else return undefined;
  }
  return place;
}
