import type { EnumDescription, FieldDescription, FieldFacts, MessageDescription, RemovedField } from './describe.js';
import { type FieldPlaces, placesIn } from './places.js';

export type ScalarType = 'string' | 'bool' | 'int32' | 'double';
export type FieldLabel = 'singular' | 'optional' | 'repeated' | 'map';

/** What one value of a field may be; for lists and maps, what their elements may be. */
export type ValueType =
  | { readonly kind: 'scalar'; readonly scalar: ScalarType }
  | { readonly kind: 'enum'; readonly of: EnumDescriptor }
  | { readonly kind: 'message'; readonly of: MessageDescriptor };

export interface FieldDescriptor extends FieldFacts {
  /** The proto name, snake_case. */
  readonly name: string;
  readonly jsonName: string;
  readonly number: number;
  readonly label: FieldLabel;
  readonly type: ValueType;
  readonly doc: string;
}

export interface MessageDescriptor {
  readonly name: string;
  readonly doc: string;
  /** In declaration order, which is the order of marshalled JSON. */
  readonly fields: readonly FieldDescriptor[];
  readonly removed: readonly RemovedField[];
  /** The field that a JSON key names: by proto name or by JSON name, as protobuf-JSON accepts both. */
  fieldByKey(key: string): FieldDescriptor | undefined;
  removedByKey(key: string): RemovedField | undefined;
}

export interface EnumDescriptor {
  readonly name: string;
  readonly doc: string;
  readonly values: EnumDescription['values'];
  readonly removed: EnumDescription['removed'];
}

/** The whole contract, linked: `root` is `aksnodeconfig.v1.Configuration`. */
export interface Contract {
  readonly root: MessageDescriptor;
  readonly messages: ReadonlyMap<string, MessageDescriptor>;
  readonly enums: ReadonlyMap<string, EnumDescriptor>;
  /** The fields that `Validate` of aks-node-controller wants, each as the way to it from the root, in declaration order. */
  readonly required: readonly FieldWay[];
  /** The fields of the root, with all that are below them. */
  readonly places: FieldPlaces;
}

/** Fields that lead from a message into the ones inside it; the last one is the field that is meant. */
export type FieldWay = readonly FieldDescriptor[];

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

function requiredFields(message: MessageDescriptor, around: readonly MessageDescriptor[]): FieldWay[] {
  return message.fields.flatMap((field): FieldWay[] => {
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

/** protoc's default JSON name: underscores go, and the letter behind each is raised. */
export function lowerCamel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** A field's type as a reader of the contract would say it: `map of string to bool`, `VmType`. */
export function typeName(field: FieldDescriptor): string {
  const element = field.type.kind === 'scalar' ? field.type.scalar : field.type.of.name;
  if (field.label === 'repeated') return `list of ${element}`;
  if (field.label === 'map') return `map of string to ${element}`;
  return element;
}
