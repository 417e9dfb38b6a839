import type { EnumDescription, FieldFacts, RemovedField } from './describe.js';

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
  readonly required: readonly FieldPath[];
  /** The fields of the root, with all that are below them. */
  readonly places: FieldPlaces;
}

/** Fields that lead from a message into the ones inside it; the last one is the field that is meant. */
export type FieldPath = readonly FieldDescriptor[];

/** A field at one place of the contract: a message that several fields hold has its fields at several places. */
export interface FieldPlace {
  /** Proto names from the root, with `*` for a map key: `local_dns_profile.kube_dns_overrides.*.protocol`. */
  readonly path: string;
  /** The fields of the messages that it holds; empty where it holds none. */
  readonly below: FieldPlaces;
}

/** The fields of one message at one place. */
export type FieldPlaces = ReadonlyMap<FieldDescriptor, FieldPlace>;

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
