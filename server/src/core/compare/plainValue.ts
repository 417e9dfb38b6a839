import type { FieldDescriptor } from '../contract/descriptor.js';
import { sortedEntries } from '../contract/marshal.js';
import { type ContractValue, isMessage, type MessageValue } from '../contract/value.js';
import type { PlainValue } from '../syntax/toValue.js';

/**
 * A value of a config as plain JSON in its canonical form: proto names in declaration order, map keys sorted, enums by
 * name where they have one; NaN, the infinities and -0 as texts, which JSON has no numbers for.
 */
export function plainValue(field: FieldDescriptor, value: ContractValue): PlainValue {
  if (isMessage(value)) return plainMessage(value);
  if (Array.isArray(value)) return (value as readonly ContractValue[]).map((item) => plainValue(field, item));
  if (value instanceof Map) {
    const entries = sortedEntries(value as ReadonlyMap<string, ContractValue>);
    return Object.fromEntries(entries.map(([key, item]) => [key, plainValue(field, item)]));
  }
  return typeof value === 'number' ? plainNumber(field, value) : (value as string | boolean);
}

/** The same for a whole message. */
export function plainMessage({ type, fields }: MessageValue): PlainValue {
  return Object.fromEntries(
    type.fields.flatMap((field) => {
      const present = fields.get(field);
      return present === undefined ? [] : [[field.name, plainValue(field, present.value)]];
    }),
  );
}

function plainNumber({ type }: FieldDescriptor, value: number): PlainValue {
  if (type.kind === 'enum') return type.of.values.find(({ number }) => number === value)?.name ?? value;
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : String(value);
}
