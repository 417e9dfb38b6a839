import type { Analysis } from '../../analysis.js';
import { contract } from '../../contract/contract.js';
import { type FieldDescriptor, typeName } from '../../contract/descriptor.js';
import { absenceFrom, kubernetesMinor } from '../../contract/kubernetesMinor.js';
import { fieldMarkdown } from '../../contract/markdown.js';
import { placeInContract } from '../../contract/navigate.js';
import { prevailingSpelling } from '../../contract/spelling.js';
import { type KnownName, knownNames } from '../../knowledge/index.js';
import { nameMarkdown } from '../../knowledge/markdown.js';
import type { CursorPlace } from '../../syntax/locate.js';
import { type Completion, sortNumber } from './completion.js';
import { asSnippet } from './completionWord.js';
import { keyPlace } from './keyPlace.js';
import { elementShape, type Shape } from './shape.js';

/**
 * Known keys of the map that the cursor is in: flags and gates that the chosen Kubernetes version has, labels,
 * signals, and the keys of the contract's own examples.
 */
export function mapKeysAt(
  cursor: Extract<CursorPlace, { at: 'key' }>,
  { text, reading }: Analysis,
  offset: number,
): Completion[] {
  const found = placeInContract(contract, cursor.path);
  const { field, owner, element } = found ?? {};
  if (field?.label !== 'map' || element === true || owner === undefined) return [];
  const given = new Set(cursor.object.members.filter((member) => member !== cursor.member).map(({ key }) => key.name));
  const minor = reading && kubernetesMinor(reading.value);
  const known = field.knownKeys === undefined ? [] : knownNames(field.knownKeys);
  const names = known.filter((name) => !given.has(name.name) && absenceFrom(minor, name) === undefined);
  const place = keyPlace(cursor, text, offset);
  const shape = elementShape(field, prevailingSpelling(reading?.spellings ?? { proto: 0, json: 0 }));
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
function importance({ name, deprecatedIn, removedIn }: KnownName, field: FieldDescriptor): '0' | '1' | '2' {
  if (exampleKeys(field).includes(name)) return '0';
  return deprecatedIn === undefined && removedIn === undefined ? '1' : '2';
}

/** The value that usually stands behind a key. */
function knownShape({ example, oneOf }: KnownName, { type }: FieldDescriptor, otherwise: Shape): Shape {
  if (type.kind !== 'scalar' || type.scalar !== 'string' || example === undefined) return otherwise;
  const choices = oneOf?.map((choice) => asSnippet(choice).replace(/[,|]/g, '\\$&'));
  return {
    snippet: choices === undefined ? `"\${1:${asSnippet(example)}}"` : `"\${1|${choices.join(',')}|}"`,
    plainText: JSON.stringify(choices === undefined ? example : (oneOf?.[0] ?? example)),
    goesOn: false,
  };
}

function exampleKeys({ examples = [] }: FieldDescriptor): string[] {
  return examples.flatMap((example) => (typeof example === 'object' && example !== null ? Object.keys(example) : []));
}
