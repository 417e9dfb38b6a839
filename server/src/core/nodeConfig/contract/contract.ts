import {
  DescribedRecord,
  type EnumType,
  type Field,
  type RecordType,
  type ScalarType,
  type ValueType,
} from '../../record/model.js';
import type { FieldDescription, MessageDescription } from './describe.js';
import { enumDescriptions, messageDescriptions } from './description/index.js';

/** The whole contract, linked: `root` is `aksnodeconfig.v1.Configuration`. */
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
 * The positions of all fields in a message and below it. They are built once for the contract, so that the paths of a
 * config's fields are always the same strings. Throws for a message that contains itself, which no message of the
 * contract does.
 */
function positionsIn(message: RecordType, prefix = '', around: readonly RecordType[] = []): FieldPositions {
  if (around.includes(message)) throw new Error(`${message.name} contains itself at ${prefix}`);
  return new Map(
    message.fields.map((field) => {
      const path = prefix + field.name;
      const inside = field.label === 'map' ? `${path}.*.` : `${path}.`;
      const below = field.type.kind === 'object' ? positionsIn(field.type.of, inside, [...around, message]) : none;
      return [field, { path, below }];
    }),
  );
}

const none: FieldPositions = new Map();

/**
 * Links descriptions into types. Throws on a description that names an unknown type or repeats a name or number: that
 * is a programmer's error, found by the first test that loads it.
 */
export function linkContract(
  rootName: string,
  messageDescriptions: readonly MessageDescription[],
  enumDescriptions: readonly EnumType[],
): Contract {
  const enums = new Map(enumDescriptions.map((description) => [description.name, description]));
  const messages = new Map(
    messageDescriptions.map(({ name, doc, removed }) => [
      name,
      new DescribedRecord(
        name,
        doc,
        removed.map((gone) => ({ ...gone, jsonName: lowerCamel(gone.name) })),
      ),
    ]),
  );
  const typeNamed = (name: string): ValueType => {
    if (isScalar(name)) return { kind: 'scalar', scalar: name };
    const ofMessage = messages.get(name);
    if (ofMessage !== undefined) return { kind: 'object', of: ofMessage };
    const ofEnum = enums.get(name);
    if (ofEnum !== undefined) return { kind: 'enum', of: ofEnum };
    throw new Error(`the contract has no type ${name}`);
  };
  for (const { name, fields } of messageDescriptions)
    messages.get(name)?.add(fields.map((field) => linkField(field, typeNamed)));
  const root = messages.get(rootName);
  if (root === undefined) throw new Error(`the contract has no message ${rootName}`);
  return { root, messages, enums, required: requiredFields(root, [root]), positions: positionsIn(root) };
}

function requiredFields(message: RecordType, around: readonly RecordType[]): FieldPath[] {
  return message.fields.flatMap((field): FieldPath[] => {
    if (field.required === true) return [[field]];
    if (field.label === 'list' || field.label === 'map' || field.type.kind !== 'object') return [];
    const inner = field.type.of;
    return around.includes(inner) ? [] : requiredFields(inner, [...around, inner]).map((path) => [field, ...path]);
  });
}

const declarationFormat = /^(?:(optional|repeated) )?(?:map<string, (\w+)>|(\w+)) (\w+) = (\d+)$/;

function linkField(description: FieldDescription, typeNamed: (name: string) => ValueType): Field {
  const { declaration, json, ...facts } = description;
  const match = declarationFormat.exec(declaration);
  const [, modifier, mapValue, plainType, name, number] = match ?? [];
  const typeName = mapValue ?? plainType;
  if (typeName === undefined || name === undefined) throw new Error(`not a field declaration: ${declaration}`);
  const label = modifier === 'optional' ? 'optional' : modifier === 'repeated' ? 'list' : 'single';
  return {
    ...facts,
    ...(facts.since === undefined ? {} : { availability: availabilitySince(facts.since) }),
    name,
    jsonName: json ?? lowerCamel(name),
    number: Number(number),
    label: mapValue === undefined ? label : 'map',
    type: typeNamed(typeName),
  };
}

/** What a field or enum value that is newer than the contract means for node images, as a sentence. */
export function availabilitySince(release: string): string {
  return `Since AgentBaker ${release}; an older node image drops it.`;
}

/** protoc's default JSON name: underscores go, and the letter behind each is raised. */
function lowerCamel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function isScalar(name: string): name is ScalarType {
  return name === 'string' || name === 'bool' || name === 'int32' || name === 'double';
}

/** `aksnodeconfig.v1` as of Azure/AgentBaker 06836ee230 (2026-08-21), linked once. */
export const contract = linkContract('Configuration', messageDescriptions, enumDescriptions);
