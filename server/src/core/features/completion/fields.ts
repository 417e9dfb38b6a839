import { contract } from '../../contract/contract.js';
import { type FieldDescriptor, type MessageDescriptor, typeName } from '../../contract/descriptor.js';
import { fieldMarkdown } from '../../contract/markdown.js';
import { placeInContract } from '../../contract/navigate.js';
import { holdsRequired } from '../../contract/required.js';
import { nameIn, type Spelling } from '../../contract/spelling.js';
import type { CursorPlace } from '../../syntax/locate.js';
import type { Member, ObjectNode } from '../../syntax/node.js';
import { type Completion, sortNumber } from './completion.js';
import { keyPlace } from './keyPlace.js';
import { shapeOf } from './shape.js';

/**
 * Which fields come first: those that the node wants, the objects that such fields are in, all others, and
 * deprecated ones last.
 */
const ranks = ['required', 'holds-required', 'optional', 'deprecated'] as const;
type Rank = (typeof ranks)[number];

/**
 * The fields that an object may still have, in the order of the contract within each rank; the first one that
 * cannot be left out is preselected.
 */
export function fieldsAt(
  cursor: Extract<CursorPlace, { at: 'key' }>,
  text: string,
  offset: number,
  spelling: Spelling,
): Completion[] {
  const message = placeInContract(contract, cursor.path)?.message;
  if (message === undefined) return [];
  const given = fieldsOf(cursor.object, message, cursor.member);
  const place = keyPlace(cursor, text, offset);
  const ranked = message.fields
    .filter((field) => !given.has(field))
    .map((field) => ({ field, rank: rankOf(field) }))
    .sort((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank));
  return ranked.map(({ field, rank }, index) => {
    const isWanted = rank === 'required' || rank === 'holds-required';
    return {
      ...place.completion(nameIn(spelling, field), shapeOf(field, spelling)),
      kind: 'field',
      detail: `${isWanted ? 'required ' : ''}${typeName(field)}`,
      documentation: fieldMarkdown(field, message),
      // VS Code's own JSON support offers `$schema`, which the node does not know, under that very sort text.
      sortText: `#${sortNumber(index)}`,
      deprecated: field.deprecated === true,
      preselect: isWanted && index === 0,
    };
  });
}

function rankOf(field: FieldDescriptor): Rank {
  if (field.required === true) return 'required';
  if (holdsRequired(contract, field)) return 'holds-required';
  return field.deprecated === true ? 'deprecated' : 'optional';
}

function fieldsOf(object: ObjectNode, message: MessageDescriptor, except: Member | undefined): Set<FieldDescriptor> {
  const given = new Set<FieldDescriptor>();
  for (const member of object.members) {
    const field = member === except ? undefined : message.fieldByKey(member.key.name);
    if (field !== undefined) given.add(field);
  }
  return given;
}
