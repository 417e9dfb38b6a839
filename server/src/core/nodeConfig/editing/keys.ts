import { asSnippet, type Completion, sortNumber } from '../../document/editing.js';
import { keyPosition, type ValueSnippet } from '../../document/keyCompletion.js';
import type { Member, ObjectNode } from '../../formats/tree/node.js';
import type { CursorPlace } from '../../formats/tree/paths.js';
import { knownNames, nameMarkdown } from '../../values/known/index.js';
import type { KnownName } from '../../values/known/vocabulary.js';
import { contract } from '../contract/contract.js';
import { type Field, type RecordType, typeName } from '../../record/model.js';
import { fieldMarkdown } from '../../record/explain.js';
import { absenceFrom, kubernetesMinor } from '../contract/release.js';
import { nameIn, prevailingSpelling, type Spelling } from '../navigate.js';
import { recordPosition } from '../../record/navigate.js';
import type { NodeConfigView } from '../view.js';
import { holdsRequired } from '../required.js';
import { elementShape, shapeOf } from './values.js';

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
  const message = recordPosition(contract.root, cursor.path)?.object;
  if (message === undefined) return [];
  const given = fieldsOf(cursor.object, message, cursor.member);
  const place = keyPosition(cursor, text, offset);
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

function rankOf(field: Field): Rank {
  if (field.required === true) return 'required';
  if (holdsRequired(contract, field)) return 'holds-required';
  return field.deprecated === true ? 'deprecated' : 'optional';
}

function fieldsOf(object: ObjectNode, message: RecordType, except: Member | undefined): Set<Field> {
  const given = new Set<Field>();
  for (const member of object.members) {
    const field = member === except ? undefined : message.fieldByKey(member.key.name);
    if (field !== undefined) given.add(field);
  }
  return given;
}

/**
 * Known keys of the map that the cursor is in: flags and gates that the chosen Kubernetes version has, labels,
 * signals, and the keys of the contract's own examples.
 */
export function mapKeysAt(
  cursor: Extract<CursorPlace, { at: 'key' }>,
  { text, reading }: NodeConfigView,
  offset: number,
): Completion[] {
  const found = recordPosition(contract.root, cursor.path);
  const { field, owner, element } = found ?? {};
  if (field?.label !== 'map' || element === true || owner === undefined) return [];
  const given = new Set(cursor.object.members.filter((member) => member !== cursor.member).map(({ key }) => key.name));
  const minor = kubernetesMinor(reading.value);
  const known = field.knownKeys === undefined ? [] : knownNames(field.knownKeys);
  const names = known.filter((name) => !given.has(name.name) && absenceFrom(minor, name) === undefined);
  const place = keyPosition(cursor, text, offset);
  const shape = elementShape(field, prevailingSpelling(reading.spellings));
  const examples = exampleKeys(field).filter((key) => !given.has(key) && !known.some(({ name }) => name === key));
  return [
    ...examples.map((key, index) => ({
      ...place.completion(key, shape),
      kind: 'key' as const,
      detail: typeName(field),
      documentation: fieldMarkdown(field, owner),
      sortText: `0${sortNumber(index)}`,
      deprecated: false,
    })),
    ...names.map((name, index) => ({
      ...place.completion(name.name, knownShape(name, field, shape)),
      kind: 'key' as const,
      detail: name.detail ?? '',
      documentation: nameMarkdown(name),
      sortText: `${importance(name, field)}${sortNumber(index)}`,
      deprecated: name.deprecatedIn !== undefined && absenceFrom(minor, { removedIn: name.deprecatedIn }) !== undefined,
    })),
  ];
}

/** What the contract's own examples have comes first, what is on its way out last. */
function importance({ name, deprecatedIn, removedIn }: KnownName, field: Field): '0' | '1' | '2' {
  if (exampleKeys(field).includes(name)) return '0';
  return deprecatedIn === undefined && removedIn === undefined ? '1' : '2';
}

/** The value that usually stands behind a key. */
function knownShape({ example, oneOf }: KnownName, { type }: Field, otherwise: ValueSnippet): ValueSnippet {
  if (type.kind !== 'scalar' || type.scalar !== 'string' || example === undefined) return otherwise;
  const choices = oneOf?.map((choice) => asSnippet(choice).replace(/[,|]/g, '\\$&'));
  return {
    snippet: choices === undefined ? `"\${1:${asSnippet(example)}}"` : `"\${1|${choices.join(',')}|}"`,
    plainText: JSON.stringify(choices === undefined ? example : (oneOf?.[0] ?? example)),
    goesOn: false,
  };
}

function exampleKeys({ examples = [] }: Field): string[] {
  return examples.flatMap((example) => (typeof example === 'object' && example !== null ? Object.keys(example) : []));
}
