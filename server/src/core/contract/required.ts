import type { Contract, FieldDescriptor, FieldPath } from './descriptor.js';
import { type ContractValue, isMessage, type MessageValue } from './value.js';

/** Whether a field is an object that required fields are in, at whatever depth. */
export function holdsRequired(contract: Contract, field: FieldDescriptor): boolean {
  return contract.required.some((way) => way.slice(0, -1).includes(field));
}

/** The required fields that a config leaves empty; a blank counts as a value, as it does upstream. */
export function missingFields(contract: Contract, config: MessageValue): FieldPath[] {
  return contract.required.filter((way) => isEmpty(config, way));
}

/** The same as proto paths. */
export function missingRequired(contract: Contract, config: MessageValue): string[] {
  return missingFields(contract, config).map(pathOf);
}

/** The proto path of a field, such as `cluster_config.location`. */
export function pathOf(way: FieldPath): string {
  return way.map((field) => field.name).join('.');
}

function isEmpty(config: MessageValue, way: FieldPath): boolean {
  let value: ContractValue | undefined = config;
  for (const field of way) value = isMessage(value) ? value.fields.get(field)?.value : undefined;
  return typeof value !== 'string' || value === '';
}

/** What an author can put into a required field at once: the only version there is, else a text to be filled. */
export function placeholderOf(field: FieldDescriptor): string {
  return field.name === 'version' ? 'v1' : '';
}
