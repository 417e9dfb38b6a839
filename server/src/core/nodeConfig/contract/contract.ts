import {
  DescribedRecord,
  type EnumType,
  type EnumValue,
  type Field,
  hasEntries,
  type RecordType,
  type RemovedName,
  type ScalarType,
  type ValueType,
} from '../../record/model.js';
import { type Release, release } from '../../values/known/releases.js';
import type { MessageDescription, TypeDescriptions } from './describe.js';
import { typeDescriptions } from './description/index.js';

/** `root` is `aksnodeconfig.v1.Configuration`. */
export interface Contract {
  readonly root: RecordType;
  readonly messages: ReadonlyMap<string, RecordType>;
  readonly enums: ReadonlyMap<string, EnumType>;
  /** The fields that `Validate` of aks-node-controller requires, each as its path from the root, in declaration order. */
  readonly required: readonly FieldPath[];
  /** The fields of the root, with all that are below them. */
  readonly positions: FieldPositions;
}

/** Fields that lead from a message into the ones inside it; the last one is the field that is meant. */
export type FieldPath = readonly Field[];

/** A field at one position of the contract: a message that several fields hold has its fields at several positions. */
export interface FieldPosition {
  /** Proto names from the root, with `*` for a map key: `local_dns_profile.kube_dns_overrides.*.protocol`. */
  readonly path: string;
  /** The fields of the messages that it holds; empty if it holds none. */
  readonly below: FieldPositions;
}

/** The fields of one message at one position. */
export type FieldPositions = ReadonlyMap<Field, FieldPosition>;

/**
 * The positions of all fields in a message and below it. Each is made when it is first used, and kept for the contract,
 * so that the paths of a config's fields are always the same strings.
 */
export function positionsIn(message: RecordType, prefix = ''): FieldPositions {
  return new Map(
    message.allFields.map((field) => {
      const path = prefix + field.name;
      const inside = field.label === 'map' ? `${path}.*.` : `${path}.`;
      const { type } = field;
      let below: FieldPositions | undefined;
      const position = {
        path,
        get below() {
          return (below ??= type.kind === 'object' ? positionsIn(type.of, inside) : none);
        },
      };
      return [field, position];
    }),
  );
}

/** Throws for a message that contains itself, which none of the built-in contract does. */
function refuseRecursion(message: RecordType, prefix = '', around: readonly RecordType[] = []): void {
  if (around.includes(message)) throw new Error(`${message.name} contains itself at ${prefix}`);
  for (const { name, label, type } of message.fields)
    if (type.kind === 'object')
      refuseRecursion(type.of, `${prefix}${name}.${label === 'map' ? '*.' : ''}`, [...around, message]);
}

const none: FieldPositions = new Map();

/**
 * Links descriptions into types. Throws on a description that can't be read, names an unknown type, repeats a name or
 * number, or contains itself: that is a programmer's error, found by the first test that loads it.
 */
export function linkContract(rootName: string, descriptions: TypeDescriptions): Contract {
  const messages = new Map<string, DescribedRecord>();
  const former = new Map<string, DescribedRecord>();
  const enums = new Map<string, EnumType>();
  for (const [name, { doc, removed = {}, ...rest }] of Object.entries(descriptions)) {
    if ('values' in rest) {
      const gone = Object.entries(removed).map(removedName);
      enums.set(name, { name, doc, values: Object.entries(rest.values).map(enumValue), removed: gone });
    } else (rest.until === undefined ? messages : former).set(name, new DescribedRecord(name, doc));
  }
  const typeNamed = (name: string): ValueType => {
    if (isScalar(name)) return { kind: 'scalar', scalar: name };
    const ofMessage = messages.get(name) ?? former.get(name);
    if (ofMessage !== undefined) return { kind: 'object', of: ofMessage };
    const ofEnum = enums.get(name);
    if (ofEnum !== undefined) return { kind: 'enum', of: ofEnum };
    throw new Error(`the contract has no type ${name}`);
  };
  for (const [name, description] of Object.entries(descriptions)) {
    if (!('fields' in description)) continue;
    const message = messages.get(name) ?? former.get(name);
    message?.add(fieldsOf(description, typeNamed)).addRemoved(removedFields(description, typeNamed));
  }
  const root = messages.get(rootName);
  if (root === undefined) throw new Error(`the contract has no message ${rootName}`);
  refuseRecursion(root);
  return { root, messages, enums, required: requiredFields(root), positions: positionsIn(root) };
}

function requiredFields(message: RecordType): FieldPath[] {
  return message.fields.flatMap((field): FieldPath[] => {
    if (field.required === true) return [[field]];
    if (hasEntries(field) || field.type.kind !== 'object') return [];
    return requiredFields(field.type.of).map((path) => [field, ...path]);
  });
}

