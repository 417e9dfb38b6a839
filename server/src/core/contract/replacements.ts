import type { ContractValue } from './value.js';

/** A value that the node silently replaces. */
export interface Replacement {
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
