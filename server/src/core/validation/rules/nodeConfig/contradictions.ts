import { boolAt, enumNameAt } from '../../../contract/fields.js';
import { type MessageValue, textAt, valueAt } from '../../../contract/value.js';
import type { GivenField } from '../../../contract/walk.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';
import { PathTable } from './pathTable.js';

/** Settings that each make sense, but not together. */
interface Contradiction {
  /** The field that the problem is shown on. */
  readonly field: string;
  readonly holds: (config: MessageValue, holder: MessageValue) => boolean;
  readonly message: string;
}

const contradictoryFile = 'kubelet_config.kubelet_config_file_config';

const contradictions: readonly Contradiction[] = [
  {
    // kubelet's default is to refuse a node with swap (`failSwapOn`, kubelet.config.k8s.io/v1beta1).
    field: 'custom_linux_os_config.enable_swap_config',
    holds: (config) => boolAt(config, 'custom_linux_os_config.enable_swap_config') && !allowsSwap(config),
    message:
      'enable_swap_config makes a swap file, but kubelet refuses to start on a node with swap unless fail_swap_on in its config file (or the flag --fail-swap-on) is false.',
  },
  {
    // AgentBaker 06836ee230, `configureManagedGPUExperience`: provisioning ends with an error.
    field: 'gpu_config.enable_managed_gpu_dra',
    holds: (config) =>
      boolAt(config, 'gpu_config.enable_managed_gpu') && boolAt(config, 'gpu_config.enable_managed_gpu_dra'),
    message: 'enable_managed_gpu and enable_managed_gpu_dra exclude each other; provisioning fails when both are true.',
  },
  {
    field: `${contradictoryFile}.authentication.anonymous.enabled`,
    holds: (config) =>
      boolAt(config, `${contradictoryFile}.authentication.anonymous.enabled`) &&
      textAt(config, `${contradictoryFile}.authorization.mode`) === 'AlwaysAllow',
    message:
      'Anonymous requests together with the mode AlwaysAllow give everybody who reaches the kubelet full control.',
  },
  {
    field: 'auth_config.assigned_identity_id',
    holds: (config) =>
      textAt(config, 'auth_config.assigned_identity_id') !== '' &&
      !boolAt(config, 'auth_config.use_managed_identity_extension') &&
      textAt(config, 'auth_config.service_principal_id') !== '' &&
      textAt(config, 'auth_config.service_principal_id') !== 'msi',
    message:
      'A service principal and an assigned identity are given, and use_managed_identity_extension is not true: the cloud provider signs in with the service principal.',
  },
  {
    field: 'network_config.network_policy',
    holds: (config) =>
      enumNameAt(config, 'network_config.network_plugin') === 'NETWORK_PLUGIN_KUBENET' &&
      enumNameAt(config, 'network_config.network_policy') === 'NETWORK_POLICY_AZURE',
    message: 'The Azure policy manager needs Azure CNI; with kubenet only Calico enforces network policies.',
  },
];

/** Whether kubelet is told to start on a node with swap; a flag wins over the config file. */
function allowsSwap(config: MessageValue): boolean {
  const flags = valueAt(config, 'kubelet_config.kubelet_flags');
  const flag = flags instanceof Map ? (flags as ReadonlyMap<string, unknown>).get('--fail-swap-on') : undefined;
  if (flag !== undefined) return flag === 'false';
  return (
    boolAt(config, 'kubelet_config.enable_kubelet_config_file') &&
    valueAt(config, `${contradictoryFile}.fail_swap_on`) === false
  );
}

const contradictionsOf = new PathTable(contradictions.map((entry) => [entry.field, entry]));

/** Settings that contradict each other. */
export const contradiction: Rule<NodeConfigInput> = {
  name: 'node-config/contradictions',
  *check({ fields, reading }): Generator<Problem> {
    for (const given of fields) {
      const found = contradictionsOf.of(given).find(({ holds }) => holds(reading.value, given.holder));
      if (found !== undefined) yield problemOn(given, found.message);
    }
  },
};

function problemOn({ member, steps }: GivenField, message: string): Problem {
  return problem('contract/contradiction', member.key.span, message, { pointer: pointerOf(steps) });
}
