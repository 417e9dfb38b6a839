import type { Member } from '../syntax/node.js';
import type { FieldDescriptor, MessageDescriptor } from './descriptor.js';

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
