import type { FieldPlaces, MessageDescriptor } from './descriptor.js';

/**
 * The places of all fields in a message and below it. They are put together once for the contract, so that the paths of
 * a config's fields are always the same texts. Throws where a message holds itself, which no message of the contract
 * does.
 */
export function placesIn(
  message: MessageDescriptor,
  prefix = '',
  around: readonly MessageDescriptor[] = [],
): FieldPlaces {
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
