import type { Member, ObjectNode, SyntaxNode } from '../formats/tree/node.js';
import type { NodePath } from '../formats/tree/paths.js';
import type { Span } from '../text/span.js';
import { append } from '../text/strings.js';
import { contract } from './contract/contract.js';
import type { Contract, FieldDescriptor, FieldPlaces, MessageDescriptor } from './contract/descriptor.js';

/**
 * A config as the node understands it: only known fields, typed, with the member that each came from.
 * Enums are their numbers. Absent means absent: a proto3 default is not filled in.
 */
export interface MessageValue {
  readonly type: MessageDescriptor;
  readonly fields: ReadonlyMap<FieldDescriptor, FieldValue>;
}

export interface FieldValue {
  readonly value: ContractValue;
  readonly member: Member;
}

export type ContractValue =
  string | number | boolean | MessageValue | readonly ContractValue[] | ReadonlyMap<string, ContractValue>;

/** Narrows a value to a message. */
export function isMessage(value: ContractValue | undefined): value is MessageValue {
  return typeof value === 'object' && 'type' in value;
}

/**
 * The value at a path of proto names, such as `cluster_config.location`; undefined where a step is
 * absent.
 */
export function valueAt(message: MessageValue | undefined, path: string): ContractValue | undefined {
  let current: ContractValue | undefined = message;
  for (const step of path.split('.')) {
    if (!isMessage(current)) return undefined;
    const field = current.type.fieldByKey(step);
    current = field === undefined ? undefined : current.fields.get(field)?.value;
  }
  return current;
}

/** The text at a path; the empty string where it is absent, as proto3 has it. */
export function textAt(message: MessageValue | undefined, path: string): string {
  const value = valueAt(message, path);
  return typeof value === 'string' ? value : '';
}

/**
 * The field at a path of proto names below a message, which is the config where none is given. Throws where the
 * contract has none: the paths are written down in tables, so that is a programmer's error, found by the first
 * test that loads it.
 */
export function fieldAt(path: string, root: MessageDescriptor = contract.root): FieldDescriptor {
  let message: MessageDescriptor | undefined = root;
  let field: FieldDescriptor | undefined;
  for (const step of path.split('.')) {
    field = message?.fields.find((candidate) => candidate.name === step);
    if (field === undefined) throw new Error(`the contract has no field ${path}`);
    const single: boolean = field.label === 'singular' || field.label === 'optional';
    message = single && field.type.kind === 'message' ? field.type.of : undefined;
  }
  if (field === undefined) throw new Error('a field needs a path');
  return field;
}

/** The value of a bool; `absent` where the config does not say it. */
export function boolAt(config: MessageValue, path: string, absent = false): boolean {
  const value = valueAt(config, path);
  return typeof value === 'boolean' ? value : absent;
}

/** The value of an int32, a double or an enum; undefined where the config does not say it. */
export function numberAt(config: MessageValue, path: string): number | undefined {
  const value = valueAt(config, path);
  return typeof value === 'number' ? value : undefined;
}

/** The name of an enum's value; undefined where it is absent or has a number that the contract does not know. */
export function enumNameAt(config: MessageValue, path: string): string | undefined {
  const { type } = fieldAt(path, config.type);
  const number = numberAt(config, path) ?? 0;
  return type.kind === 'enum' ? type.of.values.find((known) => known.number === number)?.name : undefined;
}

/** The texts of a list; none where it is absent. */
export function textsAt(config: MessageValue, path: string): readonly string[] {
  const value = valueAt(config, path);
  return Array.isArray(value) ? (value as readonly ContractValue[]).filter((item) => typeof item === 'string') : [];
}

/** The entries of a map of texts; none where it is absent. */
export function textMapAt(config: MessageValue, path: string): ReadonlyMap<string, string> {
  const value = valueAt(config, path);
  return value instanceof Map ? (value as ReadonlyMap<string, string>) : new Map();
}

