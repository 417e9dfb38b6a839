import type { ContractValue } from '../../../contract/value.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

/** A value that the node silently replaces. */
interface Replacement {
  readonly field: string;
  /** What the node takes instead, as it would be written; undefined where it takes the value as it is. */
  readonly taken: (value: ContractValue) => string | undefined;
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
    taken: (value) => (typeof value === 'number' && value <= 0 ? 'nothing' : undefined),
    accepted: 'It takes a number above 0',
  },
];

/** Values that the node replaces without a word. */
export const replacedValues: Rule<NodeConfigInput> = {
  name: 'node-config/replaced-values',
  *check({ fields }): Generator<Problem> {
    for (const { field, path, value, member, steps } of fields) {
      const replacement = replacements.find((candidate) => candidate.field === path);
      const taken = replacement?.taken(value);
      if (replacement === undefined || taken === undefined) continue;
      yield problem(
        'contract/value-replaced',
        member.value?.span ?? member.span,
        `The node silently takes ${taken} for ${field.name} here. ${replacement.accepted}.`,
        { pointer: pointerOf(steps) },
      );
    }
  },
};
