import type { EnumDescription, FieldDescription, MessageDescription, RemovedField } from './describe.js';
import { enumDescriptions, messageDescriptions } from './description/index.js';
import {
  type Contract,
  type FieldDescriptor,
  type FieldPath,
  type FieldPlaces,
  lowerCamel,
  type MessageDescriptor,
  type ScalarType,
  type ValueType,
} from './descriptor.js';

/**
 * The places of all fields in a message and below it. They are put together once for the contract, so that the paths of
 * a config's fields are always the same texts. Throws where a message holds itself, which no message of the contract
 * does.
 */
function placesIn(message: MessageDescriptor, prefix = '', around: readonly MessageDescriptor[] = []): FieldPlaces {
  if (around.includes(message)) throw new Error(`${message.name} holds itself at ${prefix}`);
  return new Map(
    message.fields.map((field) => {
      const path = prefix + field.name;
      const inside = field.label === 'map' ? `${path}.*.` : `${path}.`;
      const below = field.type.kind === 'message' ? placesIn(field.type.of, inside, [...around, message]) : none;
      return [field, { path, below }];
    }),
  );
}

const none: FieldPlaces = new Map();

/**
 * Links descriptions into descriptors. Throws on a description that names an unknown type or repeats
 * a name or number: that is a programmer's error, found by the first test that loads it.
 */
export function linkContract(
  rootName: string,
  messageDescriptions: readonly MessageDescription[],
  enumDescriptions: readonly EnumDescription[],
): Contract {
  const enums = new Map(enumDescriptions.map((description) => [description.name, description]));
  const messages = new Map<string, LinkedMessage>();
  for (const description of messageDescriptions) messages.set(description.name, new LinkedMessage(description));
  const typeNamed = (name: string): ValueType => {
    if (isScalar(name)) return { kind: 'scalar', scalar: name };
    const ofMessage = messages.get(name);
    if (ofMessage !== undefined) return { kind: 'message', of: ofMessage };
    const ofEnum = enums.get(name);
    if (ofEnum !== undefined) return { kind: 'enum', of: ofEnum };
    throw new Error(`the contract has no type ${name}`);
  };
  for (const description of messageDescriptions) {
    messages.get(description.name)?.link(description.fields.map((field) => linkField(field, typeNamed)));
  }
  const root = messages.get(rootName);
  if (root === undefined) throw new Error(`the contract has no message ${rootName}`);
  return { root, messages, enums, required: requiredFields(root, [root]), places: placesIn(root) };
}

function requiredFields(message: MessageDescriptor, around: readonly MessageDescriptor[]): FieldPath[] {
  return message.fields.flatMap((field): FieldPath[] => {
    if (field.required === true) return [[field]];
    if (field.label === 'repeated' || field.label === 'map' || field.type.kind !== 'message') return [];
    const inner = field.type.of;
    return around.includes(inner) ? [] : requiredFields(inner, [...around, inner]).map((way) => [field, ...way]);
  });
}

class LinkedMessage implements MessageDescriptor {
  readonly name: string;
  readonly doc: string;
  readonly removed: readonly RemovedField[];
  readonly #byKey = new Map<string, FieldDescriptor>();
  readonly #removedByKey: ReadonlyMap<string, RemovedField>;
  #fields: readonly FieldDescriptor[] = [];

  constructor(description: MessageDescription) {
    this.name = description.name;
    this.doc = description.doc;
    this.removed = description.removed;
    this.#removedByKey = new Map(
      description.removed.flatMap((field) => [
        [field.name, field],
        [lowerCamel(field.name), field],
      ]),
    );
  }

  get fields(): readonly FieldDescriptor[] {
    return this.#fields;
  }

  link(fields: readonly FieldDescriptor[]): void {
    this.#fields = fields;
    const numbers = new Set(fields.map((field) => field.number));
    if (numbers.size !== fields.length) throw new Error(`${this.name} repeats a field number`);
    for (const field of fields) {
      for (const key of new Set([field.name, field.jsonName])) {
        if (this.#byKey.has(key)) throw new Error(`${this.name} repeats the name ${key}`);
        this.#byKey.set(key, field);
      }
    }
  }

  fieldByKey(key: string): FieldDescriptor | undefined {
    return this.#byKey.get(key);
  }

  removedByKey(key: string): RemovedField | undefined {
    return this.#removedByKey.get(key);
  }
}

const declarationForm = /^(?:(optional|repeated) )?(?:map<string, (\w+)>|(\w+)) (\w+) = (\d+)$/;

function linkField(description: FieldDescription, typeNamed: (name: string) => ValueType): FieldDescriptor {
  const { declaration, ...facts } = description;
  const match = declarationForm.exec(declaration);
  const [, modifier, mapValue, plainType, name, number] = match ?? [];
  const typeName = mapValue ?? plainType;
  if (typeName === undefined || name === undefined) throw new Error(`not a field declaration: ${declaration}`);
  const label =
    mapValue !== undefined ? 'map' : modifier === 'optional' || modifier === 'repeated' ? modifier : 'singular';
  return {
    ...facts,
    name,
    jsonName: description.json ?? lowerCamel(name),
    number: Number(number),
    label,
    type: typeNamed(typeName),
  };
}

function isScalar(name: string): name is ScalarType {
  return name === 'string' || name === 'bool' || name === 'int32' || name === 'double';
}

/** `aksnodeconfig.v1` as of Azure/AgentBaker 06836ee230 (2026-08-21), linked once. */
export const contract = linkContract('Configuration', messageDescriptions, enumDescriptions);
