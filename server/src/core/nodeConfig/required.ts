import type { Contract, FieldPath } from './contract/contract.js';
import type { Field } from '../record/model.js';
import { type ContractValue, isMessage, type MessageValue } from './value.js';

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
export function placeholderOf(field: Field): string {
  return field.name === 'version' ? 'v1' : '';
}

/** A value that the node silently replaces. */
interface Replacement {
  readonly field: string;
  /** What the node takes instead, as it would be written; undefined where it takes the value as it is. */
  readonly taken: (value: ContractValue) => string | undefined;
  /** What it does take, as a sentence without its end. */
  readonly accepted: string;
}

/** AgentBaker 06836ee230, `aks-node-controller/parser`. */
export const replacements: readonly Replacement[] = [
  {
    field: 'cse_timeout',
    taken: (value) => (typeof value === 'number' && (value < 1 || value > 21_600) ? '900' : undefined),
    accepted: 'It takes 1 to 21600 seconds',
  },
  {
    field: 'local_dns_profile.cpu_limit_in_milli_cores',
    taken: (value) => (value === 0 ? '2000' : undefined),
    accepted: 'Any number but 0 is taken as it is',
  },
  {
    field: 'local_dns_profile.memory_limit_in_mb',
    taken: (value) => (value === 0 ? '128' : undefined),
    accepted: 'Any number but 0 is taken as it is',
  },
  {
    field: 'local_dns_profile.hosts_plugin_refresh_interval_in_seconds',
    taken: (value) => (typeof value !== 'number' || value >= 5 ? undefined : value <= 0 ? 'no interval' : '5'),
    accepted: 'It takes at least 5 seconds',
  },
];
