import { isMessage, valueAt } from '../../../contract/value.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

/** Numbers of one message that have to rise, each with what the node takes where it is absent. */
interface Order {
  readonly message: string;
  readonly rising: readonly (readonly [name: string, absent: number | undefined])[];
  /** Whether two neighbours may be equal. */
  readonly strict: boolean;
  readonly why: string;
}

const orders: readonly Order[] = [
  {
    // Defaults of aks-node-controller (AgentBaker 06836ee230); the order is that of Linux' neighbour table.
    message: 'custom_linux_os_config.sysctl_config',
    rising: [
      ['net_ipv4_neigh_default_gc_thresh1', 4096],
      ['net_ipv4_neigh_default_gc_thresh2', 8192],
      ['net_ipv4_neigh_default_gc_thresh3', 16384],
    ],
    strict: false,
    why: 'the thresholds of the neighbour table only work in rising order',
  },
  {
    message: 'custom_linux_os_config.sysctl_config',
    rising: [
      ['net_core_rmem_default', undefined],
      ['net_core_rmem_max', undefined],
    ],
    strict: false,
    why: 'the default receive buffer may not be larger than the largest one',
  },
  {
    message: 'custom_linux_os_config.sysctl_config',
    rising: [
      ['net_core_wmem_default', undefined],
      ['net_core_wmem_max', undefined],
    ],
    strict: false,
    why: 'the default send buffer may not be larger than the largest one',
  },
  {
    // kubelet's validation of KubeletConfiguration v1beta1, with its defaults 80 and 85.
    message: 'kubelet_config.kubelet_config_file_config',
    rising: [
      ['image_gc_low_threshold_percent', 80],
      ['image_gc_high_threshold_percent', 85],
    ],
    strict: true,
    why: 'kubelet refuses to start unless the lower threshold is below the higher one',
  },
];

/** Numbers that contradict each other by their order. */
export const ordering: Rule<NodeConfigInput> = {
  name: 'node-config/ordering',
  *check({ fields, reading }): Generator<Problem> {
    for (const { message, rising, strict, why } of orders) {
      // Of a message that is absent all values are the node's own, which rise.
      const holder = valueAt(reading.value, message);
      if (!isMessage(holder)) continue;
      for (const [index, [name, absent]] of rising.entries()) {
        const before = rising[index - 1];
        if (before === undefined) continue;
        const [lowerName, lowerAbsent] = before;
        const lower = valueAt(holder, lowerName);
        const upper = valueAt(holder, name);
        const least = lower ?? lowerAbsent;
        const most = upper ?? absent;
        if (typeof least !== 'number' || typeof most !== 'number') continue;
        if (least < most || (!strict && least === most)) continue;
        const given = fields.find(({ path }) => path === `${message}.${upper === undefined ? lowerName : name}`);
        if (given === undefined) continue;
        const shown = (label: string, value: number, isGiven: boolean): string =>
          `${label} is ${value}${isGiven ? '' : ' where it is absent'}`;
        yield problem(
          'contract/contradiction',
          given.member.value?.span ?? given.member.span,
          `${shown(lowerName, least, lower !== undefined)} and ${shown(name, most, upper !== undefined)}: ${why}.`,
          { pointer: pointerOf(given.steps) },
        );
      }
    }
  },
};
