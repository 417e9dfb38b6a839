import { contract } from '../../contract/contract.js';
import { type FieldDescriptor, type MessageDescriptor, typeName } from '../../contract/descriptor.js';
import { fieldMarkdown } from '../../contract/markdown.js';
import { placeInContract } from '../../contract/navigate.js';
import { nameIn, type Spelling } from '../../contract/spelling.js';
import type { CursorPlace } from '../../syntax/locate.js';
import type { Member, ObjectNode } from '../../syntax/node.js';
import { type Completion, sortNumber } from './completion.js';
import { keyPlace } from './keyPlace.js';
import { shapeOf } from './shape.js';

/** How the sort texts of required fields begin: only templates come before them. */
const requiredFirst = '0';

/** Whether a completion is a field that the node wants. */
export function isRequired({ sortText }: Completion): boolean {
  return sortText.startsWith(requiredFirst);
}

/** The fields that an object may still have, in the order of the contract, required ones first. */
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
  return message.fields
    .filter((field) => !given.has(field))
    .map((field, index) => {
      const importance = field.required === true ? requiredFirst : field.deprecated === true ? '2' : '1';
      return {
        ...place.completion(nameIn(spelling, field), shapeOf(field, spelling)),
        kind: 'field',
        detail: `${field.required === true ? 'required ' : ''}${typeName(field)}`,
        documentation: fieldMarkdown(field, message),
        sortText: `${importance}${sortNumber(index)}`,
        deprecated: field.deprecated === true,
      };
    });
}

function fieldsOf(object: ObjectNode, message: MessageDescriptor, except: Member | undefined): Set<FieldDescriptor> {
  const given = new Set<FieldDescriptor>();
  for (const member of object.members) {
    const field = member === except ? undefined : message.fieldByKey(member.key.name);
    if (field !== undefined) given.add(field);
  }
  return given;
}
