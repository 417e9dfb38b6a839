import type { Member, SyntaxNode } from '../syntax/node.js';
import type { NodePath } from '../syntax/pointer.js';
import type { Contract, FieldDescriptor, FieldPlaces, MessageDescriptor } from './descriptor.js';
import { type ContractValue, isMessage, type MessageValue } from './value.js';

/** One field that a config gives, with everything that a rule wants to know about its place. */
export interface GivenField {
  readonly field: FieldDescriptor;
  readonly owner: MessageDescriptor;
  /** The message that holds the field. */
  readonly holder: MessageValue;
  readonly value: ContractValue;
  /** The member that the value came from. */
  readonly member: Member;
  /** As in `FieldPlace`. */
  readonly path: string;
  /** The way in the text: names as they are written, and map keys. */
  readonly steps: NodePath;
}

/** Every field that a config gives, outer ones before what is inside them, in the order of the text. */
export function givenFields(config: MessageValue, contract: Contract): GivenField[] {
  const found: GivenField[] = [];
  const visit = (holder: MessageValue, places: FieldPlaces, steps: NodePath): void => {
    for (const [field, { value, member }] of holder.fields) {
      const place = places.get(field);
      if (place === undefined) continue;
      const own = [...steps, member.key.name];
      found.push({ field, owner: holder.type, holder, value, member, path: place.path, steps: own });
      if (isMessage(value)) visit(value, place.below, own);
      else if (field.type.kind === 'message' && value instanceof Map) {
        for (const [key, item] of value as ReadonlyMap<string, ContractValue>)
          if (isMessage(item)) visit(item, place.below, [...own, key]);
      }
    }
  };
  visit(config, contract.places, []);
  return found;
}

/** One element of a list or one entry of a map, or the value of a field that is neither. */
export interface GivenElement {
  readonly node: SyntaxNode;
  /** The entry of a map. */
  readonly entry: Member | undefined;
  /** The way from the field to the element: an index, a key, or nothing. */
  readonly step: NodePath;
}

/** The elements of a field as they stand in the text. */
export function elementsOf({ field, member }: GivenField): GivenElement[] {
  const node = member.value;
  if (node === undefined) return [];
  if (field.label === 'repeated')
    return node.kind === 'array'
      ? node.items.map((item, index) => ({ node: item, entry: undefined, step: [index] }))
      : [];
  if (field.label === 'map')
    return node.kind === 'object'
      ? node.members.flatMap((entry) =>
          entry.value === undefined ? [] : [{ node: entry.value, entry, step: [entry.key.name] }],
        )
      : [];
  return [{ node, entry: undefined, step: [] }];
}
