import type { Member, ObjectNode, SyntaxNode } from '../formats/tree/node.js';
import type { NodePath } from '../formats/tree/paths.js';
import type { Span } from '../text/span.js';
import { append } from '../text/strings.js';
import type { Contract, FieldPositions } from './contract/contract.js';
import type { GivenField } from '../record/given.js';
import type { Field, RecordType, ValueType } from '../record/model.js';

/**
 * A config as the node understands it: only known fields, typed, with the member that each came from.
 * Enums are their numbers. Absent means absent: a proto3 default is not filled in.
 */
export interface MessageValue {
  readonly type: RecordType;
  readonly fields: ReadonlyMap<Field, FieldValue>;
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

/** The value at a path of proto names, such as `cluster_config.location`; undefined if a step is absent. */
export function valueAt(message: MessageValue | undefined, path: string): ContractValue | undefined {
  let current: ContractValue | undefined = message;
  for (const step of path.split('.')) {
    if (!isMessage(current)) return undefined;
    const field: Field | undefined = fieldNamed(current.type, step);
    current = field === undefined ? undefined : current.fields.get(field)?.value;
  }
  return current;
}

/** A config with only what is at some paths of proto names, and the messages around it. */
export function partAt({ type, fields }: MessageValue, paths: readonly string[]): MessageValue {
  const part = new Map<Field, FieldValue>();
  for (const [field, given] of fields) {
    const below = paths.filter((path) => path.startsWith(`${field.name}.`));
    if (paths.includes(field.name)) part.set(field, given);
    else if (below.length > 0 && isMessage(given.value)) {
      const inner = below.map((path) => path.slice(field.name.length + 1));
      part.set(field, { ...given, value: partAt(given.value, inner) });
    }
  }
  return { type, fields: part };
}

/** The field of any release. */
export function fieldNamed(type: RecordType, name: string): Field | undefined {
  return type.fieldByKey(name) ?? type.removedByKey(name)?.field;
}

/** The string at a path; empty if it is absent, as in proto3. */
export function textAt(message: MessageValue | undefined, path: string): string {
  const value = valueAt(message, path);
  return typeof value === 'string' ? value : '';
}

/** The value of a bool; `absent` if it is absent. */
export function boolAt(config: MessageValue, path: string, absent = false): boolean {
  const value = valueAt(config, path);
  return typeof value === 'boolean' ? value : absent;
}

/** The value of an int32, a double or an enum; undefined if it is absent. */
export function numberAt(config: MessageValue, path: string): number | undefined {
  const value = valueAt(config, path);
  return typeof value === 'number' ? value : undefined;
}

/** The name of an enum's value, of the number 0 if it is absent; undefined for an unknown number. */
export function enumNameAt(config: MessageValue, path: string): string | undefined {
  const type = typeAt(config.type, path);
  const number = numberAt(config, path) ?? 0;
  return type?.kind === 'enum' ? type.of.values.find((known) => known.number === number)?.name : undefined;
}

/** The type of the field at a path; undefined if the contract of the config doesn't have it. */
function typeAt(root: RecordType, path: string): ValueType | undefined {
  let type: ValueType | undefined = { kind: 'object', of: root };
  for (const step of path.split('.')) type = type?.kind === 'object' ? type.of.fieldByKey(step)?.type : undefined;
  return type;
}

/** The strings of a list; none if it is absent. */
export function stringsAt(config: MessageValue, path: string): readonly string[] {
  const value = valueAt(config, path);
  return Array.isArray(value) ? (value as readonly ContractValue[]).filter((item) => typeof item === 'string') : [];
}

/** The entries of a map of strings; none if it is absent. */
export function textMapAt(config: MessageValue, path: string): ReadonlyMap<string, string> {
  const value = valueAt(config, path);
  return value instanceof Map ? (value as ReadonlyMap<string, string>) : new Map();
}

/** The entries of a map of messages; none if it is absent. */
export function messageMapAt(config: MessageValue, path: string): ReadonlyMap<string, MessageValue> {
  const value = valueAt(config, path);
  return value instanceof Map ? (value as ReadonlyMap<string, MessageValue>) : new Map();
}

/** The message at a path, which may be empty; undefined if it is absent. */
export function messageAt(config: MessageValue, path: string): MessageValue | undefined {
  const value = valueAt(config, path);
  return isMessage(value) ? value : undefined;
}

/** A field that a config gives, as the node understands it. */
export interface ConfigField extends GivenField {
  /** The message that holds the field. */
  readonly holder: MessageValue;
  readonly value: ContractValue;
  /** As in `FieldPosition`. */
  readonly path: string;
}

/** Every field that a config gives, outer ones before what is inside them, in the order of the text. */
export function givenFields(config: MessageValue, contract: Contract): ConfigField[] {
  const found: ConfigField[] = [];
  const visit = (holder: MessageValue, positions: FieldPositions, steps: NodePath): void => {
    for (const [field, { value, member }] of holder.fields) {
      const position = positions.get(field);
      if (position === undefined) continue;
      const own = [...steps, member.key.name];
      found.push({ field, owner: holder.type, holder, value, member, path: position.path, steps: own });
      if (isMessage(value)) visit(value, position.below, own);
      else if (field.type.kind === 'object' && value instanceof Map) {
        for (const [key, item] of value as ReadonlyMap<string, ContractValue>)
          if (isMessage(item)) visit(item, position.below, [...own, key]);
      }
    }
  };
  visit(config, contract.positions, []);
  return found;
}

/** An object of a config that is a message. */
export interface ContractObject {
  readonly node: ObjectNode;
  readonly message: RecordType;
}

/** A contract object with its path of keys as they are written. */
export interface LocatedObject extends ContractObject {
  readonly path: NodePath;
}

/** Every message of a config, outer ones first; unknown fields are skipped. */
export function* contractObjects(root: SyntaxNode | undefined, message: RecordType): Generator<LocatedObject> {
  const open: LocatedObject[] = root?.kind === 'object' ? [{ node: root, message, path: [] }] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const inside: LocatedObject[] = [];
    for (const member of next.node.members) {
      const field = next.message.fieldByKey(member.key.name);
      if (field?.type.kind === 'object') append(inside, placedMessages(member, field, next.path));
    }
    append(open, inside.reverse());
  }
}