const fieldFormat =
  /^(?:(?<modifier>optional|repeated) )?(?:map<string, (?<mapValue>\w+)>|(?<plain>\w+)) (?<name>\w+) = (?<number>\d+)(?: since (?<own>\S+(?: #\d+)?))?(?: until (?<until>\S+(?: #\d+)?))?$/;
const valueFormat = /^(?<name>\w+) = (?<number>\d+)(?: since (?<since>\S+))?$/;
const removedFormat = /^(?<name>\w+)(?: until (?<removedIn>\S+))?$/;
const releaseFormat = /^(?<tag>\S+)(?: #(?<pull>\d+))?$/;
const typeFormat = /^(?<scalar>\w+) since (?<since>\S+) until (?<until>\S+)$/;

function parts(declaration: string, format: RegExp): Readonly<Record<string, string | undefined>> {
  const groups = format.exec(declaration)?.groups;
  if (groups === undefined) throw new Error(`not a declaration: ${declaration}`);
  return groups;
}

type TypeNamed = (name: string) => ValueType;

function fieldsOf({ since, fields }: MessageDescription, typeNamed: TypeNamed): Field[] {
  return Object.entries(fields).map(([declaration, description]) =>
    fieldOf(declaration, description, since, typeNamed),
  );
}

function fieldOf(
  declaration: string,
  description: MessageDescription['fields'][string],
  sinceMessage: string | undefined,
  typeNamed: TypeNamed,
): Field {
  const { modifier, mapValue, plain, name = '', number, own, until } = parts(declaration, fieldFormat);
  const [doc, { json = lowerCamel(name), formerly, ...facts }] =
    typeof description === 'string' ? [description, {}] : description;
  const [since, sincePull] = releaseIn(own ?? sinceMessage);
  const [end, untilPull] = releaseIn(until);
  const label = modifier === 'optional' ? 'optional' : modifier === 'repeated' ? 'list' : 'single';
  const lifetime = {
    ...(since && { since }),
    ...(sincePull !== undefined && { sincePull }),
    ...(end && { until: end }),
    ...(untilPull !== undefined && { untilPull }),
  };
  return {
    ...facts,
    ...(since && { since: since.tag, availability: availabilitySince(since.tag) }),
    ...((since ?? end) && { lifetime }),
    ...(formerly && { formerly: otherType(formerly) }),
    name,
    jsonName: json,
    number: Number(number),
    label: mapValue === undefined ? label : 'map',
    type: typeNamed(mapValue ?? plain ?? ''),
    doc,
  };
}

/** The release and the pull request of a declaration. */
function releaseIn(text: string | undefined): readonly [Release | undefined, number | undefined] {
  if (text === undefined) return [undefined, undefined];
  const { tag = '', pull } = parts(text, releaseFormat);
  return [release(tag), pull === undefined ? undefined : Number(pull)];
}

function otherType(declaration: string): NonNullable<Field['formerly']> {
  const { scalar = '', since = '', until = '' } = parts(declaration, typeFormat);
  if (scalar !== 'int64') throw new Error(`no former type: ${declaration}`);
  return { scalar, since: release(since), until: release(until) };
}

function enumValue([declaration, doc]: [string, string]): EnumValue {
  const { name = '', number, since } = parts(declaration, valueFormat);
  return { name, number: Number(number), doc, ...(since && { since, lifetime: { since: release(since) } }) };
}

/** Fields that are gone, with their declaration if it is given. */
function removedFields({ removed = {}, since }: MessageDescription, typeNamed: TypeNamed): RemovedName[] {
  return Object.entries(removed).map(([declaration, hint]) => {
    if (!fieldFormat.test(declaration)) {
      const gone = removedName([declaration, hint]);
      return { ...gone, jsonName: lowerCamel(gone.name) };
    }
    const field = fieldOf(declaration, hint, since, typeNamed);
    const { name, jsonName, lifetime } = field;
    return { name, jsonName, hint, field, ...(lifetime?.until && { removedIn: lifetime.until.tag }) };
  });
}

function removedName([declaration, hint]: [string, string]): RemovedName {
  const { name = '', removedIn } = parts(declaration, removedFormat);
  return { name, hint, ...(removedIn && { removedIn }) };
}

/** What a field or enum value that is newer than the contract means for node images, as a sentence. */
export function availabilitySince(release: string): string {
  return `Since AgentBaker ${release}; an older node image drops it.`;
}

/** protoc's default JSON name: underscores go, and a small letter behind one is raised. */
export function lowerCamel(name: string): string {
  return name.replace(/_+([a-z]?)/g, (_, letter: string) => letter.toUpperCase());
}

/** The scalars that descriptions may have. */
const protoScalars: ReadonlySet<string> = new Set([
  'string',
  'bool',
  'int32',
  'int64',
  'uint32',
  'uint64',
  'float',
  'double',
  'bytes',
] satisfies ScalarType[]);

function isScalar(name: string): name is ScalarType {
  return protoScalars.has(name);
}

/** `aksnodeconfig.v1` as of Azure/AgentBaker 06836ee230 (2026-08-21), linked once. */
export const contract = linkContract('Configuration', typeDescriptions);
