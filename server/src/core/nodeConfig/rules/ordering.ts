import type { Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { isMessage, kubeletFile, numberAt } from '../value.js';
import { type NodeConfigInput, problemOnValue } from './input.js';

/** Numbers of one message, each of which must not be larger than the next one. */
interface Order {
  readonly message: string;
  /** With the defaults on the node. */
  readonly rising: readonly (readonly [name: string, absent?: number])[];
  /** Whether neighbours may not be equal. */
  readonly isStrict?: true;
  readonly why: string;
}

const sysctl = 'custom_linux_os_config.sysctl_config';

const orders: readonly Order[] = [
  {
    // Defaults of aks-node-controller (AgentBaker 06836ee230); the order is that of Linux' neighbour table.
    message: sysctl,
    rising: [
      ['net_ipv4_neigh_default_gc_thresh1', 4096],
      ['net_ipv4_neigh_default_gc_thresh2', 8192],
      ['net_ipv4_neigh_default_gc_thresh3', 16384],
    ],
    why: 'the thresholds of the neighbour table only work in rising order',
  },
  {
    message: sysctl,
    rising: [['net_core_rmem_default'], ['net_core_rmem_max']],
    why: 'the default receive buffer may not be larger than the largest one',
  },
  {
    message: sysctl,
    rising: [['net_core_wmem_default'], ['net_core_wmem_max']],
    why: 'the default send buffer may not be larger than the largest one',
  },
  {
    // kubelet's validation of KubeletConfiguration v1beta1, with its defaults 80 and 85.
    message: kubeletFile,
    rising: [
      ['image_gc_low_threshold_percent', 80],
      ['image_gc_high_threshold_percent', 85],
    ],
    isStrict: true,
    why: 'kubelet does not start unless the lower threshold is below the higher one',
  },
];

/** Numbers that contradict each other by their order. */
export const ordering: Rule<NodeConfigInput> = {
  name: 'node-config/ordering',
  *check({ at, reading }): Generator<Problem> {
    for (const { message, rising, isStrict, why } of orders) {
      // The defaults of an absent message are in order.
      if (!isMessage(at(message)?.value)) continue;
      const numbers = rising.map(([name, absent]) => {
        const given = at(`${message}.${name}`);
        const value = numberAt(reading.value, `${message}.${name}`) ?? absent;
        return { given, value, text: `${name} is ${value ?? 0}${given === undefined ? ' by default' : ''}` };
      });
      for (const [index, high] of numbers.slice(1).entries()) {
        const low = numbers[index];
        const given = high.given ?? low?.given;
        if (given === undefined || low?.value === undefined || high.value === undefined) continue;
        if (low.value > high.value || (isStrict && low.value === high.value))
          yield problemOnValue(given, 'contract/contradiction', `${low.text} and ${high.text}: ${why}.`);
      }
    }
  },
};