/** The entries of a map of messages; none where it is absent. */
export function messageMapAt(config: MessageValue, path: string): ReadonlyMap<string, MessageValue> {
  const value = valueAt(config, path);
  return value instanceof Map ? (value as ReadonlyMap<string, MessageValue>) : new Map();
}

/** The message at a path; undefined where it is absent, which an empty one is not. */
export function messageAt(config: MessageValue, path: string): MessageValue | undefined {
  const value = valueAt(config, path);
  return isMessage(value) ? value : undefined;
}

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

/** An object of a config that stands for a message. */
export interface ContractObject {
  readonly node: ObjectNode;
  readonly message: MessageDescriptor;
}

/** The same with the way to it, as keys are written. */
export interface PlacedObject extends ContractObject {
  readonly path: NodePath;
}

/** Every message of a config, outer ones first; what the contract does not know is not entered. */
export function* contractObjects(root: SyntaxNode | undefined, message: MessageDescriptor): Generator<PlacedObject> {
  const open: PlacedObject[] = root?.kind === 'object' ? [{ node: root, message, path: [] }] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const inside: PlacedObject[] = [];
    for (const member of next.node.members) {
      const field = next.message.fieldByKey(member.key.name);
      if (field?.type.kind === 'message') append(inside, placedMessages(member, field, next.path));
    }
    append(open, inside.reverse());
  }
}

/** The innermost message around a stretch of the text; the root where none of its fields is. */
export function objectAround(
  root: SyntaxNode | undefined,
  message: MessageDescriptor,
  range: Span,
): PlacedObject | undefined {
  const contains = ({ start, end }: Span): boolean => start <= range.start && range.end <= end;
  let found: PlacedObject | undefined;
  let next: PlacedObject | undefined = root?.kind === 'object' ? { node: root, message, path: [] } : undefined;
  while (next !== undefined) {
    found = next;
    const { node, message: type, path }: PlacedObject = found;
    const member = node.members.find((candidate) => contains(candidate.span));
    const field = member && type.fieldByKey(member.key.name);
    next =
      member === undefined || field === undefined
        ? undefined
        : placedMessages(member, field, path).find((inner) => contains(inner.node.span));
  }
  return found;
}

/** The messages that a field's value is or holds. */
export function messagesOf(member: Member, field: FieldDescriptor): ContractObject[] {
  return placedMessages(member, field, []);
}

function placedMessages({ key, value }: Member, { type, label }: FieldDescriptor, around: NodePath): PlacedObject[] {
  if (value === undefined || type.kind !== 'message') return [];
  const path = [...around, key.name];
  const placed = (node: SyntaxNode | undefined, ...step: NodePath): PlacedObject[] =>
    node?.kind === 'object' ? [{ node, message: type.of, path: [...path, ...step] }] : [];
  switch (label) {
    case 'repeated':
      return value.kind === 'array' ? value.items.flatMap((item, index) => placed(item, index)) : [];
    case 'map':
      return value.kind === 'object' ? value.members.flatMap((entry) => placed(entry.value, entry.key.name)) : [];
    default:
      return placed(value);
  }
}

/** The members of a message's object by the field that they give; a field given twice has several. */
export function membersByField({ node, message }: ContractObject): Map<FieldDescriptor, Member[]> {
  const given = new Map<FieldDescriptor, Member[]>();
  for (const member of node.members) {
    const field = message.fieldByKey(member.key.name);
    if (field === undefined) continue;
    const members = given.get(field);
    if (members === undefined) given.set(field, [member]);
    else members.push(member);
  }
  return given;
}

/** The field that tells a custom cloud. */
export const cloudNameField = 'custom_cloud_config.custom_cloud_env_name';

/** Whether a config is for a custom cloud. */
export function isCustomCloud(config: MessageValue): boolean {
  return isCustomCloudName(textAt(config, cloudNameField));
}

/**
 * Whether a cloud's name means a custom one. aks-node-controller compares it as Unicode folds case, so that the
 * long s and the Kelvin sign count as s and k (AgentBaker 06836ee230, `helpers`).
 */
export function isCustomCloudName(name: string): boolean {
  return /^akscustom$/iu.test(name);
}
