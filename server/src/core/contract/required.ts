import type { Contract, FieldDescriptor, MessageDescriptor } from './descriptor.js';
import { textAt, type MessageValue } from './value.js';

/** Proto paths of the fields that `Validate` of aks-node-controller wants, in declaration order. */
export function requiredPaths(contract: Contract): string[] {
  const collect = (message: MessageDescriptor, prefix: string, visiting: readonly MessageDescriptor[]): string[] =>
    message.fields.flatMap((field) => {
      const path = prefix + field.name;
      if (field.required === true) return [path];
      if (field.label === 'repeated' || field.label === 'map' || field.type.kind !== 'message') return [];
      return visiting.includes(field.type.of) ? [] : collect(field.type.of, `${path}.`, [...visiting, field.type.of]);
    });
  return collect(contract.root, '', [contract.root]);
}

/** The required paths that a config leaves empty; a blank counts as a value, as it does upstream. */
export function missingRequired(contract: Contract, config: MessageValue): string[] {
  return requiredPaths(contract).filter((path) => textAt(config, path) === '');
}

/** What an author can put into a required field at once: the only version there is, else a text to be filled. */
export function placeholderOf(field: FieldDescriptor): string {
  return field.name === 'version' ? 'v1' : '';
}
