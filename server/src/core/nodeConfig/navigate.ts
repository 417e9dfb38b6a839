import type { SyntaxNode } from '../formats/tree/node.js';
import type { NodePath } from '../formats/tree/paths.js';
import type { Field } from '../record/model.js';
import type { TextPosition } from '../record/navigate.js';
import { type ContractValue, isMessage, type MessageValue } from './value.js';

/**
 * The position of what a path of proto names, map keys and list indexes leads to; undefined if the config doesn't give
 * it, and for the empty path.
 */
export function positionInText(config: MessageValue, path: NodePath): TextPosition | undefined {
  let value: ContractValue | undefined = config;
  let node: SyntaxNode | undefined;
  let field: Field | undefined;
  let position: TextPosition | undefined;
  for (const step of path) {
    if (isMessage(value)) {
      const present: MessageValue = value;
      field = typeof step === 'string' ? present.type.fieldByKey(step) : undefined;
      const given = field && present.fields.get(field);
      if (given === undefined) return undefined;
      position = { span: given.member.span, name: given.member.key.span };
      node = given.member.value;
      value = given.value;
    } else if (value instanceof Map && node?.kind === 'object') {
      const member = node.members.findLast(({ key }) => key.name === step);
      if (member === undefined) return undefined;
      position = { span: member.span, name: member.key.span };
      node = member.value;
      value = (value as ReadonlyMap<string, ContractValue>).get(String(step));
    } else if (Array.isArray(value) && node?.kind === 'array') {
      node = typeof step === 'number' ? node.items[step] : undefined;
      if (node === undefined) return undefined;
      position = { span: node.span, name: node.span };
      value = undefined;
    } else return undefined;
  }
  return position;
}

/** The two names that protobuf-JSON accepts for a field: as the .proto declares it, or in lowerCamelCase. */
export type Spelling = 'proto' | 'json';

export function nameIn(spelling: Spelling, field: Field): string {
  return spelling === 'proto' ? field.name : field.jsonName;
}

/** A field's name in the spelling style of a key that was meant for it. */
export function nameInStyleOf(key: string, field: Field): string {
  const camel = /[a-z][A-Z]/.test(key) && !key.includes('_');
  return camel ? field.jsonName : field.name;
}

/** The spelling of a key; undefined for fields with one name for both. */
export function spellingOf(key: string, field: Field): Spelling | undefined {
  if (field.name === field.jsonName) return undefined;
  return key === field.name ? 'proto' : 'json';
}

/** How often each spelling is used for names with a choice. */
export type SpellingCounts = Readonly<Record<Spelling, number>>;

/** The spelling that most names of a config have; proto names, which the node itself writes, on a tie. */
export function prevailingSpelling({ proto, json }: SpellingCounts): Spelling {
  return json > proto ? 'json' : 'proto';
}
