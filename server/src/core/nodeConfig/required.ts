import type { Contract, FieldPath } from './contract/contract.js';
import type { Field } from '../record/model.js';
import { type ContractValue, type MessageValue, textAt } from './value.js';

/** The required fields that a config leaves empty; a space counts as a value, as it does upstream. */
export function missingFields(contract: Contract, config: MessageValue): FieldPath[] {
  return contract.required.filter((path) => textAt(config, pathOf(path)) === '');
}

/** The same as proto paths. */
export function missingRequired(contract: Contract, config: MessageValue): string[] {
  return missingFields(contract, config).map(pathOf);
}

/** The proto path of a field, such as `cluster_config.location`. */
export function pathOf(path: FieldPath): string {
  return path.map((field) => field.name).join('.');
}

/** The initial value of a required field: the current version, or an empty string to be filled in. */
export function placeholderOf(field: Field): string {
  return field.name === 'version' ? 'v1' : '';
}

/** A field whose value the node silently replaces in some cases. */
interface Replacement {
  /** What the node uses instead, as it would be written; undefined if it accepts the value. */
  readonly taken: (value: ContractValue) => string | undefined;
  /** What it accepts, as a sentence without its end. */
  readonly accepted: string;
}

function unlessZero(taken: string): Replacement {
  return { taken: (value) => (value === 0 ? taken : undefined), accepted: 'It accepts any number but 0' };
}

/** By path (AgentBaker 06836ee230, `aks-node-controller/parser`). */
export const replacements: ReadonlyMap<string, Replacement> = new Map([
  [
    'cse_timeout',
    {
      taken: (value) => (typeof value === 'number' && (value < 1 || value > 21_600) ? '900' : undefined),
      accepted: 'It accepts 1 to 21600 seconds',
    },
  ],
  ['local_dns_profile.cpu_limit_in_milli_cores', unlessZero('2000')],
  ['local_dns_profile.memory_limit_in_mb', unlessZero('128')],
  [
    'local_dns_profile.hosts_plugin_refresh_interval_in_seconds',
    {
      taken: (value) => (typeof value !== 'number' || value >= 5 ? undefined : value <= 0 ? 'no interval' : '5'),
      accepted: 'It accepts 5 seconds or more',
    },
  ],
]);
