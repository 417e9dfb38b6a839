import type { Contract, FieldDescriptor, MessageDescriptor } from './descriptor.js';
import { textAt, type MessageValue } from './value.js';

/** Proto paths of the fields that `Validate` of aks-node-controller wants, in declaration order. */
export function requiredPaths(contract: Contract): string[] {
  return requiredIn(contract.root, '', [contract.root]);
}

/** Whether a field is an object that required fields are in, at whatever depth. */
export function holdsRequired({ label, type }: FieldDescriptor): boolean {
  if (label === 'repeated' || label === 'map' || type.kind !== 'message') return false;
  return requiredIn(type.of, '', [type.of]).length > 0;
}

function requiredIn(message: MessageDescriptor, prefix: string, visiting: readonly MessageDescriptor[]): string[] {
  return message.fields.flatMap((field) => {
    const path = prefix + field.name;
    if (field.required === true) return [path];
    if (field.label === 'repeated' || field.label === 'map' || field.type.kind !== 'message') return [];
    return visiting.includes(field.type.of) ? [] : requiredIn(field.type.of, `${path}.`, [...visiting, field.type.of]);
  });
}

/** The required paths that a config leaves empty; a blank counts as a value, as it does upstream. */
export function missingRequired(contract: Contract, config: MessageValue): string[] {
  return requiredPaths(contract).filter((path) => textAt(config, path) === '');
}

/** What an author can put into a required field at once: the only version there is, else a text to be filled. */
export function placeholderOf(field: FieldDescriptor): string {
  return field.name === 'version' ? 'v1' : '';
}