/** The innermost message around a range of the text; the root if no field contains the range. */
export function objectAround(
  root: SyntaxNode | undefined,
  message: RecordType,
  range: Span,
): LocatedObject | undefined {
  const contains = ({ start, end }: Span): boolean => start <= range.start && range.end <= end;
  let found: LocatedObject | undefined;
  let next: LocatedObject | undefined = root?.kind === 'object' ? { node: root, message, path: [] } : undefined;
  while (next !== undefined) {
    found = next;
    const { node, message: type, path }: LocatedObject = found;
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
export function messagesOf(member: Member, field: Field): ContractObject[] {
  return placedMessages(member, field, []);
}

function placedMessages({ key, value }: Member, { type, label }: Field, around: NodePath): LocatedObject[] {
  if (value === undefined || type.kind !== 'object') return [];
  const path = [...around, key.name];
  const placed = (node: SyntaxNode | undefined, ...step: NodePath): LocatedObject[] =>
    node?.kind === 'object' ? [{ node, message: type.of, path: [...path, ...step] }] : [];
  switch (label) {
    case 'list':
      return value.kind === 'array' ? value.items.flatMap((item, index) => placed(item, index)) : [];
    case 'map':
      return value.kind === 'object' ? value.members.flatMap((entry) => placed(entry.value, entry.key.name)) : [];
    default:
      return placed(value);
  }
}

/** The members of a message's object by the field that they give; a field given twice has several. */
export function membersByField({ node, message }: ContractObject): Map<Field, Member[]> {
  const given = new Map<Field, Member[]>();
  for (const member of node.members) {
    const field = message.fieldByKey(member.key.name);
    if (field === undefined) continue;
    const members = given.get(field);
    if (members === undefined) given.set(field, [member]);
    else members.push(member);
  }
  return given;
}

/** The message that becomes the kubelet's config file. */
export const kubeletFile = 'kubelet_config.kubelet_config_file_config';

/** The field that names a custom cloud. */
export const cloudNameField = 'custom_cloud_config.custom_cloud_env_name';

/**
 * Whether a config is for a custom cloud. aks-node-controller folds the case of the name as Unicode does, so that the
 * long s and the Kelvin sign count as s and k (AgentBaker 06836ee230, `helpers`).
 */
export function isCustomCloud(config: MessageValue): boolean {
  return /^akscustom$/iu.test(textAt(config, cloudNameField));
}
