import { contract } from './contract.js';
import type { FieldDescriptor, MessageDescriptor } from './descriptor.js';
import { type ContractValue, isMessage, type MessageValue, valueAt } from './value.js';

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
